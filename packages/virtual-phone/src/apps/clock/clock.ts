import { mdiAlarm, mdiClockOutline, mdiTimerOutline, mdiTimerSand } from '@mdi/js';
import { activity, defineApp } from '../../framework/system/app.ts';
import type { View } from '../../framework/views/view.ts';
import { column, divider, listRow, scroll, text } from '../../framework/widgets/kit.ts';
import { screen } from '../../framework/widgets/screen.ts';
import { bottomTabs } from '../../framework/widgets/tabs.ts';
import { theme } from '../../framework/widgets/theme.ts';
import { alarmsTab, firstAlarms, timePicker } from './alarms.ts';
import type { ClockActivity, Data, State } from './frame.ts';
import { stoppedWatch, stopwatchTab } from './stopwatch.ts';
import { timerTab } from './timer.ts';

const tabs = [
  { label: 'Alarms', icon: mdiAlarm },
  { label: 'Clock', icon: mdiClockOutline },
  { label: 'Timer', icon: mdiTimerSand },
  { label: 'Stopwatch', icon: mdiTimerOutline },
] as const;

/** The tab that an intent opens. */
const openingTabs: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({
    'android.intent.action.SHOW_ALARMS': 0,
    'android.intent.action.SHOW_TIMERS': 2,
  }),
);

/** Made-up cities and their UTC offsets. */
const cities = [
  { name: 'Marrowick', hoursAhead: 0 },
  { name: 'Port Ellery', hoursAhead: -5 },
  { name: 'New Sorrel', hoursAhead: 9 },
];

const FRAME_MS = 50;

/** Alarms, the time, a timer and a stopwatch. Running figures are drawn silently, so the screen counts as idle. */
export const clock = defineApp<Data>({
  package: 'com.android.deskclock',
  label: 'Clock',
  icon: { glyph: mdiClockOutline, color: '#303f9f' },
  main: '.DeskClock',
  data: () => ({ alarms: firstAlarms, countdown: undefined, stopwatch: stoppedWatch }),
  actions: Object.fromEntries([...openingTabs.keys()].map((action) => [action, '.DeskClock'])),
  activities: {
    '.DeskClock': activity<State, Data>({
      initial: ({ action }) => ({
        tab: openingTabs.get(action ?? '') ?? 1,
        editor: undefined,
        hours: 0,
        minutes: 5,
        seconds: 0,
        stopTicking: undefined,
      }),
      render: (state, self) =>
        screen(
          tabs[state.tab]?.label ?? '',
          [
            column([tabContent(state, self)], { weight: 1 }),
            bottomTabs(
              tabs,
              state.tab,
              (tab) => {
                self.setState({ tab });
              },
              { id: 'bottom_view' },
            ),
          ],
          { dialog: state.editor && timePicker(state.editor, self) },
        ),
      onResume: tick,
      onPause: (self) => {
        self.state.stopTicking?.();
      },
    }),
  },
});

/** Redraws silently, twenty times a second while the screen is visible. */
function tick(self: ClockActivity): void {
  const stopTicking = self.after(FRAME_MS, () => {
    tick(self);
  });
  self.setState({ stopTicking }, { silent: true });
}

function tabContent(state: State, self: ClockActivity): View {
  switch (state.tab) {
    case 0:
      return alarmsTab(self);
    case 2:
      return timerTab(state, self);
    case 3:
      return stopwatchTab(self);
    default:
      return scroll(clockTab(self.phone.clock.now()));
  }
}

function clockTab(now: number): View {
  return column(
    [
      text(timeOfDay(now, { second: '2-digit' }), { id: 'digital_clock', size: 64 }),
      text(
        new Date(now).toLocaleDateString('en-US', {
          weekday: 'long',
          month: 'long',
          day: 'numeric',
          timeZone: 'UTC',
        }),
        { id: 'date', size: 16, color: theme.textSecondary },
      ),
      divider({ margin: { top: 24, bottom: 8 } }),
      ...cities.map(({ name, hoursAhead }) =>
        listRow(name, {
          subtitle: hoursAhead === 0 ? 'Here' : `${hoursAhead > 0 ? '+' : '−'}${Math.abs(hoursAhead)} hours`,
          trailing: text(timeOfDay(now + hoursAhead * 3_600_000), { id: 'city_time', size: 24 }),
        }),
      ),
    ],
    { alignChildren: 'center', padding: [16, 8], gap: 4 },
  );
}

function timeOfDay(time: number, more: Intl.DateTimeFormatOptions = {}): string {
  return new Date(time).toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    ...more,
  });
}
