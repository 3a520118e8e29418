import type { Call } from '../../call/call.ts';
import { DeadlineExceeded, withinLimit } from '../../call/call.ts';
import { isConnectionLost } from '../errors.ts';
import { type Phone, sh } from '../phone.ts';

/** A connection that breaks more often than this is not worth waiting for. */
const MOST_ATTEMPTS = 3;
/** The part of a transfer's time that a phone may take to be there, or to come back. */
const SHARE_FOR_REACHING = 1 / 8;

/** A call of its own for something short at the beginning of a long one: a phone that is not there is not waited for. */
export function short<T>(call: Call, work: (own: Call) => Promise<T>): Promise<T> {
  const limit = call.remaining() * SHARE_FOR_REACHING;
  return withinLimit({ clock: call.clock, limit, cancelled: call.signal }, work);
}

/** A call of its own for a transfer, which ends when nothing has moved for as long as `short` would wait. */
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
 * Does what may be repeated, and repeats it if the connection broke and the phone is soon back; resolves with how often
 * it was tried.
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
