/**
 * The visible part of a device's text, and how it fits into one cell of a table.
 *
 * Device text is data that a model reads, so everything that is invisible, reorders text or forges a line is removed.
 * Characters that belong to spelling (the joiners of Persian, Devanagari or emoji) stay.
 */

/** Anything that needs a closer look. Most texts contain none of it and are returned unchanged. */
const SUSPECT =
  /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff]/;

/**
 * Always removed: controls (except tab, CR, LF), bidi marks, embeddings, overrides and isolates, zero-width spaces and fillers,
 * invisible operators, annotation and object anchors, musical format controls, tags, private-use glyphs (icon fonts) and
 * noncharacters.
 */
const REMOVED =
  /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffc\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}\p{Co}\p{Noncharacter_Code_Point}]/u;

const JOINER = /[\u200c\u200d]/;
const SELECTOR = /[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;
const LONE_SURROGATE = /\p{Cs}/u;
/** Characters that a joiner may join: letters and their marks, emoji and their modifiers. */
const SPELLING = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;
/** The flag of a region: a black flag, the region's code in tag letters, the closing tag. */
const REGION_FLAG = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/uy;
const BLACK_FLAG = '\u{1f3f4}';
const CLOSING_TAG = '\u{e007f}';

/** The visible part of a device's text: nothing invisible, nothing that reorders, no lone surrogate. */
export function shown(text: string | undefined): string | undefined {
  if (text === undefined || !SUSPECT.test(text)) return text;
  let result = '';
  let before = '';
  for (let at = 0; at < text.length;) {
    const flag = regionFlagAt(text, at);
    const char = flag ?? characterAt(text, at);
    at += char.length;
    const kept = flag ?? keptOf(char, before, at < text.length ? characterAt(text, at) : '');
    if (kept === '') continue;
    result += kept;
    before = flag === undefined ? kept : CLOSING_TAG;
  }
  return result;
}

/** The visible part of one character, given the last one kept and the next one. */
function keptOf(char: string, before: string, next: string): string {
  if (LONE_SURROGATE.test(char)) return '\ufffd';
  if (JOINER.test(char)) return joins(before) && isSpelling(next) ? char : '';
  if (SELECTOR.test(char)) return selects(before) ? char : '';
  return REMOVED.test(char) ? '' : char;
}

function joins(before: string): boolean {
  return isSpelling(before) || SELECTOR.test(before) || before === CLOSING_TAG;
}

function isSpelling(char: string): boolean {
  return SPELLING.test(char) && !SELECTOR.test(char) && !REMOVED.test(char);
}

/** One variation selector belongs to the character before it; a run of them could carry a hidden message. */
function selects(before: string): boolean {
  return before.trim() !== '' && !SELECTOR.test(before) && !JOINER.test(before) && before !== CLOSING_TAG;
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function regionFlagAt(text: string, at: number): string | undefined {
  if (!text.startsWith(BLACK_FLAG, at)) return undefined;
  REGION_FLAG.lastIndex = at;
  return REGION_FLAG.exec(text)?.[0];
}

const BREAKS = /[\t\r\n\u2028\u2029]/g;

/** A text on one line: tabs and line breaks become spaces, the ends are trimmed. */
export function flat(text: string | undefined): string {
  return text === undefined ? '' : text.replace(BREAKS, ' ').trim();
}

/** The visible text on one line and with single spaces: for names and comparisons. */
export function oneLine(text: string | undefined): string {
  return flat(shown(text)).replace(/\s+/g, ' ');
}

/** A text as a cell of a table: on one line, `-` if empty. */
export function cell(text: string | undefined): string {
  return flat(text) || '-';
}

/** The first `limit` characters, and a suffix if there were more. Never cuts a character in two. */
export function cut(text: string, limit: number, suffix = '...truncated'): string {
  if (text.length <= limit) return text;
  let end = 0;
  for (let count = 0; count < limit && end < text.length; count++) end += widthAt(text, end);
  return end === text.length ? text : `${text.slice(0, end)}${suffix}`;
}

/** Whether a text has no lone surrogates, so that UTF-8 preserves it. */
export function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}

/** The number of characters (code points) in a text. */
export function codePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += widthAt(text, at)) count++;
  return count;
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
