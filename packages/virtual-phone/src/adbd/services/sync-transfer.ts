import { dirname } from 'node:path/posix';
import { FileError, type FileKind, type FileSystem } from '../../kernel/file-system.ts';
import type { Sink } from '../../kernel/process.ts';
import type { AndroidRelease } from '../../kernel/release.ts';
import type { ByteReader } from '../byte-reader.ts';
import { ProtocolError } from '../packet.ts';
import { errorText, isLinkMode, syncData, syncFail, syncHeader } from './sync-wire.ts';

/** The most that one DATA message carries, in either direction. */
const MAX_DATA_BYTES = 64 * 1024;
/** How many bytes are written to the disk at once. */
const WRITTEN_AT_ONCE = 1024 * 1024;
/** The longest target of a link (PATH_MAX). */
const MAX_LINK_BYTES = 4096;

/** One conversation of `adb push`, `pull`, `ls` or `sync`: requests come one after the other until QUIT. */
export interface SyncSession {
  readonly release: AndroidRelease;
  readonly files: FileSystem;
  readonly reader: ByteReader;
  readonly answers: Sink;
}

/**
 * RECV: sends the file's bytes, then DONE. Returns false if the daemon of this release ends the conversation after a failure.
 */
export async function sendFile({ release, files, answers }: SyncSession, path: string): Promise<boolean> {
  let start = 0;
  for (;;) {
    let bytes: Uint8Array;
    try {
      bytes = files.read(path, { start, end: start + MAX_DATA_BYTES });
    } catch (error) {
      await answers.write(syncFail(release === 5 ? reasonOf(error) : `open failed: ${reasonOf(error)}`));
      return release === 5;
    }
    if (bytes.length > 0) await answers.write(syncData(bytes.subarray(0, MAX_DATA_BYTES)));
    start += bytes.length;
    if (bytes.length < MAX_DATA_BYTES) break;
  }
  await answers.write(syncHeader('DONE', 0));
  return true;
}

/**
 * SEND: writes the host's bytes to a file as they arrive, or makes a link if the mode says so. An existing file or link is
 * unlinked first, so that nothing is written through a link; a directory stays. A failure is reported at once, and the host's
 * remaining bytes are read to their end (file_sync_service.cpp). If the disk is full or the host disconnects before that, no
 * file is left. Returns false if the daemon of this release ends the conversation after a failure.
 */
export async function receiveFile(session: SyncSession, path: string, mode: number): Promise<boolean> {
  const { files, answers } = session;
  const isKept = kindAt(files, path) === 'directory' || kindAt(files, path) === 'device';
  if (!isKept && !isLinkMode(mode))
    failureOf(() => {
      removeIfThere(files, path);
    });
  const file = isLinkMode(mode) ? new ReceivedLink(files, path) : new ReceivedFile(files, path, mode);
  let isWhole = false;
  try {
    const modified = await receiveData(session, file);
    file.end(modified);
    isWhole = file.failure === undefined;
  } finally {
    if (!isWhole) file.discard();
  }
  if (isWhole) await answers.write(syncHeader('OKAY', 0));
  else if (!file.isTold) await answers.write(failMessage(session, file.failure));
  return isWhole || session.release === 5;
}

/** Android 5 sends only the reason; later versions also name the failed step. */
function failMessage({ release }: SyncSession, failure: Failure | undefined): Buffer {
  const { step, reason } = failure ?? { step: 'write failed', reason: 'unknown' };
  return syncFail(release === 5 ? reason : `${step}: ${reason}`);
}

interface Failure {
  readonly step: string;
  readonly reason: string;
}

/** Receives the bytes; after a failure it discards the rest. */
interface Receiver {
  readonly failure: Failure | undefined;
  /** The failure was sent to the host. */
  isTold: boolean;
  write(bytes: Uint8Array): void;
  end(modified: number): void;
  discard(): void;
}

/** Reads DATA messages up to DONE, whose number is the file's time. */
async function receiveData(session: SyncSession, file: Receiver): Promise<number> {
  const { reader, answers } = session;
  for (;;) {
    if (file.failure !== undefined && !file.isTold) {
      file.isTold = true;
      // Not awaited: a host that writes everything before it reads would deadlock.
      void answers.write(failMessage(session, file.failure)).catch(() => undefined);
    }
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
  failure: Failure | undefined;
  isTold = false;
  #waiting: Uint8Array[] = [];
  #length = 0;
  #isOpen = false;

  readonly #files: FileSystem;
  readonly #path: string;

  constructor(files: FileSystem, path: string, mode: number) {
    this.#files = files;
    this.#path = path;
    const folder = dirname(path);
    this.failure =
      failedAt('secure_mkdirs failed', () => {
        if (kindAt(files, folder) === undefined) files.makeDirectory(folder, { recursive: true });
      }) ??
      failedAt("couldn't create file", () => {
        files.write(path, new Uint8Array(), { mode: sharedMode(mode) });
        this.#isOpen = true;
      });
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
    this.failure = failedAt('write failed', () => {
      const time = modified === undefined ? {} : { modified };
      this.#files.write(this.#path, bytes, { append: true, ...time });
    });
  }
}

/** The bytes are the target of the link. */
class ReceivedLink implements Receiver {
  failure: Failure | undefined;
  isTold = false;
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
    this.failure = failedAt('symlink failed', () => {
      this.#files.makeDirectory(dirname(this.#path), { recursive: true });
      removeIfThere(this.#files, this.#path);
      this.#files.link(this.#target.toString('utf8').replace(/\0+$/, ''), this.#path);
    });
  }

  discard(): void {
    // A link is written at the end.
  }
}

/** The reason of the failure; undefined on success. */
function failureOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

function failedAt(step: string, work: () => void): Failure | undefined {
  const reason = failureOf(work);
  return reason === undefined ? undefined : { step, reason };
}

/** The entry at a path; undefined if it is missing or unreadable. */
function kindAt(files: FileSystem, path: string): FileKind | undefined {
  try {
    return files.lstat(path).kind;
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

function removeIfThere(files: FileSystem, path: string): void {
  try {
    files.remove(path);
  } catch (error) {
    if (!(error instanceof FileError && error.code === 'ENOENT')) throw error;
  }
}

/** The daemon copies the owner's permissions to group and others: the host's umask does not apply on a phone. */
function sharedMode(mode: number): number {
  const owner = mode & 0o700;
  return (mode & 0o777) | (owner >> 3) | (owner >> 6);
}

function reasonOf(error: unknown): string {
  if (error instanceof FileError) return errorText(error.code);
  throw error;
}
