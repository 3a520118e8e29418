export { LinuxSource } from './source.ts';
