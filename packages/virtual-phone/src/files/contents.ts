import { save } from '../kernel/checkpoint.ts';
import { FileError } from '../kernel/file-system.ts';
import { keepPage, PAGE_SIZE, readPage, releasePage, type Page } from './pages.ts';

type Pages = readonly (Page | undefined)[];

function refer(pages: Pages): void {
  for (const page of pages) if (page !== undefined) page.references++;
}

function releaseAll(pages: Pages): void {
  for (const page of pages) if (page !== undefined) releasePage(page);
}

/** Frees the pages of snapshots that were garbage-collected. */
const snapshots = new FinalizationRegistry<Pages>(releaseAll);

const ZEROS = new Uint8Array(PAGE_SIZE);
/** The largest part that can be read at once. */
const LARGEST_PIECE = 512 * 1024 * 1024;

/**
 * The content of a file: bytes that can grow at the end without being copied each time, or bytes made on demand. Full pages of
 * zeros take no memory, and a page equal to the one before it is shared.
 */
export class Contents {
  readonly #make: (() => Uint8Array) | undefined;
  /** The full pages; undefined is a page of zeros. */
  #pages: (Page | undefined)[] = [];
  /** The rest after the full pages: less than a page, with room to grow. */
  #tail: Uint8Array;
  #tailSize: number;
  /** Bytes of disk that it takes: all but the holes of `resize`. */
  #allocated: number;

  constructor(from: Uint8Array | (() => Uint8Array)) {
    this.#make = typeof from === 'function' ? from : undefined;
    const isShort = typeof from !== 'function' && from.length < PAGE_SIZE;
    this.#tail = isShort ? from : new Uint8Array();
    this.#tailSize = this.#tail.length;
    this.#allocated = this.#tailSize;
    if (typeof from !== 'function' && !isShort) this.append(from);
  }

  /** Files of /proc have no size until they are read. */
  get size(): number {
    return this.#pages.length * PAGE_SIZE + this.#tailSize;
  }

  get allocated(): number {
    return this.#allocated;
  }

  /** All bytes, or a part; later appends do not change them. */
  bytes(start = 0, end = Infinity): Uint8Array {
    if (this.#make) return this.#make().subarray(start, end);
    const [from, to] = [Math.min(start, this.size), Math.min(end, this.size)];
    const full = this.#pages.length * PAGE_SIZE;
    if (from >= full) return this.#tail.subarray(from - full, Math.max(from, to) - full);
    if (to - from > LARGEST_PIECE) throw new FileError('EFBIG', '');
    const bytes = new Uint8Array(Math.max(0, to - from));
    for (let at = from; at < to;) {
      const page = this.#pageAt(Math.floor(at / PAGE_SIZE));
      const within = at % PAGE_SIZE;
      const piece = page.subarray(within, Math.min(page.length, within + to - at));
      bytes.set(piece, at - from);
      at += piece.length;
    }
    return bytes;
  }

  append(bytes: Uint8Array): void {
    this.#allocated += bytes.length;
    for (let at = 0; at < bytes.length;) {
      const piece = bytes.subarray(at, at + PAGE_SIZE - this.#tailSize);
      this.#growTail(this.#tailSize + piece.length);
      this.#tail.set(piece, this.#tailSize);
      this.#tailSize += piece.length;
      at += piece.length;
      if (this.#tailSize === PAGE_SIZE) this.#seal();
    }
  }

  /** Truncates the content, or extends it by a hole of zeros that takes no space unless `allocate` is set. */
  resize(size: number, { allocate = false } = {}): void {
    const before = this.size;
    if (size < before) this.#cut(size);
    else this.#extend(size);
    const grown = allocate ? size - this.#allocated : 0;
    this.#allocated = Math.min(this.#allocated, size) + Math.max(0, grown);
  }

  /** Frees all pages; the content is not read again. */
  release(): void {
    releaseAll(this.#pages);
    this.#pages = [];
    this.#tail = new Uint8Array();
    this.#tailSize = 0;
    this.#allocated = 0;
  }

  /** A snapshot shares the pages and keeps them until it is garbage-collected. */
  [save](): () => void {
    // Removes the room to grow, so that later appends go to a copy.
    this.#tail = this.#tail.subarray(0, this.#tailSize);
    const [pages, tail, allocated] = [this.#pages.slice(), this.#tail, this.#allocated];
    const restore = () => {
      refer(pages);
      this.release();
      this.#pages = pages.slice();
      this.#tail = tail;
      this.#tailSize = tail.length;
      this.#allocated = allocated;
    };
    if (pages.length > 0) {
      refer(pages);
      snapshots.register(restore, pages);
    }
    return restore;
  }

  #pageAt(index: number): Uint8Array {
    if (index >= this.#pages.length) return this.#tail.subarray(0, this.#tailSize);
    const page = this.#pages[index];
    return page === undefined ? new Uint8Array(PAGE_SIZE) : readPage(page);
  }

  #cut(size: number): void {
    const index = Math.floor(size / PAGE_SIZE);
    if (index < this.#pages.length) {
      this.#tail = Uint8Array.from(this.#pageAt(index));
      releaseAll(this.#pages.splice(index));
    }
    this.#tailSize = size - index * PAGE_SIZE;
    this.#tail = this.#tail.slice(0, this.#tailSize);
  }

  #extend(size: number): void {
    const inTail = Math.min(PAGE_SIZE, size - this.#pages.length * PAGE_SIZE);
    const tail = new Uint8Array(inTail);
    tail.set(this.#tail.subarray(0, this.#tailSize));
    this.#tail = tail;
    this.#tailSize = inTail;
    if (inTail < PAGE_SIZE) return;
    this.#seal();
    const holes = Math.floor(size / PAGE_SIZE) - this.#pages.length;
    // A hole takes no memory, however long it is.
    this.#pages.length += Math.max(0, holes);
    this.#tailSize = size % PAGE_SIZE;
    this.#tail = new Uint8Array(this.#tailSize);
  }

  #growTail(needed: number): void {
    if (needed <= this.#tail.length) return;
    const grown = new Uint8Array(Math.min(PAGE_SIZE, Math.max(needed, this.#tail.length * 2)));
    grown.set(this.#tail.subarray(0, this.#tailSize));
    this.#tail = grown;
  }

  /** The tail is full and becomes a page. */
  #seal(): void {
    const last = this.#pages.at(-1);
    const full = this.#tail.subarray(0, PAGE_SIZE);
    let page: Page | undefined;
    if (last !== undefined && Buffer.compare(readPage(last), full) === 0) {
      last.references++;
      page = last;
    } else if (Buffer.compare(full, ZEROS) !== 0) {
      page = keepPage(full);
      if (page === undefined) throw new FileError('ENOSPC', '');
    }
    this.#pages.push(page);
    this.#tail = new Uint8Array();
    this.#tailSize = 0;
  }
}
