/** Bytes that have arrived and wait for their one reader. */
export class ByteQueue {
  /** The number of bytes that wait. */
  size = 0;
  #pieces: Uint8Array[] = [];
  #waiting: { resolve: (bytes: Uint8Array | undefined) => void; reject: (error: Error) => void } | undefined;
  #end: { readonly error: Error | undefined } | undefined;

  get isDrained(): boolean {
    return this.#end !== undefined && this.size === 0;
  }

  push(bytes: Uint8Array): void {
    if (this.#end || bytes.length === 0) return;
    if (this.#waiting) {
      this.#waiting.resolve(bytes);
      this.#waiting = undefined;
    } else {
      this.#pieces.push(bytes);
      this.size += bytes.length;
    }
  }

  /** Puts back bytes that were read too far. */
  unread(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#pieces.unshift(bytes);
    this.size += bytes.length;
  }

  /** Marks the end; the first reason given counts. */
  end(error?: Error): void {
    if (this.#end) return;
    this.#end = { error };
    if (error) this.#waiting?.reject(error);
    else this.#waiting?.resolve(undefined);
    this.#waiting = undefined;
  }

  read(): Promise<Uint8Array | undefined> {
    const bytes = this.#pieces.shift();
    if (bytes) {
      this.size -= bytes.length;
      return Promise.resolve(bytes);
    }
    if (this.#end) return this.#end.error ? Promise.reject(this.#end.error) : Promise.resolve(undefined);
    return new Promise((resolve, reject) => (this.#waiting = { resolve, reject }));
  }
}

/** Reads exact amounts out of bytes that come in pieces of any size. */
export class ByteReader {
  readonly #source: { read(): Promise<Uint8Array | undefined> };
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: { read(): Promise<Uint8Array | undefined> }) {
    this.#source = source;
  }

  /** Bytes read from the source and not yet requested. */
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
