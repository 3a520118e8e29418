import type { CallDetails, TimelineEntry } from '../wire/timeline.ts';

/** The stored data of a call. Pictures are stored elsewhere under these names. */
export interface KeptCall extends Omit<CallDetails, 'before' | 'after'> {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface HistoryLimits {
  readonly mostCalls: number;
  /** Maximum characters of arguments, answers and screens over all calls. */
  readonly mostCharacters: number;
}

const DEFAULT_LIMITS: HistoryLimits = { mostCalls: 2_000, mostCharacters: 16_000_000 };

/** The newest calls, in bounded memory. */
export class CallHistory {
  readonly #limits: HistoryLimits;
  /** By number, the oldest first. */
  readonly #calls = new Map<number, KeptCall>();
  #characters = 0;
  #newest = 0;

  constructor(limits: Partial<HistoryLimits> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** Stores a call or its update. A call that was dropped meanwhile stays dropped. */
  put(call: KeptCall): void {
    const known = this.#calls.get(call.number);
    if (!known && call.number <= this.#newest) return;
    this.#newest = Math.max(this.#newest, call.number);
    this.#characters += sizeOf(call) - (known ? sizeOf(known) : 0);
    this.#calls.set(call.number, call);
    for (const [number, oldest] of this.#calls) {
      const isWithin =
        this.#calls.size <= this.#limits.mostCalls && this.#characters <= this.#limits.mostCharacters;
      if (isWithin || number === call.number) return;
      this.#calls.delete(number);
      this.#characters -= sizeOf(oldest);
    }
  }

  get(number: number): KeptCall | undefined {
    return this.#calls.get(number);
  }

  /** Calls older than `before`, the newest first. */
  older({ before = Infinity, limit }: { readonly before?: number | undefined; readonly limit: number }) {
    return [...this.#calls.values()]
      .filter(({ number }) => number < before)
      .reverse()
      .slice(0, limit)
      .map(entryIn);
  }

  /** The calls that contain a text, in any case. */
  search(text: string): number[] {
    const wanted = text.toLowerCase();
    return [...this.#calls.values()]
      .filter((call) => textsOf(call).some((own) => own.toLowerCase().includes(wanted)))
      .map(({ number }) => number);
  }
}

/** The list entry of a call. */
export function entryIn(call: KeptCall): TimelineEntry {
  const { number, kind, at, client, byPerson, tool, summary, device, app, writes, outcome } = call;
  const { isWaiting, milliseconds, waited, tokens, told } = call;
  return {
    ...{ number, kind, at, client, byPerson, tool, summary, device, app, writes, outcome },
    ...{ isWaiting, milliseconds, waited, tokens, told },
  };
}

function textsOf({ tool, client, device = '', app = '', outcome = '', ...call }: KeptCall): string[] {
  const { arguments: args, content, judged, notes, changes = '' } = call;
  return [tool, client, device, app, outcome, args, changes, ...content, ...judged, ...notes];
}

function sizeOf(call: KeptCall): number {
  const { screen, lastScreen, elements } = call;
  const history = elements.flatMap((element) => [element.what, ...element.history.map(({ what }) => what)]);
  const texts = [...textsOf(call), ...history, screen?.text ?? '', lastScreen?.text ?? ''];
  return texts.reduce((sum, text) => sum + text.length, 0);
}
