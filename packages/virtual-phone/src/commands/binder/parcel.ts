const BORDER = 4;

/** A parcel as libbinder's Parcel writes and reads it: little-endian, everything aligned to four bytes. */
export class Parcel {
  #bytes = Buffer.alloc(0);
  #at = 0;

  get bytes(): Buffer {
    return this.#bytes;
  }

  get unread(): number {
    return Math.max(0, this.#bytes.length - this.#at);
  }

  writeInt32(value: number): this {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(value | 0);
    return this.#append(bytes);
  }

  writeInt64(value: bigint): this {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt.asIntN(64, value));
    return this.#append(bytes);
  }

  /** A length in characters, UTF-16, and a terminating zero; null is a length of -1. */
  writeString16(text: string | null): this {
    if (text === null) return this.writeInt32(-1);
    return this.writeInt32(text.length).#append(Buffer.from(`${text}\0`, 'utf16le'));
  }

  /** The same in UTF-8, with a length in bytes. NUL takes two bytes, as in Java's modified UTF-8. */
  writeString8(text: string | null): this {
    if (text === null) return this.writeInt32(-1);
    const bytes = Buffer.concat(
      text
        .split('\0')
        .flatMap((part, place) => [Buffer.from(place === 0 ? [] : [0xc0, 0x80]), Buffer.from(part)]),
    );
    return this.writeInt32(bytes.length).#append(Buffer.concat([bytes, Buffer.alloc(1)]));
  }

  /** Beyond the end there are zeros, as in Java. */
  readInt32(): number {
    if (this.unread < 4) return 0;
    const value = this.#bytes.readInt32LE(this.#at);
    this.#at += 4;
    return value;
  }

  readString16(): string | null {
    const length = this.readInt32();
    const size = (length + 1) * 2;
    if (length < 0 || size > this.unread) return null;
    const text = this.#bytes.toString('utf16le', this.#at, this.#at + length * 2);
    this.#at += padded(size);
    return text;
  }

  #append(bytes: Buffer): this {
    this.#bytes = Buffer.concat([this.#bytes, bytes, Buffer.alloc(padded(bytes.length) - bytes.length)]);
    return this;
  }
}

function padded(size: number): number {
  return Math.ceil(size / BORDER) * BORDER;
}

const BYTES_A_LINE = 16;
const BYTES_A_WORD = 4;
/** The width of four words and the spaces between them. */
const WORDS_WIDTH = 35;

/** A parcel as `service call` prints it: on one line if it fits, otherwise on lines with their offsets. */
export function printParcel(bytes: Buffer): string {
  if (bytes.length === 0) return 'Parcel(NULL)';
  if (bytes.length <= BYTES_A_LINE) return `Parcel(${oneLine(bytes)})`;
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += BYTES_A_LINE) {
    const part = bytes.subarray(at, at + BYTES_A_LINE);
    const place = `0x${at.toString(16).padStart(8, '0')}`;
    const words = wordsOf(part).join(' ').padEnd(WORDS_WIDTH);
    lines.push(`  ${place}: ${words} '${charactersOf(part).padEnd(BYTES_A_LINE)}'`);
  }
  return `Parcel(\n${lines.join('\n')})`;
}

/** On a single line words are not padded; only the spaces between four words are always printed. */
function oneLine(bytes: Buffer): string {
  const words = wordsOf(bytes);
  const blanks = ' '.repeat(BYTES_A_LINE / BYTES_A_WORD - words.length);
  return `${words.join(' ')}${blanks} '${charactersOf(bytes)}'`;
}

/** A word is printed as a number: its last byte first. */
function wordsOf(bytes: Buffer): string[] {
  const words: string[] = [];
  for (let at = 0; at < bytes.length; at += BYTES_A_WORD)
    words.push(
      Buffer.from(bytes.subarray(at, at + BYTES_A_WORD))
        .reverse()
        .toString('hex'),
    );
  return words;
}

function charactersOf(bytes: Buffer): string {
  return Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join(
    '',
  );
}
