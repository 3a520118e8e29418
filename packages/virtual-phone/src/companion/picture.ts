import { encodeJpeg, encodePng } from '../framework/render/png.ts';
import type { Framework } from '../framework/system/framework.ts';
import { RequestError } from './errors.ts';
import type { Parameters } from './parameters.ts';

const DEFAULT_QUALITY = 90;

export interface PictureWish {
  readonly format: 'png' | 'jpeg';
  readonly quality: number;
}

export function pictureWish(wish: Parameters): PictureWish {
  const format = wish.has('format') ? wish.text('format') : 'jpeg';
  if (format !== 'png' && format !== 'jpeg') throw new RequestError('bad-request', 'format is jpeg or png');
  return { format, quality: Math.trunc(Math.max(1, Math.min(100, wish.number('quality', DEFAULT_QUALITY)))) };
}

/** The screen in the format that the host asks for. */
export async function takePicture(
  framework: Framework,
  { format, quality }: PictureWish,
): Promise<{ about: object; binary: Uint8Array }> {
  const picture = framework.screenshot();
  const { width, height } = picture;
  const binary = await (format === 'png' ? encodePng(picture) : encodeJpeg(picture, quality));
  return { about: { format, width, height }, binary };
}
