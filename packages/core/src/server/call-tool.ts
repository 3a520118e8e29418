import { faultFields } from '../device/fault.ts';
import { errorCodes } from '../device/errors.ts';
import { withinDepth } from '../tools/frame/depth.ts';
import { internalError } from '../tools/frame/error-texts.ts';
import type { CallOptions, Toolbox, ToolResult } from '../tools/frame/toolbox.ts';
import { cut } from '@handeye/screen/sanitize';
import type { Log } from './log.ts';

/** A call of a tool as a client requests it. */
export interface RequestedCall extends CallOptions {
  readonly name: string;
  /** Unchecked: the arguments as the client sent them. */
  readonly args: unknown;
}

function failedInternally(tool: string): ToolResult {
  return {
    content: [{ type: 'text', text: internalError(tool) }],
    isError: true,
    _meta: { 'handeye/error': { kind: 'internal', code: errorCodes.internal } },
  };
}

/** Calls a tool. A toolbox turns its tools' failures into results; if it throws, the fault is ours and is only logged. */
export async function callTool(
  { toolbox, log }: { toolbox: Toolbox; log: Log },
  { name, args, ...options }: RequestedCall,
): Promise<ToolResult> {
  try {
    return await toolbox.call(name, withinDepth(args), options);
  } catch (error) {
    if (!options.signal.aborted) log('error', 'tool_threw', { tool: name, ...faultFields(error) });
    return failedInternally(name);
  }
}

/** The most characters that are kept of an unknown tool's name: a client may send any text. */
const LONGEST_UNKNOWN = 100;

/** Lets the timeline, the record and the metrics hear of a call whose tool does not exist: the protocol answers it itself. */
export async function noteUnknownTool(
  serving: { toolbox: Toolbox; log: Log },
  call: RequestedCall,
): Promise<void> {
  await callTool(serving, { ...call, name: cut(call.name, LONGEST_UNKNOWN) });
}
