/** Android's compiled XML (ResXMLTree of ResourceTypes.h), as far as a manifest needs it: elements with attributes. */

export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string | number | boolean>;
  readonly children: readonly Element[];
}

interface OpenElement extends Element {
  readonly children: OpenElement[];
}

const STRING_POOL = 0x0001;
const XML = 0x0003;
const START_ELEMENT = 0x0102;
const END_ELEMENT = 0x0103;
const UTF8 = 0x100;
const TYPE_STRING = 0x03;
const TYPE_BOOLEAN = 0x12;
const TYPE_FIRST_INTEGER = 0x10;

/** The root element; undefined if the bytes are not compiled XML. */
export function readBinaryXml(bytes: Buffer): Element | undefined {
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function read(bytes: Buffer): Element | undefined {
  if (bytes.readUInt16LE(0) !== XML) return undefined;
  let strings: readonly string[] = [];
  let root: OpenElement | undefined;
  const open: OpenElement[] = [];
  for (let at = bytes.readUInt16LE(2); at < bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    const chunk = bytes.subarray(at, at + size);
    switch (bytes.readUInt16LE(at)) {
      case STRING_POOL:
        strings = readStrings(chunk);
        break;
      case START_ELEMENT: {
        const element = readElement(chunk, strings);
        open.at(-1)?.children.push(element);
        open.push(element);
        root ??= element;
        break;
      }
      case END_ELEMENT:
        open.pop();
    }
    if (size < 8) return undefined;
    at += size;
  }
  return root;
}

function readElement(chunk: Buffer, strings: readonly string[]): OpenElement {
  const body = chunk.subarray(chunk.readUInt16LE(2));
  const [first, size, count] = [body.readUInt16LE(8), body.readUInt16LE(10), body.readUInt16LE(12)];
  const attributes = new Map<string, string | number | boolean>();
  for (let index = 0; index < count; index++) {
    const at = first + index * size;
    const name = strings[body.readUInt32LE(at + 4)] ?? '';
    const value = valueOf(body.readUInt8(at + 15), body.readInt32LE(at + 16), strings);
    if (value !== undefined) attributes.set(name, value);
  }
  return { name: strings[body.readUInt32LE(4)] ?? '', attributes, children: [] };
}

/** References to resources cannot be resolved without the resource table, and count as absent. */
function valueOf(
  type: number,
  data: number,
  strings: readonly string[],
): string | number | boolean | undefined {
  if (type === TYPE_STRING) return strings[data];
  if (type === TYPE_BOOLEAN) return data !== 0;
  return type >= TYPE_FIRST_INTEGER ? data : undefined;
}

function readStrings(pool: Buffer): readonly string[] {
  const count = pool.readUInt32LE(8);
  const isUtf8 = (pool.readUInt32LE(16) & UTF8) !== 0;
  const start = pool.readUInt32LE(20);
  if (count > pool.length / 4) throw new RangeError('more strings than bytes');
  return Array.from({ length: count }, (_, index) => {
    const at = start + pool.readUInt32LE(28 + index * 4);
    return isUtf8 ? readUtf8(pool, at) : readUtf16(pool, at);
  });
}

/** Two lengths, in characters and in bytes; each has a second byte if its highest bit is set. */
function readUtf8(pool: Buffer, at: number): string {
  const bytesAt = at + ((pool.readUInt8(at) & 0x80) !== 0 ? 2 : 1);
  const isLong = (pool.readUInt8(bytesAt) & 0x80) !== 0;
  const length = isLong
    ? ((pool.readUInt8(bytesAt) & 0x7f) << 8) | pool.readUInt8(bytesAt + 1)
    : pool.readUInt8(bytesAt);
  const start = bytesAt + (isLong ? 2 : 1);
  return pool.toString('utf8', start, start + length);
}

function readUtf16(pool: Buffer, at: number): string {
  const first = pool.readUInt16LE(at);
  const isLong = (first & 0x8000) !== 0;
  const length = isLong ? ((first & 0x7fff) << 16) | pool.readUInt16LE(at + 2) : first;
  const start = at + (isLong ? 4 : 2);
  return pool.toString('utf16le', start, start + length * 2);
}
