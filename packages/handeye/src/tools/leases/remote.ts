import type { ObserveMode, ScreenFormat, Toolset } from '../frame/defaults.ts';
import type { CallOptions, ToolResult } from '../frame/toolbox.ts';
import { maskedValue } from '../frame/wrapped/masked-toolbox.ts';

/** A call for a device whose tools run elsewhere, next to it, with the policy, the guard and the record of that place. */
export interface RemoteCall {
  /** As the client named it. */
  readonly device: string;
  /** Without the prefix. */
  readonly tool: string;
  readonly args: unknown;
  /** The tool may change something. */
  readonly writes: boolean;
  readonly screen: ScreenFormat;
  readonly observe: ObserveMode;
  readonly toolsets: readonly Toolset[];
}

/** Devices whose tools run elsewhere. */
export interface RemoteDevices {
  claims(name: string): boolean;
  /** A name as records and other clients may see it. */
  shownAs(name: string): string;
  /** A text as records and other clients may see it: without leases. */
  mask(text: string): string;
  /** Throws DeviceErrors, and never makes a write twice. */
  call(call: RemoteCall, options: CallOptions): Promise<ToolResult>;
}

/** The arguments of a call as they may be recorded. */
export function recordable(args: unknown, remote: RemoteDevices | undefined): unknown {
  if (!remote) return args;
  const masked = maskedValue(args, (text) => remote.mask(text));
  if (typeof masked !== 'object' || masked === null || !('device' in masked)) return masked;
  const { device } = masked;
  return typeof device === 'string' ? { ...masked, device: remote.shownAs(device) } : masked;
}
