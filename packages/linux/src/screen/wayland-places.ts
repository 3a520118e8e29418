import type { Point } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import type { Accessible } from '../atspi/accessible.ts';
import type { Display, ManagedWindow } from '../display.ts';
import type { Frame } from './frames.ts';

const PLACES_OF_WINDOWS_UNKNOWN =
  'this desktop does not tell where windows are: places are counted from the corner of the window. Use ids, or the ' +
  'coordinates of a screenshot';
const PLACES_OF_MENUS_UNKNOWN = 'the places in the open menu are not exact on this desktop: use its ids';

/** Why the mouse cannot go to an element; undefined if its place is known. */
export function unknownPlace(frame: Frame, display: Display | undefined): string | undefined {
  if (frame.isPlaced === true || (display?.windowManager && frame.isPlaceUnknown !== true)) return undefined;
  return (
    'This desktop (Wayland) does not tell where this element is, so the mouse cannot be sent to it. Use what it offers ' +
    'through accessibility, or keys; or take a screenshot and tap where it shows the element.'
  );
}

/** Notes for the model on the places that it is shown. */
export function notesOnPlaces(frames: readonly Frame[], display: Display | undefined): string[] {
  if (display && !display.windowManager) {
    const isKnown = frames.every(({ isPlaced, accessible }) => isPlaced === true || !accessible.bounds);
    return isKnown ? [] : [PLACES_OF_WINDOWS_UNKNOWN];
  }
  const menus = frames.filter(({ isPlaceUnknown }) => isPlaceUnknown === true);
  return menus.some(({ accessible }) => accessible.states.has('showing')) ? [PLACES_OF_MENUS_UNKNOWN] : [];
}

/**
 * Menus are not windows of the compositor. Their places count from the window that they belong to, but GTK 3.24 reports them up
 * to 70 pixels off.
 */
export function withMenusPlaced(frames: readonly Frame[]): Frame[] {
  const owner =
    frames.find(({ window }) => window?.hasOwnCoordinates === true && window.active) ??
    frames.find(({ window }) => window?.hasOwnCoordinates === true);
  if (!owner) return [...frames];
  return frames.map((frame) =>
    frame.window ? frame : { ...frame, offset: owner.offset, isPlaceUnknown: true },
  );
}

/**
 * Where an application's own coordinates begin on the screen. Wayland does not tell an application where its window is, so
 * AT-SPI's places are relative to the window: GTK 4.8 and Qt 6.4 count from its visible corner, GTK 3.24 from the corner of the
 * shadow that it draws around a floating window.
 */
export function waylandOffset({ bounds, children }: Accessible, { clientBounds }: ManagedWindow): Point {
  const start = bounds && isLargerThan(bounds, clientBounds) ? cornerOf(children) : undefined;
  const { left, top } = start ?? { left: bounds?.left ?? 0, top: bounds?.top ?? 0 };
  return { x: clientBounds.left - left, y: clientBounds.top - top };
}

function isLargerThan(one: Bounds, other: Bounds): boolean {
  return one.right - one.left > other.right - other.left && one.bottom - one.top > other.bottom - other.top;
}

/** Everything inside a window lies inside its shadow. */
function cornerOf(children: readonly Accessible[]): { left: number; top: number } | undefined {
  const places = children.flatMap(({ bounds }) => bounds ?? []);
  if (places.length === 0) return undefined;
  return {
    left: Math.min(...places.map(({ left }) => left)),
    top: Math.min(...places.map(({ top }) => top)),
  };
}
