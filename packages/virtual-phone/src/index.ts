/** A virtual Android phone: start one, connect adb to it, and look inside while it runs. */
export { faultForms, parseFault, startPhone } from './start-phone.ts';
export type { Fault, Phone, PhoneFaults, StartPhoneOptions } from './start-phone.ts';
export { runCommand, type CommandProcess } from './command.ts';

// The ADB daemon alone, in front of a machine of your own.
export { startAdbd } from './adbd/index.ts';
export type { Adbd, AdbdOptions, AuthPolicy, HostKey } from './adbd/index.ts';
export { parseHostKey } from './adbd/auth.ts';
export type { FileSystem } from './kernel/file-system.ts';
export type { Machine } from './adbd/host.ts';
export type { AndroidRelease } from './kernel/release.ts';
export type { Connection } from './kernel/ports.ts';
export { createPipe } from './kernel/pipe.ts';
export { Ports } from './kernel/ports.ts';
export { BrokenPipe } from './kernel/process.ts';
export type { Process } from './kernel/process.ts';

// Apps: those the phone comes with, and what it takes to write another.
export { apps } from './apps/registry.ts';
export { activity, defineApp, shapes } from './framework/system/index.ts';
export type { AccessibilityNode, App } from './framework/system/index.ts';
export { column, field, scroll, text } from './framework/widgets/kit.ts';
export { screen } from './framework/widgets/screen.ts';
export type { ViewPointer } from './framework/views/view.ts';
export { encodePng } from './framework/render/png.ts';
