import { area, type Direction, intersect } from '../bounds.ts';
import { containing } from '../find.ts';
import type { Bounds, UiNode } from '../node.ts';
import type { Element, Snapshot } from '../snapshot.ts';
import { isInside } from './scroller-choice.ts';

/** A row of which less than this share is in sight, compared with its neighbours, is cut. */
const CUT_SHARE = 0.6;

/** The first thing in sight inside a scroller whose text or description contains the value, ignoring case. */
export function matchIn(snapshot: Snapshot, scroller: Element, value: string): Element | undefined {
  const matches = containing(value);
  return snapshot.elements.find(
    (element) =>
      element.node.visible &&
      intersect(element.node.bounds, scroller.node.bounds) !== undefined &&
      wordsOf(element.node).some(matches) &&
      isInside(element, scroller),
  );
}

function wordsOf({ text = '', description, hint, password }: UiNode): string[] {
  const own = text === '' ? hint : text;
  return [
    ...(own !== undefined && !password ? [own] : []),
    ...(description !== undefined ? [description] : []),
  ];
}

/** Whether the row of an element is cut at the edge that the scroller goes on beyond. */
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
