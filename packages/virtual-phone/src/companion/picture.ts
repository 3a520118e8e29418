import { encodeJpeg, encodePng, isBlack, shrunk } from '../framework/render/png.ts';
import type { Framework } from '../framework/system/framework.ts';
import { RequestError } from './errors.ts';
import type { Parameters } from './parameters.ts';

const DEFAULT_QUALITY = 90;

export interface PictureWish {
  readonly format: 'png' | 'jpeg';
  readonly quality: number;
  /** The longest side in pixels; 0 is the screen's own size. */
  readonly longest: number;
}

export function pictureWish(wish: Parameters): PictureWish {
  const format = wish.has('format') ? wish.text('format') : 'jpeg';
  if (format !== 'png' && format !== 'jpeg') throw new RequestError('bad-request', 'format is jpeg or png');
  const quality = Math.trunc(Math.max(1, Math.min(100, wish.number('quality', DEFAULT_QUALITY))));
  return { format, quality, longest: wish.has('longest') ? Math.max(1, wish.number('longest')) : 0 };
}

/** The screen in the format that the host asks for. */
export async function takePicture(
  framework: Framework,
  { format, quality, longest }: PictureWish,
): Promise<{ about: object; binary: Uint8Array }> {
  const screen = framework.screenshot();
  const picture = longest === 0 ? screen : await shrunk(screen, longest);
  const { width, height } = picture;
  const binary = await (format === 'png' ? encodePng(picture) : encodeJpeg(picture, quality));
  const black = longest > 0 && isBlack(picture);
  return { about: { format, width, height, ...(black && { black }) }, binary };
}
