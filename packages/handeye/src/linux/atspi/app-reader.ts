import type { Accessible } from './accessible.ts';
import type { Caller } from './caller.ts';
import type { Question, Toolkit } from './questions.ts';
import { mayAsk } from './questions.ts';

/** What an accessible is. */
export type Kind = Pick<Accessible, 'role' | 'interfaces'>;

/** Reads one application: whom to call, what to know about its toolkit, and replies that can be shared. */
export class AppReader {
  readonly caller: Caller;
  readonly app: string;
  readonly toolkit: string;
  readonly usesAtkBridge: boolean;
  /** What never changes of menu items, by key: as long as the application lives, not only while it is read. */
  readonly menuItems: Map<string, Kind>;
  readonly #replies = new Map<string, Promise<unknown>>();

  constructor(caller: Caller, { app, toolkit, usesAtkBridge }: Toolkit, menuItems = new Map<string, Kind>()) {
    this.caller = caller;
    this.app = app;
    this.toolkit = toolkit;
    this.usesAtkBridge = usesAtkBridge;
    this.menuItems = menuItems;
  }

  /** Whether this question neither harms the application nor gets a wrong answer. */
  mayAsk(question: Question): boolean {
    return mayAsk(question, this);
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
