/** How many clients are remembered: those of long ago are in no loop. */
const MOST_CLIENTS = 100;

interface Repeated {
  readonly call: string;
  readonly times: number;
}

/** Counts how often a client makes the same call in a row without any effect, so that a loop can be named. */
export class Repetitions {
  readonly #last = new Map<string, Repeated>();

  /** Notes a call without effect; how often it was made in a row. */
  withoutEffect(client: string, call: string): number {
    const before = this.#last.get(client);
    const times = before?.call === call ? before.times + 1 : 1;
    this.#last.delete(client);
    this.#last.set(client, { call, times });
    const [oldest] = this.#last.keys();
    if (this.#last.size > MOST_CLIENTS && oldest !== undefined) this.#last.delete(oldest);
    return times;
  }

  /** Something happened: whatever comes next is no repetition. */
  withEffect(client: string): void {
    this.#last.delete(client);
  }
}
