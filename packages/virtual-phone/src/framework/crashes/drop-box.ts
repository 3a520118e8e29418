import { gzipSync } from 'node:zlib';

/** One report in the drop box. */
export interface DropBoxEntry {
  readonly tag: string;
  /** Milliseconds since the epoch; no two entries have the same. */
  readonly time: number;
  readonly text: string;
  readonly isCompressed: boolean;
  /** The size of its file. */
  readonly bytes: number;
  readonly file: string;
}

/** The folder of the entries; a text of a block or more is compressed (DropBoxManagerService). */
const FOLDER = '/data/system/dropbox';
const BLOCK_BYTES = 4096;
/** DEFAULT_MAX_FILES and DEFAULT_AGE_SECONDS. */
export const MOST_ENTRIES = 1000;
const OLDEST_MS = 3 * 86_400_000;

/** The system's crash reports. They outlive a reboot. */
export class DropBox {
  private all: DropBoxEntry[] = [];

  /** All entries, oldest first. */
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
