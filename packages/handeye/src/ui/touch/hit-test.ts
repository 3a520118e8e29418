import { contains, type Point } from '../bounds.ts';
import { letsTouchesThrough } from './reach.ts';
import type { Element, Snapshot, UiWindow } from '../snapshot.ts';

/**
 * The windows that a finger at a point may reach: the topmost one there and, where that may let touches through,
 * those below it. Whoever touches the keyboard types into the active window.
 */
export function windowsReached(snapshot: Snapshot, point: Point): UiWindow[] {
  const active = snapshot.windows.filter((window) => window.active);
  const reached = windowsAt(snapshot, point);
  return reached.some(({ type }) => type === 'keyboard') ? [...reached, ...active] : reached;
}

/** The visible elements at a point that a finger may reach there: what is drawn last comes first, ancestors last. */
export function elementsAt(snapshot: Snapshot, point: Point): Element[] {
  const reached = new Set(windowsAt(snapshot, point));
  return snapshot.elements
    .filter(({ node, window }) => node.visible && reached.has(window) && contains(node.bounds, point))
    .reverse();
}

/** From the top down, to the first that keeps the touch. */
function windowsAt(snapshot: Snapshot, point: Point): UiWindow[] {
  const active = snapshot.windows.filter((window) => window.active);
  const others = snapshot.windows.filter((window) => !window.active);
  const isApplication = ({ type }: UiWindow) => type === 'application';
  const fromTheTop = [
    ...others.filter((window) => !isApplication(window)),
    ...active,
    ...others.filter(isApplication),
  ];
  const there = fromTheTop.filter((window) => contains(window.bounds, point));
  const end = there.findIndex((window) => !letsTouchesThrough(snapshot, window));
  return end === -1 ? there : there.slice(0, end + 1);
}
