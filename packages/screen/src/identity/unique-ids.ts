import { labelsOf, type Signature } from './signature.ts';
import { countRowHash, type TrackedElement } from './tracked-element.ts';

/** An application with this many repeated ids does not use them for single elements. */
const MOST_REPEATED = 1_000;

/**
 * The elements of one window to which the application gave a unique id (Android 13 and later). The application gives it to an
 * item, not to the view that a list recycles, so it holds in lists and for any text, place and order. A screen that replaced
 * another one in the same window may count its items from 1 again: from then on, an element must also have kept most of its
 * labels.
 */
export class UniqueIds {
  readonly #elements = new Map<number, TrackedElement>();
  /** Ids that two nodes had at the same time: they identify nothing, even when only one of them is visible. */
  readonly #repeated = new Set<string>();
  /** The look that showed another screen than the one before it. */
  #otherScreenAt = 0;

  /** The ids in this look that identify an element. */
  trusted(ids: readonly string[]): ReadonlySet<string> {
    const seen = new Set<string>();
    for (const id of ids) {
      if (seen.has(id)) this.#repeated.add(id);
      seen.add(id);
    }
    if (this.#repeated.size > MOST_REPEATED) return new Set();
    return new Set([...seen].filter((id) => !this.#repeated.has(id)));
  }

  noteOtherScreen(look: number): void {
    this.#otherScreenAt = look;
  }

  /** The known element with the unique id of a node. */
  find(signature: Signature): TrackedElement | undefined {
    const known = this.#elements.get(signature.kind);
    if (known === undefined || !signature.hasUniqueId) return undefined;
    return known.look >= this.#otherScreenAt || keptLabels(known, signature) ? known : undefined;
  }

  remember(known: TrackedElement): void {
    if (known.hasUniqueId) this.#elements.set(known.kind, known);
  }

  forget(known: TrackedElement): void {
    if (this.#elements.get(known.kind) === known) this.#elements.delete(known.kind);
  }
}

/**
 * Moves a known element below its current parent. The former parent's children and row order still hold it until they are
 * matched again. Nothing there can be mistaken for it, because its unique id is here.
 */
export function adopt(known: TrackedElement, parent: TrackedElement): void {
  const former = known.parent;
  if (former === parent) return;
  known.parent = parent;
  const list = former?.list;
  if (list === undefined) return;
  list.lost.delete(known);
  countRowHash(list, known.rowHash, -1);
}

/** Whether the one with fewer labels shares most of them with the other: a clipped row lacks some, or all. */
function keptLabels(known: TrackedElement, signature: Signature): boolean {
  if (known.label === signature.label) return true;
  const [before, now] = [new Set(labelsOf(known)), new Set(labelsOf(signature))];
  const fewer = Math.min(before.size, now.size);
  return fewer === 0 || [...before].filter((label) => now.has(label)).length * 2 > fewer;
}
