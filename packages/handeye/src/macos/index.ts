export type { Checkup } from './checkup.ts';
export { checkup } from './checkup.ts';
export type { MacOptions } from './source.ts';
export { MacSource } from './source.ts';
export type { Trial } from './selftest.ts';
export { selftest } from './selftest.ts';
