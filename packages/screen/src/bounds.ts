import type { Bounds } from './node.ts';

/** A point of the screen. Fractions are possible; a platform with whole pixels only rounds them. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/** The area in pixels; zero for empty or inverted bounds. */
export function area({ left, top, right, bottom }: Bounds): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

/** The intersection of two rectangles; undefined if they share no area. */
export function intersect(a: Bounds, b: Bounds): Bounds | undefined {
  const shared = {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
  return area(shared) > 0 ? shared : undefined;
}

/** The rectangle around both. */
export function union(a: Bounds, b: Bounds): Bounds {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** Whether a pixel lies inside; the right and bottom edges are outside, as on Android. */
export function contains({ left, top, right, bottom }: Bounds, { x, y }: Point): boolean {
  return x >= left && x < right && y >= top && y < bottom;
}

/** The pixel in the middle. */
export function centre({ left, top, right, bottom }: Bounds): Point {
  return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
}

export function sameBounds(a: Bounds, b: Bounds): boolean {
  return a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom;
}

export function moved({ left, top, right, bottom }: Bounds, x: number, y: number): Bounds {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

/** A rectangle minus another one: up to four rectangles that do not overlap. */
export function subtract(from: Bounds, taken: Bounds): Bounds[] {
  const hole = intersect(from, taken);
  if (hole === undefined) return area(from) > 0 ? [from] : [];
  const { left, right } = from;
  return [
    { left, top: from.top, right, bottom: hole.top },
    { left, top: hole.bottom, right, bottom: from.bottom },
    { left, top: hole.top, right: hole.left, bottom: hole.bottom },
    { left: hole.right, top: hole.top, right, bottom: hole.bottom },
  ].filter((rest) => area(rest) > 0);
}
