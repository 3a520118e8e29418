import type { Point } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';

export type Colour = readonly [red: number, green: number, blue: number];

/** The colour of each point of what is drawn. */
export type Paint = (point: Point) => Colour;

export const LIGHT: Colour = [255, 255, 255];

/** Dark enough for light digits, and different enough to tell whose label it is. */
export const COLOURS: readonly [Colour, ...Colour[]] = [
  [176, 0, 32],
  [11, 87, 208],
  [20, 108, 46],
  [123, 31, 162],
  [138, 75, 0],
  [0, 100, 110],
];

const DASH = 6;

/** How much of a veil's colour is seen: light digits on it can be read on a white screen, too. */
const VEIL = 0.85;

/** Pixels of a picture, three or four bytes each, to draw on. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

export function dot({ data, width, height, channels }: Pixels, { x, y }: Point, colour: Colour): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  data.set(colour, (y * width + x) * channels);
}

export function fill(pixels: Pixels, { left, top, right, bottom }: Bounds, paint: Paint): void {
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) dot(pixels, { x, y }, paint({ x, y }));
  }
}

/** Fills a rectangle with a colour through which what is there still shows. */
export function veil(pixels: Pixels, { left, top, right, bottom }: Bounds, colour: Colour): void {
  const { data, width, channels } = pixels;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = (y * width + x) * channels;
      const mixed = (own: number, channel: number) =>
        Math.round(own * VEIL + (data[at + channel] ?? own) * (1 - VEIL));
      dot(pixels, { x, y }, [mixed(colour[0], 0), mixed(colour[1], 1), mixed(colour[2], 2)]);
    }
  }
}

/** A line of one pixel around the inside of a rectangle. */
export function outline(pixels: Pixels, { left, top, right, bottom }: Bounds, paint: Paint): void {
  fill(pixels, { left, top, right, bottom: top + 1 }, paint);
  fill(pixels, { left, top: bottom - 1, right, bottom }, paint);
  fill(pixels, { left, top, right: left + 1, bottom }, paint);
  fill(pixels, { left: right - 1, top, right, bottom }, paint);
}

export function line(pixels: Pixels, from: Point, to: Point, paint: Paint): void {
  const steps = Math.max(1, Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  for (let step = 0; step <= steps; step += 1) {
    const share = step / steps;
    const x = Math.round(from.x + (to.x - from.x) * share);
    const y = Math.round(from.y + (to.y - from.y) * share);
    dot(pixels, { x, y }, paint({ x, y }));
  }
}

/** Light dashes in a dark line: one of the two is seen on any background. */
export function dashed(colour: Colour): Paint {
  return ({ x, y }) => ((x + y) % DASH < DASH - 2 ? colour : LIGHT);
}
