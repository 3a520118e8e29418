import { progressBar, column, text } from '../../framework/widgets/kit.ts';
import { theme } from '../../framework/widgets/theme.ts';
import { explanation, line, section, storageText, switchFor } from './entries.ts';
import type { Entry, Page } from './page.ts';

/** Pages about the device: battery, storage, location, security, notifications. */

export const batteryPage: Page = {
  title: 'Battery',
  entries: (self) => {
    const { level, charging, temperature } = self.phone.battery;
    return [
      gauge(`${level}%`, charging ? 'Charging' : 'About 21 hours left', level / 100),
      switchFor(self, 'Battery Saver', ['global', 'low_power'], {
        summary: 'Fewer things happen in the background',
      }),
      switchFor(self, 'Battery percentage', ['system', 'status_bar_show_battery_percent'], {
        summary: 'In the status bar',
      }),
      line('Temperature', { summary: `${temperature / 10} °C` }),
      explanation('A virtual phone is always near its plug.'),
    ];
  },
};

function gauge(value: string, summary: string, part: number): Entry {
  return {
    view: column(
      [
        text(value, { id: 'usage_summary', size: 36 }),
        text(summary, { id: 'usage_details', color: theme.textSecondary }),
        progressBar(part, { description: `${Math.round(part * 100)} percent`, margin: { top: 8 } }),
      ],
      { padding: [16, 24], gap: 4 },
    ),
  };
}

/** The size of documents on a new phone; files added later are counted with them. */
const FACTORY_DOCUMENTS = 12_000_000;

export const storagePage: Page = {
  title: 'Storage',
  entries: (self) => {
    const { total, system, factoryFree, free } = self.phone.storage;
    const used = total - free();
    return [
      gauge(`${storageText(used)} used`, `of ${storageText(total)}`, used / total),
      line('Apps', { summary: '1.2 GB' }),
      line('Images', { summary: '340 MB' }),
      line('Videos', { summary: '0 B' }),
      line('Documents', { summary: storageText(FACTORY_DOCUMENTS + factoryFree - free()) }),
      line('System', { summary: storageText(system) }),
    ];
  },
};

export const locationPage: Page = {
  title: 'Location',
  entries: (self) => [
    switchFor(self, 'Use location', ['secure', 'location_mode'], { values: ['0', '3'] }),
    section('Services'),
    switchFor(self, 'Wi‑Fi scanning', ['global', 'wifi_scan_always_enabled']),
    switchFor(self, 'Bluetooth scanning', ['global', 'ble_scan_always_enabled']),
  ],
};

export const securityPage: Page = {
  title: 'Security & privacy',
  entries: (self) => [
    section('Device unlock'),
    line('Screen lock', { summary: 'None' }),
    section('Privacy'),
    switchFor(self, 'Camera access', ['secure', 'camera_access'], { whenAbsent: true }),
    switchFor(self, 'Microphone access', ['secure', 'microphone_access'], { whenAbsent: true }),
    switchFor(self, 'Show clipboard access', ['secure', 'clipboard_show_access_notifications'], {
      whenAbsent: true,
    }),
    switchFor(self, 'Show passwords', ['system', 'show_password'], {
      summary: 'Characters are seen briefly while you type',
    }),
    section('More'),
    line('Encryption', { summary: 'Encrypted' }),
  ],
};

export const notificationsPage: Page = {
  title: 'Notifications',
  entries: (self) => {
    const { list } = self.phone.notifications;
    return [
      section('Shown now'),
      ...(list.length === 0 ? [line('No notifications')] : []),
      ...list.map((one) => line(one.title, { summary: self.phone.appLabel(one.package) })),
      section('Manage'),
      switchFor(self, 'Notification history', ['secure', 'notification_history_enabled']),
      switchFor(self, 'Bubbles', ['secure', 'notification_bubbles'], { whenAbsent: true }),
      switchFor(self, 'Notification dot on app icon', ['secure', 'notification_badging'], {
        whenAbsent: true,
      }),
      section('Lock screen'),
      switchFor(self, 'Sensitive notifications', ['secure', 'lock_screen_allow_private_notifications'], {
        summary: 'Show sensitive content when locked',
        whenAbsent: true,
      }),
    ];
  },
};

export const emergencyPage: Page = {
  title: 'Safety & emergency',
  entries: (self) => [
    line('Medical information', { summary: 'None' }),
    line('Emergency contacts', { summary: 'None' }),
    switchFor(self, 'Emergency SOS', ['secure', 'emergency_gesture_enabled'], {
      summary: 'Press Power five times',
    }),
    switchFor(self, 'Emergency alerts', ['secure', 'emergency_alerts_enabled'], { whenAbsent: true }),
  ],
};
