import { area, type Direction, intersect } from '../bounds.ts';
import { containing } from '../find.ts';
import type { Bounds, UiNode } from '../node.ts';
import { flat } from '../sanitize.ts';
import type { Element, Snapshot } from '../snapshot.ts';
import { isInside } from './scroller-choice.ts';

/** A row is cut if less than this share of its neighbours' usual length is visible. */
const CUT_SHARE = 0.6;

/**
 * The visible element inside a scroller whose text or description contains the value, ignoring case: a whole match first,
 * otherwise the first one.
 */
export function matchIn(snapshot: Snapshot, scroller: Element, value: string): Element | undefined {
  const matches = containing(value);
  const length = flat(value).length;
  let first: Element | undefined;
  for (const element of snapshot.elements) {
    const { node } = element;
    if (!node.visible || !intersect(node.bounds, scroller.node.bounds)) continue;
    const words = wordsOf(node).filter(matches);
    if (words.length === 0 || !isInside(element, scroller)) continue;
    if (words.some((word) => flat(word).length === length)) return element;
    first ??= element;
  }
  return first;
}

function wordsOf({ text = '', description, hint, password }: UiNode): string[] {
  const own = text === '' ? hint : text;
  return [
    ...(own !== undefined && !password ? [own] : []),
    ...(description !== undefined ? [description] : []),
  ];
}

/** Whether an element's row is cut at the edge in the scroll direction. */
export function isPartOfRow(element: Element, scroller: Element, direction: Direction): boolean {
  let row = element;
  while (row.parent && row.parent.id !== scroller.id) row = row.parent;
  const { bounds } = row.node;
  const view = scroller.node.bounds;
  const isAtEdge = {
    up: bounds.top <= view.top,
    down: bounds.bottom >= view.bottom,
    left: bounds.left <= view.left,
    right: bounds.right >= view.right,
  }[direction];
  const isVertical = direction === 'up' || direction === 'down';
  const length = ({ top, bottom, left, right }: Bounds) => (isVertical ? bottom - top : right - left);
  const others = scroller.node.children.filter(({ visible, bounds: own }) => visible && area(own) > 0);
  const usual = others.map(({ bounds: own }) => length(own)).toSorted((one, other) => one - other);
  const middle = usual[Math.floor(usual.length / 2)] ?? 0;
  return isAtEdge && length(intersect(bounds, view) ?? bounds) < middle * CUT_SHARE;
}
