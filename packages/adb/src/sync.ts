/**
 * Transfers files with the service `sync:`. Every Android has its first version; the later features that a daemon announces
 * (stat_v2, ls_v2) are used because the first version has 32 bits for a size.
 */
import type { Call } from '@handeye/core/call/call';
import { orAborted } from '@handeye/core/call/call';
import { ByteReader } from './byte-reader.ts';
import { ConnectionLost, FileTransferFailed } from './errors.ts';
import type { AdbStream, Transport } from './transport.ts';

/** The largest chunk that a phone sends or accepts. */
const MOST_DATA_BYTES = 64 * 1024;
const REGULAR_FILE = 0o100000;
/** The longest path that the daemon takes (SYNC_MAX_PATH); in a push the mode follows the path. */
export const MOST_PATH_BYTES = 1024 - ',100777'.length;

/** Receives the number of bytes transferred so far. */
type OnProgress = (bytes: number) => void;

export interface FileToPush {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Default 0644. The daemon gives group and others what the owner has, so 0755 becomes 0777. */
  readonly permissions?: number;
  /** Seconds since 1970; default now. */
  readonly modified?: number | undefined;
  readonly onProgress?: OnProgress | undefined;
}

export interface PullOptions {
  /** A file with more bytes is not read to its end; that is no error of the phone's. */
  readonly mostBytes?: number;
  readonly onProgress?: OnProgress | undefined;
}

/** A file that is larger than the limit. */
export class FileTooLarge extends FileTransferFailed {}

/** Writes a file and creates missing directories. */
export function pushFile(transport: Transport, file: FileToPush, call: Call): Promise<void> {
  return withSync(transport, call, async (stream, reader) => {
    const mode = REGULAR_FILE | (file.permissions ?? 0o644);
    await stream.write(message('SEND', Buffer.from(`${file.path},${mode}`)));
    for (let start = 0; start < file.bytes.length; start += MOST_DATA_BYTES) {
      await stream.write(message('DATA', file.bytes.subarray(start, start + MOST_DATA_BYTES)));
      file.onProgress?.(Math.min(start + MOST_DATA_BYTES, file.bytes.length));
    }
    await stream.write(word('DONE', Math.floor(file.modified ?? Date.now() / 1000)));
    const { id, value } = await readWord(reader);
    if (id !== 'OKAY') throw await failure(reader, { id, value }, `write ${file.path}`);
  });
}

/** Reads a whole file. */
export function pullFile(
  transport: Transport,
  path: string,
  call: Call,
  { mostBytes = Infinity, onProgress }: PullOptions = {},
): Promise<Uint8Array> {
  return withSync(transport, call, async (stream, reader) => {
    await stream.write(message('RECV', Buffer.from(path)));
    const pieces: Buffer[] = [];
    let length = 0;
    for (;;) {
      const { id, value } = await readWord(reader);
      if (id === 'DONE') return Buffer.concat(pieces);
      if (id !== 'DATA') throw await failure(reader, { id, value }, `read ${path}`);
      length += value;
      if (length > mostBytes) throw new FileTooLarge(`${path} has more than ${mostBytes} bytes.`);
      pieces.push(await reader.exactly(value));
      onProgress?.(length);
    }
  });
}

/** The status of the path, of a link itself if it is one; undefined if nothing is there. */
export function statFile(transport: Transport, path: string, call: Call): Promise<FileStatus | undefined> {
  const isLong = transport.features.has('stat_v2');
  return withSync(transport, call, async (stream, reader) => {
    await stream.write(message(isLong ? 'LST2' : 'STAT', Buffer.from(path)));
    await reader.exactly(4);
    return asStatus(await reader.exactly(isLong ? LONG_STATUS_BYTES : SHORT_STATUS_BYTES));
  });
}

/**
 * The entries of a directory, without itself and its parent. A directory that cannot be opened looks like an empty one: the
 * daemon does not tell them apart.
 */
export function listDirectory(
  transport: Transport,
  path: string,
  call: Call,
): Promise<readonly DirectoryEntry[]> {
  const isLong = transport.features.has('ls_v2');
  return withSync(transport, call, async (stream, reader) => {
    await stream.write(message(isLong ? 'LIS2' : 'LIST', Buffer.from(path)));
    const entries: DirectoryEntry[] = [];
    for (;;) {
      const id = (await reader.exactly(4)).toString('latin1');
      const status = await reader.exactly(isLong ? LONG_STATUS_BYTES : SHORT_STATUS_BYTES);
      const name = await reader.exactly((await reader.exactly(4)).readUInt32LE(0));
      if (id === 'DONE') return entries.filter((entry) => entry.name !== '.' && entry.name !== '..');
      entries.push(asEntry(name, status));
    }
  });
}

async function withSync<T>(
  transport: Transport,
  call: Call,
  work: (stream: AdbStream, reader: ByteReader) => Promise<T>,
): Promise<T> {
  const stream = await transport.open('sync:', call);
  try {
    return await orAborted(work(stream, new ByteReader(stream)), call.signal);
  } catch (error) {
    if (call.signal.aborted || error instanceof FileTransferFailed) throw error;
    // Something was already sent: the caller decides whether to repeat it.
    throw new ConnectionLost(transport.serial, error);
  } finally {
    stream.close();
  }
}

async function failure(
  reader: ByteReader,
  answer: { id: string; value: number },
  what: string,
): Promise<Error> {
  if (answer.id !== 'FAIL')
    return new FileTransferFailed(`The phone answered ${JSON.stringify(answer.id)} to: ${what}`);
  const reason = (await reader.exactly(answer.value)).toString();
  return new FileTransferFailed(`The phone could not ${what}: ${reason}`);
}

/** The status of a path. `mode` holds the kind of file and its permissions, as in stat(2). */
export interface FileStatus {
  readonly mode: number;
  readonly size: number;
  /** Seconds since 1970. */
  readonly modified: number;
}

export interface DirectoryEntry extends FileStatus {
  readonly name: string;
  /** The name is not UTF-8: it is shown as far as possible, and no path leads to it. */
  readonly garbled: boolean;
}

/** Mode, size and time follow the id; the second version adds an errno, device, inode, … */
const SHORT_STATUS_BYTES = 12;
const LONG_STATUS_BYTES = 68;

function word(id: string, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.write(id, 'latin1');
  bytes.writeUInt32LE(value, 4);
  return bytes;
}

function message(id: string, data: Uint8Array): Buffer {
  return Buffer.concat([word(id, data.length), data]);
}

async function readWord(reader: ByteReader): Promise<{ id: string; value: number }> {
  const bytes = await reader.exactly(8);
  return { id: bytes.toString('latin1', 0, 4), value: bytes.readUInt32LE(4) };
}

/** Undefined if the phone found nothing there, or was not allowed to look. */
function asStatus(bytes: Buffer): FileStatus | undefined {
  const status = bytes.length === SHORT_STATUS_BYTES ? shortStatus(bytes) : longStatus(bytes);
  return status.mode === 0 ? undefined : status;
}

function asEntry(name: Buffer, bytes: Buffer): DirectoryEntry {
  const status = bytes.length === SHORT_STATUS_BYTES ? shortStatus(bytes) : longStatus(bytes);
  const text = name.toString();
  return { ...status, name: text, garbled: !Buffer.from(text).equals(name) };
}

function shortStatus(bytes: Buffer): FileStatus {
  return { mode: bytes.readUInt32LE(0), size: bytes.readUInt32LE(4), modified: bytes.readUInt32LE(8) };
}

function longStatus(bytes: Buffer): FileStatus {
  return {
    mode: bytes.readUInt32LE(20),
    size: Number(bytes.readBigUInt64LE(36)),
    modified: Number(bytes.readBigInt64LE(52)),
  };
}
