import type { Element } from '../../ui/snapshot.ts';
import type { Field } from './nodes.ts';

/** More fields than this nobody empties between two looks at the same screen. */
const MOST_FIELDS = 200;

/** What a look knows of hints, and learns. */
export type LookHints = Pick<Hints, 'hintOf' | 'looked'>;

/**
 * Learns what fields suggest when they are empty. Dumps before Android 16 show a field's hint as its text, and
 * nothing in them tells one from the other. The input method knows the hint of the focused field (see editor.ts); where
 * there is none, whatever a field shows right after it was emptied is its hint, unless it is a rest of its content.
 */
export class Hints {
  /** The field whose content was just deleted by keys: it has the focus. */
  #emptied: Emptied | undefined;
  /** Fields alike share a key and may have different hints. */
  readonly #known = new Map<string, Set<string>>();

  /** All content of this field, which has the focus, was just deleted. `told`: its hint, where the phone tells it. */
  emptied(field: Element, told: string | undefined): void {
    const key = keyOfElement(field);
    this.#emptied = told === undefined ? { key, before: field.node.rawText ?? '' } : undefined;
    if (told !== undefined) this.#remember(key, told);
  }

  /** This was typed into the field that has the focus: what it shows next is content. */
  written(text: string): void {
    if (text !== '') this.#emptied = undefined;
  }

  /** The hint of a field that shows it; `text` is what it shows now. */
  readonly hintOf = (field: Field, text: string | undefined, focused: boolean): string | undefined => {
    if (text === undefined || text === '') return undefined;
    const key = keyOf(field);
    if (focused && this.#emptied?.key === key) {
      if (!isRest(text, this.#emptied)) this.#remember(key, text);
      this.#emptied = undefined;
    }
    return this.#known.get(key)?.has(text) ? text : undefined;
  };

  /** For a look that somebody only watches by: it may show what was there before a field was emptied, and learns nothing. */
  readonly whileWatching: LookHints = {
    hintOf: (field, text) =>
      text !== undefined && this.#known.get(keyOf(field))?.has(text) === true ? text : undefined,
    looked: () => undefined,
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
}

/**
 * Keys that got lost leave a part of the content, or all of it, which is no hint. A field that was empty and showed its
 * hint all the time looks the same: it is learned when the field is emptied of something else.
 */
function isRest(shown: string, { before }: Emptied): boolean {
  return before.includes(shown);
}

function keyOfElement({ node, window }: Element): string {
  return keyOf({ app: window.app, resourceId: node.resourceId, className: node.className });
}

function keyOf({ app, resourceId, className }: Field): string {
  return [app, resourceId, className].join('\n');
}
