import { FileError, type FileStat, type FileSystem } from '../../kernel/file-system.ts';
import type { AndroidRelease } from '../../kernel/release.ts';
import { ByteReader } from '../byte-reader.ts';
import { ProtocolError } from '../packet.ts';
import type { ServiceFactory } from './context.ts';
import { receiveFile, sendFile, type SyncSession } from './sync-transfer.ts';
import { entry1, entry2, lastEntry1, lastEntry2, stat1, stat2, syncFail } from './sync-wire.ts';

const MAX_PATH_BYTES = 1024;

/** Resolves with false if the conversation is over. */
type Handler = (session: SyncSession, path: string) => Promise<unknown>;

/** The requests, and the first release here that knows each. */
const REQUESTS = new Map<string, { readonly since: AndroidRelease; readonly handle: Handler }>([
  ['STAT', { since: 5, handle: ({ files, answers }, path) => answers.write(stat1(tryStat(files, path))) }],
  ['LIST', { since: 5, handle: list1 }],
  ['SEND', { since: 5, handle: send1 }],
  ['RECV', { since: 5, handle: sendFile }],
  ['LST2', { since: 9, handle: lstat2 }],
  ['STA2', { since: 9, handle: followedStat2 }],
  ['LIS2', { since: 12, handle: list2 }],
  ['SND2', { since: 12, handle: send2 }],
  ['RCV2', { since: 12, handle: receive2 }],
]);

/** `sync:`: files to and from the phone. */
export const sync: ServiceFactory = (_argument, { device }) => {
  return async (stream) => {
    const session = {
      release: device.release,
      files: device.files,
      reader: new ByteReader(stream.incoming),
      answers: stream.outgoing,
    };
    for (;;) {
      const header = await session.reader.exactly(8);
      const id = header?.toString('latin1', 0, 4);
      if (header === undefined || id === undefined || id === 'QUIT') return;
      const length = header.readUInt32LE(4);
      const request = REQUESTS.get(id);
      if (request === undefined || request.since > device.release) {
        return session.answers.write(syncFail(`unknown command ${JSON.stringify(id)}`));
      }
      if (length > MAX_PATH_BYTES) return session.answers.write(syncFail('path too long'));
      const path = await session.reader.announced(length);
      if ((await request.handle(session, path.toString('utf8'))) === false) return;
    }
  };
};

async function lstat2({ files, answers }: SyncSession, path: string): Promise<void> {
  await answers.write(
    stat2(
      'LST2',
      orCode(() => files.lstat(path)),
    ),
  );
}

async function followedStat2({ files, answers }: SyncSession, path: string): Promise<void> {
  await answers.write(
    stat2(
      'STA2',
      orCode(() => files.stat(path)),
    ),
  );
}

async function list1({ files, answers }: SyncSession, path: string): Promise<void> {
  for (const name of namesIn(files, path)) {
    const stat = tryStat(files, `${path}/${name}`);
    if (stat !== undefined) await answers.write(entry1(name, stat));
  }
  await answers.write(lastEntry1());
}

async function list2({ files, answers }: SyncSession, path: string): Promise<void> {
  for (const name of namesIn(files, path)) {
    await answers.write(
      entry2(
        name,
        orCode(() => files.lstat(`${path}/${name}`)),
      ),
    );
  }
  await answers.write(lastEntry2());
}

/** The path and the mode are one text: "/sdcard/a,b.txt,33188". */
async function send1(session: SyncSession, request: string): Promise<boolean> {
  const comma = request.lastIndexOf(',');
  const mode = comma < 0 ? 0o644 : Number.parseInt(request.slice(comma + 1), 10) || 0;
  return receiveFile(session, comma < 0 ? request : request.slice(0, comma), mode);
}

/** The mode and the flags follow in a second message; flags request compression, which the phone does not announce. */
async function send2(session: SyncSession, path: string): Promise<boolean> {
  const setup = await session.reader.announced(12);
  if (setup.readUInt32LE(8) !== 0) throw new ProtocolError('SND2 with a compression that was not announced');
  return receiveFile(session, path, setup.readUInt32LE(4));
}

async function receive2(session: SyncSession, path: string): Promise<boolean> {
  const setup = await session.reader.announced(8);
  if (setup.readUInt32LE(4) !== 0) throw new ProtocolError('RCV2 with a compression that was not announced');
  return sendFile(session, path);
}

/** Like readdir(3), with the directory itself and its parent. An unreadable directory appears empty. */
function namesIn(files: FileSystem, path: string): readonly string[] {
  const names = orCode(() => files.list(path));
  return typeof names === 'string' ? [] : ['.', '..', ...names];
}

function tryStat(files: FileSystem, path: string): FileStat | undefined {
  const stat = orCode(() => files.lstat(path));
  return typeof stat === 'string' ? undefined : stat;
}

/** The result of `look`, or the reason why it failed. */
function orCode<T>(look: () => T): T | FileError['code'] {
  try {
    return look();
  } catch (error) {
    if (error instanceof FileError) return error.code;
    throw error;
  }
}
