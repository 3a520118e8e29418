import { mdiAirplane, mdiBattery80, mdiSignalCellular3, mdiWifi } from '@mdi/js';
import { row, text, icon, spacer } from '../widgets/kit.ts';
import type { Framework } from '../system/framework.ts';
import type { View } from '../views/view.ts';

/** The bar at the top: time and state. Pulling it down opens the shade. */
export function statusBar(phone: Framework): View {
  const color = phone.frontScreen()?.lightSigns === true ? '#ffffff' : '#1c1b1f';
  const symbol = (path: string, description: string) => icon(path, { size: 16, color, description });
  const { radios } = phone;
  return row(
    [
      text(timeOfDay(phone, phone.clock.now()), { id: 'clock', size: 14, fontWeight: 500, color }),
      ...phone.notifications.list.slice(0, 4).map((one) =>
        text('●', {
          size: 8,
          color,
          description: `${phone.appLabel(one.package)} notification: ${one.title}`,
        }),
      ),
      spacer(),
      ...(radios.wifi ? [symbol(mdiWifi, 'Wifi three bars.')] : []),
      ...(!radios.wifi && radios.data
        ? [text('LTE', { id: 'mobile_type', size: 10, fontWeight: 500, color, description: 'LTE' })]
        : []),
      radios.airplane
        ? symbol(mdiAirplane, 'Airplane mode.')
        : symbol(mdiSignalCellular3, 'Phone three bars.'),
      symbol(mdiBattery80, `Battery ${phone.battery.level} percent.`),
      ...(phone.settings.isOn('system', 'status_bar_show_battery_percent')
        ? [text(`${phone.battery.level}%`, { id: 'battery_percentage_view', size: 12, color })]
        : []),
    ],
    {
      id: 'status_bar',
      class: 'android.widget.FrameLayout',
      padding: [0, 20],
      gap: 6,
      onDrag: ({ phase, dy }) => {
        if (phase !== 'end' || dy <= 40) return;
        // A second pull, on the open shade, expands it fully.
        if (phone.shade === 'closed') phone.expandNotifications();
        else phone.expandQuickSettings();
      },
    },
  );
}

/** Hours and minutes in the user's format; the phone's time zone is UTC. */
export function timeOfDay({ settings }: Framework, time: number): string {
  const hoursAndMinutes = new Date(time).toISOString().slice(11, 16);
  if (settings.get('system', 'time_12_24') !== '12') return hoursAndMinutes;
  const hours = Number(hoursAndMinutes.slice(0, 2));
  return `${hours % 12 === 0 ? 12 : hours % 12}${hoursAndMinutes.slice(2)}`;
}
