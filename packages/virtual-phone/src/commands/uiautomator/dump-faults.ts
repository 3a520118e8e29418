/** Failures of a dump: the screen is never idle, there is no root, the process is killed, or it crashes on the tree. */
export type DumpFailure = 'idle' | 'null-root' | 'killed' | 'crash';

/** Dumps that fail on demand, for a number of times. */
export class DumpFaults {
  private failures: DumpFailure[] = [];

  /** Makes the next `times` dumps fail in this way. */
  fail(how: DumpFailure, times = 1): void {
    this.failures.push(...Array.from({ length: times }, () => how));
  }

  /** How many dumps have still to fail. */
  get left(): number {
    return this.failures.length;
  }

  clear(): void {
    this.failures = [];
  }

  /** The failure of the dump that begins now, if any. */
  next(): DumpFailure | undefined {
    return this.failures.shift();
  }
}
