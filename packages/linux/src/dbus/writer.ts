import type { Type } from './signature.ts';
import { alignment, parseSignature } from './signature.ts';
import type { Argument, Variant } from './value.ts';

/** Writes D-Bus values, little-endian. */
export class Writer {
  #bytes = Buffer.allocUnsafe(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Writes the values of a signature in order. */
  all(signature: string, values: readonly Argument[]): void {
    const types = parseSignature(signature);
    if (types.length !== values.length) {
      throw new TypeError(`${values.length} values for D-Bus signature '${signature}'`);
    }
    types.forEach((type, index) => {
      this.value(type, values[index]);
    });
  }

  /** Writes a header field: code, type and value. */
  field(code: number, type: 's' | 'o' | 'g', value: string): void {
    this.align(8);
    this.#u8(code);
    this.#string(type, 1);
    if (type !== 'g') this.align(4);
    this.#string(value, type === 'g' ? 1 : 4);
  }

  value(type: Type, value: Argument | undefined): void {
    this.align(alignment(type.code));
    switch (type.code) {
      case 's':
      case 'o':
        this.#string(as('string', value), 4);
        return;
      case 'g':
        this.#string(as('string', value), 1);
        return;
      case 'b':
        this.u32(value === true ? 1 : 0);
        return;
      case 'v':
        this.#variant(value);
        return;
      case 'a':
        this.#array(type, value);
        return;
      case '(':
        this.#structure(type, value);
        return;
      default:
        this.#number(type.code, as('number', value));
    }
  }

  align(size: number): void {
    const end = (this.#length + size - 1) & -size;
    this.#reserve(end - this.#length);
    while (this.#length < end) this.#bytes[this.#length++] = 0;
  }

  u32(value: number): void {
    this.#reserve(4);
    this.#length = this.#bytes.writeUInt32LE(value >>> 0, this.#length);
  }

  /** Overwrites a number whose value was unknown when it was first written. */
  u32At(at: number, value: number): void {
    this.#bytes.writeUInt32LE(value, at);
  }

  #u8(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  #string(text: string, lengthSize: 1 | 4): void {
    const length = Buffer.byteLength(text);
    if (lengthSize === 4) this.u32(length);
    else this.#u8(length);
    this.#reserve(length + 1);
    this.#bytes.write(text, this.#length, 'utf8');
    this.#bytes[this.#length + length] = 0;
    this.#length += length + 1;
  }

  #variant(value: Argument | undefined): void {
    if (!isVariant(value)) throw new TypeError('D-Bus variant without a signature');
    this.#string(value.signature, 1);
    this.all(value.signature, [value.value]);
  }

  #array({ parts: [element] }: Type, value: Argument | undefined): void {
    if (!element) throw new TypeError('D-Bus array without an element type');
    const lengthAt = this.#length;
    this.u32(0);
    this.align(alignment(element.code));
    const start = this.#length;
    for (const item of list(value)) this.value(element, item);
    this.u32At(lengthAt, this.#length - start);
  }

  #structure({ parts }: Type, value: Argument | undefined): void {
    const fields = list(value);
    parts.forEach((part, index) => {
      this.value(part, fields[index]);
    });
  }

  #number(code: string, value: number): void {
    const size = alignment(code);
    this.#reserve(size);
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset);
    const at = this.#length;
    this.#length += size;
    if (code === 'y') view.setUint8(at, value);
    else if (code === 'n' || code === 'q') view.setUint16(at, value & 0xffff, true);
    else if (code === 'd') view.setFloat64(at, value, true);
    else if (size === 8) view.setBigInt64(at, BigInt(value), true);
    else view.setUint32(at, value >>> 0, true);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

function as(type: 'string', value: Argument | undefined): string;
function as(type: 'number', value: Argument | undefined): number;
function as(type: string, value: Argument | undefined): unknown {
  if (typeof value !== type) throw new TypeError(`expected a D-Bus ${type}, got ${typeof value}`);
  return value;
}

function list(value: Argument | undefined): readonly Argument[] {
  if (!Array.isArray(value)) throw new TypeError('D-Bus arrays and structures must be given as arrays');
  return value as readonly Argument[];
}

function isVariant(value: Argument | undefined): value is Variant {
  return typeof value === 'object' && 'signature' in value;
}
