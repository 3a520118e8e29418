import { mdiAirplane, mdiBattery80, mdiSignalCellular3, mdiWifi } from '@mdi/js';
import { row, text, icon, spacer } from '../widgets/kit.ts';
import type { PhoneSystem } from '../system/phone-system.ts';
import type { View } from '../system/view.ts';

/** The bar at the top: time and state. Pulled down it opens the shade. */
export function statusBar(phone: PhoneSystem): View {
  const color = phone.frontScreen()?.lightSigns === true ? '#ffffff' : '#1c1b1f';
  const symbol = (path: string, description: string) => icon(path, { size: 16, color, description });
  const airplane = phone.settings.isOn('global', 'airplane_mode_on');
  return row(
    [
      text(timeOfDay(phone.clock.now()), { id: 'clock', size: 14, fontWeight: 500, color }),
      ...phone.notifications.list.slice(0, 4).map((one) =>
        text('●', {
          size: 8,
          color,
          description: `${phone.appLabel(one.package)} notification: ${one.title}`,
        }),
      ),
      spacer(),
      ...(phone.settings.isOn('global', 'wifi_on') ? [symbol(mdiWifi, 'Wifi three bars.')] : []),
      airplane ? symbol(mdiAirplane, 'Airplane mode.') : symbol(mdiSignalCellular3, 'Phone three bars.'),
      symbol(mdiBattery80, `Battery ${phone.battery.level} percent.`),
    ],
    {
      id: 'status_bar',
      class: 'android.widget.FrameLayout',
      padding: [0, 20],
      gap: 6,
      onDrag: ({ phase, dy }) => {
        if (phase === 'end' && dy > 40) phone.expandNotifications();
      },
    },
  );
}

/** HH:MM of the phone's time zone, which is UTC. */
export function timeOfDay(time: number): string {
  return new Date(time).toISOString().slice(11, 16);
}
