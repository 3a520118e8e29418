/**
 * How a dump can fail: the screen is never idle, there is no root, the process is killed, or it crashes on the tree.
 */
export type DumpFailure = 'idle' | 'null-root' | 'killed' | 'crash';

/** Dumps that fail on demand, a number of times. */
export class DumpFaults {
  private failures: DumpFailure[] = [];

  /** Makes the next `times` dumps fail in this way. */
  fail(how: DumpFailure, times = 1): void {
    this.failures.push(...Array.from({ length: times }, () => how));
  }

  /** How many dumps are still to fail. */
  get left(): number {
    return this.failures.length;
  }

  clear(): void {
    this.failures = [];
  }

  /** How the dump that begins now fails, if it does. */
  next(): DumpFailure | undefined {
    return this.failures.shift();
  }
}
