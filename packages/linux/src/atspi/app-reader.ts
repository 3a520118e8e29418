import type { Accessible } from './accessible.ts';
import type { Caller } from './caller.ts';
import type { Question, Toolkit } from './questions.ts';
import { KnownCells } from './toolkits/libreoffice-cells.ts';
import { mayAsk } from './questions.ts';

/** The application, toolkit and bridge of an accessible. */
export type Kind = Pick<Accessible, 'role' | 'interfaces'>;

/** Facts about an application that hold as long as it lives. */
export class KnownParts {
  /** The facts about menu items that never change, by key. */
  readonly menuItems = new Map<string, Kind>();
  readonly cells = new KnownCells();
}

/** Reads one application: holds the caller, the toolkit, and replies that can be shared. */
export class AppReader {
  readonly caller: Caller;
  readonly app: string;
  readonly toolkit: string;
  readonly usesAtkBridge: boolean;
  readonly known: KnownParts;
  readonly #replies = new Map<string, Promise<unknown>>();

  constructor(caller: Caller, { app, toolkit, usesAtkBridge }: Toolkit, known = new KnownParts()) {
    this.caller = caller;
    this.app = app;
    this.toolkit = toolkit;
    this.usesAtkBridge = usesAtkBridge;
    this.known = known;
  }

  /** Returns true if this question neither harms the application nor gets a wrong answer. */
  mayAsk(question: Question): boolean {
    return mayAsk(question, this);
  }

  /** Asks only once per key, for replies that are the same for every accessible of a kind. */
  cached<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const cached = this.#replies.get(key);
    // A key always stands for the same question, so its reply has the same type.
    if (cached) return cached as Promise<T>;
    const reply = ask();
    this.#replies.set(key, reply);
    return reply;
  }
}
