import type { Accessible, Reference } from './accessible.ts';
import { workOff } from './agenda.ts';
import { askCache } from './cache.ts';
import { askChromiumItem, chromium } from './chromium.ts';
import type { Details } from './details.ts';
import { askDetails } from './details.ts';
import { isGone } from './gone.ts';
import type { Inquiry } from './inquiry.ts';
import type { Item } from './item.ts';
import { askChildren, askItem, askRole, keyOf } from './item.ts';
import { askStackChildren, mayBeStack } from './stack.ts';

/** A list of a hundred thousand rows is never read to its end: it would take minutes and tell nobody anything. */
const MOST_NODES = 30_000;
/** Accessibles that are asked at a time: enough to keep an application busy, few enough to stop soon. */
const AT_ONCE = 128;

/** A whole application, or a part of it, and what makes it what it is. */
export interface Tree {
  readonly root: Accessible;
  /** `gtk` (3), `GTK` (4), `Qt`, `Chromium`, … */
  readonly toolkit: string;
  readonly nodes: number;
  /** There is more than was read. */
  readonly truncated: boolean;
}

/** A part of an application: so many levels, the application being the first, and below them only what is on a way. */
export interface Scope {
  readonly depth: number;
  /** The keys of accessibles that are looked into also deeper than that. */
  readonly along: ReadonlySet<string>;
}

/**
 * Reads an application's tree, all of it unless a scope is given. Where its cache is certain it is believed, which is
 * a hundred times faster than asking; everything else is asked for, all at once. What vanishes while we read is left
 * out.
 */
export async function readTree(inquiry: Inquiry, app: Reference, scope?: Scope): Promise<Tree> {
  const { talk, toolkit } = inquiry;
  // A cache is told as a whole, which takes longer than to ask for a few.
  const [cache, root] = await Promise.all([
    scope ? undefined : askCache(talk, app, toolkit),
    askItem(inquiry, app),
  ]);
  const reading = new Reading(inquiry, cache ?? new Map(), scope);
  const tree = await reading.read(root);
  // Where parts vanished, the application may have ended: half of it is not to pass for the whole.
  if (reading.missed) await askRole(talk, app);
  return { root: tree, toolkit, nodes: reading.size, truncated: reading.truncated };
}

/** An accessible of which only the place is known: this one among its parent's children. */
interface Open {
  readonly reference: Reference;
  readonly siblings: (Branch | undefined)[];
  readonly place: number;
  readonly level: number;
}

interface Branch {
  readonly item: Item;
  readonly details: Details;
  readonly children: readonly (Branch | undefined)[];
}

/** Finds out which accessibles there are, who is whose child, and all about them. */
class Reading {
  readonly #inquiry: Inquiry;
  readonly #cache: ReadonlyMap<string, Item>;
  readonly #scope: Scope | undefined;
  readonly #seen = new Set<string>();
  /** The parts that were found but not looked at yet. A stack: a page is read from its top down. */
  readonly #open: Open[] = [];
  missed = false;
  truncated = false;

  constructor(inquiry: Inquiry, cache: ReadonlyMap<string, Item>, scope?: Scope) {
    this.#inquiry = inquiry;
    this.#cache = cache;
    this.#scope = scope;
  }

  get size(): number {
    return this.#seen.size;
  }

  /** Everything from an item down. */
  async read(root: Item): Promise<Accessible> {
    this.#seen.add(keyOf(root.reference));
    const branch = await this.#branch(root, 1);
    await workOff(this.#open, AT_ONCE, (open) => this.#readOpen(open));
    return accessible(branch);
  }

  async #readOpen({ reference, siblings, place, level }: Open): Promise<void> {
    const item = this.#cache.get(keyOf(reference)) ?? (await this.#unlessGone(this.#ask(reference)));
    if (item) siblings[place] = await this.#branch(item, level);
  }

  async #branch(item: Item, level: number): Promise<Branch> {
    const [details, references] = await Promise.all([
      askDetails(this.#inquiry, item),
      this.#looksInto(item, level) ? this.#childrenOf(item) : [],
    ]);
    const children = new Array<Branch | undefined>(references.length);
    for (let place = references.length - 1; place >= 0; place -= 1) {
      const reference = references[place];
      if (reference) this.#open.push({ reference, siblings: children, place, level: level + 1 });
    }
    return { item, details, children };
  }

  #looksInto({ reference }: Item, level: number): boolean {
    return !this.#scope || level < this.#scope.depth || this.#scope.along.has(keyOf(reference));
  }

  async #childrenOf(item: Item): Promise<readonly Reference[]> {
    const children = item.children ?? (await this.#unlessGone(this.#askChildren(item)));
    return children?.filter((child) => this.#isNew(child)) ?? [];
  }

  #askChildren(item: Item): Promise<readonly Reference[]> {
    const { talk, toolkit } = this.#inquiry;
    return mayBeStack(item, toolkit)
      ? askStackChildren(talk, item.reference)
      : askChildren(talk, item.reference);
  }

  #ask(reference: Reference): Promise<Item> {
    const isChromium = this.#inquiry.toolkit === chromium;
    return isChromium ? askChromiumItem(this.#inquiry, reference) : askItem(this.#inquiry, reference);
  }

  /** An accessible that is met twice (GTK lists some popovers under two parents) stays where it was met first. */
  #isNew(reference: Reference): boolean {
    const key = keyOf(reference);
    if (this.#seen.has(key)) return false;
    if (this.#seen.size >= MOST_NODES) {
      this.truncated = true;
      return false;
    }
    this.#seen.add(key);
    return true;
  }

  async #unlessGone<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
      return await answer;
    } catch (error) {
      if (!isGone(error)) throw error;
      this.missed = true;
      return undefined;
    }
  }
}

function accessible({ item, details, children }: Branch): Accessible {
  const { reference, role, name, description, states, interfaces } = item;
  const known = children.filter((child) => child !== undefined).map(accessible);
  return { reference, role, name, description, states, interfaces, ...details, children: known };
}
