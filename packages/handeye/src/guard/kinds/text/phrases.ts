import { fold } from './fold.ts';
import { type Language, listed, type Phrases } from '../words/language.ts';

/** No phrase of any list has more words, or letters where words do not stand apart; longer ones are cut off by nobody. */
const MOST_WORDS = 9;
const MOST_LETTERS = 24;

/** How a label says something: by itself, or by its first or last words. */
export type Said = 'only' | 'part';

interface Entry<T> {
  readonly means: T;
  readonly unless: readonly string[];
}

type Table<T> = Map<string, Entry<T>[]>;
type Place = 'only' | 'first' | 'last';

/** Where words stand apart, and where they do not: folded labels are cut into pieces differently. */
interface Tables<T> {
  readonly only: Table<T>;
  readonly first: Table<T>;
  readonly last: Table<T>;
}

const noTables = <T>(): Tables<T> => ({ only: new Map(), first: new Map(), last: new Map() });

/** Phrases with what they mean, ready to be looked up: a label costs some look-ups, however many phrases there are. */
export class PhraseIndex<T> {
  readonly #spaced = noTables<T>();
  readonly #unspaced = noTables<T>();

  add(phrases: Phrases, means: T, spaced: boolean): void {
    const tables = spaced ? this.#spaced : this.#unspaced;
    const folded = spaced ? fold : (phrase: string) => unspaced(fold(phrase));
    const entry = { means, unless: listed(phrases.unless).map(folded) };
    for (const place of ['only', 'first', 'last'] as const) {
      for (const phrase of listed(phrases[place])) put(tables[place], folded(phrase), entry);
    }
  }

  /** What a folded label means, and whether all of it says so. */
  find(label: string): ReadonlyMap<T, Said> {
    const found = new Map<T, Said>();
    if (label === '') return found;
    const together = unspaced(label);
    for (const { means } of this.#spaced.only.get(label) ?? []) found.set(means, 'only');
    for (const { means } of this.#unspaced.only.get(together) ?? []) found.set(means, 'only');
    const words = label.split(' ');
    const starts = words.slice(0, MOST_WORDS).map((_, at) => words.slice(0, at + 1).join(' '));
    const ends = words
      .slice(-MOST_WORDS)
      .map((_, at, all) => words.slice(words.length - all.length + at).join(' '));
    collect(found, this.#spaced, { whole: label, starts, ends }, (phrase) =>
      ` ${label} `.includes(` ${phrase} `),
    );
    const letters = Array.from({ length: Math.min(MOST_LETTERS, together.length) }, (_, at) => at + 1);
    const cuts = {
      whole: together,
      starts: letters.map((count) => together.slice(0, count)),
      ends: letters.map((count) => together.slice(-count)),
    };
    collect(found, this.#unspaced, cuts, (phrase) => together.includes(phrase));
    return found;
  }
}

function collect<T>(
  found: Map<T, Said>,
  tables: Tables<T>,
  { whole, starts, ends }: { whole: string; starts: readonly string[]; ends: readonly string[] },
  holds: (phrase: string) => boolean,
): void {
  const look = (place: Exclude<Place, 'only'>, piece: string) => {
    for (const { means, unless } of tables[place].get(piece) ?? []) {
      if (!found.has(means) && !unless.some(holds)) found.set(means, piece === whole ? 'only' : 'part');
    }
  };
  for (const piece of starts) look('first', piece);
  for (const piece of ends) look('last', piece);
}

function put<T>(table: Table<T>, phrase: string, entry: Entry<T>): void {
  const there = table.get(phrase);
  if (there) there.push(entry);
  else table.set(phrase, [entry]);
}

/** Whole phrases of all languages, as a label is one of them or holds one. */
export class PhraseSet {
  readonly #spaced = new Set<string>();
  readonly #unspaced = new Set<string>();

  constructor(languages: readonly Language[], of: (language: Language) => string) {
    for (const language of languages) {
      for (const phrase of listed(of(language))) {
        if (language.spaced) this.#spaced.add(fold(phrase));
        else this.#unspaced.add(unspaced(fold(phrase)));
      }
    }
  }

  /** The whole folded label is one of them. */
  has(label: string): boolean {
    return label !== '' && (this.#spaced.has(label) || this.#unspaced.has(unspaced(label)));
  }

  /** One of them stands in the folded label. */
  isIn(label: string): boolean {
    const words = label.split(' ');
    for (let start = 0; start < words.length; start += 1) {
      for (let end = start + 1; end <= Math.min(words.length, start + MOST_WORDS); end += 1) {
        if (this.#spaced.has(words.slice(start, end).join(' '))) return true;
      }
    }
    // Only what has letters of such a language can hold one, and few labels do.
    return UNSPACED.test(label) && this.#isInLetters(unspaced(label));
  }

  #isInLetters(label: string): boolean {
    for (const phrase of this.#unspaced) if (label.includes(phrase)) return true;
    return false;
  }

  /** One of them begins the folded label. */
  begins(label: string): boolean {
    const words = label.split(' ');
    const together = unspaced(label);
    return (
      words.some((_, at) => this.#spaced.has(words.slice(0, at + 1).join(' '))) ||
      (UNSPACED.test(label) && Array.from(this.#unspaced).some((phrase) => together.startsWith(phrase)))
    );
  }
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function unspaced(label: string): string {
  return label.includes(' ') ? label.replaceAll(' ', '') : label;
}
