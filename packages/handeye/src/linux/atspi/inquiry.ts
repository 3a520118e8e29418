import type { Conversation } from './conversation.ts';

/** The reading of one application: whom we talk to, and what need not be asked twice. */
export class Inquiry {
  readonly talk: Conversation;
  readonly toolkit: string;
  /** It answers by at-spi2-atk, which tells all properties at once and searches. Others crash (Qt 5.15) or cannot. */
  readonly bridged: boolean;
  readonly #answers = new Map<string, Promise<unknown>>();

  constructor(talk: Conversation, { toolkit, bridged }: { toolkit: string; bridged: boolean }) {
    this.talk = talk;
    this.toolkit = toolkit;
    this.bridged = bridged;
  }

  /** The answer to a question that has the same one for everything of this kind: asked once. */
  once<T>(kind: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(kind);
    // The kind names the question, and so the type of its answer.
    if (known) return known as Promise<T>;
    const asked = ask();
    this.#answers.set(kind, asked);
    return asked;
  }
}
