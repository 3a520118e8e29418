/**
 * The frames of the companion's protocol: four bytes length (big-endian), a byte of flags, four bytes id, payload. See
 * packages/phone-companion/README.md.
 */
import { inflateSync } from 'node:zlib';
import { bufferOf } from '@handeye/adb/byte-reader';

const LENGTH_BYTES = 4;
/** Flags and id, which the length counts. */
const HEADER_BYTES = 5;

const DEFLATED = 1;
const HAS_BINARY = 2;

export const MOST_BYTES_TO_PHONE = 1024 * 1024;
const MOST_BYTES_FROM_PHONE = 32 * 1024 * 1024;

/** A frame from the phone. */
export interface Frame {
  /** The request that it answers; 0 for the greeting. */
  readonly id: number;
  readonly json: unknown;
  /** A picture. */
  readonly binary: Uint8Array | undefined;
}

/** The bytes are no frame: another program writes into the stream, or the companion is broken. */
export class GarbageFrame extends Error {
  override readonly name = 'GarbageFrame';
}

/** The bytes of a request; undefined if it is longer than the companion takes. */
export function encodeFrame(id: number, request: unknown): Buffer | undefined {
  const payload = Buffer.from(JSON.stringify(request));
  const length = HEADER_BYTES + payload.length;
  if (length > MOST_BYTES_TO_PHONE) return undefined;
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + length);
  frame.writeUInt32BE(length, 0);
  frame.writeUInt8(0, LENGTH_BYTES);
  frame.writeUInt32BE(id, LENGTH_BYTES + 1);
  frame.set(payload, LENGTH_BYTES + HEADER_BYTES);
  return frame;
}

/** Cuts bytes that arrive in pieces of any size into frames. */
export class FrameReader {
  #pieces: Buffer[] = [];
  #size = 0;

  /** The complete frames so far. GarbageFrame if the bytes cannot be one. */
  push(chunk: Uint8Array): Frame[] {
    this.#pieces.push(bufferOf(chunk));
    this.#size += chunk.length;
    const frames: Frame[] = [];
    for (let length = this.#nextLength(); length !== undefined; length = this.#nextLength()) {
      this.#take(LENGTH_BYTES);
      frames.push(decode(this.#take(length)));
    }
    return frames;
  }

  /** The length of the next frame if all of it has arrived. */
  #nextLength(): number | undefined {
    if (this.#size < LENGTH_BYTES) return undefined;
    const length = this.#joined(LENGTH_BYTES).readUInt32BE(0);
    if (length < HEADER_BYTES || length > MOST_BYTES_FROM_PHONE) {
      throw new GarbageFrame(`a frame of ${length} bytes`);
    }
    return this.#size >= LENGTH_BYTES + length ? length : undefined;
  }

  /**
   * The first piece, extended to at least this length: a long frame in many pieces is copied once, when all of it has arrived.
   */
  #joined(length: number): Buffer {
    const [first] = this.#pieces;
    if (first !== undefined && first.length >= length) return first;
    const whole = Buffer.concat(this.#pieces);
    this.#pieces = [whole];
    return whole;
  }

  #take(length: number): Buffer {
    const bytes = this.#joined(length);
    this.#pieces[0] = bytes.subarray(length);
    this.#size -= length;
    return bytes.subarray(0, length);
  }
}

function decode(frame: Buffer): Frame {
  const flags = frame.readUInt8(0);
  const id = frame.readUInt32BE(1);
  if ((flags & ~(DEFLATED | HAS_BINARY)) !== 0) throw new GarbageFrame(`a frame with the flags ${flags}`);
  try {
    const sent = frame.subarray(HEADER_BYTES);
    const payload =
      (flags & DEFLATED) === 0 ? sent : inflateSync(sent, { maxOutputLength: MOST_BYTES_FROM_PHONE });
    if ((flags & HAS_BINARY) === 0) return { id, json: JSON.parse(payload.toString()), binary: undefined };
    const end = LENGTH_BYTES + payload.readUInt32BE(0);
    if (end > payload.length) throw new GarbageFrame('a frame whose JSON ends behind it');
    const json: unknown = JSON.parse(payload.toString('utf8', LENGTH_BYTES, end));
    return { id, json, binary: payload.subarray(end) };
  } catch (error) {
    throw error instanceof GarbageFrame
      ? error
      : new GarbageFrame('a frame that cannot be read', { cause: error });
  }
}
