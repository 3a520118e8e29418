import type { Picture } from '../framework/render/picture.ts';
import { encodePng } from '../framework/render/png.ts';
import type { Framework } from '../framework/system/framework.ts';
import type { Rect } from '../framework/views/geometry.ts';

/** The screen, or a part of it, as a PNG in base64. */
export async function pictureOf(framework: Framework, part?: Rect): Promise<string> {
  const whole = framework.screenshot();
  const png = await encodePng(part === undefined ? whole : cut(whole, part));
  return png.toString('base64');
}

function cut({ width, height, rgba }: Picture, part: Rect): Picture {
  const left = Math.max(0, Math.round(part.left));
  const top = Math.max(0, Math.round(part.top));
  const right = Math.min(width, Math.round(part.right));
  const bottom = Math.min(height, Math.round(part.bottom));
  const rows = Array.from({ length: bottom - top }, (_, row) => {
    const start = ((top + row) * width + left) * 4;
    return rgba.subarray(start, start + (right - left) * 4);
  });
  return { width: right - left, height: bottom - top, rgba: Buffer.concat(rows) };
}
