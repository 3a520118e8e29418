import { loweredAsLatin } from '../text/look-alikes.ts';

const PLAIN = /^[\x20-\x7e\s]*$/;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const ACCENT = /(\p{Script=Latin})[\u0300-\u036f]+/gu;
const APOSTROPHE = /[’‘ʼ`´]/g;

/** A text in small letters, without what is invisible and without accents, words by single spaces. */
export function folded(text: string): string {
  if (PLAIN.test(text)) return spaced(text.toLowerCase());
  const visible = text.replace(INVISIBLE, '').normalize('NFKC').replace(APOSTROPHE, "'").toLowerCase();
  return spaced(visible.normalize('NFD').replace(ACCENT, '$1').normalize('NFC'));
}

/** The same with each letter as the Latin one that it looks like; undefined if there is none of those. */
export function asLatin(foldedText: string): string | undefined {
  const latin = loweredAsLatin(foldedText);
  return latin === foldedText ? undefined : latin;
}

const UNEVEN = /^\s|\s$|\s\s|[^\S ]/;

function spaced(text: string): string {
  return UNEVEN.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
}
