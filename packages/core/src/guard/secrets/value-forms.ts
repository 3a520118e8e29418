import { shown } from '@handeye/screen/sanitize';

/** Values with fewer characters are found in ordinary texts by chance: they are masked only where they were typed. */
export const MASKED_ANYWHERE_FROM = 6;

/** Separators that screens put between the characters of a number or a key. */
const SEPARATOR = String.raw`[\s\u00ad\u200b-\u200d\u2060.\-/]`;
const isSeparator = new RegExp(SEPARATOR, 'u');

export function isMaskedAnywhere(value: string): boolean {
  return Array.from(value).length >= MASKED_ANYWHERE_FROM;
}

/** The source of an expression that finds a value in any text: as it is, spaced, or in one of the usual encodings. */
export function formsOf(value: string): string {
  const plain = [value, value.normalize('NFC'), value.normalize('NFD'), shown(value) ?? ''];
  const encoded = base64Cores(value);
  const sources = [
    ...distinct(plain).flatMap((form) => [spaced(form), escaped(form)]),
    ...distinct(encoded).map(quoted),
  ];
  return distinct(sources)
    .sort((one, other) => other.length - one.length)
    .join('|');
}

/**
 * The same characters, with separators between any two that may be others than those of the value. A value that is mostly
 * separators is found as it is. The parts exclude each other, so that the expression stays linear.
 */
function spaced(value: string): string {
  const parts = value.match(new RegExp(`${SEPARATOR}+|[^]`, 'gu')) ?? [];
  const characters = parts.filter((part) => !isSeparator.test(part));
  if (characters.length < MASKED_ANYWHERE_FROM) return quoted(value);
  const pieces = characters.map((char) => quoted(char));
  const gaps = gapsOf(parts);
  const core = pieces.map((piece, at) =>
    at === 0 ? piece : `${SEPARATOR}{0,${(gaps[at] ?? 0) + 2}}${piece}`,
  );
  const [before, after] = [parts[0] ?? '', parts.at(-1) ?? ''].map((part) =>
    isSeparator.test(part) ? `(?:${quoted(part)})?` : '',
  );
  return [before, ...core, after].join('');
}

/** How many separators stand before each character of a value, and room for one more on either side of them. */
function gapsOf(parts: readonly string[]): readonly number[] {
  const gaps: number[] = [];
  let gap = 0;
  for (const part of parts) {
    if (isSeparator.test(part)) {
      gap = part.length * 2;
      continue;
    }
    gaps.push(gap);
    gap = 0;
  }
  return gaps;
}

/**
 * The forms of the value in base64 at any position in the encoded text (`user:password`): for each of the three alignments, the
 * characters that depend on it alone.
 */
function base64Cores(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  return [0, 1, 2].flatMap((offset) => {
    const all = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor(((offset + bytes.length) * 8) / 6);
    const core = all.slice(first, last);
    return core.length < MASKED_ANYWHERE_FROM ? [] : [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/**
 * The same characters, each as it is or in one of the ways that JSON, XML and addresses write it: encoders differ in which ones
 * they escape (URLEncoder `!`, Gson `=`, org.json `/`, Python all but ASCII; an XML text no quotes).
 */
function escaped(value: string): string {
  const parts = value.match(/\\+|[^\\]/gu) ?? [];
  return parts
    .map((part, at) => {
      if (/[A-Za-z\d]/.test(part)) return part;
      // Backslashes in a row are one part, so that there is one way to read them: the expression stays linear.
      const isBehind = parts[at - 1]?.startsWith('\\') === true;
      return `(?:${escapesOf(part, isBehind ? '' : MORE_BACKSLASHES).join('|')})`;
    })
    .join('');
}

/** In JSON that is in JSON, as in a log line that holds an answer, there are up to as many. */
const MORE_BACKSLASHES = String.raw`\\{0,7}`;

/** The names of these characters in XML and HTML, beside their numbers. */
const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** How a character, or backslashes in a row, are written behind some backslashes. */
function escapesOf(part: string, backslashes: string): readonly string[] {
  const units = Array.from({ length: part.length }, (_, at) => hexOf(part.charCodeAt(at), 4));
  const bytes = [...Buffer.from(part)].map((byte) => `%(?:25)?${hexOf(byte, 2)}`);
  const entity = (char: string) => {
    const code = char.codePointAt(0) ?? 0;
    return `&(?:amp;)?(?:#0*${code}|#[xX]0*${hexOf(code)}|${entities[char] ?? '(?!)'});`;
  };
  const isRun = part.startsWith('\\');
  return [
    isRun ? String.raw`\\{${part.length},${8 * part.length + 7}}` : backslashes + quoted(part),
    units.map((unit, at) => `${isRun && at > 0 ? MORE_BACKSLASHES : backslashes}u${unit}`).join(''),
    bytes.join(''),
    Array.from(part, entity).join(''),
    ...(part === ' ' ? [String.raw`\+`] : []),
  ];
}

/** Hexadecimal digits in any case. */
function hexOf(code: number, digits = 1): string {
  const hex = code.toString(16).padStart(digits, '0');
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}

function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
