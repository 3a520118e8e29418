import type { Clock } from '../../framework/system/clock.ts';
import { sleep } from '../waiting.ts';

/**
 * What an input device is to do, each at its time. As in AOSP's uinput (Device.java), the time is reckoned when a delay is
 * read, not when what is before it is done: a phone that is late with one event is not late with all that follow.
 */
export class Schedule {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #due: number;
  #last: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
    this.#due = clock.now();
  }

  delay(ms: number): void {
    this.#due = Math.max(this.#clock.now(), this.#due) + ms;
  }

  /** Does this at the time that the delays so far lead to, after what was added before. */
  add(work: () => void | Promise<void>): void {
    const due = this.#due;
    const before = this.#last;
    this.#last = (async () => {
      await before;
      const wait = due - this.#clock.now();
      if (wait > 0) await sleep(this.#clock, wait, this.#signal);
      if (!this.#isStopped) await work();
    })();
    // Whoever waits for the end hears of it; nobody has to.
    this.#last.catch(() => undefined);
  }

  /** What is not done yet never is. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Resolves when everything is done. */
  done(): Promise<void> {
    return this.#last;
  }
}
