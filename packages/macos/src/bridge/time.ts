/** The bridge's clock. `sleep` blocks the thread: nothing else runs in this process. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number): void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  },
};

/** When a request must be done. */
export class Deadline {
  readonly milliseconds: number;
  readonly #clock: Clock;
  readonly #end: number;

  constructor(clock: Clock, milliseconds: number) {
    this.milliseconds = milliseconds;
    this.#clock = clock;
    this.#end = clock.now() + milliseconds;
  }

  /** In milliseconds. */
  get remaining(): number {
    return Math.max(0, this.#end - this.#clock.now());
  }

  /** Too little time is left for a message to an application. */
  get isOver(): boolean {
    return this.remaining < 2;
  }
}
