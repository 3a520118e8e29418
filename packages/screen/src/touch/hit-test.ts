import { contains, type Point } from '../bounds.ts';
import { letsTouchesThrough } from './reach.ts';
import type { UiNode } from '../node.ts';
import type { Element, Snapshot, UiWindow, View } from '../snapshot.ts';

/**
 * The windows that a touch at a point may reach: the topmost one there and, if it may let touches through, those below it. A
 * touch on the keyboard also reaches the active window, because it types there.
 */
export function windowsReached(snapshot: Snapshot, point: Point): UiWindow[] {
  const active = snapshot.windows.filter((window) => window.active);
  const reached = windowsAt(snapshot, point);
  return reached.some(({ type }) => type === 'keyboard') ? [...reached, ...active] : reached;
}

/** The visible elements that a touch at a point may reach: topmost first, ancestors last. */
export function elementsAt(snapshot: Snapshot, point: Point): Element[] {
  const reached = new Set(windowsAt(snapshot, point));
  return snapshot.elements
    .filter(({ node, window }) => node.visible && reached.has(window) && contains(node.bounds, point))
    .reverse();
}

/**
 * The node that a press at a point goes to, in the topmost window there: of what lies there with its parents the last that
 * takes presses, else the last. Without recursion, because trees may be deep.
 */
export function nodeAt(view: View, point: Point): UiNode | undefined {
  const [window] = windowsAt(view, point);
  const there: UiNode[] = [];
  const open = window?.root ? [window.root] : [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!node.visible || !contains(node.bounds, point)) continue;
    there.push(node);
    open.push(...node.children.toReversed());
  }
  return there.findLast((node) => node.clickable || node.editable || node.checkable) ?? there.at(-1);
}

/** The windows at a point from the top down to the first one that takes the touch. */
export function windowsAt(view: View, point: Point): UiWindow[] {
  const there = windowsFromTheTop(view).filter((window) => contains(window.bounds, point));
  const end = there.findIndex((window) => !letsTouchesThrough(view, window));
  return end === -1 ? there : there.slice(0, end + 1);
}

/** All windows that were read, the topmost first. */
export function windowsFromTheTop({ windows }: Pick<View, 'windows'>): UiWindow[] {
  const active = windows.filter((window) => window.active);
  const others = windows.filter((window) => !window.active);
  const isApplication = ({ type }: UiWindow) => type === 'application';
  return [...others.filter((window) => !isApplication(window)), ...active, ...others.filter(isApplication)];
}
