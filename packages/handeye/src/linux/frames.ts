import type { Bounds } from '../ui/node.ts';
import type { Accessible } from './atspi/accessible.ts';
import type { XWindow } from './x11/windows.ts';

/** A window of an application: as accessibility knows it, as the window manager does, or as both do. */
export interface Frame {
  readonly accessible: Accessible;
  readonly window: XWindow | undefined;
  /** How far its elements' extents have to be moved to lie where they are on the screen. */
  readonly offset: { readonly x: number; readonly y: number };
}

const nowhere = { x: 0, y: 0 };

/** Pairs an application's top-level accessibles with its windows, by title first, then by size. */
export function pairFrames(tree: Accessible, toolkit: string, windows: readonly XWindow[]): Frame[] {
  const free = new Set(windows);
  return tree.children.map((accessible) => {
    const window = bestFor(accessible, [...free]);
    if (window) free.delete(window);
    return { accessible, window, offset: window ? offsetOf(accessible, toolkit, window) : nowhere };
  });
}

/** Popups and menus are top-level too, but no window manager lists them. */
const managedRoles: ReadonlySet<string> = new Set([
  'frame',
  'dialog',
  'alert',
  'file chooser',
  'color chooser',
]);

function bestFor(accessible: Accessible, windows: readonly XWindow[]): XWindow | undefined {
  if (!managedRoles.has(accessible.role)) return undefined;
  const likeness = (window: XWindow) =>
    (window.title === accessible.name ? 4 : 0) + (hasSizeOf(accessible.bounds, window) ? 1 : 0);
  const [best] = windows.toSorted((a, b) => likeness(b) - likeness(a));
  // Chromium keeps frames without a name that are never shown; an only window with another title is still the one.
  return best && (likeness(best) > 0 || windows.length === 1) ? best : undefined;
}

function hasSizeOf(bounds: Bounds | undefined, window: XWindow): boolean {
  return bounds !== undefined && [window.drawn, window.bounds].some((other) => sameSize(bounds, other));
}

function sameSize(one: Bounds, other: Bounds): boolean {
  return width(one) === width(other) && height(one) === height(other);
}

/**
 * GTK4 (4.8) gives extents within the window even where the whole screen's are asked for, and its window lies inside a
 * border that it draws itself: as wide on the left as on the right.
 */
function offsetOf({ bounds }: Accessible, toolkit: string, window: XWindow): { x: number; y: number } {
  if (toolkit !== 'GTK' || bounds?.left !== 0 || bounds.top !== 0) return nowhere;
  return {
    x: window.bounds.left + Math.round((width(window.bounds) - width(bounds)) / 2),
    y: window.bounds.top + Math.round((height(window.bounds) - height(bounds)) / 2),
  };
}

function width({ left, right }: Bounds): number {
  return right - left;
}

function height({ top, bottom }: Bounds): number {
  return bottom - top;
}

/** Bounds moved by an offset. */
export function moved(bounds: Bounds, { x, y }: { x: number; y: number }): Bounds {
  return { left: bounds.left + x, top: bounds.top + y, right: bounds.right + x, bottom: bounds.bottom + y };
}
