import { area, centre, intersect, type Point, subtract } from './bounds.ts';
import type { Bounds } from './node.ts';
import type { Element, Snapshot, UiWindow, WindowType } from './snapshot.ts';

/** Who lies above whom where the platform's order does not say it: the active window comes first in a view. */
const LAYER: Record<WindowType, number> = { application: 0, dialog: 1, keyboard: 2, system: 3, other: 4 };

/**
 * Where a finger reaches an element: the middle of the part of it that is on the screen, not scrolled out of a
 * container and not under another window; beside the clickable elements drawn above it where there is room.
 */
export function touchPoint(snapshot: Snapshot, element: Element): Point | undefined {
  const inSight = visiblePart(snapshot, element);
  if (inSight === undefined) return undefined;
  const free = without(
    [inSight],
    windowsAbove(snapshot, element.window).flatMap((window) => coveredBy(snapshot, window)),
  );
  const alone = without(free, clickablesAbove(snapshot, element));
  return middleOf(alone) ?? middleOf(free);
}

/** The element itself or the nearest ancestor that takes a click. */
export function clickTarget(element: Element): Element | undefined {
  return nearest(element, ({ node }) => node.clickable);
}

/** The element itself or the nearest ancestor that takes a long click. */
export function longClickTarget(element: Element): Element | undefined {
  return nearest(element, ({ node }) => node.longClickable);
}

/** The nearest container that scrolls the element. */
export function scrollableAncestor(element: Element): Element | undefined {
  return nearest(element.parent, ({ node }) => node.scrollable);
}

/** What a person would scroll in the active window: the largest area in sight that scrolls, else the window itself. */
export function mainArea(snapshot: Snapshot): Element | undefined {
  const inFront = snapshot.elements.filter(({ window }) => window.active);
  const size = (element: Element) => {
    const part = visiblePart(snapshot, element);
    return part ? area(part) : 0;
  };
  const [largest] = inFront
    .filter(({ node }) => node.scrollable && node.visible)
    .toSorted((a, b) => size(b) - size(a));
  return largest ?? inFront[0];
}

function nearest(from: Element | undefined, wanted: (candidate: Element) => boolean): Element | undefined {
  let candidate = from;
  while (candidate !== undefined && !wanted(candidate)) candidate = candidate.parent;
  return candidate;
}

function visiblePart({ screen }: Snapshot, element: Element): Bounds | undefined {
  const whole = { left: 0, top: 0, right: screen.width, bottom: screen.height };
  let part = intersect(element.node.bounds, whole);
  // Only scrolling containers are known to clip: an ordinary parent may let its children draw outside.
  for (let above = element.parent; above !== undefined && part !== undefined; above = above.parent) {
    if (above.node.scrollable) part = intersect(part, above.node.bounds);
  }
  return part && (area(element.window.bounds) > 0 ? intersect(part, element.window.bounds) : part);
}

function windowsAbove({ windows }: Snapshot, window: UiWindow): UiWindow[] {
  const place = windows.indexOf(window);
  return windows.filter((other, index) => {
    if (other === window) return false;
    if (window.active) return LAYER[other.type] > LAYER[window.type];
    return other.active ? LAYER[other.type] >= LAYER[window.type] : index < place;
  });
}

/** A system window or overlay as large as the screen (screen decorations, gesture areas) lets touches through. */
export function letsTouchesThrough({ screen }: Snapshot, window: UiWindow): boolean {
  const passive = window.type === 'system' || window.type === 'other';
  return passive && !window.active && area(window.bounds) >= 0.9 * screen.width * screen.height;
}

/** What lets touches through covers only where it can be clicked itself. */
function coveredBy(snapshot: Snapshot, window: UiWindow): Bounds[] {
  if (!letsTouchesThrough(snapshot, window)) return [window.bounds];
  const { elements } = snapshot;
  return elements
    .filter(({ window: owner, node }) => owner === window && node.clickable && node.visible)
    .map(({ node }) => node.bounds);
}

/** In tree order, what comes later is drawn above: an element's own clickable parts, a floating button. */
function clickablesAbove({ elements }: Snapshot, element: Element): Bounds[] {
  const { order, window } = element;
  return elements
    .slice(order + 1)
    .filter((other) => other.window === window && other.node.clickable && other.node.visible)
    .map(({ node }) => node.bounds);
}

function without(parts: readonly Bounds[], covers: readonly Bounds[]): readonly Bounds[] {
  let left = parts;
  for (const cover of covers) {
    if (left.some((part) => intersect(part, cover) !== undefined)) {
      left = left.flatMap((part) => subtract(part, cover));
    }
  }
  return left;
}

/** The middle of the largest part. */
function middleOf(parts: readonly Bounds[]): Point | undefined {
  const [largest] = parts.toSorted((a, b) => area(b) - area(a));
  return largest && centre(largest);
}
