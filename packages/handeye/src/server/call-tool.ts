import { faultFields } from '../device/fault.ts';
import { errorCodes } from '../device/errors.ts';
import type { Asker } from '../guard/questions.ts';
import { internalError } from '../tools/frame/error-texts.ts';
import type { Toolbox, ToolResult } from '../tools/frame/toolbox.ts';
import { cut } from '../ui/sanitize.ts';
import type { Log } from './log.ts';

export interface ToolCall {
  readonly name: string;
  /** Whatever the client sent. */
  readonly args: unknown;
  readonly signal: AbortSignal;
  readonly client: string | undefined;
  /** Hears how far the call is. */
  readonly progress?: ((message: string) => void) | undefined;
  /** The client's own way to a person, if it has one. */
  readonly asker?: Asker | undefined;
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
  { name, args, ...options }: ToolCall,
): Promise<ToolResult> {
  try {
    return await toolbox.call(name, args, options);
  } catch (error) {
    if (!options.signal.aborted) log('error', 'tool_threw', { tool: name, ...faultFields(error) });
    return failedInternally(name);
  }
}

/** What is kept of the name of a tool that does not exist: a client may send any text. */
const LONGEST_UNKNOWN = 100;

/** Lets the timeline, the record and the metrics hear of a call whose tool does not exist: the protocol answers it itself. */
export async function noteUnknownTool(
  serving: { toolbox: Toolbox; log: Log },
  call: ToolCall,
): Promise<void> {
  await callTool(serving, { ...call, name: cut(call.name, LONGEST_UNKNOWN) });
}
