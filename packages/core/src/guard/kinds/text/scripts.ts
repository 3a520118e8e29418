const LETTER = /\p{L}/gu;
/** The scripts of the languages whose words are known: the files in ../words. */
const KNOWN =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]/u;

/** Whether most letters of these texts are of scripts that no word list is written in: Georgian, Amharic, Khmer … */
export function isInUnknownScript(texts: readonly string[]): boolean {
  let balance = 0;
  for (const text of texts) {
    for (const [letter] of text.matchAll(LETTER)) balance += KNOWN.test(letter) ? -1 : 1;
  }
  // One letter is a sign: π, Ω.
  return balance > 1;
}
