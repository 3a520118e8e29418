/** Reads Android's compiled XML (frameworks/base ResourceTypes.h), as far as an APK's identity needs it. */

export type XmlValue = string | number;

/** An opening element: its name, its attributes by their names, and its depth. */
export interface XmlStart {
  readonly name: string;
  readonly depth: number;
  readonly attributes: ReadonlyMap<string, XmlValue>;
}

const CHUNK = { strings: 0x0001, file: 0x0003, start: 0x0102, end: 0x0103 } as const;
const UTF8_FLAG = 1 << 8;
const STRING_VALUE = 0x03;
const FIRST_INTEGER_VALUE = 0x10;

/** The elements in the order of the file; a RangeError if the bytes are no compiled XML. */
export function xmlStarts(bytes: Buffer): readonly XmlStart[] {
  if (bytes.readUInt16LE(0) !== CHUNK.file) throw new RangeError('no compiled XML');
  const starts: XmlStart[] = [];
  let strings: readonly string[] = [];
  let depth = 0;
  let position = bytes.readUInt16LE(2);
  while (position + 8 <= bytes.length) {
    const kind = bytes.readUInt16LE(position);
    const size = bytes.readUInt32LE(position + 4);
    if (size < 8) throw new RangeError('an empty chunk');
    const chunk = bytes.subarray(position, position + size);
    position += size;
    if (kind === CHUNK.strings) strings = stringsOf(chunk);
    else if (kind === CHUNK.end) depth -= 1;
    else if (kind === CHUNK.start) {
      starts.push({ ...startOf(chunk, strings), depth });
      depth += 1;
    }
  }
  return starts;
}

function startOf(chunk: Buffer, strings: readonly string[]): Omit<XmlStart, 'depth'> {
  const element = chunk.subarray(chunk.readUInt16LE(2));
  const [firstAt, step, count] = [8, 10, 12].map((at) => element.readUInt16LE(at)) as [
    number,
    number,
    number,
  ];
  const attributes = new Map<string, XmlValue>();
  for (let number = 0; number < count; number += 1) {
    const attribute = element.subarray(firstAt + number * step);
    const type = attribute.readUInt8(15);
    const data = attribute.readInt32LE(16);
    const value = type === STRING_VALUE ? strings[data] : data;
    // A reference to a resource (type 1) has no value without the resource table.
    if (value !== undefined && (type === STRING_VALUE || type >= FIRST_INTEGER_VALUE))
      attributes.set(strings[attribute.readUInt32LE(4)] ?? '', value);
  }
  return { name: strings[element.readUInt32LE(4)] ?? '', attributes };
}

function stringsOf(pool: Buffer): readonly string[] {
  const count = pool.readUInt32LE(8);
  if (count * 4 > pool.length) throw new RangeError('more strings than room');
  const read = (pool.readUInt32LE(16) & UTF8_FLAG) === 0 ? wideString : narrowString;
  const data = pool.subarray(pool.readUInt32LE(20));
  return Array.from({ length: count }, (_, number) =>
    read(data.subarray(pool.readUInt32LE(pool.readUInt16LE(2) + number * 4))),
  );
}

/** Its length in 16-bit units goes first; a set highest bit says that the length has a second unit. */
function wideString(text: Buffer): string {
  const first = text.readUInt16LE(0);
  if (first < 0x8000) return text.toString('utf16le', 2, 2 + first * 2);
  const length = (first % 0x8000) * 0x10000 + text.readUInt16LE(2);
  return text.toString('utf16le', 4, 4 + length * 2);
}

/** Its length in characters and then in bytes goes first, each of one byte or two. */
function narrowString(text: Buffer): string {
  let at = text.readUInt8(0) < 0x80 ? 1 : 2;
  let length = text.readUInt8(at);
  at += 1;
  if (length >= 0x80) {
    length = (length % 0x80) * 0x100 + text.readUInt8(at);
    at += 1;
  }
  return text.toString('utf8', at, at + length);
}
