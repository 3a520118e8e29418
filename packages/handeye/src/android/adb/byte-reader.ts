/** Reads exact numbers of bytes from a source that delivers chunks of any size. */
export class ByteReader {
  readonly #source: { read(): Promise<Uint8Array | undefined> };
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: { read(): Promise<Uint8Array | undefined> }) {
    this.#source = source;
  }

  /** What was read from the source and not yet asked for. */
  get rest(): Uint8Array {
    return this.#rest;
  }

  /** Exactly that many bytes; rejects if the source ends first. */
  async exactly(length: number): Promise<Buffer> {
    const pieces = [this.#rest];
    let available = this.#rest.length;
    while (available < length) {
      const piece = await this.#source.read();
      if (!piece) throw new Error(`the stream ended ${length - available} bytes early`);
      pieces.push(bufferOf(piece));
      available += piece.length;
    }
    const bytes = pieces.length === 1 ? this.#rest : Buffer.concat(pieces);
    this.#rest = bytes.subarray(length);
    return bytes.subarray(0, length);
  }
}

/** The same bytes as a Buffer, without copying. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
