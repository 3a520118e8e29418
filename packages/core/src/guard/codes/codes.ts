/**
 * Words beside which four to eight digits are a one-time code, by language. Each stands for itself and for words that begin
 * with it, one that ends in `$` for itself alone; in any case.
 */
const codeWords: Readonly<Record<string, readonly string[]>> = {
  en: [
    'code',
    'otp$',
    'passcode',
    'one-time',
    'one time',
    'verification',
    'verify',
    'authentication',
    'security number',
    '2fa$',
    'mfa$',
    'pin$',
    'tan$',
  ],
  de: ['code', 'einmal', 'bestätigung', 'verifizierung', 'sicherheitsschlüssel', 'tan$', 'mtan$'],
  fr: ['code', 'usage unique', 'vérification', 'authentification'],
  es: ['código', 'clave', 'verificación', 'un solo uso', 'autenticación'],
  it: ['codice', 'verifica', 'monouso', 'autenticazione'],
  pt: ['código', 'verificação', 'uso único', 'autenticação', 'senha'],
  nl: ['code', 'verificatie', 'eenmalig', 'inlogcode'],
  pl: ['kod', 'weryfikac', 'jednorazow', 'potwierdz', 'hasło'],
  ru: ['код', 'парол', 'подтвержд'],
  tr: ['kod', 'şifre', 'doğrulama', 'tek kullanım'],
  ja: ['コード', '認証', '確認番号', 'ワンタイム', '暗証'],
  zh: ['验证码', '校验码', '动态码', '驗證碼', '動態密碼', '口令'],
};

/** Replaces a one-time code. */
export const CODE_MASK = '[code]';

/** How many characters lie at most between a code and the word that makes it one. */
const NEAR = 80;

/** Scripts without spaces between words have no beginning of a word. */
const isSpaced = (word: string) => !/[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/u.test(word);

/** Codes that last: of a place, an error, a discount. */
const OTHER_CODES = String.raw`(?<!\b(?:zip|postal|post|area|country|error|status|exit|promo|discount)[ -])`;

const words = [...new Set(Object.values(codeWords).flat())];
const WORD = new RegExp(words.map(wordSource).join('|'), 'giu');

function wordSource(word: string): string {
  if (!isSpaced(word)) return word;
  const [stem, end] = word.endsWith('$') ? [word.slice(0, -1), String.raw`(?!\p{L})`] : [word, ''];
  return String.raw`(?<!\p{L})${OTHER_CODES}${stem}${end}`;
}

/**
 * Four to eight digits, in one piece or two (`123 456`, `G-482913`). Not an amount, a time, a date, a percentage, a part of
 * a longer number, an address or a file name.
 */
const DIGITS =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_.,:/+*#@$€£¥-]|[$€£¥]\s?|\p{N}\s)(?:[A-Z]{1,2}-)?(?:\p{Nd}{4,8}|\p{Nd}{3}[ -]\p{Nd}{3}|\p{Nd}{4}[ -]\p{Nd}{4})(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_%:/@-]|[.,]\p{N}|\s?[$€£¥%]|\s\p{N}{3})/gu;

/** A text without its one-time codes. `around` are texts that stand with it: a title says what the digits below it are. */
export function maskCodes(text: string, around: () => readonly string[] = () => []): string {
  const digits = [...text.matchAll(DIGITS)];
  if (digits.length === 0) return text;
  const places = [...text.matchAll(WORD)].map(({ index, 0: word }) => [index, index + word.length] as const);
  const isNear = (from: number, to: number) =>
    places.some(([begin, end]) => from - end < NEAR && begin - to < NEAR);
  const isTold = places.length === 0 && isAlone(text, digits) && around().some((other) => hasWord(other));
  return text.replace(DIGITS, (found: string, ...rest: readonly unknown[]) => {
    const at = rest.find((one) => typeof one === 'number') ?? 0;
    return isTold || isNear(at, at + found.length) ? CODE_MASK : found;
  });
}

function hasWord(text: string): boolean {
  return text.search(new RegExp(WORD.source, 'iu')) >= 0;
}

/** A code below its title stands alone: digits among words need a word beside them. */
function isAlone(text: string, [only]: readonly RegExpMatchArray[]): boolean {
  return text.trim() === only?.[0];
}
