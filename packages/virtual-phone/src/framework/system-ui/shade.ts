import { mdiAirplane, mdiBluetooth, mdiFlashlight, mdiScreenRotation, mdiWifi } from '@mdi/js';
import { button, column, row, scroll, slider, spacer, text } from '../widgets/kit.ts';
import { theme } from '../widgets/theme.ts';
import type { Framework } from '../system/framework.ts';
import type { Radios } from '../system/radios.ts';
import type { SettingsTable } from '../system/settings.ts';
import type { View } from '../views/view.ts';
import type { NotificationRows } from './notification-rows.ts';
import { timeOfDay } from './status-bar.ts';

interface Tile {
  readonly label: string;
  readonly icon: string;
  readonly setting: readonly [SettingsTable, string];
  /** The radio behind the setting, if there is one. */
  readonly radio?: {
    readonly isOn: (radios: Radios) => boolean;
    readonly set: (radios: Radios, on: boolean) => void;
  };
}

const tiles: readonly Tile[] = [
  {
    label: 'Internet',
    icon: mdiWifi,
    setting: ['global', 'wifi_on'],
    radio: {
      isOn: ({ wifi }) => wifi,
      set: (radios, on) => {
        radios.setWifi(on);
      },
    },
  },
  { label: 'Bluetooth', icon: mdiBluetooth, setting: ['global', 'bluetooth_on'] },
  { label: 'Flashlight', icon: mdiFlashlight, setting: ['secure', 'flashlight_enabled'] },
  {
    label: 'Airplane mode',
    icon: mdiAirplane,
    setting: ['global', 'airplane_mode_on'],
    radio: {
      isOn: ({ airplane }) => airplane,
      set: (radios, on) => {
        radios.setAirplane(on);
      },
    },
  },
  { label: 'Auto-rotate', icon: mdiScreenRotation, setting: ['system', 'accelerometer_rotation'] },
];

/** The notification shade over everything: tiles above, notifications below; fully expanded it shows all tiles. */
export function shade(phone: Framework, wide: boolean, rows: NotificationRows): View {
  const time = phone.clock.now();
  const { bounds, safeArea, scale } = phone.display;
  const bottom = phone.shape.release <= 5 ? 0 : (bounds.bottom - safeArea.bottom) / scale;
  return column(
    [
      row(
        [
          text(timeOfDay(phone, time), { id: 'clock', size: 20 }),
          text(dateOf(time), { id: 'date', size: 14, color: theme.textSecondary }),
          spacer(),
        ],
        { width: 'fill', gap: 12, padding: { left: 8, top: phone.shape.statusBar + 8, bottom: 8 } },
      ),
      {
        type: 'grid',
        id: 'quick_settings_panel',
        class: 'android.view.ViewGroup',
        columns: 2,
        gap: 8,
        width: 'fill',
        children: (wide ? tiles : tiles.slice(0, 4)).map((tile) => tileView(phone, tile)),
      },
      wide ? brightness(phone) : notificationList(phone, rows),
    ],
    {
      id: 'notification_panel',
      class: 'android.widget.FrameLayout',
      height: 'fill',
      padding: { left: 16, right: 16, bottom },
      gap: 8,
      background: '#ece6f0',
      onDrag: ({ phase, dy }) => {
        if (phase === 'end' && dy < -60) phone.collapseShade();
        if (phase === 'end' && dy > 60) phone.expandQuickSettings();
      },
    },
  );
}

function brightness({ settings }: Framework): View {
  const set = (value: number) => {
    settings.put('system', 'screen_brightness', String(Math.round(value * 255)));
  };
  const value = settings.number('system', 'screen_brightness', 128) / 255;
  return slider(value, set, { id: 'slider', description: 'Display brightness' });
}

function dateOf(time: number): string {
  return new Date(time).toLocaleDateString('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
}

function tileView(phone: Framework, { label, icon, setting: [table, name], radio }: Tile): View {
  const on = radio?.isOn(phone.radios) ?? phone.settings.isOn(table, name);
  return {
    type: 'text',
    class: 'android.widget.Switch',
    icon,
    text: label,
    label: on ? 'ON' : 'OFF',
    description: `${label}, ${on ? 'On' : 'Off'}`,
    checked: on,
    size: 15,
    fontWeight: 500,
    minHeight: 64,
    padding: [0, 20],
    radius: 28,
    background: on ? theme.primary : theme.raised,
    color: on ? theme.onPrimary : theme.text,
    onTap: () => {
      if (radio) radio.set(phone.radios, !on);
      else phone.settings.put(table, name, on ? '0' : '1');
    },
  };
}

function notificationList(phone: Framework, rows: NotificationRows): View {
  const { list } = phone.notifications;
  if (list.length === 0) {
    return text('No notifications', {
      id: 'no_notifications',
      width: 'fill',
      textAlign: 'center',
      padding: 32,
    });
  }
  const clear = button(
    'Clear all',
    () => {
      phone.notifications.clear();
    },
    {
      id: 'dismiss_text',
      tone: 'tonal',
      description: 'Clear all notifications.',
      align: 'end',
    },
  );
  return scroll(column([...rows.views(), clear], { gap: 8 }), { id: 'notification_stack_scroller' });
}
