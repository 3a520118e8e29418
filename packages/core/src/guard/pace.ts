import type { Clock } from '../call/clock.ts';

/** Lets at most so many writes a second through; the others wait, they are not refused. */
export class Pace {
  readonly #clock: Clock;
  readonly #perSecond: number;
  readonly #recent: number[] = [];

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock;
    this.#perSecond = perSecond;
  }

  /** Milliseconds to wait before the next writes; counts them. Writes that go out together wait for the last of them. */
  next(writes = 1): number {
    let wait = 0;
    for (let write = 0; write < writes; write += 1) wait = this.#take();
    return wait;
  }

  #take(): number {
    const now = this.#clock.now();
    while (this.#recent[0] !== undefined && this.#recent[0] <= now - 1000) this.#recent.shift();
    const oldest = this.#recent[this.#recent.length - this.#perSecond];
    const at = oldest === undefined ? now : Math.max(now, oldest + 1000);
    this.#recent.push(at);
    return at - now;
  }
}
