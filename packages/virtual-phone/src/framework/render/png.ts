import sharp from 'sharp';
import type { Picture } from './picture.ts';

/** The picture as a PNG file, compressed for speed rather than size. */
export function encodePng({ width, height, rgba }: Picture): Promise<Buffer> {
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 3 })
    .toBuffer();
}

/** The picture as a JPEG file; the screen has no transparent parts. */
export function encodeJpeg({ width, height, rgba }: Picture, quality: number): Promise<Buffer> {
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality })
    .toBuffer();
}

/** The picture with its longest side at most so long, never enlarged; sizes are cut to whole pixels. */
export async function shrunk(picture: Picture, longest: number): Promise<Picture> {
  const { width, height, rgba } = picture;
  const factor = Math.min(1, Math.trunc(longest) / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.trunc(width * factor)),
    height: Math.max(1, Math.trunc(height * factor)),
  };
  const pixels = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer();
  return { ...size, rgba: pixels };
}

/** No colour of it is brighter than a screen that is off. */
export function isBlack({ rgba }: Picture): boolean {
  return rgba.every((level, at) => at % 4 === 3 || level < 4);
}
