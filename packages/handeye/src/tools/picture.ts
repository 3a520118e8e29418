import type { Sharp } from 'sharp';
import { actionFailed } from '../device/errors.ts';
import type { Picture } from '../device/port.ts';
import type { PicturedSnapshot } from '../device/session.ts';

/** The longest side of a screen state's picture, and its quality: small enough for a model's budget. */
const LONGEST_SIDE = 700;
const THUMBNAIL_QUALITY = 80;

/** Below this level in every channel a picture shows nothing: a protected or dead screen. */
const BLACK_LEVEL = 4;

/** A JPEG that fits into 700x700, never enlarged, sizes cut to whole pixels; undefined for a black picture. */
export function thumbnail(snapshot: PicturedSnapshot): Promise<Buffer | undefined> {
  return captured(snapshot, shrink);
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

/** Works on the picture of a look. One that was not sent, or cannot be read, is a capture that failed. */
async function captured<T>(
  { picture }: PicturedSnapshot,
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

async function shrink(picture: Picture): Promise<Buffer | undefined> {
  const { image, width, height } = await opened(picture);
  const factor = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const size = { width: shrunk(width, factor), height: shrunk(height, factor) };
  const { data, info } = await image
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (data.every((level) => level < BLACK_LEVEL)) return undefined;
  const { default: sharp } = await import('sharp');
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .jpeg({ quality: THUMBNAIL_QUALITY })
    .toBuffer();
}

async function opened({ bytes, raw }: Picture): Promise<{ image: Sharp; width: number; height: number }> {
  // Loaded when the first picture is asked for: it would double the time to start.
  const { default: sharp } = await import('sharp');
  const image = raw ? sharp(bytes, { raw }) : sharp(bytes);
  const { width, height } = raw ?? (await image.metadata());
  return { image, width, height };
}

function shrunk(length: number, factor: number): number {
  return Math.max(1, Math.trunc(length * factor));
}
