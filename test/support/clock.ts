import type { Clock } from '@handeye/core/call/clock';

/**
 * A clock without waiting: when the whole process is idle, time jumps to the next timer. So tests of seconds take milliseconds,
 * and their times are exact.
 */
export class SkippingClock implements Clock {
  #now = 0;
  #timers: { at: number; then: () => void }[] = [];
  #pumping = false;

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, then: () => void): () => void {
    const timer = { at: this.#now + milliseconds, then };
    this.#timers.push(timer);
    this.#pump();
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Lets some turns of the event loop pass, so that everything that needs no time can go on, then jumps. */
  #pump(turns = 5): void {
    if (this.#pumping && turns === 5) return;
    this.#pumping = true;
    setImmediate(() => {
      if (turns > 0) {
        this.#pump(turns - 1);
        return;
      }
      this.#pumping = false;
      this.#jump();
      if (this.#timers.length > 0) this.#pump();
    });
  }

  #jump(): void {
    const [next] = this.#timers.toSorted((one, other) => one.at - other.at);
    if (!next) return;
    this.#timers = this.#timers.filter((other) => other !== next);
    this.#now = Math.max(this.#now, next.at);
    next.then();
  }
}
