/** Android phones over ADB. */
export { newKey } from './adb/daemon/key.ts';
export { AndroidSource } from './source.ts';
export type { AndroidOptions } from './source.ts';
export type { HelperChoice, HelperDeed } from './helper/choice.ts';
export type { Tier } from './helper/tier.ts';
