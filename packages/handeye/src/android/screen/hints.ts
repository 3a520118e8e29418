import type { Element } from '../../ui/snapshot.ts';
import type { Field } from './nodes.ts';

/** More fields than this nobody empties between two looks at the same screen. */
const MOST_FIELDS = 200;

/**
 * Learns what fields suggest when they are empty. Dumps before Android 16 show a field's hint as its text, and
 * nothing in them tells one from the other. The input method knows the hint of the focused field (see editor.ts); where
 * there is none, whatever a field shows right after it was emptied is its hint, unless it is a rest of its content.
 */
export class Hints {
  /** The field whose content was just deleted by keys: it has the focus. */
  #emptied: Emptied | undefined;
  /** What was written last, and into what. */
  #written: { readonly key: string; readonly text: string } | undefined;
  /** Fields alike share a key and may have different hints. */
  readonly #known = new Map<string, Set<string>>();

  /** All content of this field, which has the focus, was just deleted. `told`: its hint, where the phone tells it. */
  emptied(field: Element, told: string | undefined): void {
    const key = keyOfElement(field);
    const before = field.node.rawText ?? '';
    const isContent = this.#written?.key === key && before.endsWith(this.#written.text);
    this.#emptied = told === undefined ? { key, before, isContent } : undefined;
    this.#written = undefined;
    if (told !== undefined) this.#remember(key, told);
  }

  /** This was typed into the field that has the focus: what it shows next is content. */
  written(field: Element, text: string): void {
    if (text === '') return;
    this.#emptied = undefined;
    this.#written = { key: keyOfElement(field), text };
  }

  /** The hint of a field that shows it; `text` is what it shows now. */
  readonly hintOf = (field: Field, text: string | undefined, focused: boolean): string | undefined => {
    if (text === undefined || text === '') return undefined;
    const key = keyOf(field);
    if (focused && this.#emptied?.key === key) {
      if (isRest(text, this.#emptied)) this.#written = { key, text };
      else this.#remember(key, text);
      this.#emptied = undefined;
    }
    return this.#known.get(key)?.has(text) ? text : undefined;
  };

  /** A look ended: what a field shows later on may have been typed. */
  looked(): void {
    this.#emptied = undefined;
  }

  #remember(key: string, hint: string): void {
    const known = this.#known.get(key) ?? new Set();
    this.#known.delete(key);
    this.#known.set(key, known.add(hint));
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_FIELDS && oldest !== undefined) this.#known.delete(oldest);
  }
}

interface Emptied {
  readonly key: string;
  readonly before: string;
  /** What it held before was written by us: it is no hint for certain. */
  readonly isContent: boolean;
}

/**
 * Keys that got lost leave a part of the content, which is no hint. Where all of it is left, nothing may have been
 * deleted either; but if nobody knows it for content, the field was empty and showed its hint all the time.
 */
function isRest(shown: string, { before, isContent }: Emptied): boolean {
  return shown === before ? isContent : before.includes(shown);
}

function keyOfElement({ node, window }: Element): string {
  return keyOf({ app: window.app, resourceId: node.resourceId, className: node.className });
}

function keyOf({ app, resourceId, className }: Field): string {
  return [app, resourceId, className].join('\n');
}
