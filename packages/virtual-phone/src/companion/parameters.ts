import { RequestError } from './errors.ts';

/** A request's JSON object, read with the checks that each method needs. */
export class Parameters {
  readonly #entries: ReadonlyMap<string, unknown>;

  private constructor(object: object) {
    this.#entries = new Map(Object.entries(object));
  }

  static parse(payload: Uint8Array): Parameters {
    let parsed: unknown;
    try {
      parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    } catch {
      throw new RequestError('bad-request', 'the payload is no JSON');
    }
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

  flag(name: string): boolean {
    return this.#entries.get(name) === true;
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

/** A list of numbers, as strokes and key codes are. */
export function numbers(value: unknown, name: string): readonly number[] {
  if (!Array.isArray(value)) throw new RequestError('bad-request', `${name} must be a list of numbers`);
  return value.map((one: unknown) => {
    if (typeof one === 'number' && Number.isFinite(one)) return one;
    throw new RequestError('bad-request', `${name} must hold numbers`);
  });
}
