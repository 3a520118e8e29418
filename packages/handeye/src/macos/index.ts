export type { Checkup } from './selftest/checkup.ts';
export { checkup } from './selftest/checkup.ts';
export type { MacOptions } from './source.ts';
export { MacSource } from './source.ts';
export type { Trial } from './selftest/selftest.ts';
export { selftest } from './selftest/selftest.ts';
