import { area } from '../../bounds.ts';
import type { Bounds, UiNode } from '../../node.ts';
import type { Screen } from '../../snapshot.ts';
import { ownAxis } from '../../touch/scrollers.ts';
import { about, type Line, type Scroller } from './line.ts';

type Side = 'above' | 'left' | 'below' | 'right' | 'hidden';

const BEFORE: readonly Side[] = ['above', 'left'];
const AFTER: readonly Side[] = ['below', 'right', 'hidden'];

/** How many lines are out of sight on each side. */
type Counts = Partial<Record<Side, number>>;

/**
 * The visible lines of a window. Offscreen lines are left out unless requested; a `more` line appears where something is left
 * out or a scroller may continue.
 */
export function withMore(
  lines: readonly Line[],
  screen: Screen,
  options: { readonly offscreen: boolean },
): Line[] {
  const counts = options.offscreen ? new Map<Scroller | undefined, Counts>() : countHidden(lines, screen);
  const shown: Line[] = [];
  const open: { readonly scroller: Scroller; readonly depth: number }[] = [];
  const closeUpTo = (scroller: Scroller | undefined) => {
    for (let last = open.at(-1); last && last.scroller !== scroller; last = open.at(-1)) {
      shown.push(...endsOf(last.scroller, AFTER, counts).map((text) => moreLine(text, last)));
      open.pop();
    }
  };
  for (const line of lines) {
    if (line.offscreen && !options.offscreen) continue;
    closeUpTo(line.inside);
    shown.push(line);
    if (!line.opens) continue;
    const opened = { scroller: line.opens, depth: line.depth + 1 };
    open.push(opened);
    shown.push(...endsOf(line.opens, BEFORE, counts).map((text) => moreLine(text, opened)));
  }
  closeUpTo(undefined);
  const page = counts.get(undefined) ?? {};
  for (const side of [...BEFORE, ...AFTER]) {
    const count = page[side];
    if (count !== undefined) shown.push(about(countText(count, side), { kind: 'more' }));
  }
  return shown;
}

function moreLine(text: string, { scroller, depth }: { scroller: Scroller; depth: number }): Line {
  return about(text, { kind: 'more', depth, inside: scroller });
}

function countHidden(lines: readonly Line[], screen: Screen): Map<Scroller | undefined, Counts> {
  const whole = { left: 0, top: 0, right: screen.width, bottom: screen.height };
  const counts = new Map<Scroller | undefined, Counts>();
  const hasShown = new Set<Scroller | undefined>();
  for (const { element, inside, offscreen } of lines) {
    if (!offscreen) {
      hasShown.add(inside);
      continue;
    }
    const own = counts.get(inside) ?? {};
    const place = inside?.element.node.bounds ?? whole;
    const side =
      sideOf(element?.node.bounds, place) ?? (inside ? inOrder(inside, hasShown.has(inside)) : 'hidden');
    counts.set(inside, { ...own, [side]: (own[side] ?? 0) + 1 });
  }
  return counts;
}

/** The side of a place on which something lies; undefined if it is not beside it. */
function sideOf(bounds: Bounds | undefined, place: Bounds): Side | undefined {
  if (bounds === undefined || (area(bounds) === 0 && bounds.right === 0 && bounds.bottom === 0))
    return undefined;
  if (bounds.top >= place.bottom) return 'below';
  if (bounds.bottom <= place.top) return 'above';
  if (bounds.left >= place.right) return 'right';
  return bounds.right <= place.left ? 'left' : undefined;
}

/** In tree order, what comes before everything visible is above it. */
function inOrder({ element }: Scroller, isAfter: boolean): Side {
  const isSideways = ownAxis(element.node) === 'horizontal';
  if (isAfter) return isSideways ? 'right' : 'below';
  return isSideways ? 'left' : 'above';
}

function endsOf(
  scroller: Scroller,
  sides: readonly Side[],
  counts: ReadonlyMap<Scroller | undefined, Counts>,
): string[] {
  const { node } = scroller.element;
  const position = positionOf(node);
  if (position !== undefined) return sides === AFTER ? [position] : [];
  const own = counts.get(scroller) ?? {};
  const goesOn = sidesOf(scroller);
  return sides.flatMap((side) => {
    const count = own[side];
    if (count !== undefined) return [countText(count, side)];
    return goesOn.has(side) ? [`… more ${side}`] : [];
  });
}

function countText(count: number, side: Side): string {
  return side === 'hidden' ? `… ${count} more not in sight` : `… ${count} more ${side}`;
}

/** The position of a list that reports its row count and visible rows: `… rows 4 to 11 of 500`. */
function positionOf(node: UiNode): string | undefined {
  const { rows = -1, columns = -1 } = node.collection ?? {};
  // Android 5's ListView reports its rows as columns (ListView.onInitializeAccessibilityNodeInfo).
  const inColumns = columns > rows;
  const all = inColumns ? columns : rows;
  const shown = itemsOf(node)
    .filter(({ visible }) => visible)
    .flatMap(({ item }) => (item ? [inColumns ? item.column : item.row] : []));
  if (all < 1 || shown.length === 0) return undefined;
  const first = shown.reduce((least, at) => Math.min(least, at));
  const last = shown.reduce((most, at) => Math.max(most, at));
  if (first < 0 || last >= all || last - first + 1 >= all) return undefined;
  const isSideways = inColumns && ownAxis(node) === 'horizontal';
  return `… ${isSideways ? 'columns' : 'rows'} ${first + 1} to ${last + 1} of ${all}`;
}

/** The items of a list are its children or grandchildren. */
function itemsOf({ children }: UiNode): readonly UiNode[] {
  return children.some(({ item }) => item) ? children : children.flatMap((child) => child.children);
}

/** The sides on which a scroller reports that it continues; none if its tier does not report it. */
function sidesOf({ element }: Scroller): ReadonlySet<Side> {
  const actions = new Set(element.node.actions);
  const isSideways = ownAxis(element.node) === 'horizontal';
  const sides = new Set<Side>();
  const exact =
    actions.has('scrollUp') ||
    actions.has('scrollDown') ||
    actions.has('scrollLeft') ||
    actions.has('scrollRight');
  if (actions.has('scrollDown')) sides.add('below');
  if (actions.has('scrollUp')) sides.add('above');
  if (actions.has('scrollRight')) sides.add('right');
  if (actions.has('scrollLeft')) sides.add('left');
  if (exact) return sides;
  if (actions.has('scrollForward')) sides.add(isSideways ? 'right' : 'below');
  if (actions.has('scrollBackward')) sides.add(isSideways ? 'left' : 'above');
  return sides;
}
