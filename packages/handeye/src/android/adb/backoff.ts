import type { Clock } from '../../call/clock.ts';

/** How long to wait before the next try: not at all after a success, longer after each failure in a row. */
export class Backoff {
  readonly #clock: Clock;
  readonly #first: number;
  readonly #longest: number;
  #delay = 0;
  #until = 0;

  constructor(clock: Clock, { first, longest }: { first: number; longest: number }) {
    this.#clock = clock;
    this.#first = first;
    this.#longest = longest;
  }

  /** Milliseconds until the next try; 0 if it may start now. */
  get remaining(): number {
    return Math.max(0, this.#until - this.#clock.now());
  }

  failed(): void {
    this.#delay = Math.min(this.#delay * 2 || this.#first, this.#longest);
    this.#until = this.#clock.now() + this.#delay;
  }

  succeeded(): void {
    this.#delay = 0;
    this.#until = 0;
  }
}
