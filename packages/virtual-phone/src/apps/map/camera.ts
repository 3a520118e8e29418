import type { Point } from '../../framework/views/view.ts';

/** The visible part of the town: the place in the middle of the view (metres), and how many dp a metre takes. */
export interface Camera {
  readonly center: Point;
  readonly scale: number;
}

const scales = { smallest: 0.25, largest: 16 };

/** Moves with the finger, in dp. */
export function moved(camera: Camera, dx: number, dy: number): Camera {
  const { center, scale } = camera;
  return { scale, center: { x: center.x - dx / scale, y: center.y - dy / scale } };
}

/** Zooms; the place under `focus` (dp from the middle of the view) stays where it is. */
export function zoomed(camera: Camera, factor: number, focus: Point): Camera {
  const scale = Math.min(scales.largest, Math.max(scales.smallest, camera.scale * factor));
  const fixed = placeAt(camera, focus);
  return { scale, center: { x: fixed.x - focus.x / scale, y: fixed.y - focus.y / scale } };
}

/** The place at a point of the view, given in dp from its middle. */
export function placeAt({ center, scale }: Camera, point: Point): Point {
  return { x: center.x + point.x / scale, y: center.y + point.y / scale };
}

/** The point where a place appears, in dp from the middle of the view. */
export function pointOf({ center, scale }: Camera, place: Point): Point {
  return { x: (place.x - center.x) * scale, y: (place.y - center.y) * scale };
}
