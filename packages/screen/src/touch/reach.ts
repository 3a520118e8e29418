import { area, centre, intersect, type Point, subtract } from '../bounds.ts';
import type { Bounds } from '../node.ts';
import type { Element, Screen, Snapshot, UiWindow, WindowType } from '../snapshot.ts';

/** The stacking order of window types, for platforms that do not report it: a view lists the active window first. */
const LAYER: Record<WindowType, number> = { application: 0, dialog: 1, keyboard: 2, system: 3, other: 4 };

/** Up to this many covers the free part is computed exactly, in n² steps for n covers. */
const MOST_EXACT = 64;

/** With more covers, the area is divided into a grid with this many cells per side. Smaller free parts are missed. */
const CELLS = 256;

/**
 * The point to touch for an element: the middle of the part that is on the screen, not scrolled out of a container and not
 * under another window; avoiding the clickable elements drawn above it, if there is room.
 */
export function touchPoint(snapshot: Snapshot, element: Element): Point | undefined {
  const inSight = visiblePart(snapshot, element);
  if (inSight === undefined) return undefined;
  const windows = coveredByWindows(snapshot, element.window);
  const all = windows.concat(clickablesAbove(snapshot, element));
  return freeMiddle(inSight, all) ?? freeMiddle(inSight, windows);
}

/** The largest visible part of an element: on the screen, not scrolled away, under no other window. */
export function sightOf(snapshot: Snapshot, element: Element): Bounds | undefined {
  const inSight = visiblePart(snapshot, element);
  return inSight && largestFreePart(inSight, coveredByWindows(snapshot, element.window));
}

/** Whether the whole visible part of an element is free: no other window and nothing clickable beside it lies over it. */
export function liesOpen(snapshot: Snapshot, element: Element): boolean {
  const inSight = visiblePart(snapshot, element);
  if (inSight === undefined || !element.node.visible) return false;
  const others = elementsAbove(snapshot, element).filter((other) => !isInside(other, element));
  const covers = coveredByWindows(snapshot, element.window).concat(others.map(({ node }) => node.bounds));
  return covers.every((cover) => intersect(inSight, cover) === undefined);
}

function isInside(element: Element, container: Element): boolean {
  return nearest(element, (candidate) => candidate === container) !== undefined;
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

/** The main scrollable of the active window: the largest visible scrolling area, otherwise the window itself. */
export function mainArea(snapshot: Snapshot): Element | undefined {
  const inFront = snapshot.elements.filter(({ window }) => window.active);
  const { screen } = snapshot;
  // The visible area of each element's children: parents come first, so one pass is enough.
  const sights = new Map<Element, Bounds | undefined>();
  let largest: { readonly element: Element; readonly size: number } | undefined;
  for (const element of inFront) {
    const { node, parent, window } = element;
    const clip = parent ? sights.get(parent) : windowPart(screen, window);
    const part = clip && intersect(node.bounds, clip);
    sights.set(element, node.scrollable ? part : clip);
    const size = part ? area(part) : 0;
    if (node.scrollable && node.visible && (!largest || size > largest.size)) largest = { element, size };
  }
  return largest?.element ?? inFront[0];
}

function windowPart({ width, height }: Screen, { bounds }: UiWindow): Bounds | undefined {
  const whole = { left: 0, top: 0, right: width, bottom: height };
  return area(bounds) > 0 ? intersect(whole, bounds) : whole;
}

function nearest(from: Element | undefined, wanted: (candidate: Element) => boolean): Element | undefined {
  let candidate = from;
  while (candidate !== undefined && !wanted(candidate)) candidate = candidate.parent;
  return candidate;
}

/** The part of an element that is on the screen and not scrolled out of a container; a window may lie over it. */
export function visiblePart({ screen }: Snapshot, element: Element): Bounds | undefined {
  const sight = windowPart(screen, element.window);
  let part = sight && intersect(element.node.bounds, sight);
  // Only scrolling containers are known to clip; other parents may let children draw outside.
  for (let above = element.parent; above !== undefined && part !== undefined; above = above.parent) {
    if (above.node.scrollable) part = intersect(part, above.node.bounds);
  }
  return part;
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
export function letsTouchesThrough({ screen }: Pick<Snapshot, 'screen'>, window: UiWindow): boolean {
  const passive = window.type === 'system' || window.type === 'other';
  return passive && !window.active && area(window.bounds) >= 0.9 * screen.width * screen.height;
}

/** The area that the windows above cover. A window that lets touches through covers only its own clickable elements. */
function coveredByWindows(snapshot: Snapshot, window: UiWindow): Bounds[] {
  const above = windowsAbove(snapshot, window);
  const open = new Set(above.filter((other) => letsTouchesThrough(snapshot, other)));
  const covers = above.filter((other) => !open.has(other)).map(({ bounds }) => bounds);
  if (open.size === 0) return covers;
  for (const { node, window: owner } of snapshot.elements) {
    if (node.clickable && node.visible && open.has(owner)) covers.push(node.bounds);
  }
  return covers;
}

/** Elements later in tree order are drawn above: an element's own clickable parts, a floating button. */
function elementsAbove({ elements }: Snapshot, { order, window }: Element): Element[] {
  return elements
    .slice(order + 1)
    .filter((other) => other.window === window && other.node.clickable && other.node.visible);
}

function clickablesAbove(snapshot: Snapshot, element: Element): Bounds[] {
  return elementsAbove(snapshot, element).map(({ node }) => node.bounds);
}

/** The middle of the largest uncovered rectangle; undefined if everything is covered. */
export function freeMiddle(place: Bounds, covers: readonly Bounds[]): Point | undefined {
  const largest = largestFreePart(place, covers);
  return largest && centre(largest);
}

function largestFreePart(place: Bounds, covers: readonly Bounds[]): Bounds | undefined {
  const over: Bounds[] = [];
  for (const cover of covers) {
    const part = intersect(place, cover);
    if (part !== undefined) over.push(part);
  }
  return over.length <= MOST_EXACT ? largestLeft(place, over) : largestInGrid(place, over);
}

function largestLeft(place: Bounds, covers: readonly Bounds[]): Bounds | undefined {
  let left: readonly Bounds[] = area(place) > 0 ? [place] : [];
  for (const cover of covers) left = left.flatMap((part) => subtract(part, cover));
  return left.toSorted((a, b) => area(b) - area(a))[0];
}

/** The largest rectangle of cells that no cover touches. Linear in the covers and in the cells. */
function largestInGrid(place: Bounds, covers: readonly Bounds[]): Bounds | undefined {
  const columns = Math.min(CELLS, Math.ceil(place.right - place.left));
  const rows = Math.min(CELLS, Math.ceil(place.bottom - place.top));
  const width = (place.right - place.left) / columns;
  const height = (place.bottom - place.top) / rows;
  const stride = columns + 1;
  // A 2D difference array: each cover adds one at its corners; prefix sums give the number of covers on each cell.
  const count = new Int32Array(stride * (rows + 1));
  const add = (row: number, column: number, by: number) => {
    count[row * stride + column] = (count[row * stride + column] ?? 0) + by;
  };
  for (const cover of covers) {
    const from = Math.floor((cover.left - place.left) / width);
    const to = Math.min(columns, Math.ceil((cover.right - place.left) / width));
    const first = Math.floor((cover.top - place.top) / height);
    const last = Math.min(rows, Math.ceil((cover.bottom - place.top) / height));
    add(first, from, 1);
    add(first, to, -1);
    add(last, from, -1);
    add(last, to, 1);
  }
  const best = largestFree(summed(count, rows, stride), rows, columns);
  if (best === undefined) return undefined;
  return {
    left: place.left + best.left * width,
    right: place.left + best.right * width,
    top: place.top + best.top * height,
    bottom: place.top + best.bottom * height,
  };
}

function summed(count: Int32Array, rows: number, stride: number): Int32Array {
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let column = 0; column < stride; column++) {
      const at = row * stride + column;
      sum += count[at] ?? 0;
      count[at] = sum + (row > 0 ? (count[at - stride] ?? 0) : 0);
    }
  }
  return count;
}

/** The largest rectangle of zeros: for each row, the largest rectangle under the histogram of free cells above it. */
function largestFree(count: Int32Array, rows: number, columns: number): Bounds | undefined {
  const heights = new Int32Array(columns + 1);
  let best: Bounds | undefined;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const free = count[row * (columns + 1) + column] === 0;
      heights[column] = free ? (heights[column] ?? 0) + 1 : 0;
    }
    const open: { from: number; height: number }[] = [];
    // The last height is zero, which closes all open rectangles.
    for (let column = 0; column <= columns; column++) {
      const height = heights[column] ?? 0;
      let from = column;
      for (let last = open.at(-1); last !== undefined && last.height >= height; last = open.at(-1)) {
        const found = { left: last.from, right: column, top: row + 1 - last.height, bottom: row + 1 };
        if (best === undefined || area(found) > area(best)) best = last.height > 0 ? found : best;
        from = last.from;
        open.pop();
      }
      open.push({ from, height });
    }
  }
  return best;
}
