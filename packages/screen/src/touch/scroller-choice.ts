import { area, centre, type Direction, intersect } from '../bounds.ts';
import type { Element, Snapshot } from '../snapshot.ts';
import { elementsAt } from './hit-test.ts';
import { mainArea } from './reach.ts';
import { type Axis, axisOf, isPager, ownAxis } from './scrollers.ts';

/** A scroller much smaller than the largest one around the middle is a part of it: a carousel in a page. */
const LEAST_SHARE = 1 / 2;

/** Whether an element scrolls along an axis, as far as known. A pager uses its own axis. */
function goesAlong(element: Element, axis: Axis | undefined): boolean {
  if (axis === undefined) return true;
  const own = isPager(element) ? ownAxis(element.node) : axisOf(element);
  return own === undefined || own === axis;
}

/**
 * The default scroller: the largest one under the middle of the screen, along the axis if one is given. Without an axis, a list
 * comes before the pager that contains it.
 */
export function centralScroller(snapshot: Snapshot, axis?: Axis): Element | undefined {
  const { width, height } = snapshot.screen;
  const middle = centre({ left: 0, top: 0, right: width, bottom: height });
  // On a desktop, another application may be in the middle.
  const there = elementsAt(snapshot, middle).filter(
    ({ node, window }) => node.scrollable && (window.active || window.type !== 'application'),
  );
  if (there.length === 0) {
    const main = mainArea(snapshot);
    return main?.node.scrollable && goesAlong(main, axis) ? main : undefined;
  }
  const fitting = there.filter((element) => goesAlong(element, axis));
  const largest = Math.max(...fitting.map((element) => sizeOf(element, snapshot)));
  const large = fitting.filter((element) => sizeOf(element, snapshot) >= largest * LEAST_SHARE);
  const lists = large.filter(({ node }) => ownAxis(node) === 'vertical');
  const among = axis === undefined && lists.length > 0 ? lists : large;
  // The innermost comes first, and stays first among equally large ones.
  return among.toSorted((one, other) => sizeOf(other, snapshot) - sizeOf(one, snapshot))[0];
}

/** A list in the middle that cannot scroll because it fits. */
export function fittingList(snapshot: Snapshot, axis?: Axis): Element | undefined {
  const { width, height } = snapshot.screen;
  const middle = centre({ left: 0, top: 0, right: width, bottom: height });
  return elementsAt(snapshot, middle).find((element) => {
    const own = axisOf(element);
    return own !== undefined && (axis === undefined || own === axis);
  });
}

/**
 * The scroller for an element: itself, the nearest one around it, or the only one inside it. Undefined if there is none or
 * several.
 */
export function scrollerOf(snapshot: Snapshot, element: Element, axis?: Axis): Element | undefined {
  const fits = (one: Element) => one.node.scrollable && goesAlong(one, axis);
  for (let at: Element | undefined = element; at; at = at.parent) if (fits(at)) return at;
  const inside = scrollersIn(snapshot).filter((one) => fits(one) && isInside(one, element));
  return inside.length === 1 ? inside[0] : undefined;
}

export function scrollersIn({ elements }: Snapshot): Element[] {
  return elements.filter(({ node }) => node.scrollable && node.visible);
}

export function isInside(element: Element, container: Element): boolean {
  for (let at = element.parent; at; at = at.parent) if (at === container) return true;
  return false;
}

/** The reading direction along an axis. */
export function forwards(axis: Axis, isRightToLeft: boolean): Direction {
  if (axis === 'vertical') return 'down';
  return isRightToLeft ? 'left' : 'right';
}

function sizeOf({ node }: Element, { screen: { width, height } }: Snapshot): number {
  const part = intersect(node.bounds, { left: 0, top: 0, right: width, bottom: height });
  return part ? area(part) : 0;
}
