import type { Source } from '../kernel/process.ts';
import { ProtocolError } from './packet.ts';

/** Reads exact amounts out of a source that comes in pieces of any size. Asks for the next piece only when one is used up. */
export class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(source: Source) {
    this.#pieces = source[Symbol.asyncIterator]();
  }

  /** The next bytes, `max` at most; undefined at the end. */
  async some(max: number): Promise<Uint8Array | undefined> {
    while (this.#rest.length === 0) {
      const next = await this.#pieces.next();
      if (next.done === true) return undefined;
      this.#rest = next.value;
    }
    const bytes = this.#rest.subarray(0, max);
    this.#rest = this.#rest.subarray(bytes.length);
    return bytes;
  }

  /** Exactly `length` bytes, which a header has announced; a shorter source is an error. */
  async announced(length: number): Promise<Buffer> {
    const bytes = length === 0 ? Buffer.alloc(0) : await this.exactly(length);
    if (bytes === undefined) throw new ProtocolError('the stream ended where more was announced');
    return bytes;
  }

  /** Exactly `length` bytes; undefined at the end. An end within them is an error. */
  async exactly(length: number): Promise<Buffer | undefined> {
    const bytes = Buffer.alloc(length);
    let filled = 0;
    while (filled < length) {
      const part = await this.some(length - filled);
      if (part === undefined) {
        if (filled === 0) return undefined;
        throw new ProtocolError('the stream ended within a message');
      }
      bytes.set(part, filled);
      filled += part.length;
    }
    return bytes;
  }
}
