import type { Point } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import type { LinuxApplication } from '../applications.ts';
import { interfaces, toolkits, type Reference } from '../atspi/accessible.ts';
import { askChildren } from '../atspi/cache-item.ts';
import type { Caller } from '../atspi/caller.ts';
import { asList, asNumber } from '../dbus/value.ts';
import type { Frame } from './frames.ts';

/** GNOME's compositor, as an application of the accessibility bus. */
export const GNOME_SHELL = 'gnome-shell';

/** How far the first window group is below the application: stage, user interface, windows (GNOME 40 to 47). */
const LEVELS_TO_WINDOWS = 3;
/** GTK4 counts from the visible corner, and the shadow around it is not wider than this (libadwaita 1.2: 61 pixels). */
const MAX_SHADOW = 100;
/** A shadow falls downwards, so there is less of it above: by 3 pixels (GTK 4.8) or 6 (libadwaita 1.2). */
const SHADOW_FALL = 4;

/**
 * The places of windows on GNOME, lowest first. GNOME does not report them to programs, but its shell is itself accessible, and
 * everything that it draws has a place: each window with its shadow, without a name. Empty while the overview hides them.
 */
export async function askShellWindows(caller: Caller, shell: LinuxApplication): Promise<readonly Bounds[]> {
  let group: Reference | undefined = shell.reference;
  for (let level = 0; level < LEVELS_TO_WINDOWS && group; level++) [group] = await askChildren(caller, group);
  const windows = group ? await askChildren(caller, group) : [];
  return Promise.all(windows.map((window) => askBounds(caller, window)));
}

async function askBounds(caller: Caller, reference: Reference): Promise<Bounds> {
  const getExtents = { interface: interfaces.component, member: 'GetExtents', signature: 'u', args: [0] };
  const [extents] = await caller.call(reference, getExtents);
  const [left = 0, top = 0, width = 0, height = 0] = asList(extents).map(asNumber);
  return { left, top, right: left + width, bottom: top + height };
}

/** The frames with their places, as far as the shell's windows show them: matched by size, which must fit one place only. */
export function placedByShell(
  frames: readonly Frame[],
  { toolkit, app, windows }: { toolkit: string; app: string; windows: readonly Bounds[] },
): Frame[] {
  return frames.map((frame) => {
    // The shell's own extents are right.
    if (app === GNOME_SHELL) return { ...frame, isPlaced: true };
    const { bounds, states } = frame.accessible;
    if (frame.window || !bounds) return frame;
    const offset = offsetByShell(bounds, { toolkit, windows, isActive: states.has('active') });
    return offset ? { ...frame, offset, isPlaced: true } : frame;
  });
}

/** The offset of the places in a window, as far as the shell's windows show it. */
export function offsetByShell(
  bounds: Bounds,
  { toolkit, windows, isActive }: { toolkit: string; windows: readonly Bounds[]; isActive: boolean },
): Point | undefined {
  const places = windows.flatMap((window) => placeIn(window, bounds, toolkit) ?? []);
  const [last] = places.slice(-1);
  const isOnlyOne = places.every(({ x, y }) => x === last?.x && y === last.y);
  // The active window is above the others of its size.
  return isOnlyOne || isActive ? last : undefined;
}

/** The offset of the places of a frame's elements if this is its window; undefined for another window. */
function placeIn(window: Bounds, bounds: Bounds, toolkit: string): Point | undefined {
  const wider = width(window) - width(bounds);
  const higher = height(window) - height(bounds);
  if (width(bounds) <= 0 || wider !== higher) return undefined;
  const corner = { x: window.left - bounds.left, y: window.top - bounds.top };
  if (wider === 0) return corner;
  if (toolkit !== toolkits.gtk4 || wider < 0 || wider > 2 * MAX_SHADOW) return undefined;
  return { x: corner.x + Math.round(wider / 2), y: corner.y + Math.round(higher / 2) - SHADOW_FALL };
}

function width({ left, right }: Bounds): number {
  return right - left;
}

function height({ top, bottom }: Bounds): number {
  return bottom - top;
}
