import { actionFailed, DeviceError, deviceErrorOf, errorCodes, TimeUp } from '../../device/errors.ts';
import { shown } from '../../ui/sanitize.ts';
import { internalError } from './errors/error-texts.ts';
import { prefixed } from './listing.ts';
import type { ToolResult } from './toolbox.ts';

export function failed({ kind, message }: DeviceError, prefix: string): ToolResult {
  return {
    // A message may quote the device (a command's own words).
    content: [{ type: 'text', text: prefixed(shown(message) ?? '', prefix) }],
    isError: true,
    _meta: { 'handeye/error': { kind, code: errorCodes[kind] } },
  };
}

/** What a call that ended with an error says to its client. */
export function failureOf(
  error: unknown,
  { tool, elapsed, signal }: { tool: string; elapsed: number; signal: AbortSignal },
): DeviceError {
  if (error instanceof TimeUp) return inAll(error, elapsed);
  if (error instanceof DeviceError) return error;
  return signal.aborted ? actionFailed('The call was cancelled.') : ourFault(tool);
}

/** Timers are not exact: up to this many milliseconds more are no other time than the limit. */
const INEXACT = 250;

/** The time that the caller waited, which the limit of one of its parts is not. */
function inAll(error: TimeUp, elapsed: number): TimeUp {
  return elapsed - error.milliseconds < INEXACT ? error : new TimeUp(elapsed, { cause: error });
}

function ourFault(tool: string): DeviceError {
  return new DeviceError('internal', internalError(tool));
}

/** What failed after something had gone to the device is told with what came of it; a device that hangs is not asked again. */
export function failureHalfWay(error: unknown, isSent: boolean): DeviceError {
  const failure = deviceErrorOf(error);
  if (!isSent || failure?.kind !== 'action_failed') throw error;
  return failure;
}
