import { ServerError } from './errors.ts';

/** A request's JSON object, read field by field; a missing or wrong field is the client's error. */
export class Body {
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(value: unknown) {
    if (!isObject(value))
      throw new ServerError('invalidArgument', `Expected an object, got ${kindOf(value)}`);
    this.#fields = value;
  }

  /** Parses a body; an empty one counts as an empty object. */
  static parse(text: string): Body {
    if (text.trim() === '') return new Body({});
    try {
      return new Body(JSON.parse(text));
    } catch (error) {
      if (error instanceof SyntaxError) throw new ServerError('invalidArgument', error.message);
      throw error;
    }
  }

  get entries(): readonly (readonly [string, unknown])[] {
    return Object.entries(this.#fields);
  }

  optionalText(name: string): string | undefined {
    const value = this.#get(name);
    if (value === undefined || typeof value === 'string') return value;
    // Gson converts a number or a boolean if a string is expected.
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    throw wrong(name, 'a string', value);
  }

  text(name: string): string {
    return this.#required(name, this.optionalText(name));
  }

  optionalNumber(name: string): number | undefined {
    const value = this.#get(name);
    if (value === undefined) return undefined;
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number === 'number' && Number.isFinite(number)) return number;
    throw wrong(name, 'a number', value);
  }

  number(name: string): number {
    return this.#required(name, this.optionalNumber(name));
  }

  flag(name: string): boolean {
    const value = this.#get(name);
    return value === true || value === 'true';
  }

  optionalObject(name: string): Body | undefined {
    const value = this.#get(name);
    return value === undefined ? undefined : new Body(value);
  }

  object(name: string): Body {
    return this.#required(name, this.optionalObject(name));
  }

  list(name: string): readonly Body[] {
    const value = this.#get(name);
    if (!Array.isArray(value)) throw wrong(name, 'an array', value);
    return value.map((item) => new Body(item));
  }

  /** A field of any type, unchecked. */
  any(name: string): unknown {
    return this.#get(name);
  }

  #get(name: string): unknown {
    return Object.hasOwn(this.#fields, name) ? (this.#fields[name] ?? undefined) : undefined;
  }

  #required<Value>(name: string, value: Value | undefined): Value {
    if (value !== undefined) return value;
    throw new ServerError('invalidArgument', `The mandatory field '${name}' is not present in the JSON`);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  return value === null || value === undefined ? 'nothing' : Array.isArray(value) ? 'an array' : typeof value;
}

function wrong(name: string, expected: string, value: unknown): ServerError {
  return new ServerError('invalidArgument', `The field '${name}' must be ${expected}, got ${kindOf(value)}`);
}
