import type { Manifest } from '../commands/apk/manifest.ts';

/** The two packages of Appium's UiAutomator2 server, from the manifests of its APKs (10.6.6). */

export const serverVersion = { name: '10.6.6', code: 278 };
export const SERVER_PACKAGE = 'io.appium.uiautomator2.server';
export const TEST_PACKAGE = `${SERVER_PACKAGE}.test`;

const server: Manifest = {
  package: SERVER_PACKAGE,
  versionCode: serverVersion.code,
  versionName: serverVersion.name,
  minSdk: 26,
  targetSdk: 34,
  label: undefined,
  isTestOnly: false,
  activities: ['BootstrapActivity', 'EmptyActivity', 'EmptyFloatingActivity'].map(
    (name) => `androidx.test.core.app.InstrumentationActivityInvoker$${name}`,
  ),
  launcher: undefined,
  instrumentations: [],
  isDebuggable: true,
  permissions: [
    ...['ACCESS_NETWORK_STATE', 'INTERNET', 'WAKE_LOCK', 'CHANGE_WIFI_STATE', 'ACCESS_WIFI_STATE'],
    ...['BLUETOOTH_SCAN', 'QUERY_ALL_PACKAGES', 'REORDER_TASKS'],
  ].map((name) => ({ name: `android.permission.${name}`, maxSdk: Infinity })),
  declaredPermissions: [],
  services: [],
  receivers: [],
  split: undefined,
};

/** Its manifest has no version: the package manager reports 0 and no name. */
const test: Manifest = {
  ...server,
  package: TEST_PACKAGE,
  versionCode: 0,
  versionName: '',
  activities: [],
  permissions: [],
  instrumentations: [{ runner: 'androidx.test.runner.AndroidJUnitRunner', target: SERVER_PACKAGE }],
};

/** The helper packages that come with a phone: both, or none if they need a newer Android. */
export function helperPackages(sdk: number): ReadonlyMap<string, Manifest> {
  return new Map([server, test].filter(({ minSdk }) => minSdk <= sdk).map((one) => [one.package, one]));
}
