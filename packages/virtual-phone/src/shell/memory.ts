/**
 * Limits the memory of the phone's programs. They run in the host's process, which must outlive them, so there is a
 * limit for each program and one for all together. Only what a script can make arbitrarily large is counted.
 */
const MEGABYTE = 1024 * 1024;

/** Enough for a picture of the screen or a log; small enough to be sorted while others wait. */
const MOST_OF_ONE = 16 * MEGABYTE;
const MOST_OF_ALL = 128 * MEGABYTE;

/** Roughly an array slot and a string header: many short texts cost more than their characters. */
const COST_OF_TEXT = 48;

/** The memory limit was reached. Programs and shells report it in their own name. */
export class OutOfMemory extends Error {
  override readonly name = 'OutOfMemory';
  constructor() {
    super('Out of memory');
  }
}

/** The memory that all programs of a phone share. */
export class Memory {
  #used = 0;

  account(): MemoryAccount {
    return new MemoryAccount((bytes) => {
      if (this.#used + bytes > MOST_OF_ALL && bytes > 0) throw new OutOfMemory();
      this.#used += bytes;
    });
  }
}

/** The memory of one program. */
export class MemoryAccount {
  readonly #share: (bytes: number) => void;
  #held = 0;

  constructor(share: (bytes: number) => void) {
    this.#share = share;
  }

  /** Takes more memory; throws if there is not enough. */
  take(bytes: number): void {
    if (this.#held + bytes > MOST_OF_ONE) throw new OutOfMemory();
    this.#share(bytes);
    this.#held += bytes;
  }

  give(bytes: number): void {
    const given = Math.min(bytes, this.#held);
    this.#share(-given);
    this.#held -= given;
  }

  /** Takes memory while the work runs. */
  async during<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    this.take(bytes);
    try {
      return await work();
    } finally {
      this.give(bytes);
    }
  }

  /** The program ended. */
  close(): void {
    this.give(this.#held);
  }
}

/** The cost of texts that are kept separately. */
export function costOfTexts(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length + COST_OF_TEXT, 0);
}

/** Collects bytes in one growing block. Keeping small chunks as they arrive would cost ten times their size. */
export class ByteBlock {
  readonly #memory: MemoryAccount;
  #block = new Uint8Array(0);
  #size = 0;

  constructor(memory: MemoryAccount) {
    this.#memory = memory;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): Uint8Array {
    return this.#block.subarray(0, this.#size);
  }

  push(bytes: Uint8Array): void {
    this.#makeRoom(this.#size + bytes.length);
    this.#block.set(bytes, this.#size);
    this.#size += bytes.length;
  }

  /** Drops the first bytes. */
  drop(count: number): void {
    this.#block.copyWithin(0, count, this.#size);
    this.#size -= count;
  }

  /** Releases its memory. */
  close(): void {
    this.#memory.give(this.#block.length);
    this.#block = new Uint8Array(0);
    this.#size = 0;
  }

  #makeRoom(size: number): void {
    if (size <= this.#block.length) return;
    const length = Math.max(size, Math.min(2 * this.#block.length, this.#block.length + MEGABYTE), 4096);
    this.#memory.take(length - this.#block.length);
    const larger = new Uint8Array(length);
    larger.set(this.bytes);
    this.#block = larger;
  }
}
