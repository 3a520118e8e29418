import { fold } from './fold.ts';
import { type Language, listed, type Phrases } from '../words/language.ts';

/** No phrase of any list has more words, or more letters in scripts without spaces, so longer texts need not be cut. */
const MOST_WORDS = 9;
const MOST_LETTERS = 24;

/** A longer label is no name of a button, so a word in the middle of it may belong to anything. */
const MOST_WORDS_AROUND = 4;
const MOST_LETTERS_AROUND = 16;

/** Scripts that write words without blanks, or as they like. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** How a label says something: by itself, by its first or last words, or by a word in it. */
export type Said = 'only' | 'part' | 'within';

interface Entry<T> {
  readonly means: T;
  readonly unless: readonly string[];
}

type Table<T> = Map<string, Entry<T>[]>;
const places = ['only', 'first', 'last', 'within'] as const;
type Place = (typeof places)[number];

/** Where words stand apart, and where they do not: folded labels are cut into pieces differently. */
type Tables<T> = Readonly<Record<Place, Table<T>>>;

const noTables = <T>(): Tables<T> => ({
  only: new Map(),
  first: new Map(),
  last: new Map(),
  within: new Map(),
});

/**
 * Phrases with what they mean, ready to be looked up: a label costs some look-ups, however many phrases there are. They are folded
 * when the first label is looked up: most servers never do.
 */
export class PhraseIndex<T> {
  readonly #spaced = noTables<T>();
  readonly #unspaced = noTables<T>();
  #fill: ((index: PhraseIndex<T>) => void) | undefined;

  constructor(fill: (index: PhraseIndex<T>) => void) {
    this.#fill = fill;
  }

  add(phrases: Phrases, means: T, spaced: boolean): void {
    const tables = spaced ? this.#spaced : this.#unspaced;
    const folded = spaced ? fold : (phrase: string) => unspaced(fold(phrase));
    const entry = { means, unless: listed(phrases.unless).map(folded) };
    for (const place of places) {
      for (const phrase of listed(phrases[place])) put(tables[place], folded(phrase), entry);
    }
    // "PayNow" is "Pay now".
    for (const phrase of spaced ? listed(phrases.only).map(fold) : []) {
      if (phrase.includes(' ')) put(this.#spaced.only, unspaced(phrase), { means, unless: [] });
    }
  }

  /** The meaning of a folded label, and whether all of it says so. */
  find(label: string): ReadonlyMap<T, Said> {
    const found = new Map<T, Said>();
    if (label === '') return found;
    this.#fill?.(this);
    this.#fill = undefined;
    const together = unspaced(label);
    for (const { means } of this.#spaced.only.get(label) ?? []) found.set(means, 'only');
    for (const { means } of this.#unspaced.only.get(together) ?? []) found.set(means, 'only');
    const words = label.split(' ');
    const starts = words.slice(0, MOST_WORDS).map((_, at) => words.slice(0, at + 1).join(' '));
    const ends = words
      .slice(-MOST_WORDS)
      .map((_, at, all) => words.slice(words.length - all.length + at).join(' '));
    const inner = words.length <= MOST_WORDS_AROUND ? piecesOf(words, ' ') : [];
    collect(found, this.#spaced, { whole: label, starts, ends, inner }, (phrase) =>
      ` ${label} `.includes(` ${phrase} `),
    );
    if (!UNSPACED.test(label)) return found;
    const letters = Array.from({ length: Math.min(MOST_LETTERS, together.length) }, (_, at) => at + 1);
    const cuts = {
      whole: together,
      starts: letters.map((count) => together.slice(0, count)),
      ends: letters.map((count) => together.slice(-count)),
      inner: together.length <= MOST_LETTERS_AROUND ? piecesOf(Array.from(together), '') : [],
    };
    collect(found, this.#unspaced, cuts, (phrase) => together.includes(phrase));
    return found;
  }
}

/** Every row of parts that stand beside each other. */
function piecesOf(parts: readonly string[], blank: string): string[] {
  return parts.flatMap((_, from) =>
    parts.slice(from).map((__, at) => parts.slice(from, from + at + 1).join(blank)),
  );
}

interface Cuts {
  readonly whole: string;
  readonly starts: readonly string[];
  readonly ends: readonly string[];
  readonly inner: readonly string[];
}

function collect<T>(
  found: Map<T, Said>,
  tables: Tables<T>,
  { whole, starts, ends, inner }: Cuts,
  holds: (phrase: string) => boolean,
): void {
  const look = (place: Exclude<Place, 'only'>, piece: string) => {
    for (const { means, unless } of tables[place].get(piece) ?? []) {
      // "Pay" begins "Pay now", which is a phrase of its own.
      const isNews = piece === whole || !found.has(means);
      if (!isNews || unless.some(holds)) continue;
      found.set(means, piece === whole ? 'only' : place === 'within' ? 'within' : 'part');
    }
  };
  for (const piece of starts) look('first', piece);
  for (const piece of ends) look('last', piece);
  for (const piece of inner) look('within', piece);
}

function put<T>(table: Table<T>, phrase: string, entry: Entry<T>): void {
  const there = table.get(phrase);
  if (there) there.push(entry);
  else table.set(phrase, [entry]);
}

/** Whole phrases of all languages, as a label is one of them or holds one. They are folded when they are first needed. */
export class PhraseSet<L extends Pick<Language, 'spaced'>> {
  readonly #languages: readonly L[];
  readonly #of: (language: L) => string;
  #known: FoldedPhrases | undefined;

  constructor(languages: readonly L[], of: (language: L) => string) {
    this.#languages = languages;
    this.#of = of;
  }

  get #folded(): FoldedPhrases {
    if (this.#known) return this.#known;
    const known: FoldedPhrases = { spaced: new Map(), unspaced: new Set() };
    for (const language of this.#languages) {
      for (const phrase of listed(this.#of(language)).map(fold)) {
        const [first = ''] = phrase.split(' ', 1);
        const there = known.spaced.get(first);
        if (!language.spaced) known.unspaced.add(unspaced(phrase));
        else if (there) there.push(phrase);
        else known.spaced.set(first, [phrase]);
      }
    }
    return (this.#known = known);
  }

  /** The whole folded label is one of them. */
  has(label: string): boolean {
    if (label === '') return false;
    const [first = ''] = label.split(' ', 1);
    return (
      (this.#folded.spaced.get(first)?.includes(label) ?? false) || this.#folded.unspaced.has(unspaced(label))
    );
  }

  /** One of them stands in the folded label. */
  isIn(label: string): boolean {
    for (let start = 0; start !== -1 && start < label.length; start = nextWord(label, start)) {
      if (this.#beginsAt(label, start)) return true;
    }
    // Only what has letters of such a language can hold one, and few labels do.
    return UNSPACED.test(label) && this.#some((phrase) => unspaced(label).includes(phrase));
  }

  /** One of them begins the folded label. */
  begins(label: string): boolean {
    if (label === '') return false;
    if (this.#beginsAt(label, 0)) return true;
    return UNSPACED.test(label) && this.#some((phrase) => unspaced(label).startsWith(phrase));
  }

  #beginsAt(label: string, start: number): boolean {
    const end = label.indexOf(' ', start);
    const phrases = this.#folded.spaced.get(end === -1 ? label.slice(start) : label.slice(start, end)) ?? [];
    return phrases.some((phrase) => {
      const after = start + phrase.length;
      return label.startsWith(phrase, start) && (after === label.length || label[after] === ' ');
    });
  }

  #some(fits: (phrase: string) => boolean): boolean {
    for (const phrase of this.#folded.unspaced) if (fits(phrase)) return true;
    return false;
  }
}

interface FoldedPhrases {
  /** By their first words, because few words of a label are one. */
  readonly spaced: Map<string, string[]>;
  readonly unspaced: Set<string>;
}

/** Where the next word begins; -1 behind the last one. */
function nextWord(label: string, start: number): number {
  const end = label.indexOf(' ', start);
  return end === -1 ? -1 : end + 1;
}

function unspaced(label: string): string {
  return label.includes(' ') ? label.replaceAll(' ', '') : label;
}
