import { deflateRawSync, inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LONGEST_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;
/** No real manifest is larger; a larger one is a zip bomb. */
const LARGEST = 16 * 1024 * 1024;

/** One file of a zip archive, found in its central directory; undefined if it is missing or this is not an archive. */
export function readZipEntry(zip: Buffer, wanted: string): Buffer | undefined {
  try {
    return find(zip, (name) => name === wanted);
  } catch (error) {
    // Offsets outside the file, or bytes that do not inflate: not an archive.
    if (error instanceof RangeError || (error instanceof Error && 'code' in error)) return undefined;
    throw error;
  }
}

/** The names of a zip archive's files; none if it is not one. */
export function zipNames(zip: Buffer): readonly string[] {
  const names: string[] = [];
  try {
    find(zip, (name) => {
      names.push(name);
      return false;
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return names;
}

function find(zip: Buffer, isWanted: (name: string) => boolean): Buffer | undefined {
  const end = endOfDirectory(zip);
  if (end === undefined) return undefined;
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) return undefined;
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    if (isWanted(name)) return contents(zip, at);
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return undefined;
}

function endOfDirectory(zip: Buffer): number | undefined {
  for (let at = zip.length - 22; at >= Math.max(0, zip.length - 22 - LONGEST_COMMENT); at--) {
    if (zip.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  }
  return undefined;
}

function contents(zip: Buffer, entry: number): Buffer | undefined {
  const method = zip.readUInt16LE(entry + 10);
  const size = zip.readUInt32LE(entry + 20);
  const local = zip.readUInt32LE(entry + 42);
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const bytes = zip.subarray(start, start + size);
  if (method === STORED) return bytes;
  return method === DEFLATED ? inflateRawSync(bytes, { maxOutputLength: LARGEST }) : undefined;
}

/** A zip archive of these files. */
export function writeZip(files: readonly (readonly [name: string, content: Uint8Array])[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const packed = deflateRawSync(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([words(0x04034b50), facts, Buffer.from(name), packed]);
    // Disk, attributes, and where its file begins.
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([words(0x02014b50), Buffer.from([20, 0]), facts, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, words(0x06054b50), end]);
}

/** Not every Node 20 has zlib.crc32. */
function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) === 0 ? 0 : 0xedb88320);
  }
  return ~crc >>> 0;
}

export function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeUInt32LE(value, place * 4);
  return bytes;
}
