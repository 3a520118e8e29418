import type { Call } from '@handeye/core/call/call';
import type { Rectangle } from '../display-parts/managed-window.ts';
import type { RawImage } from '../display-parts/raw-image.ts';
import { HelperFailed } from './errors.ts';
import { outputOf } from './programs.ts';

/** The head of a PPM file: its kind, the size, and the highest value of a colour. */
const PPM_HEADER = /^P6\s+(\d+)\s+(\d+)\s+255\s/;
const MAX_HEADER_BYTES = 64;

/** The picture of the monitors, or of a part, in logical pixels: its coordinates are those of elements. */
export async function capture(
  environment: NodeJS.ProcessEnv,
  call: Call,
  part?: Rectangle,
): Promise<RawImage> {
  const region = part ? ['-g', geometryOf(part)] : [];
  const args = ['-s', '1', '-t', 'ppm', ...region, '-'];
  return parsePpm(await outputOf('grim', { args }, environment, call));
}

function geometryOf({ left, top, right, bottom }: Rectangle): string {
  return `${left},${top} ${right - left}x${bottom - top}`;
}

export function parsePpm(file: Buffer): RawImage {
  const [header = '', columns = '', rows = ''] =
    PPM_HEADER.exec(file.toString('latin1', 0, MAX_HEADER_BYTES)) ?? [];
  const [width, height] = [Number(columns), Number(rows)];
  const bytes = file.subarray(header.length);
  if (header === '' || bytes.length < 3 * width * height)
    throw new HelperFailed('grim sent a picture that cannot be read');
  return { bytes: bytes.subarray(0, 3 * width * height), raw: { width, height, channels: 3 } };
}
