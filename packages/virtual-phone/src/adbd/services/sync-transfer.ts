import { dirname } from 'node:path/posix';
import { FileError } from '../../kernel/file-system.ts';
import type { FileSystem } from '../../kernel/file-system.ts';
import type { Sink } from '../../kernel/process.ts';
import type { ByteReader } from '../byte-reader.ts';
import { ProtocolError } from '../packet.ts';
import { errorText, isLinkMode, syncData, syncFail, syncHeader } from './sync-wire.ts';

/** The most that one DATA message carries, in either direction. */
const MAX_DATA_BYTES = 64 * 1024;
/** The phone's files live in memory: a larger one does not fit. */
const MAX_FILE_BYTES = 512 * 1024 * 1024;

/** One conversation of `adb push`, `pull`, `ls` or `sync`: requests come one after the other until QUIT. */
export interface SyncSession {
  readonly files: FileSystem;
  readonly reader: ByteReader;
  readonly answers: Sink;
}

/** RECV: the file's bytes, then DONE. */
export async function sendFile({ files, answers }: SyncSession, path: string): Promise<void> {
  let bytes: Uint8Array;
  try {
    bytes = files.read(path);
  } catch (error) {
    await answers.write(syncFail(`open failed: ${reasonOf(error)}`));
    return;
  }
  for (let start = 0; start < bytes.length; start += MAX_DATA_BYTES) {
    await answers.write(syncData(bytes.subarray(start, start + MAX_DATA_BYTES)));
  }
  await answers.write(syncHeader('DONE', 0));
}

/** SEND: the host's bytes become a file, or a link where the mode says so. The answer comes after the last byte. */
export async function receiveFile(session: SyncSession, path: string, mode: number): Promise<void> {
  const { bytes, modified } = await receiveData(session);
  const failure =
    bytes === undefined ? 'No space left on device' : store(session.files, path, { bytes, mode, modified });
  await session.answers.write(
    failure === undefined ? syncHeader('OKAY', 0) : syncFail(`couldn't create file: ${failure}`),
  );
}

interface Received {
  readonly bytes: Buffer;
  readonly mode: number;
  readonly modified: number;
}

/** Reads DATA messages up to DONE, whose number is the file's time. What does not fit is read and thrown away. */
async function receiveData({
  reader,
}: SyncSession): Promise<{ bytes: Buffer | undefined; modified: number }> {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const header = await reader.announced(8);
    const id = header.toString('latin1', 0, 4);
    const value = header.readUInt32LE(4);
    if (id === 'DONE') {
      const fits = total <= MAX_FILE_BYTES;
      return { bytes: fits ? Buffer.concat(chunks, total) : undefined, modified: value };
    }
    if (id !== 'DATA') throw new ProtocolError(`${JSON.stringify(id)} where the data of a file should be`);
    if (value > MAX_DATA_BYTES) throw new ProtocolError(`oversize data message: ${value} bytes`);
    const chunk = await reader.announced(value);
    total += chunk.length;
    if (total <= MAX_FILE_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
}

/** Why it could not be stored; undefined when it was. */
function store(files: FileSystem, path: string, { bytes, mode, modified }: Received): string | undefined {
  try {
    files.makeDirectory(dirname(path), { recursive: true });
    if (isLinkMode(mode)) {
      removeIfThere(files, path);
      files.link(bytes.toString('utf8').replace(/\0+$/, ''), path);
    } else {
      files.write(path, bytes, { mode: sharedMode(mode), modified });
    }
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
