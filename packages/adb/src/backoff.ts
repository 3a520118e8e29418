import type { Clock } from '@handeye/core/call/clock';

/** A pause of this many milliseconds without a try ends a row of failures. */
const FORGOTTEN_AFTER = 5000;

/** The delay before the next try: none after a success, longer after each failure in a row. */
export class Backoff {
  readonly #clock: Clock;
  readonly #first: number;
  readonly #longest: number;
  #delay = 0;
  #until = 0;
  #failures = 0;

  constructor(clock: Clock, { first, longest }: { first: number; longest: number }) {
    this.#clock = clock;
    this.#first = first;
    this.#longest = longest;
  }

  /** Milliseconds until the next try; 0 if it may start now. */
  get remaining(): number {
    return Math.max(0, this.#until - this.#clock.now());
  }

  /** The failures in a row, without a pause between them long enough to end the row. */
  get failures(): number {
    return this.#clock.now() - this.#until > FORGOTTEN_AFTER ? 0 : this.#failures;
  }

  failed(): void {
    this.#failures = this.failures + 1;
    this.#delay = Math.min(this.#delay * 2 || this.#first, this.#longest);
    this.#until = this.#clock.now() + this.#delay;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#delay = 0;
    this.#until = 0;
  }
}
