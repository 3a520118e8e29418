/** Android phones over ADB. */
export { newKey } from './adb/index.ts';
export { AndroidSource } from './source.ts';
export type { AndroidOptions, HelperDeed } from './source.ts';
export type { HelperChoice, Tier } from './helper/index.ts';
