import {
  closeSync,
  constants,
  fchmodSync,
  fdatasyncSync,
  fstatSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { type Entry, hashOf, lineAfter, type Link } from './chain.ts';
import { headFile, lockFile, rotatedFiles } from './files.ts';
import { Head } from './head.ts';
import { lock } from './lock.ts';
import { type Tail, tailOf } from './tail.ts';
import { UnfitRecord } from './tail.ts';

/** Bytes of a file, after which a new one is begun. */
const MOST_BYTES = 10 * 1024 * 1024;

export interface AuditFileOptions {
  readonly now?: () => Date;
  readonly mostBytes?: number;
  /** Writes to an open file and returns how many bytes were written; tests let disks be full. */
  readonly write?: (file: number, bytes: Buffer) => number;
}

/**
 * An append-only record. A line is written with one request to the system before `append` returns, so that a killed process
 * leaves at most its last line torn. Full files are renamed to FILE.1, FILE.2 and so on, and are never removed.
 */
export class AuditFile {
  readonly #path: string;
  readonly #now: () => Date;
  readonly #mostBytes: number;
  readonly #write: (file: number, bytes: Buffer) => number;
  readonly #unlock: () => void;
  readonly #head: Head;
  #file: number;
  #size: number;
  #last: Link;
  /** The rest of a line that did not fit on the disk. */
  #pending: Buffer = Buffer.alloc(0);
  /** Ends the line that the run before left without an end; written together with the line behind it. */
  #lineBreak: string;
  /** The entries that could not be written since then. */
  #missed = 0;
  /** The file is full, and the next one could not be begun. */
  #mustRotate = false;
  /** How the run before ended. */
  readonly found: Tail;

  constructor(path: string, options: AuditFileOptions = {}) {
    this.#path = path;
    this.#now = options.now ?? (() => new Date());
    this.#mostBytes = options.mostBytes ?? MOST_BYTES;
    this.#write = options.write ?? ((file, bytes) => writeSync(file, bytes));
    this.#unlock = lock(lockFile(path));
    try {
      this.found = tailOf(path);
      this.#file = opened(path);
      this.#size = fstatSync(this.#file).size;
      this.#last = this.found.last;
      this.#head = new Head(headFile(path));
      this.#lineBreak = this.found.unended ? '\n' : '';
    } catch (error) {
      this.#unlock();
      throw error;
    }
  }

  /** Writes the first line of a run, which says what became of the run before. */
  start(entry: Entry): void {
    const { torn, ended, unknownToHead } = this.found;
    this.append({
      event: 'start',
      ...entry,
      ...(!ended && { before: 'the run before was killed' }),
      ...(torn && { torn: torn.bytes, last: torn.last }),
      ...(unknownToHead > 0 && { unknown_to_head: unknownToHead }),
    });
  }

  /** Writes a line, to the disk itself if `durable`. Throws the system's error if it cannot be done. */
  append(entry: Entry, { durable = true } = {}): void {
    try {
      this.#flush();
      const missed = this.#missed > 0 && { missed: this.#missed };
      const { event, ...rest } = entry;
      const line = lineAfter(this.#last, { time: this.#now().toISOString(), event, ...missed, ...rest });
      const bytes = Buffer.from(`${this.#lineBreak}${line}\n`);
      const isFull = this.#size > 0 && this.#size + bytes.length > this.#mostBytes;
      this.#mustRotate ||= isFull && this.#lineBreak === '';
      this.#rotateIfFull();
      this.#lineBreak = '';
      this.#pending = bytes;
      this.#last = { n: this.#last.n + 1, hash: hashOf(line) };
      this.#missed = 0;
    } catch (error) {
      this.#missed += 1;
      throw error;
    }
    this.#flush();
    if (durable) fdatasyncSync(this.#file);
  }

  /** Makes up for what could not be done so far: the rest of the last line, a new file. Throws if it still cannot be. */
  recover(): void {
    this.#flush();
    this.#rotateIfFull();
  }

  #flush(): void {
    while (this.#pending.length > 0) {
      const written = this.#write(this.#file, this.#pending);
      this.#pending = this.#pending.subarray(written);
      this.#size += written;
      if (this.#pending.length === 0) this.#head.write(this.#last);
    }
  }

  close(): void {
    try {
      fdatasyncSync(this.#file);
      closeSync(this.#file);
      this.#head.close();
    } finally {
      this.#unlock();
    }
  }

  #rotateIfFull(): void {
    if (!this.#mustRotate) return;
    this.#rotate();
    this.#mustRotate = false;
  }

  #rotate(): void {
    const number = (rotatedFiles(this.#path).at(-1)?.number ?? 0) + 1;
    fdatasyncSync(this.#file);
    renameSync(this.#path, `${this.#path}.${number}`);
    try {
      const next = opened(this.#path);
      closeSync(this.#file);
      this.#file = next;
      this.#size = 0;
    } catch (error) {
      renameSync(`${this.#path}.${number}`, this.#path);
      throw error;
    }
  }
}

/** Opens it for appending, for this user alone. */
function opened(path: string): number {
  // Without O_NONBLOCK opening a pipe would wait for a reader.
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;
  const file = openSync(path, flags, 0o600);
  try {
    const status = fstatSync(file);
    if (!status.isFile()) throw new UnfitRecord('it is not a regular file');
    if (status.mode & 0o077) fchmodSync(file, 0o600);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}
