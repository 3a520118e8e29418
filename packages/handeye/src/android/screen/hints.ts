import type { Element } from '../../ui/snapshot.ts';
import type { Field } from './nodes.ts';

/** More fields than this nobody empties between two looks at the same screen. */
const MOST_FIELDS = 200;

/**
 * Learns what fields suggest when they are empty. Dumps before Android 13 or so show a field's hint as its text, and
 * nothing in them tells one from the other; but whatever a field shows right after it was emptied is its hint.
 */
export class Hints {
  readonly #emptied = new Set<string>();
  readonly #known = new Map<string, string>();

  /** All content of this field was just deleted. */
  emptied({ node, window }: Element): void {
    this.#emptied.add(keyOf({ app: window.app, resourceId: node.resourceId, className: node.className }));
  }

  /** The hint of a field; `text` is what it shows now. */
  readonly hintOf = (field: Field, text: string | undefined): string | undefined => {
    const key = keyOf(field);
    if (this.#emptied.delete(key) && text !== undefined && text !== '') this.#remember(key, text);
    return this.#known.get(key);
  };

  #remember(key: string, hint: string): void {
    this.#known.set(key, hint);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_FIELDS && oldest !== undefined) this.#known.delete(oldest);
  }
}

function keyOf({ app, resourceId, className }: Field): string {
  return [app, resourceId, className].join('\n');
}
