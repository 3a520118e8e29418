import type { Clock } from '../../call/clock.ts';
import { permissionDenied, timedOut } from '../../device/errors.ts';
import type { Session } from '../../device/session.ts';
import { clientName } from '../../guard/client.ts';
import type { Held, Holds } from '../../guard/holds.ts';
import { cell, shown } from '../../ui/sanitize.ts';
import type { ToolCall } from './tool-call.ts';

const QUESTION_OPEN =
  'Nothing was done: the user is being asked about another call on this device, and nothing else is written to it until ' +
  'there is an answer. Reading works. Try again in a minute.';

interface Wait {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Milliseconds that the call has for itself. */
  readonly limit: number;
}

/**
 * Runs `work` when it is its turn on the device. While a person is asked about a write, nothing else is written: a call that
 * waits for the answer longer than its own limit fails with QUESTION_OPEN.
 */
export function inTurn<T>(
  session: Session,
  { signal, clock, limit }: Wait,
  work: () => Promise<T>,
): Promise<T> {
  const tooLong = new AbortController();
  let stopTimer: () => void = () => undefined;
  const unwatch = session.questions.watch((isOpen) => {
    stopTimer();
    if (!isOpen) return;
    stopTimer = clock.after(limit, () => {
      tooLong.abort(timedOut(QUESTION_OPEN));
    });
  });
  const stopWaiting = () => {
    stopTimer();
    unwatch();
  };
  const turn = session.inTurn(AbortSignal.any([signal, tooLong.signal]), () => {
    stopWaiting();
    return work();
  });
  return turn.finally(stopWaiting);
}

interface Writing {
  readonly holds: Holds;
  readonly session: Session;
  readonly call: ToolCall;
}

/** Makes a write, unless another client holds the device. A write that fails without having touched it holds nothing. */
export async function asOneHand<T extends { readonly isError?: true }>(
  { holds, session, call }: Writing,
  write: () => Promise<T>,
): Promise<T> {
  const hold = await holds.take(session.device.id, call.client ?? '');
  if ('by' in hold) {
    call.refusedBy = `held by ${clientName(hold.by)}`;
    throw permissionDenied(busy(hold));
  }
  const before = session.inputs;
  let failed = true;
  try {
    const result = await write();
    failed = result.isError === true;
    return result;
  } finally {
    hold.done({ wrote: !failed || session.inputs > before });
  }
}

function busy({ by, left }: Held): string {
  const name = cell(shown(clientName(by)));
  if (left === undefined)
    return `busy: ${name} has taken over. Reading is allowed. Nothing was done; wait, or ask the user.`;
  const seconds = Math.max(1, Math.ceil(left / 1000));
  return `busy: '${name}' is using this device, for ${seconds} s more unless it writes again. Reading is allowed. Nothing was done; try again after that, or ask the user.`;
}
