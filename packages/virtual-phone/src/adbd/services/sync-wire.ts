import type { FileStat } from '../../kernel/file-system.ts';

/** The records of the sync protocol. All numbers are little-endian; the ids are four letters. */

const KIND_BITS = { file: 0o100000, directory: 0o040000, link: 0o120000, device: 0o020000 } as const;
const KIND_MASK = 0o170000;

/** Linux's errno values of file system failures. */
const ERRNO = {
  EPERM: [1, 'Operation not permitted'],
  ENOENT: [2, 'No such file or directory'],
  ENXIO: [6, 'No such device or address'],
  EACCES: [13, 'Permission denied'],
  EEXIST: [17, 'File exists'],
  ENOTDIR: [20, 'Not a directory'],
  EISDIR: [21, 'Is a directory'],
  EINVAL: [22, 'Invalid argument'],
  EFBIG: [27, 'File too large'],
  ENOSPC: [28, 'No space left on device'],
  EROFS: [30, 'Read-only file system'],
  ENOTEMPTY: [39, 'Directory not empty'],
  ELOOP: [40, 'Too many symbolic links encountered'],
} as const;

type ErrorCode = keyof typeof ERRNO;

export function errorText(code: ErrorCode): string {
  return ERRNO[code][1];
}

/** Whether a mode that a host sends is that of a symbolic link. */
export function isLinkMode(mode: number): boolean {
  return (mode & KIND_MASK) === KIND_BITS.link;
}

/** An id and one number: every request, and the answers DATA, DONE, OKAY and FAIL. */
export function syncHeader(id: string, value: number): Buffer {
  const header = Buffer.alloc(8);
  header.write(id, 'latin1');
  header.writeUInt32LE(value, 4);
  return header;
}

export function syncData(bytes: Uint8Array): Buffer {
  return Buffer.concat([syncHeader('DATA', bytes.length), bytes]);
}

export function syncFail(message: string): Buffer {
  const text = Buffer.from(message);
  return Buffer.concat([syncHeader('FAIL', text.length), text]);
}

/** STAT of the first protocol: mode, size, time; all zero when there is no such file. */
export function stat1(stat: FileStat | undefined): Buffer {
  return Buffer.concat([Buffer.from('STAT'), shortStat(stat)]);
}

/** STA2 and LST2: an errno and all fields of stat(2). */
export function stat2(id: string, stat: FileStat | ErrorCode): Buffer {
  return Buffer.concat([Buffer.from(id), longStat(stat)]);
}

/** One entry of LIST. */
export function entry1(name: string, stat: FileStat): Buffer {
  return named('DENT', shortStat(stat), name);
}

/** One entry of LIS2. */
export function entry2(name: string, stat: FileStat | ErrorCode): Buffer {
  return named('DNT2', longStat(stat), name);
}

/** The end of LIST: an entry called DONE without content. */
export function lastEntry1(): Buffer {
  return Buffer.concat([Buffer.from('DONE'), Buffer.alloc(SHORT_STAT_BYTES + 4)]);
}

/** The end of LIS2. */
export function lastEntry2(): Buffer {
  return Buffer.concat([Buffer.from('DONE'), Buffer.alloc(LONG_STAT_BYTES + 4)]);
}

const SHORT_STAT_BYTES = 12;
const LONG_STAT_BYTES = 68;

function shortStat(stat: FileStat | undefined): Buffer {
  const bytes = Buffer.alloc(SHORT_STAT_BYTES);
  if (stat === undefined) return bytes;
  bytes.writeUInt32LE(modeOf(stat), 0);
  bytes.writeUInt32LE(stat.size >>> 0, 4); // files of 4 GiB and more wrap around, as on a phone
  bytes.writeUInt32LE(Math.floor(stat.modified) >>> 0, 8);
  return bytes;
}

function longStat(stat: FileStat | ErrorCode): Buffer {
  const bytes = Buffer.alloc(LONG_STAT_BYTES);
  if (typeof stat === 'string') {
    bytes.writeUInt32LE(ERRNO[stat][0], 0);
    return bytes;
  }
  const modified = BigInt(Math.floor(stat.modified));
  bytes.writeBigUInt64LE(1n, 4); // the device: the phone has one file system
  bytes.writeBigUInt64LE(BigInt(stat.inode), 12);
  bytes.writeUInt32LE(modeOf(stat), 20);
  bytes.writeUInt32LE(1, 24);
  bytes.writeUInt32LE(stat.uid, 28);
  bytes.writeUInt32LE(stat.gid, 32);
  bytes.writeBigUInt64LE(BigInt(stat.size), 36);
  for (const offset of [44, 52, 60]) bytes.writeBigInt64LE(modified, offset);
  return bytes;
}

function named(id: string, stat: Buffer, name: string): Buffer {
  const text = Buffer.from(name);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([Buffer.from(id), stat, length, text]);
}

function modeOf(stat: FileStat): number {
  return KIND_BITS[stat.kind] | stat.mode;
}
