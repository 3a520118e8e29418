import { ordinal } from '../words.ts';

/** How many clients are remembered: those of long ago are in no loop. */
const MOST_CLIENTS = 100;

interface Repeated {
  readonly call: string;
  readonly times: number;
}

/** Counts how often a client makes the same call in a row without any effect, so that a loop can be named. */
export class Repetitions {
  readonly #last = new Map<string, Repeated>();

  /** The text for a client of what came of its call; says how often the same call had no effect in a row. */
  told(client: string, call: string, { text, changed }: { text: string; changed: boolean }): string {
    if (changed) {
      // Whatever comes next is no repetition.
      this.#last.delete(client);
      return text;
    }
    const times = this.#count(client, call);
    if (times < 2) return text;
    return text.replace(
      /^nothing changed$/m,
      `nothing changed, for the ${ordinal(times)} time with this call`,
    );
  }

  #count(client: string, call: string): number {
    const before = this.#last.get(client);
    const times = before?.call === call ? before.times + 1 : 1;
    this.#last.delete(client);
    this.#last.set(client, { call, times });
    const [oldest] = this.#last.keys();
    if (this.#last.size > MOST_CLIENTS && oldest !== undefined) this.#last.delete(oldest);
    return times;
  }
}
