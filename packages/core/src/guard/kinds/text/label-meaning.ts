import { fold } from './fold.ts';
import { hasAmount, withoutAmount } from './amounts.ts';
import { PhraseIndex, PhraseSet, type Said } from './phrases.ts';
import { type Language, listed, type SaidKind, saidKinds } from '../words/language.ts';
import { chinese } from '../words/zh.ts';
import { english } from '../words/en.ts';
import { french } from '../words/fr.ts';
import { german } from '../words/de.ts';
import { italian } from '../words/it.ts';
import { japanese } from '../words/ja.ts';
import { polish } from '../words/pl.ts';
import { portuguese } from '../words/pt.ts';
import { russian } from '../words/ru.ts';
import { spanish } from '../words/es.ts';

/** Every language that labels are recognised in, by its code. To add one, write its file and name it here. */
export const languages: Readonly<Record<string, Language>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  ja: japanese,
  pl: polish,
  pt: portuguese,
  ru: russian,
  zh: chinese,
};

const all: readonly Language[] = Object.values(languages);

const kinds = new PhraseIndex<SaidKind>();
const signIns = new PhraseIndex<true>();
for (const language of all) {
  for (const kind of saidKinds) kinds.add(language[kind], kind, language.spaced);
  signIns.add(language.signIn, true, language.spaced);
}

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
  if (folded === '') return { ...NOTHING, sells: isPriced };
  const words = wordsIn(folded);
  const said = new Map(kinds.find(folded));
  if (!isPriced) return { said, words, sells: false };
  const rest = withoutYes(fold(withoutAmount(label)));
  for (const [kind, how] of kinds.find(rest)) said.set(kind, how);
  // "Send 20 €"
  if (said.has('send')) said.set('payment', 'part');
  return { said, words, sells: rest === '' || confirming.begins(rest) };
}

/** Letters count for words where words do not stand apart. */
function wordsIn(folded: string): number {
  return folded
    .split(' ')
    .reduce((count, word) => count + (UNSPACED.test(word) ? Math.ceil(word.length / 3) : 1), 0);
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

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

/** Texts that tell what a window is for. */
export const saysCheckout = (text: string): boolean => checkouts.isIn(fold(text));
export const namesCodeField = (text: string): boolean => codeFields.isIn(fold(text));
export const namesRisk = (title: string): boolean => riskTitles.isIn(fold(title));
export const namesAccess = (title: string): boolean => accessTitles.isIn(fold(title));
export const beginsRisk = (label: string): boolean => riskLabels.begins(fold(label));
export const namesReadingAid = (label: string): boolean => readingAids.has(fold(label));
export const tellsRisk = (text: string): boolean => riskTexts.isIn(fold(text));

/** The single words that say a kind, as they stand inside of a question about it: "Do you want to delete it?". */
const verbs = new Map<SaidKind, PhraseSet>(
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
