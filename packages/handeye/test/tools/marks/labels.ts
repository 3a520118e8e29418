import assert from 'node:assert/strict';
import sharp from 'sharp';
import { digitPixels, labelSize } from '../../../src/tools/marks/digits.ts';
import type { ToolResult } from '../../../src/tools/frame/toolbox.ts';
import type { Bounds } from '../../../src/ui/node.ts';

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
  const light = (x: number, y: number) => {
    const [red = 0, green = 0, blue = 0] = colour(x, y);
    return 0.3 * red + 0.59 * green + 0.11 * blue;
  };
  return { width: info.width, height: info.height, light, colour };
}

/** Between the digits and the box they stand on; JPEG blurs both a little. */
const MIDDLE = 150;

/** Where a number can be read in a picture: light digits on a dark box, pixel by pixel. */
export function labelsOf(picture: Seen, text: string): Bounds[] {
  const { width, height } = labelSize(text);
  const lit = new Set([...digitPixels(text)].map(({ x, y }) => `${x},${y}`));
  const isAt = (left: number, top: number) => {
    for (let y = 1; y < height - 1; y += 1) {
      for (let x = 1; x < width - 1; x += 1) {
        if (picture.light(left + x, top + y) > MIDDLE !== lit.has(`${x},${y}`)) return false;
      }
    }
    return true;
  };
  const found: Bounds[] = [];
  for (let top = 0; top + height <= picture.height; top += 1) {
    for (let left = 0; left + width <= picture.width; left += 1) {
      if (isAt(left, top)) found.push({ left, top, right: left + width, bottom: top + height });
    }
  }
  return found;
}

/** The ids at the start of lean's lines. */
export function idsIn(text: string): string[] {
  return [...text.matchAll(/^ *(\d+) /gm)].map(([, id = '']) => id);
}
