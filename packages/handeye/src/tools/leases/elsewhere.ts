import { permissionDenied } from '../../device/errors.ts';
import type { Rules } from '../../guard/rules.ts';
import type { Tool } from '../frame/define.ts';
import { prefixed } from '../frame/listing.ts';
import type { Trace } from '../frame/runner.ts';
import type { CallOptions, ToolResult } from '../frame/toolbox.ts';
import type { RemoteCall, RemoteDevices } from './remote.ts';

interface Elsewhere {
  readonly remote: RemoteDevices;
  readonly call: RemoteCall;
  readonly rules: Rules;
  readonly prefix: string;
  /** The tool of that name; throws what a call of it would. */
  readonly toolFor: (name: string) => Tool;
}

/**
 * Makes a call for a device whose tools run elsewhere. There the rules decide, which ask what is on the screen; those that deny
 * a tool whatever it is used on are kept here, too.
 */
export async function callElsewhere(
  { remote, call, rules, prefix, toolFor }: Elsewhere,
  options: CallOptions & { readonly trace: Trace },
): Promise<ToolResult> {
  options.trace.device = remote.shownAs(call.device);
  for (const { name, class: toolClass } of [call.tool, ...stepsIn(call.args)].map(toolFor)) {
    const verdict = rules.of(name, toolClass).decided();
    if (verdict?.then !== 'deny') continue;
    const { from, why } = verdict.rule ?? { from: 'the policy', why: undefined };
    options.trace.refusedBy = from;
    throw permissionDenied(
      `This server does not allow ${name}${why === undefined ? '' : `: ${why}`}. Nothing was done.`,
    );
  }
  const result = await remote.call(call, options);
  if (result.isError !== true) return result;
  // A host does not know the prefix of the server that asked.
  const content = result.content.map((item) =>
    item.type === 'text' ? { ...item, text: prefixed(ofHost(item.text), prefix) } : item,
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
