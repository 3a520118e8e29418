import { fold } from './fold.ts';
import { hasAmount, withoutAmount } from './amounts.ts';
import { PhraseIndex, PhraseSet, type Said, UNSPACED } from './phrases.ts';
import { type Language, listed, type SaidKind, saidKinds } from '../words/language.ts';
import { arabic } from '../words/ar.ts';
import { chinese } from '../words/zh.ts';
import { dutch } from '../words/nl.ts';
import { english } from '../words/en.ts';
import { french } from '../words/fr.ts';
import { german } from '../words/de.ts';
import { hindi } from '../words/hi.ts';
import { indonesian } from '../words/id.ts';
import { italian } from '../words/it.ts';
import { japanese } from '../words/ja.ts';
import { korean } from '../words/ko.ts';
import { polish } from '../words/pl.ts';
import { portuguese } from '../words/pt.ts';
import { russian } from '../words/ru.ts';
import { spanish } from '../words/es.ts';
import { thai } from '../words/th.ts';
import { turkish } from '../words/tr.ts';
import { ukrainian } from '../words/uk.ts';
import { vietnamese } from '../words/vi.ts';

/** Every language that labels are recognised in, by its code. To add one, write its file and name it here. */
export const languages: Readonly<Record<string, Language>> = {
  ar: arabic,
  de: german,
  en: english,
  es: spanish,
  fr: french,
  hi: hindi,
  id: indonesian,
  it: italian,
  ja: japanese,
  ko: korean,
  nl: dutch,
  pl: polish,
  pt: portuguese,
  ru: russian,
  th: thai,
  tr: turkish,
  uk: ukrainian,
  vi: vietnamese,
  zh: chinese,
};

const all: readonly Language[] = Object.values(languages);

const kinds = new PhraseIndex<SaidKind>((index) => {
  for (const language of all) {
    for (const kind of saidKinds) index.add(language[kind], kind, language.spaced);
  }
});
const signIns = new PhraseIndex<true>((index) => {
  for (const { signIn, spaced } of all) index.add(signIn, true, spaced);
});

const confirming = new PhraseSet(all, ({ confirm }) => confirm);
const cancelling = new PhraseSet(all, ({ cancel }) => cancel);
const yes = new PhraseSet(all, (language) => language.yes);
const sendingWritten = new PhraseSet(all, ({ sendsWritten }) => sendsWritten);
const codeFields = new PhraseSet(all, (language) => language.codeFields);
const checkouts = new PhraseSet(all, ({ checkout }) => checkout);
const riskTitles = new PhraseSet(all, (language) => language.riskTitles);
const accessTitles = new PhraseSet(all, (language) => language.accessTitles);
const riskLabels = new PhraseSet(all, (language) => language.riskLabels);
const riskTexts = new PhraseSet(all, (language) => language.riskTexts);
const readingAids = new PhraseSet(all, (language) => language.readingAids);

/** The meaning of a pressed label. */
export interface Meaning {
  readonly said: ReadonlyMap<SaidKind, Said>;
  readonly words: number;
  /** It names a price, and does nothing else or agrees to it: "4,99 €", "Subscribe for 5 € a month". */
  readonly sells: boolean;
}

const NOTHING: Meaning = { said: new Map(), words: 0, sells: false };

/** The kinds that a label says by itself. */
export function meaningOf(label: string): Meaning {
  const folded = withoutYes(fold(label));
  const isPriced = hasAmount(label);
  const drawn = drawnIn(label, folded);
  if (folded === '') return { ...NOTHING, said: drawn, sells: isPriced };
  const words = wordsIn(folded);
  const said = new Map([...drawn, ...kindsIn(folded)]);
  if (!isPriced) return { said, words, sells: false };
  const rest = withoutYes(fold(withoutAmount(label)));
  for (const [kind, how] of kindsIn(rest)) said.set(kind, how);
  // "Send 20 €"
  if (said.has('send')) said.set('payment', 'part');
  return { said, words, sells: rest === '' || confirming.begins(rest) };
}

/** A word in the middle of a label says nothing beside one that refuses: "Cancel all and never send". */
function kindsIn(folded: string): ReadonlyMap<SaidKind, Said> {
  const found = kinds.find(folded);
  const isRefusal = [...found.values()].includes('within') && cancelling.isIn(folded);
  return isRefusal ? new Map([...found].filter(([, how]) => how !== 'within')) : found;
}

/** Pictures in place of a word. */
const pictures: Readonly<Record<string, SaidKind>> = {
  '💳': 'payment',
  '💸': 'payment',
  '💰': 'payment',
  '🪙': 'payment',
  '📤': 'send',
  '📨': 'send',
  '➤': 'send',
  '📞': 'call',
  '📲': 'call',
  '☎': 'call',
  '🗑': 'delete',
};
const PICTURE = new RegExp(Object.keys(pictures).join('|'), 'gu');
const NO_LETTER = /^[\d ]*$/;

/** The kinds that the pictures of a label say where no word beside them says more than "OK" or a number. */
function drawnIn(label: string, folded: string): ReadonlyMap<SaidKind, Said> {
  const found = new Map<SaidKind, Said>();
  if (!NO_LETTER.test(folded) && !confirming.has(folded)) return found;
  for (const [picture] of label.matchAll(PICTURE)) {
    const kind = pictures[picture];
    if (kind) found.set(kind, 'only');
  }
  return found;
}

/** Letters count for words where words do not stand apart. */
function wordsIn(folded: string): number {
  return folded
    .split(' ')
    .reduce(
      (count, word) => count + (UNSPACED.test(word) ? Math.ceil(word.length / lettersOfWord(word)) : 1),
      0,
    );
}

/** Words of Thai and Korean are spelled by sounds, those of Chinese and Japanese are shorter. */
function lettersOfWord(word: string): number {
  return /[\p{Script=Thai}\p{Script=Hangul}]/u.test(word) ? 5 : 3;
}

/** "Yes, delete" is "delete". */
function withoutYes(folded: string): string {
  const words = folded.split(' ');
  for (let count = Math.min(3, words.length - 1); count > 0; count -= 1) {
    if (yes.has(words.slice(0, count).join(' '))) return words.slice(count).join(' ');
  }
  return folded;
}

/** Labels as a person answers with them. */
export const confirms = (label: string): boolean => confirming.has(fold(label));
export const cancels = (label: string): boolean => cancelling.has(fold(label));
export const sendsWritten = (label: string): boolean => sendingWritten.has(fold(label));
export const signsIn = (label: string): boolean => signIns.find(fold(label)).size > 0;

/** In English one word forwards a message and turns a page: it depends on the buttons beside it. */
export const goesForward = (label: string): boolean => fold(label) === FORWARD;
export const turnsPages = (label: string): boolean => pageTurners.has(fold(label));

/** The Turkish word for "Call" and for "Search". */
export const callsOrSearches = (label: string): boolean => fold(label) === ARA;

const FORWARD = fold('forward');
const ARA = fold('ara');
const pageTurners: ReadonlySet<string> = new Set(
  'reload, refresh, reload page, reload this page, rewind, play, pause, fast forward'.split(', ').map(fold),
);

/** Texts that tell what a window is for. */
export const saysCheckout = (text: string): boolean => checkouts.isIn(fold(text));
export const namesCodeField = (text: string): boolean => codeFields.isIn(fold(text));
export const namesRisk = (title: string): boolean => riskTitles.isIn(fold(title));
export const namesAccess = (title: string): boolean => accessTitles.isIn(fold(title));
export const beginsRisk = (label: string): boolean => riskLabels.begins(fold(label));
export const namesReadingAid = (label: string): boolean => readingAids.has(fold(label));
export const tellsRisk = (text: string): boolean => riskTexts.isIn(fold(text));

/** The single words that say a kind, as they stand inside of a question about it: "Do you want to delete it?". */
const verbs = new Map<SaidKind, PhraseSet<Language>>(
  (['payment', 'send', 'call', 'delete', 'install'] as const).map((kind) => [
    kind,
    new PhraseSet(all, (language) =>
      [language[kind].only, language[kind].first, language[kind].last]
        .flatMap(listed)
        .filter((phrase) => !language.spaced || !phrase.includes(' '))
        .join(','),
    ),
  ]),
);

/** The kinds that a question asks about. */
export function askedAbout(question: string): SaidKind[] {
  const folded = fold(question);
  return [...verbs].filter(([, words]) => words.isIn(folded)).map(([kind]) => kind);
}
