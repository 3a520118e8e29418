import type { Direction, Point } from '../bounds.ts';
import type { Bounds, NodeAction, UiNode } from '../node.ts';
import type { Element, Snapshot } from '../snapshot.ts';
import { elementsAt } from './hit-test.ts';

export type Axis = 'vertical' | 'horizontal';

/** The elements under a finger at a point. */
interface Touched {
  /** The possible scrollers there, innermost first. */
  readonly scrollers: readonly Element[];
  /** The element that would take a tap or a long press there. */
  readonly taker: Element | undefined;
}

/** The effect of a finger that moves, starting at a point. */
type Effect =
  /** A scroller there takes the movement, so the finger presses nothing. */
  | { readonly kind: 'scrolls' }
  /** All scrollers there use the other axis. */
  | { readonly kind: 'wrong axis'; readonly list: Element; readonly axis: Axis }
  /**
   * Unknown whether anything there scrolls along the axis: `mover` is the innermost element that may, `taker` is the one that
   * takes the gesture for a press if nothing does.
   */
  | {
      readonly kind: 'unknown';
      readonly mover: Element | undefined;
      readonly taker: Element | undefined;
    };

/** The effect of a gesture that starts at a point and moves along an axis. */
export function effectAt(snapshot: Snapshot, point: Point, axis: Axis): Effect {
  const { scrollers, taker } = touchedAt(snapshot, point);
  const axes = scrollers.map((scroller) => ({ scroller, axis: certainAxisOf(scroller) }));
  if (axes.some((one) => one.axis === axis && takesMoves(one.scroller))) return { kind: 'scrolls' };
  const [innermost] = axes;
  if (innermost?.axis && axes.every((one) => one.axis !== undefined && one.axis !== axis)) {
    return { kind: 'wrong axis', list: innermost.scroller, axis: innermost.axis };
  }
  const mover = axes.find((one) => one.axis === undefined)?.scroller;
  return { kind: 'unknown', mover, taker };
}

/** The elements that a finger moving along an axis at a point may scroll, innermost first. */
export function scrollersAt(snapshot: Snapshot, point: Point, axis: Axis): readonly Element[] {
  const { scrollers } = touchedAt(snapshot, point);
  return scrollers.filter((scroller) => certainAxisOf(scroller) === axis && takesMoves(scroller));
}

/** The one axis along which an element scrolls; undefined if its class and its children do not show it. */
export function axisOf({ node }: { readonly node: UiNode }): Axis | undefined {
  const { className, resourceId, children } = node;
  const name = simpleName(className);
  if (PAGES.test(resourceId ?? '')) return undefined;
  if (name === 'HorizontalScrollView') return 'horizontal';
  if (VERTICAL.has(name)) return 'vertical';
  // RecyclerView's GridLayoutManager reports GridView for either axis (androidx.recyclerview 1.x). A grid with few cells may
  // show a single row, too, so only several columns prove that it scrolls sideways.
  if (name === 'GridView') return isColumnByColumn(children) ? 'horizontal' : 'vertical';
  return name === 'RecyclerView' ? arrangement(children) : undefined;
}

/** Scrollers that are horizontal by their class, although their children do not show it. */
const SIDEWAYS = /Horizontal|ViewPager|Gallery/;

/** The most likely axis of a scroller: vertical if nothing shows it. */
export function ownAxis(node: UiNode): Axis {
  const { className = '', resourceId = '', actions = [] } = node;
  const known = axisOf({ node });
  if (known !== undefined) return known;
  if (actions.includes('scrollDown') || actions.includes('scrollUp')) return 'vertical';
  if (actions.includes('scrollRight') || actions.includes('scrollLeft')) return 'horizontal';
  return SIDEWAYS.test(className) || PAGES.test(resourceId) ? 'horizontal' : 'vertical';
}

/**
 * The axis, unless it was only guessed from the children of an element that does not scroll: a single row may be its whole
 * content.
 */
function certainAxisOf(element: Element): Axis | undefined {
  const axis = axisOf(element);
  const name = simpleName(element.node.className);
  const isGuessed = name === 'RecyclerView' || (name === 'GridView' && axis === 'horizontal');
  return isGuessed && !element.node.scrollable ? undefined : axis;
}

/** Whether an element is an AbsListView: the list itself handles presses on its rows. */
export function isAbsListView({ node }: Element): boolean {
  return ABS_LIST_VIEWS.has(simpleName(node.className));
}

/**
 * Whether an element shows one page at a time. A ViewPager turns the page after a fling, and goes back if a slow finger let go
 * before most of the page was turned. ViewPager2 reports the same class, and pages along either axis.
 */
export function isPager({ node }: Element): boolean {
  return simpleName(node.className) === 'ViewPager';
}

/** Launcher3's PagedView (home screens, Recents) reports ScrollView to accessibility, and pages sideways. */
const PAGES = /:id\/(workspace|overview_panel)$/;

const ABS_LIST_VIEWS: ReadonlySet<string> = new Set([
  'AbsListView',
  'ListView',
  'ExpandableListView',
  'GridView',
]);
const SCROLL_VIEWS: ReadonlySet<string> = new Set(['ScrollView', 'NestedScrollView']);
const VERTICAL: ReadonlySet<string> = new Set([
  'AbsListView',
  'ListView',
  'ExpandableListView',
  ...SCROLL_VIEWS,
]);

function simpleName(className = ''): string {
  return className.slice(className.lastIndexOf('.') + 1);
}

function touchedAt(snapshot: Snapshot, point: Point): Touched {
  const there = elementsAt(snapshot, point);
  const taker = there.find(takesPress);
  const above = taker && ancestorsOf(taker);
  // An element below the one that takes the touch gets none of it, unless it contains it.
  const scrollers = there.filter(
    (element) => mayScroll(element) && (!above || above.has(element) || element.order > taker.order),
  );
  return { scrollers, taker };
}

/** A list whose content fits is not flagged as scrollable, but handles touches like one that scrolls. */
function mayScroll(element: Element): boolean {
  return element.node.scrollable || isAbsListView(element) || axisOf(element) !== undefined;
}

/**
 * Whether it intercepts a finger that moves along its axis. AbsListViews always do; a ScrollView whose content fits
 * does not (ScrollView.onInterceptTouchEvent).
 */
function takesMoves(element: Element): boolean {
  return element.node.scrollable || isAbsListView(element);
}

function takesPress(element: Element): boolean {
  const { clickable, longClickable, checkable, editable, scrollable } = element.node;
  if (element.parent && isAbsListView(element.parent)) return true;
  // A list reports clickable for its rows.
  return editable || checkable || ((clickable || longClickable) && !scrollable);
}

function ancestorsOf(element: Element): Set<Element> {
  const all = new Set<Element>();
  for (let above: Element | undefined = element; above; above = above.parent) all.add(above);
  return all;
}

/** How many of a list's children are examined for its arrangement. */
const MOST_CHILDREN = 64;

/** How a list's children are arranged: one below the other, side by side, row by row, or column by column. */
function arrangement(children: readonly { readonly bounds: Bounds }[]): Axis | undefined {
  const places = children.slice(0, MOST_CHILDREN).map(({ bounds }) => bounds);
  const [first] = places;
  if (first === undefined || places.length < 2) return undefined;
  const pairs = places.slice(1).map((place, at) => [places[at] ?? first, place] as const);
  if (
    pairs.every(
      ([one, next]) => disjointAlong(one, next, 'vertical') && !disjointAlong(one, next, 'horizontal'),
    )
  )
    return 'vertical';
  if (
    pairs.every(
      ([one, next]) => disjointAlong(one, next, 'horizontal') && !disjointAlong(one, next, 'vertical'),
    )
  )
    return 'horizontal';
  const down = rises(places.map(({ top }) => top));
  const across = rises(places.map(({ left }) => left));
  if (down === across) return undefined;
  return down ? 'vertical' : 'horizontal';
}

/** Whether the children fill column after column, with several columns and rows. */
function isColumnByColumn(children: readonly { readonly bounds: Bounds }[]): boolean {
  const hasSeveralRows = new Set(children.map(({ bounds }) => bounds.top)).size > 1;
  return hasSeveralRows && arrangement(children) === 'horizontal';
}

function disjointAlong(one: Bounds, other: Bounds, axis: Axis): boolean {
  return axis === 'vertical'
    ? one.bottom <= other.top || other.bottom <= one.top
    : one.right <= other.left || other.right <= one.left;
}

/** Whether positions only rise, or only fall (a reversed list), and are not all equal. */
function rises(places: readonly number[]): boolean {
  const steps = places.slice(1).map((place, at) => place - (places[at] ?? place));
  const moves = steps.some((step) => step !== 0);
  return moves && (steps.every((step) => step >= 0) || steps.every((step) => step <= 0));
}

const directed: Readonly<Record<Direction, NodeAction>> = {
  up: 'scrollUp',
  down: 'scrollDown',
  left: 'scrollLeft',
  right: 'scrollRight',
};

/** By side: RecyclerView and HorizontalScrollView go right by `forward` in right-to-left layouts, too. */
const undirected: Readonly<Record<Direction, NodeAction>> = {
  up: 'scrollBackward',
  left: 'scrollBackward',
  down: 'scrollForward',
  right: 'scrollForward',
};

const back: Readonly<Record<Direction, Direction>> = { up: 'down', down: 'up', left: 'right', right: 'left' };

/**
 * The action that scrolls a list in a direction; `end` if it offers only the opposite one, as lists do at their end; undefined
 * if it offers neither. Before Android 6, and for many views since, nodes offer forward and backward only.
 */
export function scrollAction(node: UiNode, direction: Direction): NodeAction | 'end' | undefined {
  const actions = node.actions ?? [];
  const among = (names: Readonly<Record<Direction, NodeAction>>) => {
    if (actions.includes(names[direction])) return names[direction];
    return actions.includes(names[back[direction]]) ? 'end' : undefined;
  };
  if (Object.values(directed).some((action) => actions.includes(action))) return among(directed);
  const isSideways = direction === 'left' || direction === 'right';
  return isSideways === (ownAxis(node) === 'horizontal') ? among(undirected) : undefined;
}

/** Whether a scroller reports that it can go further in a direction; undefined if it does not report it. */
export function canGoOn(node: UiNode, direction: Direction): boolean | undefined {
  const action = scrollAction(node, direction);
  return action === undefined ? undefined : action !== 'end';
}
