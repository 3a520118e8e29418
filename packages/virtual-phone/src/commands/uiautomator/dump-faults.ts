/** How a dump can fail: no silence, nothing to read, the process is killed, or it dies over the tree. */
export type DumpFailure = 'idle' | 'null-root' | 'killed' | 'crash';

/** Dumps that fail on demand, a number of times. */
export class DumpFaults {
  #left: DumpFailure[] = [];

  /** The next `times` dumps fail so. */
  fail(how: DumpFailure, times = 1): void {
    this.#left.push(...Array.from({ length: times }, () => how));
  }

  clear(): void {
    this.#left = [];
  }

  /** How the dump that begins now fails, if it does. */
  next(): DumpFailure | undefined {
    return this.#left.shift();
  }
}
