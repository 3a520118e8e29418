import { gzipSync } from 'node:zlib';

/** One thing that the system kept about a failure. */
export interface DropBoxEntry {
  readonly tag: string;
  /** Milliseconds since the epoch; no two entries have the same. */
  readonly time: number;
  readonly text: string;
  readonly isCompressed: boolean;
  /** What its file takes. */
  readonly bytes: number;
  readonly file: string;
}

/** Where a phone's entries are kept; a text of a block or more is compressed (DropBoxManagerService). */
const FOLDER = '/data/system/dropbox';
const BLOCK_BYTES = 4096;
/** DEFAULT_MAX_FILES and DEFAULT_AGE_SECONDS. */
export const MOST_ENTRIES = 1000;
const OLDEST_MS = 3 * 86_400_000;

/** What system_server keeps about crashes. It outlives a reboot. */
export class DropBox {
  private all: DropBoxEntry[] = [];

  /** The oldest first. */
  get entries(): readonly DropBoxEntry[] {
    return this.all;
  }

  add(tag: string, text: string, now: number): void {
    const time = Math.max(now, (this.all.at(-1)?.time ?? 0) + 1);
    const plain = Buffer.from(text);
    const isCompressed = plain.length >= BLOCK_BYTES;
    const bytes = isCompressed ? gzipSync(plain).length : plain.length;
    const file = `${FOLDER}/${encodeURIComponent(tag)}@${time}.txt${isCompressed ? '.gz' : ''}`;
    const kept = this.all.filter((entry) => entry.time > now - OLDEST_MS).slice(1 - MOST_ENTRIES);
    this.all = [...kept, { tag, time, text, isCompressed, bytes, file }];
  }
}
