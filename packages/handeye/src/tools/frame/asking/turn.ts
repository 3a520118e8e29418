import type { Clock } from '../../../call/clock.ts';
import { timedOut } from '../../../device/errors.ts';
import type { Session } from '../../../device/session.ts';

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
 * Runs `work` when it is its turn on the device. While a person is asked about a write, nothing else is written: whoever
 * waits for the answer longer than the call may take by itself is told so.
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
