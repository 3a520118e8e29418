import type { Clock } from '../../framework/system/clock.ts';
import { sleep } from '../waiting.ts';

/**
 * The events of an input device, each at its time. As in AOSP's uinput (Device.java), the time counts from when a delay is
 * read, not from when the previous event is done: a late event does not delay those that follow.
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

  /** Adds work after the previous work, at the time that the delays so far add up to. */
  add(work: () => void | Promise<void>): void {
    const due = this.#due;
    const before = this.#last;
    this.#last = (async () => {
      await before;
      const wait = due - this.#clock.now();
      if (wait > 0) await sleep(this.#clock, wait, this.#signal);
      if (!this.#isStopped) await work();
    })();
    // A caller may ignore the promise, so its failure needs a handler.
    this.#last.catch(() => undefined);
  }

  /** Drops all pending events. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Resolves when everything is done. */
  done(): Promise<void> {
    return this.#last;
  }
}
