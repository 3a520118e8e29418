import { area, centre, contains, intersect } from '../../bounds.ts';
import { coveredNodes } from './covered.ts';
import type { UiNode } from '../../node.ts';
import { flat } from '../../sanitize.ts';
import type { Element, Screen, UiWindow } from '../../snapshot.ts';
import {
  isCell,
  isDropDown,
  isMenu,
  isPage,
  isProgress,
  isScroller,
  isUsable,
  saysSomething,
} from './kinds.ts';
import { type Cell, type Cells, inReadingOrder, readingOf } from './order.ts';

/** A node of a window, with the facts that decide its line. */
export interface Item {
  readonly element: Element;
  readonly node: UiNode;
  readonly parent: Item | undefined;
  /** In reading order. Nothing below a closed menu or a page that is not showing. */
  children: Item[];
  /** It can be used and has a line of its own. */
  isHandle: boolean;
  /** Its line also covers the descendants that are inside no other handle. */
  folds: boolean;
  /** The handle whose line covers it. */
  foldedInto: Item | undefined;
  /** The nearest handle, itself or around it, and the nearest visible one. */
  nearest: Item | undefined;
  nearestInSight: Item | undefined;
  /** The inner handle that shares a line with this one, because touching this one means that one. */
  joined: Item | undefined;
  /** The checkable, not clickable node inside it whose state its line shows. */
  checked: Item | undefined;
  /** The number of handles it holds, and the handle if there is one. */
  handles: number;
  handle: Item | undefined;
  /** The number of its texts that are inside no other handle. */
  texts: number;
  /** The number of its nodes that can only be checked and are inside no other handle, and the node if there is one. */
  checks: number;
  check: Item | undefined;
  /** It contains a scroller. */
  scrolls: boolean;
  /** The first cell of the column that it is in. */
  column: Item | undefined;
  /** It or something visible in it is selected. */
  holdsSelected: boolean;
  /** It contains something visible. */
  hasSight: boolean;
}

/** The most that one line of a handle can cover. */
const MOST_HANDLES = 4;
const MOST_TEXTS = 10;
const LARGEST_SHARE = 0.5;

/** The tree of a window, with the facts that decide its lines. `elements` are the window's, in tree order. */
export function treeOf(elements: readonly Element[], screen: Screen): Item | undefined {
  const items = itemsOf(elements, screen);
  const reading = readingOf(shownTexts(elements));
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items[at];
    if (item === undefined) continue;
    // Children were added from the last to the first.
    item.hasSight = item.children.some((child) => child.node.visible || child.hasSight);
    item.children = isClosed(item) ? [] : [...inReadingOrder(item.children.reverse(), reading, columns)];
    measure(item);
    item.parent?.children.push(item);
  }
  for (const item of items) decide(item, screen);
  return items[0];
}

/** The cells of columns, and which column they are in. */
const columns: Cells<Item> = {
  cellOf: (item) => {
    const { node, isHandle, handles, handle, texts, scrolls } = item;
    if (!node.visible && !item.hasSight) return 'nothing';
    if (scrolls || isScroller(node) || isProgress(node) || node.checkable || item.checks > 0) return 'other';
    const used = isHandle ? item : handles === 1 ? handle : undefined;
    if (used) return isHandle || texts === 0 ? cellOfHandle(used) : 'other';
    if (handles > 0) return 'other';
    const own = textsOf(node) + texts;
    if (own === 0) return 'nothing';
    return own === 1 ? 'text' : 'other';
  },
  isValue: ({ node }) => /\p{N}/u.test(`${node.text ?? ''} ${node.description ?? ''}`),
  inColumn: (item, first) => {
    item.column = first;
  },
};

function cellOfHandle({ node, texts, handles }: Item): Cell {
  if (handles > 0) return 'other';
  return texts > 0 || saysSomething(node) || flat(node.hint) !== '' ? 'named' : 'nameless';
}

/** The elements of each window, in tree order. */
export function elementsByWindow(elements: readonly Element[]): ReadonlyMap<UiWindow, Element[]> {
  const windows = new Map<UiWindow, Element[]>();
  for (const element of elements) {
    const own = windows.get(element.window);
    if (own) own.push(element);
    else windows.set(element.window, [element]);
  }
  return windows;
}

function* shownTexts(elements: readonly Element[]): Generator<string> {
  for (const { node } of elements) {
    if (node.visible) yield `${node.text ?? ''} ${node.description ?? ''}`;
  }
}

function itemsOf(elements: readonly Element[], screen: Screen): Item[] {
  const known = new Map<Element, Item>();
  const [root] = elements;
  const covered = root ? coveredNodes(root.node, screen) : new Set<UiNode>();
  return elements.map((element) => {
    const item: Item = {
      element,
      // A page under another page is not in sight, whatever the tree says.
      node: covered.has(element.node) ? { ...element.node, visible: false } : element.node,
      parent: element.parent && known.get(element.parent),
      children: [],
      isHandle: isUsable(element.node),
      folds: false,
      foldedInto: undefined,
      nearest: undefined,
      nearestInSight: undefined,
      joined: undefined,
      checked: undefined,
      handles: 0,
      handle: undefined,
      texts: 0,
      checks: 0,
      check: undefined,
      scrolls: false,
      column: undefined,
      holdsSelected: element.node.selected,
      hasSight: false,
    };
    known.set(element, item);
    return item;
  });
}

/** A closed menu or drop-down list, or a page or tab that is not showing: its content is invisible, so it is one line. */
function isClosed({ node, children, hasSight }: Item): boolean {
  if (hasSight || children.length === 0) return false;
  // GTK 3 puts a page into its tab and shows pages whose tabs it hides. Only a tab without visible content is closed.
  return isMenu(node) || isDropDown(node) || (isPage(node) && !node.visible);
}

/** Sums up the visible content of an item. */
function measure(item: Item): void {
  for (const child of item.children) {
    const own = child.node.visible ? child : undefined;
    const isHandle = own !== undefined && child.isHandle;
    item.handles += child.handles + (isHandle ? 1 : 0);
    item.handle = isHandle ? child : (child.handle ?? item.handle);
    item.holdsSelected ||= own !== undefined && child.holdsSelected;
    item.scrolls ||= child.scrolls || (own !== undefined && isScroller(child.node));
    if (isHandle) continue;
    const checkable = own !== undefined && child.node.checkable;
    item.texts += child.texts + textsOf(own?.node);
    item.checks += child.checks + (checkable ? 1 : 0);
    item.check = checkable ? child : (child.check ?? item.check);
  }
}

function textsOf(node: UiNode | undefined): number {
  if (node === undefined) return 0;
  return (flat(node.text) === '' ? 0 : 1) + (flat(node.description) === '' ? 0 : 1);
}

/** Parents are decided before their children. */
function decide(item: Item, screen: Screen): void {
  const { node, parent } = item;
  const above = handleAbove(item);
  item.foldedInto = above?.folds === true ? above : undefined;
  // A node that can only be checked gives its state to the row around it; without such a row, it is a handle itself.
  if (!item.isHandle && node.checkable) item.isHandle = above?.checked !== item;
  item.nearest = item.isHandle ? item : parent?.nearest;
  item.nearestInSight = item.isHandle && node.visible ? item : parent?.nearestInSight;
  if (!item.isHandle) return;
  item.joined = joinedWith(item);
  item.folds = mayFold(item, screen);
  if (item.folds && item.checks === 1 && item.check && mayTravel(item, item.check)) item.checked = item.check;
}

/** The handle around it whose line may cover it: a visible one for visible nodes, an invisible one for the others. */
function handleAbove({ node, parent }: Item): Item | undefined {
  if (node.visible) return parent?.nearestInSight;
  const nearest = parent?.nearest;
  return nearest?.node.visible === true && !isClippedFrom(nearest, node) ? undefined : nearest;
}

/** Of a row at the edge of a list nothing may be in sight that names it: what it holds is cut off, but not hidden. */
function isClippedFrom({ node, handles, texts }: Item, { bounds }: UiNode): boolean {
  if (handles > 0 || texts > 0 || node.editable || saysSomething(node)) return false;
  return intersect(bounds, node.bounds) === undefined;
}

function mayFold({ node, handles, texts, scrolls }: Item, { width, height }: Screen): boolean {
  if (handles > MOST_HANDLES || texts > MOST_TEXTS || scrolls || isScroller(node)) return false;
  return area(node.bounds) < LARGEST_SHARE * width * height;
}

/** A row that can be checked shows its own state; a different state inside it needs a line of its own. */
function mayTravel({ node }: Item, { node: inner }: Item): boolean {
  return !node.checkable || node.checked === inner.checked;
}

/** A handle without texts whose middle lies on the only handle inside it is the same as that handle. */
function joinedWith(item: Item): Item | undefined {
  const { node, handles, handle, texts, checks } = item;
  if (handles !== 1 || handle === undefined || texts > 0 || checks > 0) return undefined;
  const isMore = node.checkable || node.editable || isScroller(node) || isProgress(node) || isCell(node);
  if (isMore || saysSomething(node) || node.visible !== handle.node.visible) return undefined;
  return contains(handle.node.bounds, centre(node.bounds)) ? handle : undefined;
}
