import { moved } from '@handeye/screen/bounds';
import type { Point } from '@handeye/core/device/port';
import type { Bounds } from '@handeye/screen/node';
import type { Accessible } from '../atspi/accessible.ts';
import { toolkits } from '../atspi/accessible.ts';
import type { ManagedWindow } from '../display.ts';
import { waylandOffset, withMenusPlaced } from './wayland-places.ts';

/** A top-level accessible and, if the window manager lists it, its X window. */
export interface Frame {
  readonly accessible: Accessible;
  readonly window: ManagedWindow | undefined;
  /** Added to the extents of its elements, it gives their position on the screen. */
  readonly offset: Point;
  /** Its place is unknown: a menu on Wayland. */
  readonly isPlaceUnknown?: boolean;
  /** Its place is known although no window manager lists it. */
  readonly isPlaced?: boolean;
}

const noOffset: Point = { x: 0, y: 0 };

/** Roles of top-level accessibles that a window manager lists. Popups and menus are top-level too, but not listed. */
const managedRoles: ReadonlySet<string> = new Set([
  'frame',
  'dialog',
  'alert',
  'file chooser',
  'color chooser',
]);

/** Pairs an application's top-level accessibles with its windows, by title first, then by place, then by size. */
export function pairFrames(tree: Accessible, toolkit: string, windows: readonly ManagedWindow[]): Frame[] {
  const pairs = pairsOf(tree.children, windows);
  const frames = tree.children.map((accessible) => {
    const window = pairs.get(accessible);
    return { accessible, window, offset: window ? offsetOf(accessible, toolkit, window) : noOffset };
  });
  return withMenusPlaced(withPopupOwnerActive(frames, windows));
}

/**
 * Qt 6.4 on Wayland opens the list of a combo box as a window of its own if no input came before it. It has no accessible:
 * its items are in the window that Qt calls active, and the keys go to them.
 */
function withPopupOwnerActive(frames: readonly Frame[], windows: readonly ManagedWindow[]): Frame[] {
  const front = windows.find(({ active, hasOwnCoordinates }) => active && hasOwnCoordinates === true);
  if (!front || frames.some(({ window }) => window?.id === front.id)) return [...frames];
  return frames.map((frame) =>
    frame.window && frame.accessible.states.has('active')
      ? { ...frame, window: { ...frame.window, active: true } }
      : frame,
  );
}

/** The best pair first: of two windows with one title (two folders named alike) each finds its own. */
function pairsOf(
  accessibles: readonly Accessible[],
  windows: readonly ManagedWindow[],
): ReadonlyMap<Accessible, ManagedWindow> {
  const frames = accessibles.filter(({ role }) => managedRoles.has(role));
  const pairs = new Map<Accessible, ManagedWindow>();
  const scored = frames
    .flatMap((accessible) =>
      windows.map((window) => ({ accessible, window, score: likeness(accessible, window) })),
    )
    .toSorted((a, b) => b.score - a.score);
  const taken = new Set<ManagedWindow>();
  for (const { accessible, window, score } of scored) {
    // Chromium has nameless frames that are never shown. The last window with another title is still the right one.
    const isLast = taken.size === windows.length - 1;
    if (pairs.has(accessible) || taken.has(window) || (score === 0 && !isLast)) continue;
    pairs.set(accessible, window);
    taken.add(window);
  }
  return pairs;
}

/** Bounds of an element of the frame, on the screen. */
export function onScreen(bounds: Bounds, { offset }: Frame): Bounds {
  return moved(bounds, offset.x, offset.y);
}

function likeness(accessible: Accessible, window: ManagedWindow): number {
  const { name, bounds } = accessible;
  return (
    (window.title === name ? 4 : 0) +
    (bounds && isAtOriginOf(bounds, window) ? 2 : 0) +
    (hasSizeOf(bounds, window) ? 1 : 0)
  );
}

/** A place at 0,0 means nothing: GTK 4 puts every window there, and so does a toolkit that does not know the place. */
function isAtOriginOf({ left, top }: Bounds, window: ManagedWindow): boolean {
  if (left === 0 && top === 0) return false;
  return [window.clientBounds, window.bounds].some((other) => other.left === left && other.top === top);
}

function hasSizeOf(bounds: Bounds | undefined, window: ManagedWindow): boolean {
  return (
    bounds !== undefined && [window.clientBounds, window.bounds].some((other) => sameSize(bounds, other))
  );
}

function sameSize(one: Bounds, other: Bounds): boolean {
  return width(one) === width(other) && height(one) === height(other);
}

/**
 * GTK 4.8 gives extents relative to the window even if those of the screen are requested, and the window lies inside
 * a border that GTK draws itself, equally wide on both sides.
 */
function offsetOf(accessible: Accessible, toolkit: string, window: ManagedWindow): Point {
  if (window.hasOwnCoordinates === true) return waylandOffset(accessible, window);
  const { bounds } = accessible;
  if (toolkit !== toolkits.gtk4 || bounds?.left !== 0 || bounds.top !== 0) return noOffset;
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
