import { RequestError } from './errors.ts';

/** The deepest nesting of a valid request. */
const DEEPEST = 64;
const LARGEST_WHOLE = 2 ** 31 - 1;

/** A request's JSON object, read with the checks that each method needs. */
export class Parameters {
  readonly #entries: ReadonlyMap<string, unknown>;

  private constructor(object: object) {
    this.#entries = new Map(Object.entries(object));
  }

  static parse(payload: Uint8Array): Parameters {
    let parsed: unknown;
    try {
      parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(payload));
    } catch {
      throw new RequestError('bad-request', 'the payload is no JSON');
    }
    if (depthOf(parsed) > DEEPEST) throw new RequestError('bad-request', 'the payload is too deep');
    return Parameters.of(parsed, 'the request');
  }

  static of(value: unknown, name: string): Parameters {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new RequestError('bad-request', `${name} is no object`);
    return new Parameters(value);
  }

  has(name: string): boolean {
    return this.#entries.get(name) !== undefined && this.#entries.get(name) !== null;
  }

  raw(name: string): unknown {
    return this.#entries.get(name);
  }

  text(name: string): string {
    const value = this.#entries.get(name);
    if (typeof value === 'string') return value;
    throw new RequestError('bad-request', `${name} must be a string`);
  }

  number(name: string, fallback?: number): number {
    const value = this.has(name) ? this.#entries.get(name) : fallback;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw new RequestError('bad-request', `${name} must be a number`);
  }

  /** Refuses fractions: truncated they would be another handle, key or action. */
  whole(name: string, fallback?: number): number {
    return wholeNumber(this.number(name, fallback), name);
  }

  flag(name: string): boolean {
    if (!this.has(name)) return false;
    const value = this.#entries.get(name);
    if (typeof value === 'boolean') return value;
    throw new RequestError('bad-request', `${name} must be true or false`);
  }

  list(name: string): readonly unknown[] {
    const value = this.#entries.get(name);
    if (Array.isArray(value)) return value as readonly unknown[];
    throw new RequestError('bad-request', `${name} must be a list`);
  }

  object(name: string): Parameters {
    return Parameters.of(this.#entries.get(name), name);
  }
}

/** The nesting depth of arrays and objects; stops counting above the limit. */
function depthOf(value: unknown, above = 0): number {
  if (typeof value !== 'object' || value === null || above > DEEPEST) return above;
  return Object.values(value).reduce<number>(
    (most, one) => Math.max(most, depthOf(one, above + 1)),
    above + 1,
  );
}

/** An int, as Java has it. */
export function wholeNumber(value: number, name: string): number {
  if (Number.isInteger(value) && value >= -LARGEST_WHOLE - 1 && value <= LARGEST_WHOLE) return value;
  throw new RequestError('bad-request', `${name} must be a whole number`);
}

/** A list of numbers, for strokes and key codes. */
export function numbers(value: unknown, name: string): readonly number[] {
  if (!Array.isArray(value)) throw new RequestError('bad-request', `${name} must be a list of numbers`);
  return value.map((one: unknown) => {
    if (typeof one === 'number' && Number.isFinite(one)) return one;
    throw new RequestError('bad-request', `${name} must hold numbers`);
  });
}
