import type { Reference } from '../accessible.ts';
import { interfaces } from '../accessible.ts';
import { asReference, keyOf } from '../cache-item.ts';
import type { Caller } from '../caller.ts';
import { orUndefined } from '../errors.ts';

/** A place in a tree where an accessible is listed: it goes to `siblings[index]`. */
export interface Listing<Node> {
  readonly reference: Reference;
  readonly parent: Reference;
  readonly siblings: (Node | undefined)[];
  readonly index: number;
}

/**
 * Where the accessibles of a tree are listed. Some popups are listed under two parents: GTK's popovers, and in Swing (Java 17)
 * the list of a combo box, which the window lists too while it is open. Each is read once, where it is found first, and that
 * depends on which reply comes first. So it is then moved below the parent that it names itself: the same one in every look.
 */
export class Listings<Node> {
  /** By key; undefined for the root. */
  readonly #places = new Map<string, Listing<Node> | undefined>();
  readonly #again: Listing<Node>[] = [];

  constructor(root: Reference) {
    this.#places.set(keyOf(root), undefined);
  }

  get size(): number {
    return this.#places.size;
  }

  has(reference: Reference): boolean {
    return this.#places.has(keyOf(reference));
  }

  /** True for the place where the accessible is found first. */
  add(listing: Listing<Node>): boolean {
    const isFirst = !this.has(listing.reference);
    if (isFirst) this.#places.set(keyOf(listing.reference), listing);
    else if (this.#isElsewhere(listing)) this.#again.push(listing);
    return isFirst;
  }

  /** Moves an accessible listed under several parents below the one that it names; one that names none of them stays. */
  async putBelowOwnParents(caller: Caller): Promise<void> {
    const again = await Promise.all(
      this.#again.map(async (listing) => {
        const parent = await orUndefined(caller.get(listing.reference, interfaces.accessible, 'Parent'));
        return { listing, isOwn: keyOf(asReference(parent)) === keyOf(listing.parent) };
      }),
    );
    for (const { listing, isOwn } of again) if (isOwn) this.#moveTo(listing);
  }

  #moveTo(listing: Listing<Node>): void {
    const { reference, siblings, index } = listing;
    const from = this.#places.get(keyOf(reference));
    if (!from || !this.#isElsewhere(listing) || this.#isInside(listing, reference)) return;
    siblings[index] = from.siblings[from.index];
    from.siblings[from.index] = undefined;
    this.#places.set(keyOf(reference), listing);
  }

  /** True for any other place than that of the accessible. */
  #isElsewhere({ reference, parent }: Listing<Node>): boolean {
    const place = this.#places.get(keyOf(reference));
    return place !== undefined && keyOf(place.parent) !== keyOf(parent);
  }

  /** An accessible is never moved into itself. */
  #isInside(listing: Listing<Node>, outer: Reference): boolean {
    for (let at: Listing<Node> | undefined = listing; at; at = this.#places.get(keyOf(at.parent)))
      if (keyOf(at.parent) === keyOf(outer)) return true;
    return false;
  }
}
