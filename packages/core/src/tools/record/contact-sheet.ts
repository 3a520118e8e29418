import type { Picture } from '../../device/port.ts';
import type { FilmFrame, SmallFrame } from '../../device/services/recorder.ts';
import { dot, fill, outline, type Pixels } from '../frame/pictures/canvas.ts';
import { digitPixels, labelSize } from '../marks/digits.ts';
import { loadSharp } from '../frame/pictures/load-sharp.ts';
import { opened } from '../frame/pictures/picture.ts';

/** A frame fits into this: nine of them cost a model less than a thousand tokens. */
const WIDEST = 240;
const HIGHEST = 320;
const MOST_FRAMES = 9;
const COLUMNS = 3;
const GAP = 4;
const QUALITY = 60;

const BOX: readonly [number, number, number] = [11, 87, 208];
const INK: readonly [number, number, number] = [255, 255, 255];

/** A picture of the screen, as small as the sheet shows it. */
export async function shrunkFrame(picture: Picture): Promise<SmallFrame> {
  const { image } = await opened(picture);
  const { data, info } = await image
    .resize({ width: WIDEST, height: HIGHEST, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** At most nine frames, spaced over the time as evenly as they are, the first and the last among them. */
export function chosenFrames(frames: readonly FilmFrame[]): readonly FilmFrame[] {
  if (frames.length <= MOST_FRAMES) return frames;
  const last = frames.length - 1;
  const places = Array.from({ length: MOST_FRAMES }, (_, at) => Math.round((at * last) / (MOST_FRAMES - 1)));
  return places.flatMap((place) => frames[place] ?? []);
}

/** The frames in rows, each with its second drawn in its corner, as a JPEG. */
export async function contactSheet(frames: readonly FilmFrame[]): Promise<Buffer> {
  const sharp = await loadSharp();
  const columns = Math.min(COLUMNS, frames.length);
  const rows = Math.ceil(frames.length / columns);
  const [cellWidth, cellHeight] = [
    Math.max(...frames.map(({ width }) => width)),
    Math.max(...frames.map(({ height }) => height)),
  ];
  const width = columns * (cellWidth + GAP) - GAP;
  const height = rows * (cellHeight + GAP) - GAP;
  const sheet: Pixels = { data: new Uint8Array(width * height * 3).fill(128), width, height, channels: 3 };
  for (const [place, frame] of frames.entries()) {
    const left = (place % columns) * (cellWidth + GAP);
    const top = Math.floor(place / columns) * (cellHeight + GAP);
    paste(sheet, frame, { left, top });
    drawSecond(sheet, secondsText(frame), { left, top });
  }
  return sharp(sheet.data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:2:0' })
    .toBuffer();
}

/** When a frame was taken, to a tenth of a second. */
export function secondsText({ seconds }: Pick<FilmFrame, 'seconds'>): string {
  return String(Math.round(seconds * 10) / 10);
}

interface Corner {
  readonly left: number;
  readonly top: number;
}

function paste(sheet: Pixels, { data, width, height }: SmallFrame, { left, top }: Corner): void {
  for (let row = 0; row < height; row += 1) {
    const line = data.subarray(row * width * 3, (row + 1) * width * 3);
    sheet.data.set(line, ((top + row) * sheet.width + left) * 3);
  }
}

function drawSecond(sheet: Pixels, text: string, { left, top }: Corner): void {
  const { width, height } = labelSize(text);
  const box = { left, top, right: left + width, bottom: top + height };
  fill(sheet, box, () => BOX);
  outline(sheet, box, () => INK);
  for (const { x, y } of digitPixels(text)) dot(sheet, { x: left + x, y: top + y }, INK);
}
