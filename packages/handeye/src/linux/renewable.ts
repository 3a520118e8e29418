import type { Call } from '../device/call.ts';
import { orAborted, withinLimit } from '../device/call.ts';

/** A connection that is opened anew once it has ended: by whoever finds it so first, for all. */
export class Renewable<T> {
  #now: T;
  readonly #open: (ended: T, call: Call) => Promise<T>;
  #opening: Promise<T> | undefined;

  constructor(first: T, open: (ended: T, call: Call) => Promise<T>) {
    this.#now = first;
    this.#open = open;
  }

  get now(): T {
    return this.#now;
  }

  /** What stands in for one that has ended. */
  async insteadOf(ended: T, call: Call): Promise<T> {
    if (this.#now !== ended) return this.#now;
    // Others may wait for it too, so it goes on when the caller who asked first gives up.
    this.#opening ??= withinLimit({ clock: call.clock, limit: call.remaining() }, (own) => this.#renew(own));
    return orAborted(this.#opening, call.signal);
  }

  async #renew(call: Call): Promise<T> {
    try {
      this.#now = await this.#open(this.#now, call);
      return this.#now;
    } finally {
      this.#opening = undefined;
    }
  }
}
