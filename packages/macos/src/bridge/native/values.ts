// Converts CoreFoundation values to JavaScript and back. A value of an unexpected type counts as missing.
import type { CFRef, CGPoint, CGRect } from './c-types.ts';
import type { Box, Range } from '../protocol.ts';
import type { Native } from './prototypes.ts';

/** Longer texts are truncated: a terminal returns its whole history as one value. */
const MAX_TEXT_LENGTH = 100_000;

/** Constants of CFNumber.h and AXValueConstants.h. */
const cfNumberTypes = { sint64: 4, double: 13 } as const;
const axValueTypes = { point: 1, size: 2, rect: 3, range: 4 } as const;

/** Reads and creates values. CFTypeIDs are looked up once. */
export class Values {
  readonly #native: Native;
  readonly #types: ReturnType<typeof typeIds>;

  constructor(native: Native) {
    this.#native = native;
    this.#types = typeIds(native);
  }

  /** The text of a string, attributed string or URL. */
  text(object: CFRef | null): string | undefined {
    if (object === null) return undefined;
    switch (this.#native.CFGetTypeID(object)) {
      case this.#types.string:
        return this.#characters(object);
      case this.#types.attributed:
        return this.text(this.#native.CFAttributedStringGetString(object));
      case this.#types.url:
        return this.text(this.#native.CFURLGetString(object));
      default:
        return undefined;
    }
  }

  number(object: CFRef | null): number | undefined {
    if (!this.#is(object, 'number')) return undefined;
    const double = new Float64Array(1);
    const [number] = this.#native.CFNumberGetValue(object, cfNumberTypes.double, double) ? double : [];
    return Number.isFinite(number) ? number : undefined;
  }

  /** A boolean; some applications use a number instead. */
  boolean(object: CFRef | null): boolean | undefined {
    if (this.#is(object, 'boolean')) return this.#native.CFBooleanGetValue(object);
    const number = this.number(object);
    return number === undefined ? undefined : number !== 0;
  }

  /** A text, number or boolean. */
  scalar(object: CFRef | null): string | number | boolean | undefined {
    if (this.#is(object, 'boolean')) return this.#native.CFBooleanGetValue(object);
    return this.number(object) ?? this.text(object);
  }

  point(object: CFRef | null): CGPoint | undefined {
    const [x, y] = this.#doubles(object, axValueTypes.point);
    return x === undefined || y === undefined ? undefined : { x, y };
  }

  size(object: CFRef | null): CGRect['size'] | undefined {
    const [width, height] = this.#doubles(object, axValueTypes.size);
    return width === undefined || height === undefined ? undefined : { width, height };
  }

  /** An AXValue rectangle. For the window list's rectangles see `rect`. */
  frame(object: CFRef | null): Box | undefined {
    const [x, y, width, height] = this.#doubles(object, axValueTypes.rect, 4);
    return x === undefined || y === undefined || width === undefined || height === undefined
      ? undefined
      : { x, y, width, height };
  }

  /** A text range, in UTF-16 code units. */
  range(object: CFRef | null): Range | undefined {
    const whole = new BigInt64Array(2);
    if (!this.#axValue(object, axValueTypes.range, whole)) return undefined;
    const [start = NaN, length = NaN] = [...whole].map(Number);
    return start >= 0 && length >= 0 ? { start, length } : undefined;
  }

  /** The items of an array (borrowed). */
  items(object: CFRef | null): (CFRef | null)[] {
    if (!this.#is(object, 'array')) return [];
    const count = this.#native.CFArrayGetCount(object);
    return Array.from({ length: count }, (_, index) => this.#native.CFArrayGetValueAtIndex(object, index));
  }

  /** One item of an array (borrowed). */
  item(object: CFRef | null, index: number): CFRef | null {
    if (!this.#is(object, 'array') || index >= this.#native.CFArrayGetCount(object)) return null;
    return this.#native.CFArrayGetValueAtIndex(object, index);
  }

  /** The value for a key of a dictionary (borrowed). */
  entry(object: CFRef | null, key: CFRef): CFRef | null {
    return this.#is(object, 'dictionary') ? this.#native.CFDictionaryGetValue(object, key) : null;
  }

  /** A rectangle given as a dictionary. */
  rect(object: CFRef | null): Box | undefined {
    if (!this.#is(object, 'dictionary')) return undefined;
    const doubles = new Float64Array(4);
    const [x, y, width, height] = this.#native.CGRectMakeWithDictionaryRepresentation(object, doubles)
      ? doubles
      : [];
    return x === undefined || y === undefined || width === undefined || height === undefined
      ? undefined
      : { x, y, width, height };
  }

  /** The same object, if it is an element. */
  element(object: CFRef | null): CFRef | null {
    return this.#is(object, 'element') ? object : null;
  }

  /** Creates a string; the caller must release it. */
  createString(text: string): CFRef {
    const units = utf16(text);
    return created(this.#native.CFStringCreateWithCharacters(null, units, units.length));
  }

  /** Creates a number; the caller must release it. Integers stay integers, because some applications check the type. */
  createNumber(number: number): CFRef {
    return Number.isSafeInteger(number)
      ? created(this.#native.CFNumberCreate(null, cfNumberTypes.sint64, BigInt64Array.of(BigInt(number))))
      : created(this.#native.CFNumberCreate(null, cfNumberTypes.double, Float64Array.of(number)));
  }

  /** Creates a text range; the caller must release it. */
  createRange({ start, length }: Range): CFRef {
    const whole = BigInt64Array.of(BigInt(start), BigInt(length));
    return created(this.#native.AXValueCreate(axValueTypes.range, whole));
  }

  /** Creates an array that retains its items; the caller must release it. */
  createArray(items: readonly CFRef[]): CFRef {
    return created(this.#native.CFArrayCreate(null, items, items.length, this.#native.kCFTypeArrayCallBacks));
  }

  #is(object: CFRef | null, type: keyof ReturnType<typeof typeIds>): object is CFRef {
    return object !== null && this.#native.CFGetTypeID(object) === this.#types[type];
  }

  /** Keeps unpaired surrogates: JSON escapes them. */
  #characters(string: CFRef): string {
    const length = Math.min(this.#native.CFStringGetLength(string), MAX_TEXT_LENGTH);
    const units = new Uint16Array(length);
    if (length > 0) this.#native.CFStringGetCharacters(string, { location: 0, length }, units);
    return Buffer.from(units.buffer).toString('utf16le');
  }

  #doubles(object: CFRef | null, type: number, count = 2): readonly number[] {
    const doubles = new Float64Array(count);
    return this.#axValue(object, type, doubles) && doubles.every(Number.isFinite) ? [...doubles] : [];
  }

  /** Copies the content of an AXValue of this type. */
  #axValue(object: CFRef | null, type: number, into: NodeJS.TypedArray): boolean {
    return (
      this.#is(object, 'axValue') &&
      this.#native.AXValueGetType(object) === type &&
      this.#native.AXValueGetValue(object, type, into)
    );
  }
}

function typeIds(native: Native) {
  return {
    string: native.CFStringGetTypeID(),
    attributed: native.CFAttributedStringGetTypeID(),
    url: native.CFURLGetTypeID(),
    number: native.CFNumberGetTypeID(),
    boolean: native.CFBooleanGetTypeID(),
    array: native.CFArrayGetTypeID(),
    dictionary: native.CFDictionaryGetTypeID(),
    element: native.AXUIElementGetTypeID(),
    axValue: native.AXValueGetTypeID(),
  };
}

/** Create functions fail only if memory runs out. */
function created(object: CFRef | null): CFRef {
  if (object === null) throw new Error('CoreFoundation created no object');
  return object;
}

/** The UTF-16 code units of a text. */
export function utf16(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}
