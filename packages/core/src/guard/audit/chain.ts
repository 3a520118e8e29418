import { createHash } from 'node:crypto';
import * as z from 'zod';

/*
 * The record is lines of JSON. Each has a number and the SHA-256 of the line before it, over its bytes without the line
 * break, so that a line that is changed, removed or moved shows in the one behind it.
 */

/** The first line's value in place of a hash. */
export const NO_LINE = '0'.repeat(64);

/** The last line of a chain. */
export interface Link {
  readonly n: number;
  readonly hash: string;
}

export const START: Link = { n: 0, hash: NO_LINE };

/** An entry, without the fields that chain it. */
export type Entry = Readonly<Record<string, unknown>>;

const lineSchema = z.looseObject({
  n: z.int().positive(),
  prev: z.string().regex(/^[0-9a-f]{64}$/),
  time: z.string(),
  event: z.string(),
});
export type Line = Readonly<z.infer<typeof lineSchema>>;

export function hashOf(line: string | Buffer): string {
  return createHash('sha256').update(line).digest('hex');
}

/** The next line of a chain, without its line break. */
export function lineAfter({ n, hash }: Link, entry: Entry): string {
  return oneLine({ n: n + 1, prev: hash, ...entry });
}

/** Undefined for what is no line of a record. */
export function parseLine(text: string): Line | undefined {
  try {
    return lineSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** JSON escapes LF and CR; some programs take these for the end of a line, too, or for orders to a terminal. */
function oneLine(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
