/** Android phones over ADB. */
export { AndroidSource } from './source.ts';
