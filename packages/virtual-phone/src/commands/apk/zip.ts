import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LONGEST_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;
/** No real manifest is larger: a larger one is a zip bomb. */
const LARGEST = 16 * 1024 * 1024;

/** One file of a zip archive, found in its central directory; undefined if it is missing or this is not an archive. */
export function readZipEntry(zip: Buffer, wanted: string): Buffer | undefined {
  try {
    return find(zip, (name) => name === wanted);
  } catch (error) {
    // Offsets outside the file, or bytes that do not inflate: it is not an archive.
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
