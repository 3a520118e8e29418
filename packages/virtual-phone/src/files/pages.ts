/**
 * Where full pages of the phone's files are kept: the first few in memory, the others in one scratch file of the
 * computer that has no name any more, so that a large file takes no memory and nothing is left behind.
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
/** So much of all phones' files stays in memory. */
const MEMORY_BUDGET = 64 * 1024 * 1024;
/** The phone's disk is full before the computer's is. */
const LEFT_FOR_HOST = 1024 * 1024 * 1024;
/** How often the computer is asked what it has left. */
const PAGES_PER_CHECK = 256;

/** One page; files whose pages are alike may share it. */
export interface Page {
  references: number;
  /** In memory, or at this place of the scratch file. */
  readonly at: Uint8Array | number;
}

let inMemory = 0;
let scratch: number | undefined;
let scratchPages = 0;
const freePlaces: number[] = [];

/** Keeps a page; undefined where the computer has no room for it. */
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

/** Gives a page up; the last who had it frees its room. */
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
  // An open file stays until it is closed; Windows does not let go of its name before.
  if (process.platform !== 'win32') {
    unlinkSync(path);
    rmSync(folder, { recursive: true });
  }
  return scratch;
}
