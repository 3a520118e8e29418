import { area, centre, intersect, type Point, subtract } from '../bounds.ts';
import type { Bounds } from '../node.ts';

/** Up to this many covers the free part is computed exactly, which takes n² steps for n covers. */
const MOST_EXACT = 64;

/**
 * With more covers, the place is divided into a grid of this many cells per side. Free parts smaller than a cell are
 * missed.
 */
const CELLS = 256;

/** The middle of the largest uncovered rectangle of a place; undefined if all of it is covered. */
export function freeMiddle(place: Bounds, covers: readonly Bounds[]): Point | undefined {
  const over: Bounds[] = [];
  for (const cover of covers) {
    const part = intersect(place, cover);
    if (part !== undefined) over.push(part);
  }
  const largest = over.length <= MOST_EXACT ? largestLeft(place, over) : largestInGrid(place, over);
  return largest && centre(largest);
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
