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
