/** A place to wait for a change. A waiter that wakes checks its condition again. */
export class Gate {
  #waiting: (() => void)[] = [];

  /** Resolves at the next `wake`. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Wakes all current waiters. */
  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
