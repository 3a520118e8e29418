import { codePoints, flat } from '../../sanitize.ts';

export const SEPARATOR = ' | ';

/** Characters of one text that a line shows. */
const LONGEST_TEXT = 100;

/** Whether a text is longer than a line shows of it. */
export function isLong(text: string): boolean {
  return text.length > LONGEST_TEXT && codePoints(text) > LONGEST_TEXT;
}

/** A text on one line; of a long one the beginning and its length: `…(1,740)`. */
export function brief(text: string, limit = LONGEST_TEXT): string {
  if (text.length <= limit) return text;
  const length = codePoints(text);
  if (length <= limit) return text;
  let end = 0;
  for (let count = 0; count < limit; count += 1) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return `${text.slice(0, end)}…(${thousands(length)})`;
}

/** `1,740` */
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** How structure begins: marks, a resource name, a place, content, a plain line, something left out, a hint. */
const STRUCTURE = /^(?:[[#@=\-…]|hint:)/i;

/** Device text as the beginning of a label: where it reads like structure, empty brackets come first. */
export function guarded(label: string): string {
  return STRUCTURE.test(label) ? `[] ${label}` : label;
}

/** What stands between the things a description lists. */
const BETWEEN = /[\n,;|·•.:()–—-]/;

/**
 * What is left of a description without the texts that it repeats: `Ada, 3 new messages` beside the text `Ada` is
 * `3 new messages`. Only whole entries go; a text in the middle of a sentence stays, so that it can be understood.
 */
export function withoutRepeats(description: string | undefined, texts: readonly string[]): string {
  let rest = (description ?? '').trim();
  if (rest === '' || texts.length === 0) return flat(rest);
  if (words(rest) === words(texts.join(' '))) return '';
  let isChanged = false;
  for (const text of texts.toSorted((one, other) => other.length - one.length)) {
    const at = entryIn(rest, text);
    if (at === undefined) continue;
    isChanged = true;
    rest = `${rest.slice(0, at)}\n${rest.slice(at + text.length)}`;
  }
  if (!isChanged) return flat(rest);
  return flat(
    rest.replace(/[\s,;|·•]*\n[\s,;|·•.:]*/g, ', ').replace(/^[\s,;|·•.:–—-]+|[\s,;|·•:–—-]+$/g, ''),
  );
}

/** Where a text stands in a list as an entry of its own. */
function entryIn(list: string, text: string): number | undefined {
  if (text === '') return undefined;
  for (let at = list.indexOf(text); at >= 0; at = list.indexOf(text, at + 1)) {
    if (
      isEdge(list.slice(0, at).trimEnd().at(-1), list.at(at - 1)) &&
      isEdge(
        list
          .slice(at + text.length)
          .trimStart()
          .at(0),
        list.at(at + text.length),
      )
    )
      return at;
  }
  return undefined;
}

/** The end of a text, or what separates entries; a line break is among the spaces that were trimmed away. */
function isEdge(beside: string | undefined, next: string | undefined): boolean {
  return beside === undefined || next === '\n' || BETWEEN.test(beside);
}

function words(text: string): string {
  return text.replace(/[\s,;|·•.:()–—-]+/g, ' ').trim();
}
