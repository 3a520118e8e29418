import type { Call } from '@handeye/core/call/call';
import { SharedAttempt } from '@handeye/core/call/shared-attempt';

/** A connection that is reopened after it has ended. Concurrent callers share one attempt. */
export class Reconnecting<T> {
  #current: T;
  readonly #reopen: (ended: T, call: Call) => Promise<T>;
  readonly #attempt = new SharedAttempt<T>();

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
    return this.#attempt.joinWithinCall((own) => this.#open(own), call);
  }

  async #open(call: Call): Promise<T> {
    this.#current = await this.#reopen(this.#current, call);
    return this.#current;
  }
}
