import type { Channels, Sharp } from 'sharp';
import { actionFailed } from '../../../device/errors.ts';
import type { Picture, WindowPicture } from '../../../device/port.ts';
import type { PicturedSnapshot } from '../../../device/session.ts';
import { loadSharp } from './load-sharp.ts';
import { intersect } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import { type Colour, COLOURS, dashed, fill, outline, type Pixels } from './canvas.ts';

/** The longest side of a screen state's picture, and its quality: small enough for a model's budget. */
export const LONGEST_SIDE = 700;
const THUMBNAIL_QUALITY = 80;

/** Below this level in every channel a picture shows nothing: a protected or dead screen. */
const BLACK_LEVEL = 4;

/** The colour over a field that holds a secret. */
const COVER: Colour = [96, 96, 96];

/** A picture small enough for a model, as pixels: something may be drawn on it before it is sent. */
export interface SmallPicture extends Pixels {
  readonly channels: Channels;
  /** The part of the screen that it shows. */
  readonly shows: Bounds;
  /** The device made it so small itself: this is sent as it is, and there are no pixels to draw on. */
  readonly jpeg?: Uint8Array;
}

/** The screen as the device itself made it small enough for a model; undefined where that has yet to be done. */
export function readyPicture({ picture, screen }: PicturedSnapshot): SmallPicture | undefined {
  // What must not be seen has to be painted over first.
  if (!picture?.small || picture.covered) return undefined;
  const shows = { left: 0, top: 0, right: screen.width, bottom: screen.height };
  return { ...picture.small, data: new Uint8Array(), channels: 3, shows, jpeg: picture.bytes };
}

/**
 * The screen, or a part of it, as a picture that fits into 700x700, never enlarged, sizes cut to whole pixels;
 * undefined where the screen is black.
 */
export function smallPicture(snapshot: PicturedSnapshot, part?: Bounds): Promise<SmallPicture | undefined> {
  const { width, height } = snapshot.screen;
  const whole = { left: 0, top: 0, right: width, bottom: height };
  return captured(snapshot, async (picture) => {
    const small = await shrink(picture, { whole, part: part ?? whole });
    if (!isBlack(small)) return small;
    // A part may be black on a screen that is not.
    return part && !isBlack(await shrink(picture, { whole, part: whole })) ? small : undefined;
  });
}

/** One window as such a picture. */
export function smallWindow({ picture, shows }: WindowPicture): Promise<SmallPicture> {
  const [width, height] = [shows.right - shows.left, shows.bottom - shows.top];
  const whole = { left: 0, top: 0, right: width, bottom: height };
  return captured({ picture }, async (own) => ({ ...(await shrink(own, { whole, part: whole })), shows }));
}

/** How a point of the picture becomes one of the screen, in a line for the client that sees it. */
export function scaleLine({ width, height, shows: { left, top, right, bottom } }: SmallPicture): string {
  const isWide = width > height;
  const factor = isWide ? (right - left) / width : (bottom - top) / height;
  const from = left === 0 && top === 0 ? '' : ` + (${left}, ${top})`;
  return `picture: ${width}x${height}; a point of the screen = its point x ${Number(factor.toPrecision(4))}${from}`;
}

/** A small picture as a JPEG. With ids drawn on it, their colours are kept as sharp as their shapes. */
export async function jpegOf(
  { data, width, height, channels, jpeg }: SmallPicture,
  { marked = false }: { readonly marked?: boolean } = {},
): Promise<Buffer> {
  if (jpeg) return Buffer.from(jpeg);
  const sharp = await loadSharp();
  return sharp(data, { raw: { width, height, channels } })
    .jpeg({ quality: THUMBNAIL_QUALITY, chromaSubsampling: marked ? '4:4:4' : '4:2:0' })
    .toBuffer();
}

/**
 * A place of the screen in the picture's own pixels, at least one of them. Edges are rounded alike, so that neighbours
 * stay neighbours.
 */
export function placeIn(
  { width, height, shows }: SmallPicture,
  { left, top, right, bottom }: Bounds,
): Bounds {
  const [across, down] = [width / (shows.right - shows.left), height / (shows.bottom - shows.top)];
  const x = Math.min(width - 1, Math.round((left - shows.left) * across));
  const y = Math.min(height - 1, Math.round((top - shows.top) * down));
  return {
    left: x,
    top: y,
    right: Math.max(x + 1, Math.round((right - shows.left) * across)),
    bottom: Math.max(y + 1, Math.round((bottom - shows.top) * down)),
  };
}

/** Draws a dashed line around a place of the screen, as far as the picture shows it. */
export function outlined(picture: SmallPicture, place: Bounds): void {
  const shown = intersect(place, picture.shows);
  if (shown) outline(picture, placeIn(picture, shown), dashed(COLOURS[0]));
}

/** A JPEG in full resolution, with its size. */
export function fullPicture(
  snapshot: PicturedSnapshot,
  quality: number,
): Promise<{ bytes: Buffer; width: number; height: number }> {
  return captured(snapshot, async (picture) => {
    const { image, width, height } = await opened(picture);
    return { bytes: await image.removeAlpha().jpeg({ quality }).toBuffer(), width, height };
  });
}

/** Works on the picture of a look. A missing or unreadable picture is a failed capture. */
async function captured<T>(
  { picture }: Pick<PicturedSnapshot, 'picture'>,
  work: (picture: Picture) => Promise<T>,
): Promise<T> {
  if (!picture) throw actionFailed('Screenshot capture failed: the device sent no picture.');
  try {
    return await work(picture);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'unreadable picture';
    throw actionFailed(`Screenshot capture failed: ${why}`, cause);
  }
}

async function shrink(
  picture: Picture,
  { whole, part }: { readonly whole: Bounds; readonly part: Bounds },
): Promise<SmallPicture> {
  const { image, width, height } = await opened(picture);
  // A picture may have more pixels than the screen has points.
  const [across, down] = [width / whole.right, height / whole.bottom];
  const left = Math.min(width - 1, Math.max(0, Math.floor(part.left * across)));
  const top = Math.min(height - 1, Math.max(0, Math.floor(part.top * down)));
  const region = {
    left,
    top,
    width: Math.max(1, Math.min(width, Math.round(part.right * across)) - left),
    height: Math.max(1, Math.min(height, Math.round(part.bottom * down)) - top),
  };
  const factor = Math.min(1, LONGEST_SIDE / Math.max(region.width, region.height));
  const size = { width: shrunk(region.width, factor), height: shrunk(region.height, factor) };
  const { data, info } = await image
    .extract(region)
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels, shows: part };
}

function isBlack({ data }: Pixels): boolean {
  return data.every((level) => level < BLACK_LEVEL);
}

/** The only way to the pixels of a picture: secrets are painted over before anything else is done with it. */
export async function opened(picture: Picture): Promise<{ image: Sharp; width: number; height: number }> {
  const sharp = await loadSharp();
  const { bytes, raw, covered } = picture;
  const image = raw ? sharp(bytes, { raw }) : sharp(bytes);
  if (!covered) {
    const { width, height } = raw ?? (await image.metadata());
    return { image, width, height };
  }
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  for (const area of covered.areas) {
    fill({ data, width, height, channels }, pixelsOf(area, covered.shows, { width, height }), () => COVER);
  }
  return { image: sharp(data, { raw: { width, height, channels } }), width, height };
}

/** The pixels that show a part of the screen, and one more around them: shrinking blends neighbours. */
function pixelsOf(area: Bounds, shows: Bounds, { width, height }: { width: number; height: number }): Bounds {
  const across = width / (shows.right - shows.left);
  const down = height / (shows.bottom - shows.top);
  return {
    left: Math.max(0, Math.floor((area.left - shows.left) * across) - 1),
    top: Math.max(0, Math.floor((area.top - shows.top) * down) - 1),
    right: Math.min(width, Math.ceil((area.right - shows.left) * across) + 1),
    bottom: Math.min(height, Math.ceil((area.bottom - shows.top) * down) + 1),
  };
}

function shrunk(length: number, factor: number): number {
  return Math.max(1, Math.trunc(length * factor));
}
