import { ByteReader } from '../byte-reader.ts';
import type { Service, ServiceFactory } from './context.ts';

const RGBA_8888 = 1;
/** Offset and length in bits of red, blue, green and alpha, in the order of the header. */
const RGBA_CHANNELS = [0, 8, 16, 8, 8, 8, 24, 8];
/** The fourth byte of RGBX_8888 is unused. */
const RGBX_CHANNELS = [0, 8, 16, 8, 8, 8, 24, 0];

/**
 * `framebuffer:`: a header and the screen as raw pixels, from which ddmlib and similar clients read screenshots. A daemon runs
 * `screencap` and replaces the header by its own: version 1, or 2 with the colour space since Android 9.
 */
export const framebuffer: ServiceFactory = (_argument, { device }): Service => {
  const hasColorSpace = device.release >= 9;
  return async (stream) => {
    const program = device.execute(['screencap']);
    const end = (): void => {
      program.kill();
    };
    stream.closed.addEventListener('abort', end, { once: true });
    try {
      program.stdin.end();
      const reader = new ByteReader(program.stdout);
      const head = await reader.exactly(hasColorSpace ? 16 : 12);
      if (head === undefined) return;
      const [width, height, format] = [0, 4, 8].map((at) => head.readUInt32LE(at)) as [
        number,
        number,
        number,
      ];
      const size = width * height * 4;
      const version = hasColorSpace ? [2, 32, head.readUInt32LE(12)] : [1, 32];
      const channels = format === RGBA_8888 ? RGBA_CHANNELS : RGBX_CHANNELS;
      await stream.outgoing.write(words([...version, size, width, height, ...channels]));
      await copy(reader, size, (bytes) => stream.outgoing.write(bytes));
    } finally {
      stream.closed.removeEventListener('abort', end);
      program.kill();
    }
  };
};

const PIECE_BYTES = 64 * 1024;

async function copy(
  reader: ByteReader,
  size: number,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  for (let left = size; left > 0;) {
    const piece = await reader.exactly(Math.min(left, PIECE_BYTES));
    if (piece === undefined) return;
    await write(piece);
    left -= piece.length;
  }
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeUInt32LE(value, place * 4);
  return bytes;
}
