/** The device side of ADB: what `adb connect` talks to. */
export { startAdbd } from './daemon.ts';
export type { Adbd, AdbdOptions } from './daemon.ts';
export type { AuthPolicy, HostKey } from './auth.ts';
export type { Faults } from './faults.ts';
