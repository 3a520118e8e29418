import type { Caller } from './caller.ts';

/** Reads one application: whom to call, what to know about its toolkit, and replies that can be shared. */
export class AppReader {
  readonly caller: Caller;
  readonly toolkit: string;
  /** It uses at-spi2-atk, which supports GetAll and Collection. Others do not, or crash (Qt 5.15). */
  readonly usesAtkBridge: boolean;
  readonly #replies = new Map<string, Promise<unknown>>();

  constructor(caller: Caller, { toolkit, usesAtkBridge }: { toolkit: string; usesAtkBridge: boolean }) {
    this.caller = caller;
    this.toolkit = toolkit;
    this.usesAtkBridge = usesAtkBridge;
  }

  /** Asks only once per key, for replies that are the same for every accessible of a kind. */
  cached<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const cached = this.#replies.get(key);
    // A key always stands for the same question, and so for the same type.
    if (cached) return cached as Promise<T>;
    const reply = ask();
    this.#replies.set(key, reply);
    return reply;
  }
}
