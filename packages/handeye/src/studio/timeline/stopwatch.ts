import type { Clock } from '../../call/clock.ts';

/** Adds up the time for which something goes on. */
export class Stopwatch {
  readonly #clock: Clock;
  #total = 0;
  #since: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isRunning(): boolean {
    return this.#since !== undefined;
  }

  /** Milliseconds so far. */
  get total(): number {
    return this.#total + (this.#since === undefined ? 0 : this.#clock.now() - this.#since);
  }

  run(isRunning: boolean): void {
    this.#total = this.total;
    this.#since = isRunning ? this.#clock.now() : undefined;
  }
}
