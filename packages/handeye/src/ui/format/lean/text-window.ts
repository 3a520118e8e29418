/** Which part of a text is wanted: what follows the first `from` characters, or the `last` ones; else its beginning. */
export interface Part {
  readonly from?: number | undefined;
  readonly last?: number | undefined;
}

/** A part of a text. Characters are code points, and none that a person sees as one is cut in two. */
export interface TextWindow {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A window into a text, of at most `most` characters. */
export function textWindow(text: string, { from = 0, last }: Part, most: number): TextWindow {
  const characters = Array.from(text);
  const { length } = characters;
  const wanted = last === undefined ? Math.min(from, length) : Math.max(0, length - last);
  const units = unitsBefore(characters);
  // What begins in the middle of a character begins with it: nothing is lost between two windows.
  const start = edge(text, units, wanted);
  const end = endOf(text, units, { start, wanted: Math.min(length, start + most) });
  return { text: text.slice(units[start], units[end]), start, end, length };
}

/** How many UTF-16 units stand before each character, and before the end. */
function unitsBefore(characters: readonly string[]): readonly number[] {
  const units = [0];
  for (const character of characters) units.push((units.at(-1) ?? 0) + character.length);
  return units;
}

/** The nearest edge of what a person sees as one character, at or before a position. */
function edge(text: string, units: readonly number[], wanted: number): number {
  const unit = units[wanted] ?? text.length;
  const at = graphemes.segment(text).containing(unit)?.index ?? unit;
  let edge = wanted;
  while (edge > 0 && (units[edge] ?? 0) > at) edge -= 1;
  return edge;
}

/** A window holds something, even if that is a single character of more code points than it may hold. */
function endOf(
  text: string,
  units: readonly number[],
  { start, wanted }: { start: number; wanted: number },
): number {
  const end = edge(text, units, wanted);
  return end > start ? end : wanted;
}
