/** The second tier of the Android platform: the UiAutomator2 server, an application on the phone. */
export { HelpedDevice } from './device.ts';
export { Helper } from './helper.ts';
export { findApks, installedVersion, removeHelper } from './packages.ts';
export { mustHaveHelper, plainAdb, prepareTier, tierOf } from './tier.ts';
export type { HelperChoice, Tier } from './tier.ts';
