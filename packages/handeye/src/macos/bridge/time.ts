/** Time as the bridge sees it. It waits by standing still: nothing else has to run in this process. */
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

/** The moment until which a request may work. */
export class Deadline {
  readonly #end: number;

  constructor(
    private readonly clock: Clock,
    readonly milliseconds: number,
  ) {
    this.#end = clock.now() + milliseconds;
  }

  /** In milliseconds. */
  get remaining(): number {
    return Math.max(0, this.#end - this.clock.now());
  }

  /** What is left is too little for a message to an application. */
  get isOver(): boolean {
    return this.remaining < 2;
  }
}
