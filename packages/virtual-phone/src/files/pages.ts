/**
 * The storage of full pages of the phone's files: the first ones in memory, the others in one unlinked scratch file on the
 * host, so that a large file takes no memory and nothing is left behind.
 */
import {
  closeSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statfsSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const PAGE_SIZE = 65_536;
/** The limit for pages in memory, for all phones together. */
const MEMORY_BUDGET = 64 * 1024 * 1024;
/** Free space of the host below which the phone's disk counts as full. */
const LEFT_FOR_HOST = 1024 * 1024 * 1024;
/** Pages between two checks of the host's free space. */
const PAGES_PER_CHECK = 256;

/** One page; files with equal pages may share it. */
export interface Page {
  references: number;
  /** The bytes, or the place in the scratch file. */
  readonly at: Uint8Array | number;
}

let inMemory = 0;
let scratch: number | undefined;
let scratchPages = 0;
const freePlaces: number[] = [];

/** Stores a page; undefined if the host has no space for it. */
export function keepPage(bytes: Uint8Array): Page | undefined {
  if (inMemory + PAGE_SIZE <= MEMORY_BUDGET) {
    inMemory += PAGE_SIZE;
    return { references: 1, at: Uint8Array.from(bytes) };
  }
  const place = freePlaces.pop() ?? newPlace();
  if (place === undefined) return undefined;
  writeSync(scratchFile(), bytes, 0, PAGE_SIZE, place * PAGE_SIZE);
  return { references: 1, at: place };
}

export function readPage({ at }: Page): Uint8Array {
  if (typeof at !== 'number') return at;
  const bytes = new Uint8Array(PAGE_SIZE);
  readSync(scratchFile(), bytes, 0, PAGE_SIZE, at * PAGE_SIZE);
  return bytes;
}

/** Drops a reference; the last one frees the page. */
export function releasePage(page: Page): void {
  if (--page.references > 0) return;
  if (typeof page.at === 'number') freePlaces.push(page.at);
  else inMemory -= PAGE_SIZE;
  if (scratch === undefined || freePlaces.length < scratchPages) return;
  closeSync(scratch);
  scratch = undefined;
  scratchPages = 0;
  freePlaces.length = 0;
}

function newPlace(): number | undefined {
  if (scratchPages % PAGES_PER_CHECK === 0) {
    const { bavail, bsize } = statfsSync(tmpdir());
    if (bavail * bsize < LEFT_FOR_HOST) return undefined;
  }
  return scratchPages++;
}

function scratchFile(): number {
  if (scratch !== undefined) return scratch;
  const folder = mkdtempSync(join(tmpdir(), 'handeye-phone-'));
  const path = join(folder, 'files');
  scratch = openSync(path, 'wx+', 0o600);
  // An open file exists until it is closed; Windows cannot unlink it before.
  if (process.platform !== 'win32') {
    unlinkSync(path);
    rmSync(folder, { recursive: true });
  }
  return scratch;
}
