import type { Accessible, Reference } from './accessible.ts';
import { toolkits } from './accessible.ts';
import type { AppReader } from './app-reader.ts';
import type { CacheItem } from './cache-item.ts';
import { askChildren, askItem, askRole, keyOf } from './cache-item.ts';
import { askCache } from './cache.ts';
import { askChromiumItem } from './chromium.ts';
import type { Details } from './details.ts';
import { askDetails } from './details.ts';
import { isGone } from './errors.ts';
import { askStackChildren, mayBeStack } from './gtk4-stack.ts';
import { drain } from './queue.ts';

/** A list of a hundred thousand rows is not read to its end: it would take minutes and help nobody. */
const MAX_NODES = 30_000;
/** No real interface is nested this deeply; code that walks the tree by recursion relies on it. */
const MAX_DEPTH = 500;
/** Accessibles asked in parallel: enough to keep the application busy, few enough to stop quickly. */
const CONCURRENCY = 128;

/** The tree of an application, or a part of it. */
export interface Tree {
  readonly root: Accessible;
  /** One of `toolkits`, or another name. */
  readonly toolkit: string;
  readonly nodes: number;
  /** There are more nodes than were read. */
  readonly truncated: boolean;
}

/** Which part of an application to read. */
export interface Scope {
  /** Number of levels; the application is the first. */
  readonly depth: number;
  /** Keys of accessibles whose children are read even below that depth. */
  readonly expanded: ReadonlySet<string>;
}

/**
 * Reads an application's tree, all of it unless a scope is given. Complete entries of its cache are used, which is a
 * hundred times faster than asking; everything else is asked in parallel. What disappears meanwhile is left out.
 */
export async function readTree(reader: AppReader, app: Reference, scope?: Scope): Promise<Tree> {
  const { caller, toolkit } = reader;
  // The cache comes as a whole, which takes longer than asking for a few nodes.
  const [cache, root] = await Promise.all([
    scope ? undefined : askCache(caller, app, toolkit),
    askItem(reader, app),
  ]);
  const treeReader = new TreeReader(reader, cache ?? new Map(), scope);
  const tree = await treeReader.read(root);
  // If parts disappeared, the application may have ended. Then this fails, and half a tree is not returned as a whole.
  if (treeReader.incomplete) await askRole(caller, app);
  return { root: tree, toolkit, nodes: treeReader.size, truncated: treeReader.truncated };
}

/** An accessible that was found but not read yet. It goes to `siblings[index]`. */
interface PendingNode {
  readonly reference: Reference;
  readonly siblings: (TreeNode | undefined)[];
  readonly index: number;
  readonly level: number;
}

interface TreeNode {
  readonly item: CacheItem;
  readonly details: Details;
  readonly children: readonly (TreeNode | undefined)[];
}

class TreeReader {
  readonly #reader: AppReader;
  readonly #cache: ReadonlyMap<string, CacheItem>;
  readonly #scope: Scope | undefined;
  readonly #found = new Set<string>();
  /** A stack, so that a page is read from the top down. */
  readonly #pending: PendingNode[] = [];
  /** Some accessible disappeared while we read. */
  incomplete = false;
  truncated = false;

  constructor(reader: AppReader, cache: ReadonlyMap<string, CacheItem>, scope?: Scope) {
    this.#reader = reader;
    this.#cache = cache;
    this.#scope = scope;
  }

  get size(): number {
    return this.#found.size;
  }

  /** Reads everything from an item down. */
  async read(root: CacheItem): Promise<Accessible> {
    this.#found.add(keyOf(root.reference));
    const node = await this.#readNode(root, 1);
    await drain(this.#pending, CONCURRENCY, (pending) => this.#readPending(pending));
    return toAccessible(node);
  }

  async #readPending({ reference, siblings, index, level }: PendingNode): Promise<void> {
    const item = this.#cache.get(keyOf(reference)) ?? (await this.#unlessGone(this.#askItem(reference)));
    if (item) siblings[index] = await this.#readNode(item, level);
  }

  async #readNode(item: CacheItem, level: number): Promise<TreeNode> {
    const [details, references] = await Promise.all([
      askDetails(this.#reader, item),
      this.#isExpanded(item, level) ? this.#childrenOf(item) : [],
    ]);
    const children = new Array<TreeNode | undefined>(references.length);
    for (let index = references.length - 1; index >= 0; index -= 1) {
      const reference = references[index];
      if (reference) this.#pending.push({ reference, siblings: children, index, level: level + 1 });
    }
    return { item, details, children };
  }

  #isExpanded({ reference }: CacheItem, level: number): boolean {
    if (level >= MAX_DEPTH) {
      this.truncated = true;
      return false;
    }
    return !this.#scope || level < this.#scope.depth || this.#scope.expanded.has(keyOf(reference));
  }

  async #childrenOf(item: CacheItem): Promise<readonly Reference[]> {
    const children = item.children ?? (await this.#unlessGone(this.#askChildren(item)));
    return children?.filter((child) => this.#isNew(child)) ?? [];
  }

  #askChildren(item: CacheItem): Promise<readonly Reference[]> {
    const { caller, toolkit } = this.#reader;
    return mayBeStack(item, toolkit)
      ? askStackChildren(caller, item.reference)
      : askChildren(caller, item.reference);
  }

  #askItem(reference: Reference): Promise<CacheItem> {
    const isChromium = this.#reader.toolkit === toolkits.chromium;
    return isChromium ? askChromiumItem(this.#reader, reference) : askItem(this.#reader, reference);
  }

  /** GTK lists some popovers under two parents. An accessible stays where it was found first. */
  #isNew(reference: Reference): boolean {
    const key = keyOf(reference);
    if (this.#found.has(key)) return false;
    if (this.#found.size >= MAX_NODES) {
      this.truncated = true;
      return false;
    }
    this.#found.add(key);
    return true;
  }

  async #unlessGone<T>(reply: Promise<T>): Promise<T | undefined> {
    try {
      return await reply;
    } catch (error) {
      if (!isGone(error)) throw error;
      this.incomplete = true;
      return undefined;
    }
  }
}

function toAccessible({ item, details, children }: TreeNode): Accessible {
  const { reference, role, name, description, states, interfaces } = item;
  const read = children.filter((child) => child !== undefined).map(toAccessible);
  return { reference, role, name, description, states, interfaces, ...details, children: read };
}
