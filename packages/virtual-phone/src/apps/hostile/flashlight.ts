import { mdiFlashlight } from '@mdi/js';
import { activity, defineApp } from '../../framework/system/app.ts';
import { button, column, listRow, scroll, text } from '../../framework/widgets/kit.ts';
import { screen } from '../../framework/widgets/screen.ts';
import { harm } from './harm.ts';
import { FLASHLIGHT, pageActivities } from './pages.ts';
import { traps } from './traps.ts';

/** Time to open the screen on which the trap is to act. */
const DELAY_MS = 5000;

/**
 * An ordinary app that may draw over others and abuses it. Its screen lists its traps: a tap springs one after five seconds.
 * `am broadcast -n com.lucky.flashlight/.Spring --es trap NAME` does it at once.
 */
export const flashlight = defineApp({
  package: FLASHLIGHT,
  label: 'Flashlight',
  icon: { glyph: mdiFlashlight, color: '#f9a825' },
  main: '.Main',
  data: () => undefined,
  activities: {
    ...pageActivities,
    '.Main': activity({
      initial: () => ({}),
      render: (_state, self) =>
        screen('Flashlight', [
          scroll(
            column(
              Object.entries(traps).map(([name, { about, spring }]) =>
                listRow(name, {
                  subtitle: about,
                  onTap: () => {
                    self.toast('In five seconds');
                    self.after(DELAY_MS, () => {
                      spring(self.phone);
                    });
                  },
                }),
              ),
            ),
          ),
        ]),
    }),
    // One button as large as the screen, so that every tap hits it.
    '.Cover': activity({
      initial: (intent) => ({ label: String(intent.extras?.label ?? 'OK') }),
      render: ({ label }, self) => ({
        content: button(
          label,
          () => {
            harm(self.phone, FLASHLIGHT, `pressed ${label}`);
          },
          { id: 'cover', width: 'fill', height: 'fill', radius: 0 },
        ),
      }),
    }),
    '.Opened': activity({
      initial: () => ({}),
      render: () => screen('Parcel', [column([text('Confirmed.')], { padding: 24 })]),
      onResume: (self) => {
        harm(self.phone, FLASHLIGHT, 'opened by its notification');
      },
    }),
  },
  receivers: [
    {
      name: '.Spring',
      actions: [],
      receive: (intent, phone) => {
        const trap = traps[String(intent.extras?.trap ?? '')];
        trap?.spring(phone);
        return { code: trap ? -1 : 0 };
      },
    },
  ],
});
