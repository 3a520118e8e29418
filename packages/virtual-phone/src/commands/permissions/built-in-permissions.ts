/** Permissions that the built-in apps request. */
const asked: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<readonly string[]>({
    'com.android.contacts': ['READ_CONTACTS', 'WRITE_CONTACTS', 'CALL_PHONE'],
    'com.android.messaging': ['READ_SMS', 'SEND_SMS', 'RECEIVE_SMS', 'READ_CONTACTS'],
    'com.android.settings': [
      'ACCESS_WIFI_STATE',
      'CHANGE_WIFI_STATE',
      'WRITE_SETTINGS',
      'WRITE_SECURE_SETTINGS',
    ],
    'com.android.shell': [
      'DUMP',
      'READ_LOGS',
      'INJECT_EVENTS',
      'WRITE_SECURE_SETTINGS',
      'SET_ANIMATION_SCALE',
    ],
    'com.android.deskclock': ['VIBRATE', 'WAKE_LOCK', 'RECEIVE_BOOT_COMPLETED'],
    'com.example.maps': ['INTERNET', 'ACCESS_FINE_LOCATION', 'ACCESS_COARSE_LOCATION'],
    'com.example.messages': ['INTERNET', 'READ_CONTACTS', 'VIBRATE'],
    'com.example.downloads': ['INTERNET', 'READ_EXTERNAL_STORAGE', 'WRITE_EXTERNAL_STORAGE'],
    'com.example.reader': ['INTERNET', 'ACCESS_NETWORK_STATE'],
    'com.example.notes': ['VIBRATE'],
    'com.lucky.flashlight': ['READ_CONTACTS', 'SYSTEM_ALERT_WINDOW'],
  }),
);

export function builtInPermissions(packageName: string): readonly string[] {
  return (asked.get(packageName) ?? []).map((name) => `android.permission.${name}`);
}
