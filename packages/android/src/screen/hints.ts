import type { Element } from '@handeye/screen/snapshot';
import type { Field } from './nodes.ts';

/** The most fields that are emptied between two looks at the same screen. */
const MOST_FIELDS = 200;

/** The hints that a look knows and learns. */
export type LookHints = Pick<Hints, 'hintOf' | 'looked'>;

/**
 * Learns the hints of fields. Dumps before Android 16 show a field's hint as its text, and nothing in them distinguishes the
 * two. The input method knows the hint of the focused field (see editor.ts). Without one, the text that a field shows right
 * after it was emptied is its hint, unless it is a rest of its content.
 */
export class Hints {
  /** The field whose content was just deleted by keys: it has the focus. */
  #emptied: Emptied | undefined;
  /** Similar fields share a key and may have different hints. */
  readonly #known = new Map<string, Set<string>>();

  /** All content of this field, which has the focus, was just deleted. `told`: its hint, if the phone gave it. */
  emptied(field: Element, told: string | undefined): void {
    const key = keyOfElement(field);
    this.#emptied = told === undefined ? { key, before: field.node.rawText ?? '' } : undefined;
    if (told !== undefined) this.#remember(key, told);
  }

  /** Text was typed into the focused field: its next text is content. */
  written(text: string): void {
    if (text !== '') this.#emptied = undefined;
  }

  /** The hint of a field that shows it; `text` is its current text. */
  readonly hintOf = (field: Field, text: string | undefined, focused: boolean): string | undefined => {
    if (text === undefined || text === '') return undefined;
    const key = keyOf(field);
    if (focused && this.#emptied?.key === key) {
      if (!isRest(text, this.#emptied)) this.#remember(key, text);
      this.#emptied = undefined;
    }
    return this.#known.get(key)?.has(text) ? text : undefined;
  };

  /** For a look that only watches: it may show the screen before a field was emptied, and learns nothing. */
  readonly whileWatching: LookHints = {
    hintOf: (field, text) =>
      text !== undefined && this.#known.get(keyOf(field))?.has(text) === true ? text : undefined,
    looked: () => undefined,
  };

  /** A look ended: a field's later text may have been typed. */
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
 * Keys that got lost leave a part of the content, or all of it, which is no hint. A field that was empty and showed its hint
 * all the time looks the same: its hint is learned when other content is deleted from it.
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
