/** Letters of other scripts that look like Latin ones, in small letters: Cyrillic, Greek, Armenian, Latin's own variants. */
const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['аαɑ', 'a'],
    ['вβ', 'b'],
    ['сϲᴄ', 'c'],
    ['ԁ', 'd'],
    ['еєеε', 'e'],
    ['ɡց', 'g'],
    ['һн', 'h'],
    ['іıιӏǀ', 'i'],
    ['јϳ', 'j'],
    ['кκᴋ', 'k'],
    ['ⅼ', 'l'],
    ['мᴍ', 'm'],
    ['ոпη', 'n'],
    ['оοօσ', 'o'],
    ['рρ', 'p'],
    ['ԛ', 'q'],
    ['гᴦ', 'r'],
    ['ѕꜱ', 's'],
    ['тτᴛ', 't'],
    ['υսᴜ', 'u'],
    ['ѵν', 'v'],
    ['ԝѡᴡ', 'w'],
    ['хχ', 'x'],
    ['уγү', 'y'],
    ['ᴢ', 'z'],
  ].flatMap(([letters = '', latin = '']) => Array.from(letters, (letter) => [letter, latin])),
);

const LOOK_ALIKE = new RegExp(`[${Object.keys(lookAlikes).join('')}]`, 'gu');
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
  const latin = foldedText.replace(LOOK_ALIKE, (letter) => lookAlikes[letter] ?? letter);
  return latin === foldedText ? undefined : latin;
}

const UNEVEN = /^\s|\s$|\s\s|[^\S ]/;

function spaced(text: string): string {
  return UNEVEN.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
}
