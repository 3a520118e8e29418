/** Rectangles on the screen, in pixels; right and bottom are exclusive, as in Android's Rect. */

export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle by its corner and size. */
export function rect(left: number, top: number, width: number, height: number): Rect {
  return { left, top, right: left + width, bottom: top + height };
}

export function widthOf(area: Rect): number {
  return area.right - area.left;
}

export function heightOf(area: Rect): number {
  return area.bottom - area.top;
}

export function centerOf(area: Rect): { x: number; y: number } {
  return { x: (area.left + area.right) / 2, y: (area.top + area.bottom) / 2 };
}

export function contains(area: Rect, x: number, y: number): boolean {
  return x >= area.left && x < area.right && y >= area.top && y < area.bottom;
}

/** The intersection; its width or height is 0 if they do not overlap. */
export function intersect(a: Rect, b: Rect): Rect {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  return {
    left,
    top,
    right: Math.max(left, Math.min(a.right, b.right)),
    bottom: Math.max(top, Math.min(a.bottom, b.bottom)),
  };
}

export function isEmpty(area: Rect): boolean {
  return area.right <= area.left || area.bottom <= area.top;
}
