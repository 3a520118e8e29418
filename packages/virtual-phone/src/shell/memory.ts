/**
 * What the programs of a phone may hold in memory. They run in the host's process, which has to outlive all of them: so
 * each has a limit, and so have all of them together. What is counted is what a script can make as large as it likes.
 */
const MEGABYTE = 1024 * 1024;

/** Enough for a picture of the screen or a log; little enough to be sorted while others wait. */
const MOST_OF_ONE = 16 * MEGABYTE;
const MOST_OF_ALL = 128 * MEGABYTE;

/** An array slot and the head of a string, roughly: many short texts cost more than their characters. */
const COST_OF_TEXT = 48;

/** There is no more memory. Programs and shells say so in their own name. */
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

/** What one program holds. */
export class MemoryAccount {
  readonly #share: (bytes: number) => void;
  #held = 0;

  constructor(share: (bytes: number) => void) {
    this.#share = share;
  }

  /** Holds that much more; throws where there is not so much. */
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

  /** Holds that much while the work lasts. */
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

/** What texts cost that are kept one by one. */
export function costOfTexts(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length + COST_OF_TEXT, 0);
}

/** Collects bytes in one block that grows. Small pieces that were kept as they come would cost ten times their size. */
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

  /** Forgets the first bytes. */
  drop(count: number): void {
    this.#block.copyWithin(0, count, this.#size);
    this.#size -= count;
  }

  /** Gives its memory back. */
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
