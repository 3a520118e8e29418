/** Android phones over ADB. */
export { newKey } from './adb/daemon/key.ts';
export { AndroidSource } from './source.ts';
export type { AndroidOptions, HelperAction } from './source.ts';
export type { HelperChoice, Tier } from './helper/tier.ts';
