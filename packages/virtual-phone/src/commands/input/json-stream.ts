import type { Source } from '../../kernel/process.ts';

/**
 * Consecutive JSON objects without commas, as they arrive; undefined, and then the end, if something is not an object.
 */
export async function* jsonObjects(
  source: Source,
): AsyncGenerator<Readonly<Record<string, unknown>> | undefined> {
  const decoder = new TextDecoder();
  const cutter = new ObjectCutter();
  for await (const bytes of source) {
    for (const text of cutter.take(decoder.decode(bytes, { stream: true }))) {
      const value = parse(text);
      yield value;
      if (value === undefined) return;
    }
  }
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Finds the end of an object by its braces, ignoring those inside strings. */
class ObjectCutter {
  #text = '';
  #depth = 0;
  #inString = false;
  #escaped = false;

  *take(more: string): Generator<string> {
    for (const character of more) {
      const outside = this.#depth === 0 && !this.#inString;
      if (outside && /\s/.test(character)) continue;
      this.#text += character;
      this.#step(character);
      if (this.#depth > 0 || this.#inString) continue;
      yield this.#text;
      this.#text = '';
    }
  }

  #step(character: string): void {
    if (this.#escaped) this.#escaped = false;
    else if (this.#inString && character === '\\') this.#escaped = true;
    else if (character === '"') this.#inString = !this.#inString;
    else if (!this.#inString && character === '{') this.#depth++;
    else if (!this.#inString && character === '}') this.#depth--;
  }
}

/** Narrow JSON values that come from outside. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The numbers of an array of numbers; empty if it is not one. */
export function numbersOf(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'number') : [];
}
