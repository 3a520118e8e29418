import { deflateSync } from 'node:zlib';

/** One message in either direction: `u32 length, u8 flags, u32 id`, then the payload. */
export interface Frame {
  readonly id: number;
  readonly payload: Uint8Array;
}

const DEFLATED = 1;
const WITH_BINARY = 2;
const HEAD_BYTES = 9;
/** Bytes of the header that the length includes. */
const COUNTED_HEAD_BYTES = 5;
const LARGEST_REQUEST = 1024 * 1024;
/** Longer payloads are deflated: over TCP an answer of more than 4 kB costs another round trip. */
const DEFLATE_ABOVE = 2048;

/** The host's bytes are not a frame; the stream ends. */
export class GarbageFrame extends Error {
  override readonly name = 'GarbageFrame';
}

/** Cuts the bytes of stdin into frames. */
export class FrameReader {
  #rest = Buffer.alloc(0);

  /** The frames that are complete now. */
  push(bytes: Uint8Array): readonly Frame[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const frames: Frame[] = [];
    while (this.#rest.length >= 4) {
      const length = this.#rest.readUInt32BE(0);
      if (length < COUNTED_HEAD_BYTES || length > LARGEST_REQUEST)
        throw new GarbageFrame(`a frame of ${length} bytes`);
      if (this.#rest.length < 4 + length) break;
      if (this.#rest.readUInt8(4) !== 0) throw new GarbageFrame('the host deflates nothing');
      const payload = this.#rest.subarray(HEAD_BYTES, 4 + length);
      frames.push({ id: this.#rest.readUInt32BE(5), payload });
      this.#rest = this.#rest.subarray(4 + length);
    }
    return frames;
  }
}

/** Encodes an answer: JSON, then the bytes of a picture if there is one. */
export function encodeFrame(id: number, message: unknown, binary?: Uint8Array): Uint8Array {
  const json = Buffer.from(JSON.stringify(message));
  let payload: Uint8Array = binary === undefined ? json : Buffer.concat([u32(json.length), json, binary]);
  let flags = binary === undefined ? 0 : WITH_BINARY;
  // Pictures are compressed already.
  if (payload.length > DEFLATE_ABOVE && (binary === undefined || binary.length < json.length)) {
    payload = deflateSync(payload, { level: 1 });
    flags |= DEFLATED;
  }
  return Buffer.concat([u32(payload.length + COUNTED_HEAD_BYTES), Uint8Array.of(flags), u32(id), payload]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
