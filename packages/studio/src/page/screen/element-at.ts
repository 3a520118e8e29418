import type { Box, ScreenElement, WatchedScreen } from '../../wire/screen.ts';

/**
 * The element at a point of the picture: in the topmost window there, the smallest that the lean text lists, else the smallest
 * of all. Elements covered by another window are not in the picture, whatever their size.
 */
export function elementAt(screen: WatchedScreen, x: number, y: number): ScreenElement | undefined {
  const listed = new Set(screen.lines.flatMap(({ element }) => element ?? []));
  const inOrder = elementsAt(screen, x, y);
  for (const own of [...inOrder.map((all) => all.filter(({ id }) => listed.has(id))), ...inOrder]) {
    const smallest = smallestOf(own);
    if (smallest) return smallest;
  }
  return undefined;
}

/** The scrollable element at a point: the innermost of the topmost window there. */
export function scrollerAt(screen: WatchedScreen, x: number, y: number): ScreenElement | undefined {
  const scrollers = elementsAt(screen, x, y).map((all) => all.filter(({ scrolls }) => scrolls));
  return smallestOf(scrollers.find((all) => all.length > 0) ?? []);
}

/** The elements at a point, window by window from the top. */
function elementsAt(screen: WatchedScreen, x: number, y: number): ScreenElement[][] {
  const there = screen.elements.filter(({ box }) => isIn(box, x, y));
  return windowsAt(screen, x, y).map((window) => there.filter((one) => one.window === window));
}

/** The windows at a point, from the top down to the first one that does not let touches through. */
function windowsAt({ windows }: WatchedScreen, x: number, y: number): number[] {
  const there = [...windows.keys()].filter((at) => {
    const window = windows[at];
    return window !== undefined && isIn(window.box, x, y);
  });
  const end = there.findIndex((at) => windows[at]?.letsThrough === false);
  return end === -1 ? there : there.slice(0, end + 1);
}

function smallestOf(all: readonly ScreenElement[]): ScreenElement | undefined {
  return all.reduce<ScreenElement | undefined>(
    (smallest, one) => (smallest && areaOf(smallest.box) <= areaOf(one.box) ? smallest : one),
    undefined,
  );
}

function isIn({ left, top, right, bottom }: Box, x: number, y: number): boolean {
  return x >= left && x < right && y >= top && y < bottom;
}

function areaOf({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}
