/** The permissions that Android itself declares, as far as apps request them. */

export type ProtectionLevel = 'normal' | 'dangerous' | 'signature';

/** A name below android.permission and the first API level that knows it. */
type Entry = readonly [name: string, since?: number];

const dangerous: readonly Entry[] = [
  ['ACCEPT_HANDOVER', 28],
  ['ACCESS_BACKGROUND_LOCATION', 29],
  ['ACCESS_COARSE_LOCATION'],
  ['ACCESS_FINE_LOCATION'],
  ['ACCESS_MEDIA_LOCATION', 29],
  ['ACTIVITY_RECOGNITION', 29],
  ['ANSWER_PHONE_CALLS', 26],
  ['BLUETOOTH_ADVERTISE', 31],
  ['BLUETOOTH_CONNECT', 31],
  ['BLUETOOTH_SCAN', 31],
  ['BODY_SENSORS'],
  ['BODY_SENSORS_BACKGROUND', 33],
  ['CALL_PHONE'],
  ['CAMERA'],
  ['GET_ACCOUNTS'],
  ['NEARBY_WIFI_DEVICES', 33],
  ['POST_NOTIFICATIONS', 33],
  ['PROCESS_OUTGOING_CALLS'],
  ['READ_CALENDAR'],
  ['READ_CALL_LOG'],
  ['READ_CONTACTS'],
  ['READ_EXTERNAL_STORAGE'],
  ['READ_MEDIA_AUDIO', 33],
  ['READ_MEDIA_IMAGES', 33],
  ['READ_MEDIA_VIDEO', 33],
  ['READ_MEDIA_VISUAL_USER_SELECTED', 34],
  ['READ_PHONE_NUMBERS', 26],
  ['READ_PHONE_STATE'],
  ['READ_SMS'],
  ['RECEIVE_MMS'],
  ['RECEIVE_SMS'],
  ['RECEIVE_WAP_PUSH'],
  ['RECORD_AUDIO'],
  ['SEND_SMS'],
  ['USE_SIP'],
  ['UWB_RANGING', 31],
  ['WRITE_CALENDAR'],
  ['WRITE_CALL_LOG'],
  ['WRITE_CONTACTS'],
  ['WRITE_EXTERNAL_STORAGE'],
];

const normal: readonly Entry[] = [
  ['ACCESS_NETWORK_STATE'],
  ['ACCESS_NOTIFICATION_POLICY', 23],
  ['ACCESS_WIFI_STATE'],
  ['BLUETOOTH'],
  ['BLUETOOTH_ADMIN'],
  ['BROADCAST_STICKY'],
  ['CHANGE_NETWORK_STATE'],
  ['CHANGE_WIFI_MULTICAST_STATE'],
  ['CHANGE_WIFI_STATE'],
  ['DISABLE_KEYGUARD'],
  ['EXPAND_STATUS_BAR'],
  ['FOREGROUND_SERVICE', 28],
  ['FOREGROUND_SERVICE_LOCATION', 34],
  ['FOREGROUND_SERVICE_MEDIA_PROJECTION', 34],
  ['GET_PACKAGE_SIZE'],
  ['HIDE_OVERLAY_WINDOWS', 31],
  ['INTERNET'],
  ['KILL_BACKGROUND_PROCESSES'],
  ['MODIFY_AUDIO_SETTINGS'],
  ['NFC'],
  ['QUERY_ALL_PACKAGES', 30],
  ['READ_SYNC_SETTINGS'],
  ['READ_SYNC_STATS'],
  ['RECEIVE_BOOT_COMPLETED'],
  ['REORDER_TASKS'],
  ['REQUEST_DELETE_PACKAGES', 26],
  ['REQUEST_IGNORE_BATTERY_OPTIMIZATIONS', 23],
  ['SCHEDULE_EXACT_ALARM', 31],
  ['SET_WALLPAPER'],
  ['TRANSMIT_IR'],
  ['USE_BIOMETRIC', 28],
  ['USE_FINGERPRINT', 23],
  ['USE_FULL_SCREEN_INTENT', 29],
  ['VIBRATE'],
  ['WAKE_LOCK'],
  ['WRITE_SYNC_SETTINGS'],
];

/** `development`: the shell may grant it although it is a signature permission. */
const signature: readonly (readonly [name: string, since?: number, development?: true])[] = [
  ['ACCESS_MOCK_LOCATION'],
  ['BATTERY_STATS', 1, true],
  ['BIND_ACCESSIBILITY_SERVICE'],
  ['BIND_INPUT_METHOD'],
  ['BIND_NOTIFICATION_LISTENER_SERVICE'],
  ['CHANGE_CONFIGURATION', 1, true],
  ['DELETE_PACKAGES'],
  ['DUMP', 1, true],
  ['INJECT_EVENTS'],
  ['INSTALL_PACKAGES'],
  ['MANAGE_EXTERNAL_STORAGE', 30],
  ['PACKAGE_USAGE_STATS', 1, true],
  ['READ_FRAME_BUFFER'],
  ['READ_LOGS', 1, true],
  ['REQUEST_INSTALL_PACKAGES', 23],
  ['SET_ANIMATION_SCALE', 1, true],
  ['SET_DEBUG_APP', 1, true],
  ['SYSTEM_ALERT_WINDOW'],
  ['WRITE_SECURE_SETTINGS', 1, true],
  ['WRITE_SETTINGS'],
];

interface PlatformPermission {
  readonly since: number;
  readonly level: ProtectionLevel;
  readonly isDevelopment: boolean;
}

const platform: ReadonlyMap<string, PlatformPermission> = new Map(
  [
    ...dangerous.map(([name, since = 1]) => ({
      name,
      since,
      level: 'dangerous' as const,
      isDevelopment: false,
    })),
    ...normal.map(([name, since = 1]) => ({ name, since, level: 'normal' as const, isDevelopment: false })),
    ...signature.map(([name, since = 1, development = false]) => ({
      name,
      since,
      level: 'signature' as const,
      isDevelopment: development,
    })),
  ].map(({ name, ...rest }) => [`android.permission.${name}`, rest]),
);

/** Android's own permissions of one API level. */
export function platformPermission(name: string, sdk: number): PlatformPermission | undefined {
  const found = platform.get(name);
  return found !== undefined && found.since <= sdk ? found : undefined;
}

/** Since Android 6 dangerous permissions are granted at run time; before, installing an app granted them all. */
export const RUNTIME_PERMISSIONS_SINCE = 23;
