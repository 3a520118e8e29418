/** A field of a value from the wire. */
export function fieldOf(from: unknown, name: string): unknown {
  return typeof from === 'object' && from !== null ? (from as Record<string, unknown>)[name] : undefined;
}

/** A text of an answer; undefined if it is empty or none. */
export function textIn(from: unknown, name: string): string | undefined {
  const value = fieldOf(from, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A number of an answer. */
export function numberIn(from: unknown, name: string): number | undefined {
  const value = fieldOf(from, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A list of an answer; an absent one is empty. */
export function listIn(from: unknown, name: string): readonly unknown[] {
  const value = fieldOf(from, name);
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** A list of numbers of an answer; undefined unless it has at least so many. */
export function numbersIn(from: unknown, name: string, least: number): readonly number[] | undefined {
  const numbers = listIn(from, name).filter((value) => typeof value === 'number');
  return numbers.length >= least ? numbers : undefined;
}
