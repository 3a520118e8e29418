import { permissionDenied } from '../../device/errors.ts';
import type { Rules } from '../../guard/rules.ts';
import type { ObserveMode, ScreenFormat, Toolset } from './defaults.ts';
import type { Tool } from './define.ts';
import { maskedValue } from './masked-toolbox.ts';
import type { ToolCall } from './tool-call.ts';
import type { CallOptions, ToolResult } from './toolbox.ts';

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

interface Elsewhere {
  readonly remote: RemoteDevices;
  readonly call: RemoteCall;
  readonly rules: Rules;
  readonly prefixed: (text: string) => string;
  /** The tool of that name; throws what a call of it would. */
  readonly toolFor: (name: string) => Tool;
}

/**
 * Makes a call for a device whose tools run elsewhere. Rules about the screen are decided there; rules that deny a tool for
 * every use are applied here, too.
 */
export async function callElsewhere(
  { remote, call, rules, prefixed, toolFor }: Elsewhere,
  made: ToolCall,
): Promise<ToolResult> {
  made.device = remote.shownAs(call.device);
  for (const { name, class: toolClass } of [call.tool, ...stepsIn(call.args)].map(toolFor)) {
    const verdict = rules.of(name, toolClass).decided();
    if (verdict?.then !== 'deny') continue;
    const { from, why } = verdict.rule ?? { from: 'the policy', why: undefined };
    made.refusedBy = from;
    throw permissionDenied(
      `This server does not allow ${name}${why === undefined ? '' : `: ${why}`}. Nothing was done.`,
    );
  }
  const result = await remote.call(call, made);
  if (result.isError !== true) return result;
  // A host does not know the prefix of the server that asked.
  const content = result.content.map((item) =>
    item.type === 'text' ? { ...item, text: prefixed(ofHost(item.text)) } : item,
  );
  return { ...result, content };
}

/** A host refuses by its own policy, and in its own words it is the server. */
function ofHost(text: string): string {
  return text.replace(/\b([Tt])he policy of this server\b/, "$1he policy of the device's host");
}

/** The tools that run_steps is to call. Its arguments were checked. */
function stepsIn(args: unknown): string[] {
  if (typeof args !== 'object' || args === null || !('steps' in args) || !Array.isArray(args.steps))
    return [];
  return args.steps.flatMap((step: unknown) =>
    typeof step === 'object' && step !== null && 'tool' in step && typeof step.tool === 'string'
      ? [step.tool]
      : [],
  );
}
