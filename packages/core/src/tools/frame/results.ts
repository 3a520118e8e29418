import { actionFailed, DeviceError, deviceErrorOf, errorCodes, TimeUp } from '../../device/errors.ts';
import { shown } from '@handeye/screen/sanitize';
import { Acted, type ToolAnswer, Waited } from './define.ts';
import { internalError } from './error-texts.ts';
import type { ContentItem, ToolResult } from './toolbox.ts';

/** A tool's answer, as the protocol has it. */
export function succeeded(answer: ToolAnswer): ToolResult {
  if (typeof answer === 'string') return { content: [{ type: 'text', text: answer }] };
  if (answer instanceof Waited) return { content: [{ type: 'text', text: answer.text }] };
  if (answer instanceof Acted) return { content: [{ type: 'text', text: answer.text }, ...answer.further] };
  if (isItems(answer)) return { content: answer };
  return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
}

/** Adds the notes on a screen as an item of their own, behind the screen. */
export function withNotes(result: ToolResult, notes: readonly string[]): ToolResult {
  if (notes.length === 0) return result;
  return { ...result, content: [...result.content, { type: 'text', text: notes.join('\n') }] };
}

/** Array.isArray does not narrow a readonly array. */
function isItems(answer: Exclude<ToolAnswer, string | Acted | Waited>): answer is readonly ContentItem[] {
  return Array.isArray(answer);
}

/** `prefixed` puts the prefix before the names of tools in the text. */
export function failed(
  { kind, message }: DeviceError,
  prefixed: (text: string) => string = (text) => text,
): ToolResult {
  return {
    // A message may quote the device (a command's own words).
    content: [{ type: 'text', text: prefixed(shown(message) ?? '') }],
    isError: true,
    _meta: { 'handeye/error': { kind, code: errorCodes[kind] } },
  };
}

/** The error of a call as its client gets it. */
export function failureOf(
  error: unknown,
  { tool, elapsed, signal }: { tool: string; elapsed: number; signal: AbortSignal },
): DeviceError {
  if (error instanceof TimeUp) return inAll(error, elapsed);
  if (error instanceof DeviceError) return error;
  return signal.aborted ? actionFailed('The call was cancelled.') : ourFault(tool);
}

/** Timers are not exact: milliseconds over the limit that still count as the limit. */
const INEXACT = 250;

/** Names the whole time that the caller waited, not the limit of the part that failed. */
function inAll(error: TimeUp, elapsed: number): TimeUp {
  return elapsed - error.milliseconds < INEXACT ? error : new TimeUp(elapsed, { cause: error });
}

function ourFault(tool: string): DeviceError {
  return new DeviceError('internal', internalError(tool));
}

/** The failure of a call that had already sent something to the device, which is then observed. Throws any other: a device that hangs is not asked again. */
export function failureHalfWay(error: unknown, isSent: boolean): DeviceError {
  const failure = deviceErrorOf(error);
  if (!isSent || failure?.kind !== 'action_failed') throw error;
  return failure;
}
