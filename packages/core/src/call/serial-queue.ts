import { orAborted } from './call.ts';

/** A queue: one piece of work at a time, first come, first served. */
export class SerialQueue {
  #last: Promise<void> = Promise.resolve();
  #count = 0;

  /** Nothing runs, and nothing waits. */
  get isIdle(): boolean {
    return this.#count === 0;
  }

  /** Runs `work` when all that came before has ended. `signal` ends the wait for the turn; the work sees to itself. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    this.#count += 1;
    const before = this.#last;
    let done: () => void = () => undefined;
    const mine = new Promise<void>((resolve) => (done = resolve));
    // A later caller waits for the earlier ones as well, even if this one gives up waiting.
    this.#last = before.then(() => mine);
    try {
      await orAborted(before, signal);
      return await work();
    } finally {
      this.#count -= 1;
      done();
    }
  }
}
