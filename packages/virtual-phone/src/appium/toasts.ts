import type { Framework } from '../framework/system/framework.ts';

/** A toast stays readable for this long, even if it has left the screen. */
const REMEMBERED_MS = 3500;

/** Toasts are not windows for a client: the server learns of them from events and shows them in its sources. */
export class Toasts {
  readonly #heard = new Map<number, { readonly text: string; readonly at: number }>();
  #forget: (() => void) | undefined;

  readonly #framework: Framework;

  constructor(framework: Framework) {
    this.#framework = framework;
  }

  start(): void {
    this.#forget ??= this.#framework.events.follow(() => {
      this.#listen();
    });
  }

  stop(): void {
    this.#forget?.();
    this.#forget = undefined;
    this.#heard.clear();
  }

  /** Recent toasts, oldest first. */
  messages(): readonly string[] {
    const now = this.#framework.clock.now();
    return [...this.#heard.values()].filter(({ at }) => now - at < REMEMBERED_MS).map(({ text }) => text);
  }

  #listen(): void {
    const toast = this.#framework.windows().find(({ kind }) => kind === 'toast');
    if (toast === undefined || this.#heard.has(toast.id)) return;
    const text = textIn(toast.root());
    if (text !== undefined) this.#heard.set(toast.id, { text, at: this.#framework.clock.now() });
  }
}

type Tree = { readonly text: string; readonly children: readonly Tree[] } | null;

function textIn(tree: Tree): string | undefined {
  if (tree === null) return undefined;
  if (tree.text !== '') return tree.text;
  for (const child of tree.children) {
    const text = textIn(child);
    if (text !== undefined) return text;
  }
  return undefined;
}
