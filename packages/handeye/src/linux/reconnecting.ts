import type { Call } from '../call/call.ts';
import { orAborted, withinLimit } from '../call/call.ts';

/** A connection that is opened again after it has ended. Concurrent callers share one attempt. */
export class Reconnecting<T> {
  #current: T;
  readonly #reopen: (ended: T, call: Call) => Promise<T>;
  #attempt: Promise<T> | undefined;

  constructor(first: T, reopen: (ended: T, call: Call) => Promise<T>) {
    this.#current = first;
    this.#reopen = reopen;
  }

  get current(): T {
    return this.#current;
  }

  /** The connection that replaces one that has ended. */
  async replace(ended: T, call: Call): Promise<T> {
    if (this.#current !== ended) return this.#current;
    // Not bound to this call: if its caller gives up, others may still wait for the attempt.
    this.#attempt ??= withinLimit({ clock: call.clock, limit: call.remaining() }, (own) => this.#open(own));
    return orAborted(this.#attempt, call.signal);
  }

  async #open(call: Call): Promise<T> {
    try {
      this.#current = await this.#reopen(this.#current, call);
      return this.#current;
    } finally {
      this.#attempt = undefined;
    }
  }
}
