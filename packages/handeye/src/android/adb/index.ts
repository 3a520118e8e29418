/** Phones over ADB: which are there, and one of them as something that runs commands. */
export { newKey } from './daemon/key.ts';
export { Phones } from './phones.ts';
export type { PhoneListing, PhonesOptions } from './phones.ts';
export type { Phone, PhoneDetails } from './phone.ts';
export type { Program } from './shell/program.ts';
export type { Result } from './shell/kept-shell.ts';
export type { FileStatus, FileToPush } from './sync.ts';
export { BrokenOff } from './broken-off.ts';
export { sh } from './shell/quote.ts';
export type { Command } from './shell/quote.ts';
export type { AdbStream } from './transport.ts';
