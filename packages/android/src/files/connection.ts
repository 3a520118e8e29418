import type { Call } from '@handeye/core/call/call';
import { DeadlineExceeded, withinLimit } from '@handeye/core/call/call';
import { isConnectionLost } from '../errors.ts';
import { type Phone, sh } from '../phone.ts';

/** The most attempts over a connection that breaks. */
const MOST_ATTEMPTS = 3;
/** The part of a transfer's time that a phone has to be reachable, or to come back. */
const SHARE_FOR_REACHING = 1 / 8;

/** A call of its own for a short step at the beginning of a long one, so that an absent phone fails soon. */
export function short<T>(call: Call, work: (own: Call) => Promise<T>): Promise<T> {
  const limit = call.remaining() * SHARE_FOR_REACHING;
  return withinLimit({ clock: call.clock, limit, cancelled: call.signal }, work);
}

/** A call of its own for a transfer, which ends when no bytes have moved for the time limit of `short`. */
export async function whileMoving<T>(
  call: Call,
  work: (own: Call, moved: () => void) => Promise<T>,
): Promise<T> {
  const limit = call.remaining() * SHARE_FOR_REACHING;
  const stalled = new AbortController();
  const watch = () =>
    call.clock.after(limit, () => {
      stalled.abort(new DeadlineExceeded(limit));
    });
  let stopWatching = watch();
  const moved = () => {
    stopWatching();
    stopWatching = watch();
  };
  const signal = AbortSignal.any([call.signal, stalled.signal]);
  try {
    return await work({ clock: call.clock, signal, remaining: () => call.remaining() }, moved);
  } finally {
    stopWatching();
  }
}

/**
 * Does repeatable work, and repeats it if the connection broke and the phone is soon back; resolves with the number of tries.
 */
export async function repeated<T>(
  phone: Phone,
  call: Call,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly attempts: number }> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return { result: await work(), attempts };
    } catch (error) {
      if (!isConnectionLost(error) || attempts === MOST_ATTEMPTS) throw error;
      const isBack = await short(call, (own) => phone.run(sh`:`, own)).then(
        () => true,
        () => false,
      );
      if (!isBack) throw error;
    }
  }
}
