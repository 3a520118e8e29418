/** Android's output or bytes do not have the form that its sources describe. */
export class UnreadableParcel extends Error {
  override readonly name = 'UnreadableParcel';
}

/**
 * The bytes of the parcel that `service call` printed (Parcel::print and printHexData of libbinder). Up to 16 bytes are
 * on one line; more have lines of their own, each with its offset, four words and the same bytes as characters. A word
 * is printed as a number, so its bytes are reversed.
 */
export function bytesOfDump(output: string): Buffer {
  const [, inside] = /^Result: Parcel\((.*)\)\s*$/s.exec(output) ?? [];
  if (inside === undefined) throw new UnreadableParcel('no parcel was printed');
  if (inside === 'NULL' || inside.startsWith('Error: '))
    throw new UnreadableParcel(`it is ${inside.slice(0, 100)}`);
  const [before, ...lines] = inside.split('\n');
  if (lines.length === 0) return bytesOfWords(before ?? '');
  if (before !== '') throw new UnreadableParcel('the dump begins in the middle of a line');
  // After the bytes, binder objects are listed; a text has none.
  const dump = lines.filter((line) => !/^\s*Object #\d+ @ /.test(line));
  return Buffer.concat(dump.map((line, row) => bytesOfLine(line, { row, isLast: row === dump.length - 1 })));
}

const BYTES_A_LINE = 16;

function bytesOfLine(line: string, { row, isLast }: { row: number; isLast: boolean }): Buffer {
  const place = `  0x${(row * BYTES_A_LINE).toString(16).padStart(8, '0')}: `;
  if (!line.startsWith(place)) throw new UnreadableParcel(`line ${row + 1} of the dump is out of place`);
  const bytes = bytesOfWords(line.slice(place.length));
  if (bytes.length === BYTES_A_LINE || isLast) return bytes;
  throw new UnreadableParcel(`line ${row + 1} of the dump is short`);
}

function bytesOfWords(columns: string): Buffer {
  const [, words = '', shown] = /^([0-9a-f ]+) '(.*)'$/.exec(columns) ?? [];
  const numbers = words.split(' ').filter((word) => word !== '');
  if (shown === undefined || numbers.length > 4 || !numbers.every((word) => word.length === 8))
    throw new UnreadableParcel('a line of the dump has another form');
  const bytes = Buffer.concat(numbers.map((word) => Buffer.from(word, 'hex').reverse()));
  if (shown.trimEnd() === charactersOf(bytes).trimEnd()) return bytes;
  throw new UnreadableParcel('the two columns of the dump disagree');
}

function charactersOf(bytes: Buffer): string {
  return Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join(
    '',
  );
}

/** The two encodings of a string in a parcel: UTF-16, or UTF-8 (`String8`, since Android 11). */
export type Encoding = 'utf16' | 'utf8';

/**
 * Reads a parcel from its beginning, by the rules of Android's Parcel: little-endian, everything aligned to four bytes.
 */
export class ParcelReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  int(): number {
    return this.#take(4).readInt32LE();
  }

  boolean(): boolean {
    const value = this.int();
    if (value !== 0 && value !== 1) throw new UnreadableParcel(`${value} is not a boolean`);
    return value === 1;
  }

  /** A number of items that follow. */
  count(): number {
    const count = this.int();
    if (count < -1 || count > this.#bytes.length) throw new UnreadableParcel(`${count} is not a count`);
    return count;
  }

  /** A string; null if there is none. */
  string(encoding: Encoding): string | null {
    const length = this.count();
    if (length === -1) return null;
    const unit = encoding === 'utf16' ? 2 : 1;
    const bytes = this.#take((length + 1) * unit);
    if (bytes.subarray(length * unit).some((byte) => byte !== 0))
      throw new UnreadableParcel('a string does not end where it should');
    return decoded(bytes.subarray(0, length * unit), encoding);
  }

  skip(length: number): void {
    this.#take(length);
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (length < 0 || end > this.#bytes.length) throw new UnreadableParcel('it ends too early');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = Math.ceil(end / 4) * 4;
    return taken;
  }
}

function decoded(bytes: Buffer, encoding: Encoding): string {
  if (encoding === 'utf16') return bytes.toString('utf16le');
  // Java's modified UTF-8 writes NUL as two bytes, so that no string contains a zero byte.
  const plain = Buffer.from(bytes.toString('latin1').replaceAll('\xc0\x80', '\0'), 'latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain);
  } catch (error) {
    throw new UnreadableParcel('a string is not UTF-8', { cause: error });
  }
}
