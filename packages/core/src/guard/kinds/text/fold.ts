import { capitalsAsLatin, lettersAsLatin } from '../../text/look-alikes.ts';

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
const ACCENT = /[\u0300-\u036f\u064b-\u0652]/g;
const APOSTROPHE = /['’‘ʼ`´]/g;
const NO_WORD = /[^\p{L}\p{N}\p{M}]+/u;
/** 🄰, 🅐 and 🅰: NFKC knows only the first. */
const ENCLOSED = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu;
const SMALL_A = 0x61;

function foldedAnew(label: string): string {
  if (PLAIN.test(label)) return skeletons(label.toLowerCase().replace(APOSTROPHE, '').split(NO_PLAIN_WORD));
  const visible = label
    .replace(INVISIBLE, '')
    .replace(ENCLOSED, enclosedLetter)
    .normalize('NFKC')
    .replace(APOSTROPHE, '');
  const bare = visible.normalize('NFD').replace(ACCENT, '').normalize('NFC');
  const words = bare.split(NO_WORD).map((word) => latinForms(capitalsAsLatin(word).toLowerCase()));
  return skeletons(words.map(lettersAsLatin));
}

function enclosedLetter(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return String.fromCodePoint(SMALL_A + ((code - 0x1f150) % 32));
}

/** Letters that are no accented ones to Unicode, as people type them without. */
const latinOnes: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
};

function latinForms(word: string): string {
  return word.replace(/[ßłøđæœ]/g, (letter) => latinOnes[letter] ?? letter);
}

function skeletons(words: readonly string[]): string {
  const real = words.filter((word) => word !== '');
  // "P A Y": letters that are set apart.
  const isSpaced = real.length > 2 && real.every((word) => /^[a-z]$/.test(word));
  return (isSpaced ? [real.join('')] : real).map(skeleton).join(' ');
}

/** Characters that look alike in most fonts become one: I, l and 1; O and 0; rn and m. Digits among themselves stay digits. */
function skeleton(word: string): string {
  const letters = /[a-z]/.test(word) ? word.replaceAll('1', 'l').replaceAll('0', 'o') : word;
  return letters.replace(/[i|]/g, 'l').replaceAll('rn', 'm').replaceAll('vv', 'w');
}
