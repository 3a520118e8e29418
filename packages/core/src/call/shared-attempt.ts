import { type Call, orAborted, withinLimit } from './call.ts';

/**
 * One attempt at a time, shared by all who wait for its outcome. It is not bound to the call that began it: when that
 * caller gives up, others may still wait. Once it has ended, the next caller begins a new one.
 */
export class SharedAttempt<T> {
  #underWay: Promise<T> | undefined;

  /** The attempt that is under way, if any; closing waits for it. */
  get underWay(): Promise<T> | undefined {
    return this.#underWay;
  }

  /** Joins the attempt that is under way, or begins one; `signal` ends only this caller's wait. */
  join(begin: () => Promise<T>, signal: AbortSignal): Promise<T> {
    this.#underWay ??= begin().finally(() => (this.#underWay = undefined));
    return orAborted(this.#underWay, signal);
  }

  /** The same for an attempt that may take the time that its first caller has, even if that caller is cancelled. */
  joinWithinCall(begin: (own: Call) => Promise<T>, call: Call): Promise<T> {
    const { clock, signal } = call;
    return this.join(() => withinLimit({ clock, limit: call.remaining() }, begin), signal);
  }
}
