import { encodeJpeg, encodePng } from '../framework/render/png.ts';
import type { Framework } from '../framework/system/framework.ts';
import type { Parameters } from './parameters.ts';

const DEFAULT_QUALITY = 90;

/** The screen as the host wishes it: a PNG where it says so, else a JPEG. */
export async function takePicture(
  framework: Framework,
  wish: Parameters,
): Promise<{ about: object; binary: Uint8Array }> {
  const picture = framework.screenshot();
  const { width, height } = picture;
  if (wish.raw('format') === 'png')
    return { about: { format: 'png', width, height }, binary: await encodePng(picture) };
  const quality = Math.max(1, Math.min(100, Math.round(wish.number('quality', DEFAULT_QUALITY))));
  return { about: { format: 'jpeg', width, height }, binary: await encodeJpeg(picture, quality) };
}
