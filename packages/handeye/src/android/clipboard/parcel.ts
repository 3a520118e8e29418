import { UnreadableParcel } from './parcel-dump.ts';

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
