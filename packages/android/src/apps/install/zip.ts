import { inflateRawSync } from 'node:zlib';

/** A file in a zip archive. */
export interface ZipEntry {
  readonly name: string;
  /** Its unpacked content. Throws a RangeError if the archive is damaged. */
  read(limit: number): Buffer;
}

/** The record at the end of every archive, and how long it is without a comment. */
const END_SIGNATURE = Buffer.from('PK\u0005\u0006', 'latin1');
const END_BYTES = 22;
const MOST_COMMENT_BYTES = 0xffff;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const DEFLATED = 8;

/**
 * The files of a zip archive, from its directory; a RangeError if the bytes are no archive. ZIP64 is not supported: no APK
 * needs it.
 */
export function zipEntries(zip: Buffer): readonly ZipEntry[] {
  const end = zip.lastIndexOf(END_SIGNATURE);
  if (end < Math.max(0, zip.length - END_BYTES - MOST_COMMENT_BYTES)) throw new RangeError('no zip archive');
  const entries: ZipEntry[] = [];
  let position = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const entry = zip.subarray(position);
    if (entry.readUInt32LE(0) !== ENTRY_SIGNATURE) throw new RangeError('the directory is damaged');
    const nameEnd = ENTRY_BYTES + entry.readUInt16LE(28);
    entries.push({
      name: entry.toString('utf8', ENTRY_BYTES, nameEnd),
      read: (limit) => unpacked(zip, entry, limit),
    });
    position += nameEnd + entry.readUInt16LE(30) + entry.readUInt16LE(32);
  }
  return entries;
}

function unpacked(zip: Buffer, entry: Buffer, limit: number): Buffer {
  const local = zip.subarray(entry.readUInt32LE(42));
  const from = LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
  const packed = local.subarray(from, from + entry.readUInt32LE(20));
  if (packed.length > limit || entry.readUInt32LE(24) > limit)
    throw new RangeError('a file in it is too large');
  if (entry.readUInt16LE(10) !== DEFLATED) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: limit });
  } catch (error) {
    throw new RangeError('a file in it is damaged', { cause: error });
  }
}
