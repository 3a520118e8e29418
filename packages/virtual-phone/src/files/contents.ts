/** What a file holds: bytes that can grow at the end without being copied each time, or bytes made when asked for. */
export class Contents {
  #buffer: Uint8Array;
  #size: number;
  readonly #make: (() => Uint8Array) | undefined;

  constructor(from: Uint8Array | (() => Uint8Array)) {
    this.#make = typeof from === 'function' ? from : undefined;
    this.#buffer = typeof from === 'function' ? new Uint8Array() : from;
    this.#size = this.#buffer.length;
  }

  /** Files of /proc have no size until they are read. */
  get size(): number {
    return this.#size;
  }

  /** A view that later appends do not change. */
  bytes(): Uint8Array {
    return this.#make ? this.#make() : this.#buffer.subarray(0, this.#size);
  }

  append(bytes: Uint8Array): void {
    const needed = this.#size + bytes.length;
    if (needed > this.#buffer.length) {
      const grown = new Uint8Array(Math.max(needed, this.#buffer.length * 2));
      grown.set(this.#buffer.subarray(0, this.#size));
      this.#buffer = grown;
    }
    this.#buffer.set(bytes, this.#size);
    this.#size = needed;
  }
}
