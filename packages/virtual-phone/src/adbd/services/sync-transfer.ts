import { dirname } from 'node:path/posix';
import { FileError, type FileSystem } from '../../kernel/file-system.ts';
import type { Sink } from '../../kernel/process.ts';
import type { ByteReader } from '../byte-reader.ts';
import { ProtocolError } from '../packet.ts';
import { errorText, isLinkMode, syncData, syncFail, syncHeader } from './sync-wire.ts';

/** The most that one DATA message carries, in either direction. */
const MAX_DATA_BYTES = 64 * 1024;
/** So many bytes are put on the disk at once. */
const WRITTEN_AT_ONCE = 1024 * 1024;
/** No link leads further (PATH_MAX). */
const MAX_LINK_BYTES = 4096;

/** One conversation of `adb push`, `pull`, `ls` or `sync`: requests come one after the other until QUIT. */
export interface SyncSession {
  readonly files: FileSystem;
  readonly reader: ByteReader;
  readonly answers: Sink;
}

/** RECV: the file's bytes, then DONE. */
export async function sendFile({ files, answers }: SyncSession, path: string): Promise<void> {
  let start = 0;
  for (;;) {
    let bytes: Uint8Array;
    try {
      bytes = files.read(path, { start, end: start + MAX_DATA_BYTES });
    } catch (error) {
      await answers.write(syncFail(`open failed: ${reasonOf(error)}`));
      return;
    }
    if (bytes.length > 0) await answers.write(syncData(bytes.subarray(0, MAX_DATA_BYTES)));
    start += bytes.length;
    if (bytes.length < MAX_DATA_BYTES) break;
  }
  await answers.write(syncHeader('DONE', 0));
}

/**
 * SEND: the host's bytes become a file as they come, or a link where the mode says so. The answer comes after the last
 * byte. Where the disk is full or the host goes away before, nothing is left of it, as the daemon unlinks the file.
 */
export async function receiveFile(session: SyncSession, path: string, mode: number): Promise<void> {
  const file = isLinkMode(mode)
    ? new ReceivedLink(session.files, path)
    : new ReceivedFile(session.files, path, mode);
  let isWhole = false;
  try {
    const modified = await receiveData(session, file);
    file.end(modified);
    isWhole = file.failure === undefined;
  } finally {
    if (!isWhole) file.discard();
  }
  await session.answers.write(
    file.failure === undefined ? syncHeader('OKAY', 0) : syncFail(`couldn't create file: ${file.failure}`),
  );
}

/** What is received; after a failure the rest is thrown away. */
interface Receiver {
  readonly failure: string | undefined;
  write(bytes: Uint8Array): void;
  end(modified: number): void;
  discard(): void;
}

/** Reads DATA messages up to DONE, whose number is the file's time. */
async function receiveData({ reader }: SyncSession, file: Receiver): Promise<number> {
  for (;;) {
    const header = await reader.announced(8);
    const id = header.toString('latin1', 0, 4);
    const value = header.readUInt32LE(4);
    if (id === 'DONE') return value;
    if (id !== 'DATA') throw new ProtocolError(`${JSON.stringify(id)} where the data of a file should be`);
    if (value > MAX_DATA_BYTES) throw new ProtocolError(`oversize data message: ${value} bytes`);
    file.write(await reader.announced(value));
  }
}

class ReceivedFile implements Receiver {
  failure: string | undefined;
  #waiting: Uint8Array[] = [];
  #length = 0;
  #isOpen = false;

  readonly #files: FileSystem;
  readonly #path: string;
  readonly #mode: number;

  constructor(files: FileSystem, path: string, mode: number) {
    this.#files = files;
    this.#path = path;
    this.#mode = mode;
  }

  write(bytes: Uint8Array): void {
    if (this.failure !== undefined) return;
    this.#waiting.push(bytes);
    this.#length += bytes.length;
    if (this.#length >= WRITTEN_AT_ONCE) this.#flush();
  }

  end(modified: number): void {
    this.#flush(modified);
  }

  discard(): void {
    this.#waiting = [];
    if (this.#isOpen) removeIfThere(this.#files, this.#path);
  }

  #flush(modified?: number): void {
    if (this.failure !== undefined) return;
    const bytes = Buffer.concat(this.#waiting, this.#length);
    this.#waiting = [];
    this.#length = 0;
    this.failure = failureOf(() => {
      const time = modified === undefined ? {} : { modified };
      if (this.#isOpen) this.#files.write(this.#path, bytes, { append: true, ...time });
      else {
        this.#files.makeDirectory(dirname(this.#path), { recursive: true });
        this.#files.write(this.#path, new Uint8Array(), { mode: sharedMode(this.#mode), ...time });
        this.#isOpen = true;
        this.#files.write(this.#path, bytes, { append: true, ...time });
      }
    });
  }
}

/** A link is what its few bytes say. */
class ReceivedLink implements Receiver {
  failure: string | undefined;
  #target = Buffer.alloc(0);

  readonly #files: FileSystem;
  readonly #path: string;

  constructor(files: FileSystem, path: string) {
    this.#files = files;
    this.#path = path;
  }

  write(bytes: Uint8Array): void {
    if (this.#target.length <= MAX_LINK_BYTES) this.#target = Buffer.concat([this.#target, bytes]);
  }

  end(): void {
    this.failure = failureOf(() => {
      this.#files.makeDirectory(dirname(this.#path), { recursive: true });
      removeIfThere(this.#files, this.#path);
      this.#files.link(this.#target.toString('utf8').replace(/\0+$/, ''), this.#path);
    });
  }

  discard(): void {
    // Nothing is written before the end.
  }
}

/** Why it could not be done; undefined when it was. */
function failureOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

function removeIfThere(files: FileSystem, path: string): void {
  try {
    files.remove(path);
  } catch (error) {
    if (!(error instanceof FileError && error.code === 'ENOENT')) throw error;
  }
}

/** The daemon gives group and others what the owner has: the host's umask means nothing on a phone. */
function sharedMode(mode: number): number {
  const owner = mode & 0o700;
  return (mode & 0o777) | (owner >> 3) | (owner >> 6);
}

function reasonOf(error: unknown): string {
  if (error instanceof FileError) return errorText(error.code);
  throw error;
}
