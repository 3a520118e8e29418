/** Android phones over ADB. */
export { newKey } from './adb/daemon/key.ts';
export { AndroidSource } from './source.ts';
export type { AndroidOptions, HelperDeed } from './source.ts';
export type { HelperChoice } from './helper/tier.ts';
export { wantedTier } from './tier.ts';
export type { Tier, TierChoice } from './tier.ts';
