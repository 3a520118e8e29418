import assert from 'node:assert/strict';
import sharp from 'sharp';
import { digitPixels, labelSize } from '../../../src/tools/marks/digits.ts';
import type { ToolResult } from '../../../src/tools/frame/toolbox.ts';
import type { Bounds } from '@handeye/screen/node';

/** A picture of an answer, as a model gets it. */
export interface Seen {
  readonly width: number;
  readonly height: number;
  /** The brightness of a pixel, 0 to 255. */
  readonly light: (x: number, y: number) => number;
  readonly colour: (x: number, y: number) => readonly number[];
}

/** The second item of an answer: its picture, decoded. */
export async function seen({ content }: ToolResult): Promise<Seen> {
  const image = content[1];
  assert.ok(image?.type === 'image', 'the answer has a picture');
  const { data, info } = await sharp(Buffer.from(image.data, 'base64'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colour = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)];
  // Asked for most pixels of a picture, once for each label.
  const lights = Float32Array.from({ length: info.width * info.height }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 3, at * 3 + 3);
    return 0.3 * red + 0.59 * green + 0.11 * blue;
  });
  const light = (x: number, y: number) => lights[y * info.width + x] ?? 0;
  return { width: info.width, height: info.height, light, colour };
}

/** Between the digits and the box they stand on; JPEG blurs both a little. */
const MIDDLE = 150;

/** Where a number can be read in a picture: light digits on a dark box, pixel by pixel. */
export function labelsOf(picture: Seen, text: string): Bounds[] {
  const { width, height } = labelSize(text);
  const expected = pixelsOf(text);
  const isAt = (left: number, top: number) =>
    expected.every(({ x, y, isLit }) => picture.light(left + x, top + y) > MIDDLE === isLit);
  const found: Bounds[] = [];
  for (let top = 0; top + height <= picture.height; top += 1) {
    for (let left = 0; left + width <= picture.width; left += 1) {
      if (isAt(left, top)) found.push({ left, top, right: left + width, bottom: top + height });
    }
  }
  return found;
}

interface LabelPixel {
  readonly x: number;
  readonly y: number;
  readonly isLit: boolean;
}

/** The pixels inside a label's box, light and dark ones in turn: a flat colour is soon seen to be no label. */
function pixelsOf(text: string): readonly LabelPixel[] {
  const { width, height } = labelSize(text);
  const lit = new Set([...digitPixels(text)].map(({ x, y }) => `${x},${y}`));
  const pixels: LabelPixel[] = [];
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) pixels.push({ x, y, isLit: lit.has(`${x},${y}`) });
  const dark = pixels.filter(({ isLit }) => !isLit);
  const light = pixels.filter(({ isLit }) => isLit);
  return dark.flatMap((pixel, at) => [
    pixel,
    ...light.slice(at, at === dark.length - 1 ? undefined : at + 1),
  ]);
}

/** The ids at the start of lean's lines. */
export function idsIn(text: string): string[] {
  return [...text.matchAll(/^ *(\d+) /gm)].map(([, id = '']) => id);
}
