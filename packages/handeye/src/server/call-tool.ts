import { faultFields } from '../device/fault.ts';
import { errorCodes } from '../device/errors.ts';
import type { Toolbox, ToolResult } from '../tools/frame/toolbox.ts';
import type { Log } from './log.ts';

export interface ToolCall {
  readonly name: string;
  /** Whatever the client sent. */
  readonly args: unknown;
  readonly signal: AbortSignal;
}

const ourFault: ToolResult = {
  content: [{ type: 'text', text: 'Internal error. The log of the server says more.' }],
  isError: true,
  _meta: { 'handeye/error': { kind: 'internal', code: errorCodes.internal } },
};

/** Calls a tool. A toolbox answers for its tools' failures; if it throws, that is our fault and stays inside. */
export async function callTool(
  { toolbox, log }: { toolbox: Toolbox; log: Log },
  { name, args, signal }: ToolCall,
): Promise<ToolResult> {
  try {
    return await toolbox.call(name, args, { signal });
  } catch (error) {
    if (!signal.aborted) log('error', 'tool_threw', { tool: name, ...faultFields(error) });
    return ourFault;
  }
}
