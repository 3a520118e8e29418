import { codePoints, flat } from '../../sanitize.ts';

export const SEPARATOR = ' | ';

/** The longest text on a line, in characters. */
const LONGEST_TEXT = 100;

/** Whether a text is longer than a line shows. */
export function isLong(text: string): boolean {
  return text.length > LONGEST_TEXT && codePoints(text) > LONGEST_TEXT;
}

/** A text on one line; a long one is shortened and followed by its length: `…(1,740)`. */
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

/** The beginnings of our structure: marks, a resource name, a position, content, a plain line, something left out, a hint. */
const STRUCTURE = /^(?:[[#@=\-…]|hint:)/i;

/** Device text as the beginning of a label. If it looks like our structure, empty brackets precede it. */
export function guarded(label: string): string {
  return STRUCTURE.test(label) ? `[] ${label}` : label;
}

/** The separators in descriptions that list things. */
const LISTING = /[\n,;|·•.\u060c\u3001\u3002\uff0c\uff1b]/;
/** What may also stand between the first or last thing and the rest. */
const BETWEEN = /[\n,;|·•.:()–—\u060c\u3001\u3002\uff08\uff09\uff0c\uff1a\uff1b-]/;

/**
 * A description without the texts that it repeats: `Ada, 3 new messages` beside the text `Ada` becomes `3 new messages`. Only
 * whole entries are removed; a text within a sentence stays, so that the sentence stays readable.
 */
export function withoutRepeats(description: string | undefined, texts: readonly string[]): string {
  let rest = (description ?? '').trim();
  if (rest === '' || texts.length === 0) return flat(rest);
  if (words(rest) !== '' && words(rest) === words(texts.join(' '))) return '';
  let isChanged = false;
  for (const text of texts.toSorted((one, other) => other.length - one.length)) {
    const at = entryIn(rest, text);
    if (at === undefined) continue;
    isChanged = true;
    rest = `${rest.slice(0, at)}\n${rest.slice(at + text.length)}`;
  }
  if (!isChanged) return flat(rest);
  return flat(
    rest
      .replace(/[\s,;|·•\u060c\u3001\uff0c]*\n[\s,;|·•.:\u060c\u3001\uff0c]*/g, ', ')
      .replace(/^[\s,;|·•.:–—\u060c\u3001\uff0c-]+|[\s,;|·•:–—\u060c\u3001\uff0c-]+$/g, ''),
  );
}

/** Whether a text is an entry of its own in a list, or all of it. */
export function isEntryIn(text: string, list: string): boolean {
  return entryIn(list, text) !== undefined;
}

/** The position of a text as an entry of its own in a list. */
function entryIn(list: string, text: string): number | undefined {
  if (text === '') return undefined;
  for (let at = list.indexOf(text); at >= 0; at = list.indexOf(text, at + 1)) {
    const [before, after] = [list.slice(0, at), list.slice(at + text.length)];
    // `Balance: 31 € - tap to refresh` is a sentence around the text, not a list.
    const separators = before.trim() === '' || after.trim() === '' ? BETWEEN : LISTING;
    if (
      isEdge(before.trimEnd().at(-1), { next: before.at(-1), separators }) &&
      isEdge(after.trimStart().at(0), { next: after.at(0), separators })
    )
      return at;
  }
  return undefined;
}

/** The end of a text, or a separator of entries; line breaks are among the spaces that were trimmed. */
function isEdge(
  beside: string | undefined,
  { next, separators }: { readonly next: string | undefined; readonly separators: RegExp },
): boolean {
  return beside === undefined || next === '\n' || separators.test(beside);
}

function words(text: string): string {
  return text.replace(/[\s,;|·•.:()–—-]+/g, ' ').trim();
}
