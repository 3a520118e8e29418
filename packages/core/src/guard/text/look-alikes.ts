import { lookAlikeLetters } from './look-alike-letters.ts';

const latinLetters: ReadonlyMap<string, string> = new Map(
  Object.entries(lookAlikeLetters).flatMap(([latin, others]) =>
    Array.from(others, (other) => [other, latin] as const),
  ),
);
const OTHER = /[^\x00-\x7f]/gu;

/** A text with each letter of another script as the small Latin one that it looks like, so that what only looks like "Pay" is read so. */
export function asLatin(text: string): string {
  return text.replace(OTHER, (letter) => latinLetters.get(letter) ?? letter);
}
