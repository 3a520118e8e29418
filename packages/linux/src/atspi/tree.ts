import { intersect } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import type { Accessible, Cell, Reference, WholeContainer } from './accessible.ts';
import { toolkits } from './accessible.ts';
import type { AppReader } from './app-reader.ts';
import type { CacheItem } from './cache-item.ts';
import { askChildren, askCounted, askItem, askRole, keyOf } from './cache-item.ts';
import { askCache } from './cache.ts';
import { askChromiumItem } from './toolkits/chromium.ts';
import type { Details } from './details.ts';
import { askDetails } from './details.ts';
import { withOwnText } from './embedded-text.ts';
import { isGone } from './errors.ts';
import { withOpenMenus } from './toolkits/gail-menus.ts';
import { arePlaced } from './toolkits/gecko.ts';
import { askGtkItem, askIsSecondMenuBar, askTableCell } from './toolkits/gtk3.ts';
import { askStackChildren, mayBeStack } from './toolkits/gtk4-stack.ts';
import type { Listing } from './toolkits/popup-parents.ts';
import { Listings } from './toolkits/popup-parents.ts';
import type { ChildPlace, ContainerPart } from './large-containers.ts';
import { askPart, MAX_CHILDREN } from './large-containers.ts';
import { drain } from './queue.ts';

/** A list of a hundred thousand rows is not read to its end: it would take minutes and help no user. */
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

/** The part of an application to read. */
export interface Scope {
  /** Number of levels; the application is the first. */
  readonly depth: number;
  /** Keys of accessibles whose children are read even below that depth. */
  readonly expanded: ReadonlySet<string>;
  /** The parts to read, below that depth, of containers with too many children; by key. */
  readonly parts?: ReadonlyMap<string, ContainerPart>;
}

/**
 * Reads an application's tree, all of it unless a scope is given. Complete entries of its cache are used, which is a
 * hundred times faster than asking; everything else is asked in parallel. What disappears meanwhile is left out.
 */
export async function readTree(reader: AppReader, app: Reference, scope?: Scope): Promise<Tree> {
  const { tree, unplaced } = await readOnce(reader, app, scope);
  return (await arePlaced(reader, unplaced)) ? (await readOnce(reader, app, scope)).tree : tree;
}

async function readOnce(
  reader: AppReader,
  app: Reference,
  scope: Scope | undefined,
): Promise<{ tree: Tree; unplaced: readonly Reference[] }> {
  const { caller, toolkit } = reader;
  // The cache comes as a whole, which takes longer than asking for a few nodes.
  const [cache, root] = await Promise.all([
    scope || !reader.mayAsk('GetItems') ? undefined : askCache(caller, app, toolkit),
    askItem(reader, app),
  ]);
  const treeReader = new TreeReader(reader, { root, cache: cache ?? new Map(), scope });
  const read = await treeReader.read();
  // If parts disappeared, the application may have ended. Then this fails, and half a tree is not returned as a whole.
  if (treeReader.incomplete) await askRole(caller, app);
  const { size: nodes, truncated, unplaced } = treeReader;
  return { tree: { root: await withOpenMenus(reader, read), toolkit, nodes, truncated }, unplaced };
}

/** An accessible that was found but not read yet. */
interface PendingNode extends Listing<TreeNode> {
  readonly place: NodePlace;
}

/** Where in the tree a node is. */
interface NodePlace {
  readonly level: number;
  /** The visible part of its container, if known. */
  readonly area: Bounds | undefined;
  readonly cell: Cell | undefined;
  readonly parent: CacheItem | undefined;
}

interface TreeNode {
  readonly item: CacheItem;
  readonly cell: Cell | undefined;
  readonly whole: WholeContainer | undefined;
  readonly details: Details;
  readonly children: readonly (TreeNode | undefined)[];
}

class TreeReader {
  readonly #reader: AppReader;
  readonly #cache: ReadonlyMap<string, CacheItem>;
  readonly #scope: Scope | undefined;
  readonly #root: CacheItem;
  readonly #found: Listings<TreeNode>;
  /** A stack, so that a page is read from the top down. */
  readonly #pending: PendingNode[] = [];
  /** Some accessible disappeared while we read. */
  incomplete = false;
  /** Documents that are shown but report no place. */
  readonly unplaced: Reference[] = [];
  truncated = false;

  constructor(
    reader: AppReader,
    {
      root,
      cache,
      scope,
    }: { root: CacheItem; cache: ReadonlyMap<string, CacheItem>; scope: Scope | undefined },
  ) {
    this.#reader = reader;
    this.#root = root;
    this.#found = new Listings(root.reference);
    this.#cache = cache;
    this.#scope = scope;
  }

  get size(): number {
    return this.#found.size;
  }

  /** Reads everything from the root down. */
  async read(): Promise<Accessible> {
    const node = await this.#readNode(this.#root, {
      level: 1,
      area: undefined,
      cell: undefined,
      parent: undefined,
    });
    await drain(this.#pending, CONCURRENCY, (pending) => this.#readPending(pending));
    await this.#found.putBelowOwnParents(this.#reader.caller);
    return toAccessible(node);
  }

  async #readPending({ reference, siblings, index, place }: PendingNode): Promise<void> {
    const item =
      this.#cache.get(keyOf(reference)) ?? (await this.#unlessGone(this.#askItem(reference, place.cell)));
    if (item) siblings[index] = await this.#readNode(item, place);
  }

  async #readNode(found: CacheItem, { level, area, cell, parent }: NodePlace): Promise<TreeNode> {
    const isExpanded =
      this.#isExpanded(found, level) && !(await askIsSecondMenuBar(this.#reader, found, parent));
    const item = isExpanded ? await this.#counted(found) : found;
    const isLarge = (item.childCount ?? 0) > MAX_CHILDREN;
    const [details, listed] = await Promise.all([
      askDetails(this.#reader, item),
      isExpanded && !isLarge ? this.#childrenOf(item) : [],
    ]);
    if (isUnplaced(item, details)) this.unplaced.push(item.reference);
    const visible = visiblePart(area, details.bounds);
    const part =
      isExpanded && isLarge ? await this.#unlessGone(this.#askPart(item, level, visible)) : undefined;
    const children = this.#queue(part?.children ?? listed, { level: level + 1, area: visible, parent: item });
    return { item, cell, whole: part?.whole, details, children };
  }

  /** Queues children for reading. The result is filled when they are read. */
  #queue(
    children: readonly ChildPlace[],
    { parent, ...place }: Omit<NodePlace, 'cell'> & { readonly parent: CacheItem },
  ): readonly (TreeNode | undefined)[] {
    const siblings = new Array<TreeNode | undefined>(children.length);
    const listed = children.map(({ reference, cell }, index) => {
      return { reference, parent: parent.reference, siblings, index, place: { ...place, parent, cell } };
    });
    this.#pending.push(...listed.filter((listing) => this.#isNew(listing)).toReversed());
    return siblings;
  }

  /** The item with its number of children, which is needed before they are requested. */
  async #counted(item: CacheItem): Promise<CacheItem> {
    if (item.children !== undefined || item.childCount !== undefined) return item;
    const counted = await this.#unlessGone(askCounted(this.#reader, item.reference));
    return { ...item, ...(counted ?? { children: [] }) };
  }

  async #askPart(item: CacheItem, level: number, area: Bounds | undefined): Promise<ContainerPart> {
    const known = this.#isWithinDepth(level) ? undefined : this.#scope?.parts?.get(keyOf(item.reference));
    return known ?? askPart(this.#reader, item, area);
  }

  #isExpanded({ reference }: CacheItem, level: number): boolean {
    if (level >= MAX_DEPTH) {
      this.truncated = true;
      return false;
    }
    return this.#isWithinDepth(level) || this.#scope?.expanded.has(keyOf(reference)) === true;
  }

  #isWithinDepth(level: number): boolean {
    return !this.#scope || level < this.#scope.depth;
  }

  async #childrenOf(item: CacheItem): Promise<readonly ChildPlace[]> {
    const children = item.children ?? (await this.#unlessGone(this.#askChildren(item))) ?? [];
    return children.map((reference) => ({ reference, cell: undefined }));
  }

  #askChildren(item: CacheItem): Promise<readonly Reference[]> {
    const { caller, toolkit } = this.#reader;
    return mayBeStack(item, toolkit)
      ? askStackChildren(caller, item.reference)
      : askChildren(caller, item.reference);
  }

  #askItem(reference: Reference, cell: Cell | undefined): Promise<CacheItem> {
    switch (this.#reader.toolkit) {
      case toolkits.chromium:
        return askChromiumItem(this.#reader, reference);
      case toolkits.gtk3:
        return cell ? askTableCell(this.#reader, reference, cell) : askGtkItem(this.#reader, reference);
      default:
        return askItem(this.#reader, reference);
    }
  }

  #isNew(listing: PendingNode): boolean {
    if (!this.#found.has(listing.reference) && this.#found.size >= MAX_NODES) {
      this.truncated = true;
      return false;
    }
    return this.#found.add(listing);
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

/** Returns true for a document of Firefox that is shown, but has no place yet. */
function isUnplaced({ role, states }: CacheItem, { bounds }: Details): boolean {
  return role === 'document web' && states.has('showing') && bounds === undefined;
}

/** The visible part of something inside `area`. Some toolkits place a part outside of its parent. */
function visiblePart(area: Bounds | undefined, bounds: Bounds | undefined): Bounds | undefined {
  return (area && bounds && intersect(area, bounds)) ?? bounds ?? area;
}

function toAccessible({ item, cell, whole, details, children }: TreeNode): Accessible {
  const { reference, role, name, description, states, interfaces } = item;
  const read = children.filter((child) => child !== undefined).map(toAccessible);
  const facts = { reference, role, name, description, states, interfaces, ...details, children: read };
  return withOwnText({ ...facts, ...(whole && { whole }), ...(cell && { cell }) });
}
