/** A virtual Android phone: start one, connect adb to it, and look inside while it runs. */
export { faultForms, parseFault, startPhone } from './start-phone.ts';
export type { Fault, PhoneFaults, PhoneState, StartPhoneOptions, VirtualPhone } from './start-phone.ts';
export type { OpenPairing, PhoneWireless } from './wireless.ts';
export { runCommand, type CommandProcess } from './command.ts';

// The ADB daemon alone, in front of a device of your own.
export { startAdbd } from './adbd/daemon.ts';
export type { Adbd, AdbdOptions } from './adbd/daemon.ts';
export type { AuthPolicy, HostKey } from './adbd/auth.ts';
export { parseHostKey } from './adbd/auth.ts';
export { FileError, type FileKind, type FileStat, type FileSystem } from './kernel/file-system.ts';
export type { AdbdDevice } from './adbd/device.ts';
export type { AndroidRelease } from './kernel/release.ts';
export type { Connection } from './kernel/ports.ts';
export { createPipe } from './kernel/pipe.ts';
export { Ports } from './kernel/ports.ts';
export { BrokenPipe } from './kernel/process.ts';
export type { Process } from './kernel/process.ts';

// Apps: those the phone comes with, and what it takes to write another.
export { apps } from './apps/registry.ts';
export { HARM_TAG } from './apps/hostile/harm.ts';
export { activity, defineApp } from './framework/system/app.ts';
export { shapes } from './framework/system/shape.ts';
export type { AccessibilityNode } from './framework/windows/accessibility.ts';
export type { App } from './framework/system/app.ts';
export { button, column, field, row, scroll, text } from './framework/widgets/kit.ts';
export { screen } from './framework/widgets/screen.ts';
export type { ViewPointer } from './framework/views/view.ts';
export { encodePng } from './framework/render/png.ts';
