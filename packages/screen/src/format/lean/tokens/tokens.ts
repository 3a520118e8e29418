/*
 * Letters so common in user interfaces that tokenizers have learned them well; any other letter of the same script costs about
 * twice as many tokens. Counted in the catalogues of translated programs.
 */

/** Chinese and Japanese. */
const COMMON_HAN: ReadonlySet<string> = new Set(
  '一上下不个中串为主之乌了二于亚亞什他代令以件任份伊会位体何作使來供保信個値值像允元克入內全兰关其具兹内出分切列则別利到制前加务动効勒動包化北区區单南博卡印县参反取受口古只可右号合同名后向否含告周命和哈' +
    '响啟單器回围图圖圣在地址垂型埃域基塔塞填备変外多大夫失头奇奥如姆子字存安完定容宽寄密寬对将對小尔尼展属岛州工左已巴市布希帕平序应底府度建开式引当影後徑得德必态性恩息您態應戈成或户所手扎打托扩找択拉持指' +
    '按换捷排接描提換操支改放效敗数整數文斯新方於无日时明是显時普景更最有服期未本束条来果查标栏样格框案標模檔欄次正此段比水求沒法波洛消源滑滚点為無焦版特状現理瓦生用由画界留發的目直相省知示科称移程稱空窗立' +
    '端符签算箭籤类系素索組結線編纳线组绘统维编罗置群者背能自色莫莱获菜萨蒂藏號行表被西要覆規視解計訊記設該語誤警计认许设证话误資超距路輸输边达过进选這通進選邊郡部都配里重量鈕錯鍵钮错键長长開間關间阿附限除' +
    '隔雷需非面項預類顯页项题颜首马高鲁默點齐',
);

/** Korean. */
const COMMON_HANGUL: ReadonlySet<string> = new Set(
  '가간감값개거것게겟격결경계고공과구그글기길꼴끝나내너높뉴는능니다단대더데도동되된두드들디따때라래램러레렉력령로록류르른를름리림마만말맞메면명모목못무문미바받방배백버번법변보복본부분브블비사산상색서선설' +
    '성세셀션소속수스습시식실쓰아안않알았야양어업없었에여연열영예오옵와요용우운움원월위으은을음의이인일읽임입있자작잘장재적전정제젯조종주줄중증지진쪽참창체최추출치카커코콘크키타태택탭터턴테텍트티파패퍼페포' +
    '표프픽필하한할함합항해했행향현형호화확환',
);

/** European languages, Turkish and Vietnamese. */
const COMMON_ACCENTED: ReadonlySet<string> = new Set(
  'ÁÄÇÉÍÎÓÔÖÚÜßàáâãäåçèéêìíîñòóôõöùúüýāăąćČčĐđęěğĩİıłńňőřśŞşŠšťũůűźżŽžơưạảấầẩẫậắằặẹẻẽếềểệỉịọỏốồổỗộớờ' +
    'ởỡợụủứừửữự',
);

/** Arabic, Persian and Urdu, with their vowel signs. Kurdish and Uighur letters are tokens of their own. */
const COMMON_ARABIC: ReadonlySet<string> = new Set(
  'ءآأؤإئابةتثجحخدذرزسشصضطظعغـفقكلمنهوىيًٌٍَُِّْپچژکگیٹڈڑںہھےئ٠١٢٣٤٥٦٧٨٩',
);

/*
 * Estimates how many tokens a text costs a model, without a tokenizer, for o200k_base and on the safe side (the tests compare
 * it with the real one in a dozen languages and on noise). The text is split at borders that no token crosses. Digits are
 * counted exactly; a word is estimated from its letters.
 */

/** Words with the one character before them, digits in threes, runs of symbols, line breaks, spaces. */
const PIECE = /[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+/gu;

/** The cost of a letter of each script, in its most expensive language. */
const scripts: readonly (readonly [name: string, letters: RegExp, cost: number])[] = [
  ['latin', /\p{Script=Latin}/u, 0.85],
  ['cyrillic', /\p{Script=Cyrillic}/u, 0.53],
  ['greek', /[\p{Script=Greek}\p{Script=Armenian}]/u, 0.58],
  ['arabic', /\p{Script=Arabic}/u, 0.58],
  // Georgian without its rare capitals, which cost three tokens each.
  ['hebrew', /[\p{Script=Hebrew}\u10d0-\u10ff]/u, 0.62],
  ['thai', /\p{Script=Thai}/u, 0.68],
  ['indic', /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Gujarati}]/u, 0.58],
  ['tamil', /\p{Script=Tamil}/u, 0.68],
  ['southern', /[\p{Script=Telugu}\p{Script=Kannada}\p{Script=Myanmar}]/u, 0.64],
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/u, 0.85],
  ['rarer', /[\p{Script=Sinhala}\p{Script=Gurmukhi}\p{Script=Khmer}]/u, 0.85],
  ['han', /\p{Script=Han}/u, 0.95],
  ['hangul', /\p{Script=Hangul}/u, 0.85],
];

/** The cost of a letter that is not common in its script. */
const uncommon: Readonly<Record<string, readonly [common: ReadonlySet<string>, cost: number]>> = {
  latin: [COMMON_ACCENTED, 1.9],
  arabic: [COMMON_ARABIC, 0.95],
  han: [COMMON_HAN, 2],
  hangul: [COMMON_HANGUL, 2.2],
};

/** Pairs of consonants that are common in words; any other pair is a likely seam between tokens. */
const COMMON_PAIRS: ReadonlySet<string> = new Set(
  (
    'th st nd nt ng ch sh ll ss tt rs ns ct rt rd pr tr br cr dr fr gr pl cl bl fl gl sp sc sk sl sm sn sw wh ck mp mb mm nn ' +
    'pp ff rr rn rm rl rk rc rg rv ld lt lm lf ls lk lp lv nc nk ts ks ps ds gs ft pt gh ph wn ws xt xp dd gg cc bb kn tw qu ht ' +
    'hr nf nv nm sf dm ms fs lc rb rp rf cs tl tc nl nr dl dn gn mn ' +
    'bs cy by ly ry ty ny my vy gy fy ky py sy hy zy dy wr zz tz'
  ).split(' '),
);

/** The letters of ordinary words per token. */
const LETTERS_PER_TOKEN = 2.9;
const SEAM = 0.55;
/** The extra cost of a symbol before a word, and of a change of script or back from capitals within one. */
const SIGN_BEFORE = 0.5;
const OTHER_SCRIPT = 0.9;
/** The extra cost of a letter after another capital: vocabularies hold lowercase words. Latin capitals are common enough. */
const CAPITALS = 1.65;

/** Estimated number of tokens in a text; rather too many than too few. */
export function estimatedTokens(text: string): number {
  let sum = 0;
  for (const [piece] of text.matchAll(PIECE)) sum += pieceCost(piece);
  return sum;
}

function pieceCost(piece: string): number {
  if (/^\p{N}/u.test(piece)) return /^[0-9]+$/.test(piece) ? 1 : byteLength(piece) / 2;
  if (!/\p{L}|\p{M}/u.test(piece)) return signCost(piece);
  return /^[^\p{L}]?[a-zA-Z]+$/u.test(piece) ? latinCost(piece) : wordCost(piece);
}

/** A word of ASCII letters: by its length and its seams. */
function latinCost(piece: string): number {
  const word = piece.replace(/^[^a-zA-Z]/u, '');
  let seams = 0;
  for (let at = 1; at < word.length; at += 1) if (isSeam(word.slice(at - 1, at + 1))) seams += 1;
  return leadCost(piece, word) + Math.max(1, word.length / LETTERS_PER_TOKEN) + seams * SEAM;
}

/** The cost of the character before a word: nothing for a space, a little for a symbol, up to its bytes for others. */
function leadCost(piece: string, word: string): number {
  if (piece.length === word.length || piece.startsWith(' ')) return 0;
  return /^[!-~]/.test(piece) ? SIGN_BEFORE : byteLength(piece.slice(0, piece.length - word.length)) * 0.95;
}

function isSeam(pair: string): boolean {
  if (/[a-z][A-Z]|[A-Z]{2}/.test(pair)) return true;
  const lower = pair.toLowerCase();
  if (/^[jqvwxz]|[jqxz]$/.test(lower))
    return lower !== 'qu' && !/^[jvwz][aeiou]$|^[aeo]x$|^[eoiu]z$/.test(lower);
  const isConsonants = /^[^aeiou][^aeiou]$/.test(lower);
  return isConsonants
    ? !COMMON_PAIRS.has(lower)
    : /aa|ii|uu|yy|[aeiou]y[aeiou]|oa|uo|iu|eu|ao|yi|yu/.test(lower);
}

/** A word with letters of other scripts: each costs its share of a token. */
function wordCost(piece: string): number {
  const word = piece.replace(/^[^\p{L}\p{M}]/u, '');
  let cost = leadCost(piece, word);
  let before: string | undefined;
  let last = '';
  for (const char of word) {
    const script = scriptOf(char);
    const isCapital = /\p{Lu}/u.test(char);
    const isAfterCapital = isCapital && script !== 'latin' && /\p{Lu}/u.test(last);
    cost += letterCost(char, script) * (isAfterCapital ? CAPITALS : 1);
    if (before !== undefined && script !== undefined && script !== before) cost += OTHER_SCRIPT;
    if (isCapital && /\p{Ll}/u.test(last)) cost += OTHER_SCRIPT;
    // A space before a letter outside the vocabulary is a token of its own.
    if (last === '' && script === undefined) cost += 1;
    before = script;
    last = char;
  }
  return Math.max(1, cost + 0.3);
}

function scriptOf(char: string): string | undefined {
  return /[a-zA-Z]/.test(char) ? 'latin' : scripts.find(([, letters]) => letters.test(char))?.[0];
}

function letterCost(char: string, script: string | undefined): number {
  if (/[a-zA-Z]/.test(char)) return 0.42;
  const [common, rare] = uncommon[script ?? ''] ?? [];
  if (common && rare !== undefined && !common.has(char)) return rare;
  const known = scripts.find(([name]) => name === script)?.[2];
  if (known !== undefined) return known;
  // In a rare script, every byte may be a token.
  return byteLength(char);
}

/** Runs of one symbol are cheap, mixed ones are not; a symbol beyond ASCII may take one token per byte. */
function signCost(piece: string): number {
  let cost = 0;
  let before = '';
  for (const char of piece) {
    if (/\s/.test(char)) cost += char === before || char === ' ' ? 0.1 : 0.3;
    else if (/[!-~]/.test(char)) cost += char === before ? 0.35 : 0.75;
    else cost += COMMON_SIGNS.has(char) ? 0.9 : byteLength(char) * 0.9;
    before = char;
  }
  return Math.max(1, cost);
}

const COMMON_SIGNS: ReadonlySet<string> = new Set('…•·–—’‘“”«»©®°€£¥§×→←、。，：（）！？「」');

function byteLength(text: string): number {
  let bytes = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
