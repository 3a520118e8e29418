import type { RawImage } from '../display-parts/raw-image.ts';
import type { X11Connection } from './connection.ts';
import { UnsupportedError } from './errors.ts';
import { opcodes } from './protocol.ts';

const Z_PIXMAP = 2;
const ALL_PLANES = 0xffffffff;
/** Rows per request: a large screen in one reply would be a packet of tens of megabytes. */
const ROWS_PER_REQUEST = 64;

/** The source of a capture: a part of the screen (the root window), or of a pixmap. */
export interface Captured {
  readonly drawable: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export async function capture(
  connection: X11Connection,
  { drawable, left, top: first, width, height }: Captured,
): Promise<RawImage> {
  const { depth } = connection.setup.screen;
  if (depth !== 24 && depth !== 32) {
    throw new UnsupportedError(`the screen has ${depth} bits per pixel; only 24-bit screens can be captured`);
  }
  const count = Math.ceil(height / ROWS_PER_REQUEST);
  const tops = Array.from({ length: count }, (_, index) => index * ROWS_PER_REQUEST);
  const bands = await Promise.all(
    tops.map((top) => {
      const rows = Math.min(ROWS_PER_REQUEST, height - top);
      return getImage(connection, { drawable, left, top: first + top, width, height: rows });
    }),
  );
  return { bytes: toRgb(bands, width * height), raw: { width, height, channels: 3 } };
}

async function getImage(
  connection: X11Connection,
  { drawable, left, top, width, height }: Captured,
): Promise<Buffer> {
  const body = Buffer.alloc(16);
  body.writeUInt32LE(drawable, 0);
  body.writeInt16LE(left, 4);
  body.writeInt16LE(top, 6);
  body.writeUInt16LE(width, 8);
  body.writeUInt16LE(height, 10);
  body.writeUInt32LE(ALL_PLANES, 12);
  const reply = await connection.request({ opcode: opcodes.getImage, detail: Z_PIXMAP, body });
  return reply.subarray(32, 32 + 4 * width * height);
}

/** X sends blue, green, red and a padding byte. */
function toRgb(bands: readonly Buffer[], pixels: number): Uint8Array {
  const rgb = new Uint8Array(3 * pixels);
  let to = 0;
  for (const band of bands) {
    for (let from = 0; from + 3 < band.length; from += 4) {
      rgb[to] = band[from + 2] ?? 0;
      rgb[to + 1] = band[from + 1] ?? 0;
      rgb[to + 2] = band[from] ?? 0;
      to += 3;
    }
  }
  return rgb;
}
