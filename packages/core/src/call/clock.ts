/** Time as a parameter: tests drive it, the product uses `realClock`. */
export interface Clock {
  /** Milliseconds that only ever rise. */
  now(): number;
  /** Runs `then` once after `milliseconds`, unless the returned function is called first. */
  after(milliseconds: number, then: () => void): () => void;
}

export const realClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, then) {
    const timer = setTimeout(then, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};
