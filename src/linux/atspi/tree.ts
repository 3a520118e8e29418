import { BusError } from '../dbus/bus.ts';
import { asText } from '../dbus/value.ts';
import type { Accessible, Reference } from './accessible.ts';
import { interfaces } from './accessible.ts';
import { askCache } from './cache.ts';
import { chromium, ChromiumItems } from './chromium.ts';
import type { Conversation } from './conversation.ts';
import { askDetails } from './details.ts';
import { isGone } from './gone.ts';
import type { Item } from './item.ts';
import { askChildren, askItem, keyOf } from './item.ts';

/** A list of a hundred thousand rows is never read to its end: it would take minutes and tell nobody anything. */
const MOST_NODES = 30_000;

/** A whole application, or a part of it, and what makes it what it is. */
export interface Tree {
  readonly root: Accessible;
  /** `gtk` (3), `GTK` (4), `Qt`, `Chromium`, … */
  readonly toolkit: string;
  readonly nodes: number;
  /** There is more than was read. */
  readonly truncated: boolean;
}

interface Branch {
  readonly item: Item;
  readonly children: Branch[];
}

/**
 * Reads an application's whole tree. Where its cache is certain it is believed, which is a hundred times faster than
 * asking; everything else is asked for, all at once. What vanishes while we read is left out.
 */
export async function readTree(talk: Conversation, app: Reference): Promise<Tree> {
  const toolkit = await talk.get(app, interfaces.application, 'ToolkitName').then(asText, emptyIfUnknown);
  const [cache, root] = await Promise.all([askCache(talk, app, toolkit), askItem(talk, app)]);
  const pages = new ChromiumItems(talk);
  const ask = (reference: Reference) =>
    toolkit === chromium ? pages.ask(reference) : askItem(talk, reference);
  const growth = new Growth(talk, { cache, ask });
  const branch = await growth.grow(root);
  const tree = await describe(branch, (item) => askDetails(talk, item, toolkit));
  return { root: tree, toolkit, nodes: growth.size, truncated: growth.truncated };
}

/** Finds out which accessibles there are and who is whose child. */
class Growth {
  readonly #talk: Conversation;
  readonly #cache: ReadonlyMap<string, Item>;
  readonly #ask: (reference: Reference) => Promise<Item>;
  readonly #seen = new Set<string>();
  truncated = false;

  constructor(
    talk: Conversation,
    how: { cache: ReadonlyMap<string, Item>; ask: (reference: Reference) => Promise<Item> },
  ) {
    this.#talk = talk;
    this.#cache = how.cache;
    this.#ask = how.ask;
  }

  get size(): number {
    return this.#seen.size;
  }

  async grow(item: Item): Promise<Branch> {
    const branch: Branch = { item, children: [] };
    this.#seen.add(keyOf(item.reference));
    const unsure = this.#growByCache(branch);
    await Promise.all(unsure.map((open) => this.#growByAsking(open)));
    return branch;
  }

  /** Adds all descendants that the cache is sure of; returns the branches where it is not. */
  #growByCache(start: Branch): Branch[] {
    const unsure: Branch[] = [];
    const open = [start];
    for (let branch = open.pop(); branch; branch = open.pop()) {
      const known = branch.item.children?.map((child) => this.#cache.get(keyOf(child)));
      if (!known || known.includes(undefined)) {
        unsure.push(branch);
        continue;
      }
      for (const item of known) {
        if (!item || !this.#isNew(item.reference)) continue;
        const child = { item, children: [] };
        branch.children.push(child);
        open.push(child);
      }
    }
    return unsure;
  }

  async #growByAsking(branch: Branch): Promise<void> {
    const references = await unlessGone(askChildren(this.#talk, branch.item.reference));
    const fresh = (references ?? []).filter((reference) => this.#isNew(reference));
    const children = await Promise.all(fresh.map((reference) => this.#childOf(reference)));
    branch.children.push(...children.filter((child) => child !== undefined));
  }

  async #childOf(reference: Reference): Promise<Branch | undefined> {
    const item = this.#cache.get(keyOf(reference)) ?? (await unlessGone(this.#ask(reference)));
    return item && this.grow(item);
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
}

async function describe(
  { item, children }: Branch,
  details: (item: Item) => ReturnType<typeof askDetails>,
): Promise<Accessible> {
  const [own, below] = await Promise.all([
    details(item),
    Promise.all(children.map((child) => describe(child, details))),
  ]);
  return { ...item, ...own, children: below };
}

async function unlessGone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

function emptyIfUnknown(error: unknown): string {
  if (error instanceof BusError && !isGone(error)) return '';
  throw error;
}
