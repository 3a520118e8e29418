export type { MacOptions } from './source.ts';
export { MacSource } from './source.ts';
