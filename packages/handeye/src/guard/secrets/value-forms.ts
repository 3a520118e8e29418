import { shown } from '../../ui/sanitize.ts';

/** Values with fewer characters are found in ordinary texts by chance: they are masked only where they were typed. */
export const MASKED_ANYWHERE_FROM = 6;

/** What screens put between the characters of a number or a key to make it readable. */
const SEPARATOR = String.raw`[\s\u00ad\u200b-\u200d\u2060.\-/]`;
const isSeparator = new RegExp(SEPARATOR, 'u');

export function isMaskedAnywhere(value: string): boolean {
  return Array.from(value).length >= MASKED_ANYWHERE_FROM;
}

/** The source of an expression that finds a value in any text: as it is, spaced, or in one of the usual encodings. */
export function formsOf(value: string): string {
  const plain = [value, value.normalize('NFC'), value.normalize('NFD'), shown(value) ?? ''];
  const escaped = [
    jsonEscaped(value),
    // A log line that holds an answer.
    jsonEscaped(jsonEscaped(value)),
    xmlEscaped(value),
    encodeURIComponent(value),
    encodeURIComponent(value).replace(/%../g, (hex) => hex.toLowerCase()),
    encodeURIComponent(value).replaceAll('%20', '+'),
    encodeURI(value),
  ];
  const encoded = base64Cores(value);
  const sources = [...distinct(plain).map(spaced), ...distinct([...escaped, ...encoded]).map(quoted)];
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
 * What the value is in base64 wherever it stands in what was encoded (`user:password`): of each of the three alignments
 * the characters that depend on it alone.
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

function jsonEscaped(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

function xmlEscaped(value: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&apos;',
  };
  return value.replace(/[&<>"']/g, (char) => names[char] ?? char);
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}

function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
