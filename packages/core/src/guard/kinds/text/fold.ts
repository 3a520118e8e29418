import { asLatin } from '../../text/look-alikes.ts';
import { withAsciiDigits } from './amounts.ts';

/** Longer texts are no labels; what a label begins with stands at its front. */
const LONGEST = 200;
/** Labels repeat on every screen. The store is emptied when it is full, so that it stays small. */
const MOST_KEPT = 4000;

const kept = new Map<string, string>();

/**
 * A label as a person sees and reads it: in small letters, without accents, without what is invisible, each letter as the Latin
 * one it looks like, words by single spaces. Word lists are folded the same way, so both sides meet whatever the language.
 */
export function fold(label: string): string {
  const known = kept.get(label);
  if (known !== undefined) return known;
  const folded = foldedAnew(label.length > LONGEST ? label.slice(0, LONGEST) : label);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(label, folded);
  return folded;
}

/** ASCII: most labels. */
const PLAIN = /^[\x20-\x7e]*$/;
const NO_PLAIN_WORD = /[^a-z\d]+/;
/** Zero-width and bidi characters, joiners, soft hyphens, fillers. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/**
 * Marks that belong to no script, but for the voicing of kana; what Arabic and Hebrew write or leave out, and its stretched line;
 * the dot below of Hindi; and any mark on a letter of a script that needs none.
 */
const ACCENT =
  /(?![\u3099\u309a])\p{Script=Inherited}|\p{Me}|[\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u093c]|(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;
const APOSTROPHE = /['’‘ʼ`´]/g;
const NO_WORD = /[^\p{L}\p{N}\p{M}]+/u;
/** 🄰, 🅐 and 🅰: NFKC knows only the first. */
const ENCLOSED = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu;
/** Two regional indicators are a flag; a longer row of them is drawn as letters where it is none of flags. */
const REGIONAL = /[\u{1f1e6}-\u{1f1ff}]+/gu;
const FLAG_LENGTH = 4;
const SMALL_A = 0x61;

function foldedAnew(label: string): string {
  if (PLAIN.test(label)) return skeletons(label.toLowerCase().replace(APOSTROPHE, '').split(NO_PLAIN_WORD));
  const visible = label
    .replace(INVISIBLE, '')
    .replace(ENCLOSED, (char) => letterFrom(char, 0x1f150, 32))
    .replace(REGIONAL, (row) =>
      row.length === FLAG_LENGTH ? ' ' : row.replace(/./gu, (char) => letterFrom(char, 0x1f1e6, 26)),
    )
    .normalize('NFKC')
    .replace(APOSTROPHE, '');
  const bare = withAsciiDigits(visible)
    .normalize('NFD')
    .replace(ACCENT, '')
    .replace(HANGUL_ENDS, (end) => hangulStarts[end.charCodeAt(0) - FIRST_HANGUL_END] ?? end)
    .normalize('NFC');
  return skeletons(bare.split(NO_WORD).map((word) => asLatin(plainForms(word)).toLowerCase()));
}

function letterFrom(char: string, first: number, count: number): string {
  return String.fromCharCode(SMALL_A + (((char.codePointAt(0) ?? first) - first) % count));
}

/** A syllable of Hangul may be written as its letters, each by itself: those do not tell where it ends. */
const HANGUL_ENDS = /[\u11a8-\u11c2]/g;
const FIRST_HANGUL_END = 0x11a8;
const hangulStarts =
  'ᄀ ᄁ ᄀᄉ ᄂ ᄂᄌ ᄂᄒ ᄃ ᄅ ᄅᄀ ᄅᄆ ᄅᄇ ᄅᄉ ᄅᄐ ᄅᄑ ᄅᄒ ᄆ ᄇ ᄇᄉ ᄉ ᄊ ᄋ ᄌ ᄎ ᄏ ᄐ ᄑ ᄒ'.split(
    ' ',
  );

/** Letters that people also write otherwise: without their strokes, or as a keyboard of a neighbouring language has them. */
const otherForms: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  æ: 'ae',
  Æ: 'ae',
  œ: 'oe',
  Œ: 'oe',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ک: 'ك',
  '\u0901': '\u0902',
};

function plainForms(word: string): string {
  return word.replace(/[^\x00-\x7f]/g, (letter) => otherForms[letter] ?? letter);
}

function skeletons(words: readonly string[]): string {
  const real = words.filter((word) => word !== '');
  return real.length < FEWEST_APART ? real.map(skeleton).join(' ') : together(real).map(skeleton).join(' ');
}

/** "P a y now": letters that are set apart are a word if there are so many of them. */
const FEWEST_APART = 3;

function together(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length;) {
    let end = at;
    while (/^[a-z]$/.test(words[end] ?? '')) end += 1;
    const isWord = end - at >= FEWEST_APART;
    joined.push(isWord ? words.slice(at, end).join('') : (words[at] ?? ''));
    at = isWord ? end : at + 1;
  }
  return joined;
}

/** It would become the same as "beli", with which one buys in Indonesian. */
const BELL = 'bell';

/** Characters that look alike in most fonts become one: I, l and 1; O and 0; rn and m. Digits among themselves stay digits. */
function skeleton(word: string): string {
  if (word === BELL) return word.toUpperCase();
  const letters = /[a-z]/.test(word) ? word.replaceAll('1', 'l').replaceAll('0', 'o') : word;
  return letters.replace(/[i|]/g, 'l').replaceAll('rn', 'm').replaceAll('vv', 'w');
}
