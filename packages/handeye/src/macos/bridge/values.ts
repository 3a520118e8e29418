// CoreFoundation's values as JavaScript's, and back. What has another type than expected is simply not there.
import type { CFRef, CGPoint, CGRect } from './c-types.ts';
import type { Box, Range } from './protocol.ts';
import type { Native } from './prototypes.ts';

/** A text longer than this is cut: a terminal gives all its history as one value. */
const longestText = 100_000;

const cfNumber = { sint64: 4, double: 13 } as const;
const axValue = { point: 1, size: 2, rect: 3, range: 4 } as const;

/** Reads and makes values; each CFTypeID is asked for once. */
export class Values {
  readonly #types: ReturnType<typeof typeIds>;

  constructor(private readonly native: Native) {
    this.#types = typeIds(native);
  }

  /** Of a string, styled or not, or of a URL. */
  text(object: CFRef | null): string | undefined {
    if (object === null) return undefined;
    switch (this.native.CFGetTypeID(object)) {
      case this.#types.string:
        return this.#characters(object);
      case this.#types.attributed:
        return this.text(this.native.CFAttributedStringGetString(object));
      case this.#types.url:
        return this.text(this.native.CFURLGetString(object));
      default:
        return undefined;
    }
  }

  number(object: CFRef | null): number | undefined {
    if (!this.#is(object, 'number')) return undefined;
    const double = new Float64Array(1);
    const [number] = this.native.CFNumberGetValue(object, cfNumber.double, double) ? double : [];
    return Number.isFinite(number) ? number : undefined;
  }

  /** Of a boolean, or of a number as some applications give it. */
  truth(object: CFRef | null): boolean | undefined {
    if (this.#is(object, 'boolean')) return this.native.CFBooleanGetValue(object);
    const number = this.number(object);
    return number === undefined ? undefined : number !== 0;
  }

  /** Of whatever says something by itself: text, number or boolean. */
  plain(object: CFRef | null): string | number | boolean | undefined {
    if (this.#is(object, 'boolean')) return this.native.CFBooleanGetValue(object);
    return this.number(object) ?? this.text(object);
  }

  point(object: CFRef | null): CGPoint | undefined {
    const [x, y] = this.#doubles(object, axValue.point);
    return x === undefined || y === undefined ? undefined : { x, y };
  }

  size(object: CFRef | null): CGRect['size'] | undefined {
    const [width, height] = this.#doubles(object, axValue.size);
    return width === undefined || height === undefined ? undefined : { width, height };
  }

  /** Of a rectangle as AX gives it; see `rect` for that of a window list. */
  frame(object: CFRef | null): Box | undefined {
    const [x, y, width, height] = this.#doubles(object, axValue.rect, 4);
    return x === undefined || y === undefined || width === undefined || height === undefined
      ? undefined
      : { x, y, width, height };
  }

  /** Of a part of a text, in UTF-16 units. */
  range(object: CFRef | null): Range | undefined {
    const whole = new BigInt64Array(2);
    if (!this.#axValue(object, axValue.range, whole)) return undefined;
    const [start = NaN, length = NaN] = [...whole].map(Number);
    return start >= 0 && length >= 0 ? { start, length } : undefined;
  }

  /** The items of an array, borrowed from it. */
  items(object: CFRef | null): (CFRef | null)[] {
    if (!this.#is(object, 'array')) return [];
    const count = this.native.CFArrayGetCount(object);
    return Array.from({ length: count }, (_, index) => this.native.CFArrayGetValueAtIndex(object, index));
  }

  /** One item of an array, borrowed from it. */
  item(object: CFRef | null, index: number): CFRef | null {
    if (!this.#is(object, 'array') || index >= this.native.CFArrayGetCount(object)) return null;
    return this.native.CFArrayGetValueAtIndex(object, index);
  }

  /** The value for a key of a dictionary, borrowed from it. */
  entry(object: CFRef | null, key: CFRef): CFRef | null {
    return this.#is(object, 'dictionary') ? this.native.CFDictionaryGetValue(object, key) : null;
  }

  /** The rectangle that a dictionary stands for. */
  rect(object: CFRef | null): Box | undefined {
    if (!this.#is(object, 'dictionary')) return undefined;
    const doubles = new Float64Array(4);
    const [x, y, width, height] = this.native.CGRectMakeWithDictionaryRepresentation(object, doubles)
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

  /** A string of the caller's. */
  createString(text: string): CFRef {
    const units = utf16(text);
    return made(this.native.CFStringCreateWithCharacters(null, units, units.length));
  }

  /** A number of the caller's: whole ones as integers, because some applications ask for the type. */
  createNumber(number: number): CFRef {
    return Number.isSafeInteger(number)
      ? made(this.native.CFNumberCreate(null, cfNumber.sint64, BigInt64Array.of(BigInt(number))))
      : made(this.native.CFNumberCreate(null, cfNumber.double, Float64Array.of(number)));
  }

  /** An array of the caller's that retains its items. */
  createArray(items: readonly CFRef[]): CFRef {
    return made(this.native.CFArrayCreate(null, items, items.length, this.native.kCFTypeArrayCallBacks));
  }

  #is(object: CFRef | null, type: keyof ReturnType<typeof typeIds>): object is CFRef {
    return object !== null && this.native.CFGetTypeID(object) === this.#types[type];
  }

  /** UTF-16 as it is, halves of pairs too: JSON escapes them. */
  #characters(string: CFRef): string {
    const length = Math.min(this.native.CFStringGetLength(string), longestText);
    const units = new Uint16Array(length);
    if (length > 0) this.native.CFStringGetCharacters(string, { location: 0, length }, units);
    return Buffer.from(units.buffer).toString('utf16le');
  }

  #doubles(object: CFRef | null, type: number, count = 2): readonly number[] {
    const doubles = new Float64Array(count);
    return this.#axValue(object, type, doubles) && doubles.every(Number.isFinite) ? [...doubles] : [];
  }

  /** Fills in what an AXValue of this type holds. */
  #axValue(object: CFRef | null, type: number, into: NodeJS.TypedArray): boolean {
    return (
      this.#is(object, 'axValue') &&
      this.native.AXValueGetType(object) === type &&
      this.native.AXValueGetValue(object, type, into)
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

/** Only the lack of memory makes a Create function fail. */
function made(object: CFRef | null): CFRef {
  if (object === null) throw new Error('CoreFoundation made no object');
  return object;
}

/** The units of a text, as CoreFoundation takes them. */
export function utf16(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}
