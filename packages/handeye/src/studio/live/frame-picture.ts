import { createHash } from 'node:crypto';
import type { Picture } from '../../device/port.ts';
import { opened } from '../../tools/frame/pictures/picture.ts';
import type { Frame } from '../page-connection.ts';

/** The longest side of a frame in pixels, and its quality: sharp enough to read, small enough for five a second. */
const LONGEST_SIDE = 1200;
const QUALITY = 72;

/** What tells a look from another one: what is on the screen, as texts and as a picture. */
export function lookKey(texts: string, picture: Picture | undefined): string {
  const hash = createHash('sha1').update(texts);
  if (picture) hash.update('\0').update(picture.bytes);
  return hash.digest('base64');
}

/** The picture of a look as a frame. */
export async function frameOf(
  picture: Picture,
  { device, frame, at }: Pick<Frame, 'device' | 'frame' | 'at'>,
): Promise<Frame> {
  const { image } = await opened(picture);
  const { data, info } = await image
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { device, frame, at, mimeType: 'image/jpeg', width, height, picture: data };
}
