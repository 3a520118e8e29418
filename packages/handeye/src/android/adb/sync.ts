/** Transfers files with the service `sync:`, in its first version, which every Android has. */
import type { Call } from '../../call/call.ts';
import { orAborted } from '../../call/call.ts';
import { ByteReader } from './byte-reader.ts';
import { FileTransferFailed } from './errors.ts';
import type { AdbStream, Transport } from './transport.ts';

/** The largest chunk that a phone sends or accepts. */
const MOST_DATA_BYTES = 64 * 1024;
const REGULAR_FILE = 0o100000;

/** What is at a path. `mode` holds the kind of file and its permissions, as in stat(2). */
export interface FileStatus {
  readonly mode: number;
  readonly size: number;
  /** Seconds since 1970. */
  readonly modified: number;
}

export interface FileToPush {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Default 0644. The daemon gives group and others what the owner has, so 0755 becomes 0777. */
  readonly permissions?: number;
}

/** Writes a file and creates missing directories. */
export function pushFile(transport: Transport, file: FileToPush, call: Call): Promise<void> {
  return withSync(transport, call, async (stream, reader) => {
    const mode = REGULAR_FILE | (file.permissions ?? 0o644);
    await stream.write(message('SEND', Buffer.from(`${file.path},${mode}`)));
    for (let start = 0; start < file.bytes.length; start += MOST_DATA_BYTES) {
      await stream.write(message('DATA', file.bytes.subarray(start, start + MOST_DATA_BYTES)));
    }
    await stream.write(word('DONE', Math.floor(Date.now() / 1000)));
    const { id, value } = await readWord(reader);
    if (id !== 'OKAY') throw await failure(reader, { id, value }, `write ${file.path}`);
  });
}

/** Reads a whole file. */
export function pullFile(transport: Transport, path: string, call: Call): Promise<Uint8Array> {
  return withSync(transport, call, async (stream, reader) => {
    await stream.write(message('RECV', Buffer.from(path)));
    const pieces: Buffer[] = [];
    for (;;) {
      const { id, value } = await readWord(reader);
      if (id === 'DONE') return Buffer.concat(pieces);
      if (id !== 'DATA') throw await failure(reader, { id, value }, `read ${path}`);
      pieces.push(await reader.exactly(value));
    }
  });
}

/** What is at the path; undefined if nothing is. */
export function statFile(transport: Transport, path: string, call: Call): Promise<FileStatus | undefined> {
  return withSync(transport, call, async (stream, reader) => {
    await stream.write(message('STAT', Buffer.from(path)));
    const { value: mode } = await readWord(reader);
    const rest = await reader.exactly(8);
    return mode === 0 ? undefined : { mode, size: rest.readUInt32LE(0), modified: rest.readUInt32LE(4) };
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
  } finally {
    stream.close();
  }
}

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

async function failure(
  reader: ByteReader,
  answer: { id: string; value: number },
  what: string,
): Promise<Error> {
  if (answer.id !== 'FAIL') return new Error(`the phone answered ${JSON.stringify(answer.id)} to ${what}`);
  const reason = (await reader.exactly(answer.value)).toString();
  return new FileTransferFailed(`The phone could not ${what}: ${reason}`);
}
