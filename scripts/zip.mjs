// Writes a zip archive, with nothing but node's own zlib.
import { crc32, deflateRawSync } from 'node:zlib';

/** 1 January 1980, the first day that zip knows: the same files give the same archive. */
const DATE = 0x21;
const VERSION = 20;
/** The upper byte marks the modes as Unix ones. */
const MADE_BY_UNIX = (3 << 8) | VERSION;
/** Names are UTF-8. */
const FLAGS = 0x800;
const DEFLATED = 8;
const REGULAR_FILE = 0o100000;

/** An archive of files, each `{ name, content, mode }` with slashes in the name. */
export function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { name, content, mode } of files) {
    const packed = deflateRawSync(content);
    const path = Buffer.from(name);
    const facts = factsOf(content, packed, path);
    parts.push(signature(0x04034b50), u16(VERSION), facts, path, packed);
    const attributes = u32(((REGULAR_FILE | mode) << 16) >>> 0);
    // No comment, first and only volume, no hints.
    directory.push(signature(0x02014b50), u16(MADE_BY_UNIX), u16(VERSION), facts);
    directory.push(u16(0), u16(0), u16(0), attributes, u32(offset), path);
    offset += 4 + 2 + facts.length + path.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const count = u16(files.length);
  const end = [signature(0x06054b50), u16(0), u16(0), count, count, u32(list.length), u32(offset), u16(0)];
  return Buffer.concat([...parts, list, ...end]);
}

/** The fields that the file's header and the directory share. */
function factsOf(content, packed, path) {
  return Buffer.concat([
    u16(FLAGS),
    u16(DEFLATED),
    u16(0),
    u16(DATE),
    u32(crc32(content)),
    u32(packed.length),
    u32(content.length),
    u16(path.length),
    u16(0),
  ]);
}

function signature(number) {
  return u32(number);
}

/** Throws beyond 65,535: larger archives need zip64, which is not supported. */
function u16(number) {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(number);
  return bytes;
}

function u32(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}
