import type { Picture } from '../../device/port.ts';
import { actionFailed } from '../../device/errors.ts';
import type { XServer } from './server.ts';

const GET_IMAGE = 73;
const Z_PIXMAP = 2;
/** Rows of one request: the whole of a large screen would arrive as one packet of tens of megabytes. */
const BAND = 64;

/** The whole screen, which has this size by now, as it is shown, as raw RGB. */
export async function capture(
  server: XServer,
  { width, height }: { width: number; height: number },
): Promise<Picture> {
  const { depth } = server.setup.screen;
  if (depth !== 24 && depth !== 32) {
    throw actionFailed(`The screen has ${depth} bits a pixel; only screens of 24 can be captured.`);
  }
  const tops = Array.from({ length: Math.ceil(height / BAND) }, (_, band) => band * BAND);
  const bands = await Promise.all(
    tops.map((top) => getImage(server, { top, width, height: Math.min(BAND, height - top) })),
  );
  return { bytes: withoutPadding(bands, width * height), raw: { width, height, channels: 3 } };
}

async function getImage(
  server: XServer,
  { top, width, height }: { top: number; width: number; height: number },
): Promise<Buffer> {
  const body = Buffer.alloc(16);
  body.writeUInt32LE(server.setup.screen.root, 0);
  body.writeInt16LE(top, 6);
  body.writeUInt16LE(width, 8);
  body.writeUInt16LE(height, 10);
  body.writeUInt32LE(0xffffffff, 12);
  const reply = await server.ask({ opcode: GET_IMAGE, detail: Z_PIXMAP, body });
  return reply.subarray(32, 32 + 4 * width * height);
}

/** X gives blue, green, red and an unused byte; pictures want red, green, blue. */
function withoutPadding(bands: readonly Buffer[], pixels: number): Uint8Array {
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
