/**
 * Letters that look like a Latin one, so that a label that only looks like "Pay" is read as it looks. Not all of Unicode's
 * confusables: those that fonts of phones and desktops draw (almost) alike in a word of a label.
 */
const alikes: Readonly<Record<string, string>> = {
  a: 'аαɑᴀꭺ',
  b: 'ʙЬь',
  c: 'сϲᴄⅽ',
  d: 'ԁᴅⅾ',
  e: 'еҽᴇє',
  f: 'ꜰƒ',
  g: 'ɡɢց',
  h: 'һհʜ',
  i: 'іιɪı',
  j: 'јϳᴊ',
  k: 'κᴋк',
  l: 'ӏʟⅼ',
  m: 'ᴍмⅿ',
  n: 'ոɴη',
  o: 'оοօᴏσ',
  p: 'рρᴘ',
  q: 'ԛգ',
  r: 'ʀг',
  s: 'ѕꜱ',
  t: 'ᴛтτ',
  u: 'սυᴜ',
  v: 'νᴠѵⅴ',
  w: 'ԝᴡѡ',
  x: 'хχⅹ',
  y: 'уүγʏ',
  z: 'ᴢ',
};

/** Capitals whose small letter looks like another one, or like none: В is a capital B, в is not. */
const capitals: Readonly<Record<string, string>> = {
  b: 'ВΒꞴᏴ',
  c: 'Ꮯ',
  d: 'Ꭰ',
  e: 'Ꭼ',
  h: 'НΗᎻ',
  k: 'КΚᏦ',
  l: 'Ꮮ',
  m: 'МΜᎷ',
  n: 'Ν',
  p: 'Ꮲ',
  s: 'Ꮪ',
  t: 'ТΤᎢ',
  a: 'Ꭺ',
  v: 'Ꮩ',
  x: 'ΧХ',
  y: 'УΥҮᎩ',
  z: 'ΖᏃ',
};

function byLetter(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([latin, others]) =>
      Array.from(others, (other) => [other, latin] as const),
    ),
  );
}

const smallOnes = byLetter(alikes);
const capitalOnes = byLetter(capitals);
/** The small letter of a capital that looks like a Latin one. */
const loweredOnes = new Map([...capitalOnes].map(([capital, latin]) => [capital.toLowerCase(), latin]));
const OTHER = /[^\x00-\x7f]/;
const LATIN = /\p{Script=Latin}/u;

/** Capitals as the letters they look like, in words that hold Latin letters too; other words are spelled as they are. */
export function capitalsAsLatin(word: string): string {
  if (!LATIN.test(word)) return word;
  return Array.from(word, (letter) => capitalOnes.get(letter) ?? letter).join('');
}

/** Small letters as the Latin ones they look like. */
export function lettersAsLatin(text: string): string {
  return Array.from(text, (letter) => smallOnes.get(letter) ?? letter).join('');
}

/** Letters of a text that is in small ones already, as the Latin ones that they, or their capitals, look like. */
export function loweredAsLatin(text: string): string {
  if (!OTHER.test(text)) return text;
  return Array.from(text, (letter) => smallOnes.get(letter) ?? loweredOnes.get(letter) ?? letter).join('');
}
