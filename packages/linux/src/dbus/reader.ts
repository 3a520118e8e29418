import type { Type } from './signature.ts';
import { alignment, parseSignature } from './signature.ts';
import type { Value } from './value.ts';

/** Reads D-Bus values from a message, in the sender's byte order. */
export class Reader {
  readonly #bytes: Buffer;
  readonly #little: boolean;
  #at: number;

  constructor(bytes: Buffer, { little, at = 0 }: { little: boolean; at?: number }) {
    this.#bytes = bytes;
    this.#little = little;
    this.#at = at;
  }

  get at(): number {
    return this.#at;
  }

  /** Reads the values of a signature in order. */
  all(signature: string): Value[] {
    const values: Value[] = [];
    for (const type of parseSignature(signature)) values.push(this.value(type));
    return values;
  }

  value({ code, parts }: Type): Value {
    this.align(alignment(code));
    switch (code) {
      case 's':
      case 'o':
        return this.#string(this.u32());
      case 'u':
      case 'h':
        return this.u32();
      case 'i':
        return this.u32() | 0;
      case 'a':
        return this.#array(parts);
      case '(':
        return this.#structure(parts);
      case 'v':
        return this.variant();
      case 'g':
        return this.#string(this.u8());
      case 'b':
        return this.u32() !== 0;
      default:
        return this.#number(code);
    }
  }

  align(size: number): void {
    this.#at = (this.#at + size - 1) & -size;
  }

  /** Reads a variant: a signature followed by the value. */
  variant(): Value {
    const [type] = parseSignature(this.#string(this.u8()));
    if (!type) throw new Error('D-Bus variant without a type');
    return this.value(type);
  }

  #array([element]: readonly Type[]): Value[] {
    if (!element) throw new Error('D-Bus array without an element type');
    const length = this.u32();
    this.align(alignment(element.code));
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError('D-Bus array is longer than its message');
    const items: Value[] = [];
    while (this.#at < end) items.push(this.value(element));
    return items;
  }

  #structure(parts: readonly Type[]): Value[] {
    const fields: Value[] = [];
    for (const part of parts) fields.push(this.value(part));
    return fields;
  }

  #string(length: number): string {
    const text = this.#bytes.toString('utf8', this.#at, this.#at + length);
    this.#at += length + 1;
    return text;
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#at++);
  }

  u32(): number {
    const at = this.#at;
    this.#at += 4;
    return this.#little ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }

  #number(code: string): number {
    const at = this.#at;
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset);
    this.#at += alignment(code);
    switch (code) {
      case 'y':
        return view.getUint8(at);
      case 'n':
        return view.getInt16(at, this.#little);
      case 'q':
        return view.getUint16(at, this.#little);
      case 'x':
        return Number(view.getBigInt64(at, this.#little));
      case 't':
        return Number(view.getBigUint64(at, this.#little));
      default:
        return view.getFloat64(at, this.#little);
    }
  }
}
