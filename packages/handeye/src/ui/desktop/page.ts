import type { Placed } from './tree-order.ts';

/** Whose list of nodes it is, and of what: a cursor continues the list it came from and no other. */
export interface Question {
  readonly pid: number;
  /** Everything that decides which nodes are listed, in any steady form. */
  readonly about: string;
}

/** Nodes as they were read at one moment. */
export interface Listing {
  readonly nodes: readonly Placed[];
  /** What an answer that shows the last of them says of the rest. */
  readonly note?: string | undefined;
}

/** A listing and where the next page of it begins. */
export interface Position {
  readonly read: string;
  readonly listing: Listing;
  readonly first: number;
}

/** Why a list cannot be continued: the cursor is none, is of another question, or its read is not kept any more. */
export type Discontinued = 'unreadable' | 'of another question' | 'gone';

/** A tree of 30,000 nodes takes some 20 MB: few are kept, and not for long. */
const MOST_READS = 6;
const LONGEST_KEPT_MS = 5 * 60_000;

interface Kept {
  readonly question: Question;
  readonly listing: Listing;
  usedAt: number;
}

/*
 * A cursor is `read.position`: the name of a read, which nobody can guess, and a number in base 36. All pages come from
 * one read: they fit together whatever the application does meanwhile.
 */
const CURSOR = /^([0-9a-f]{16})\.([0-9a-z]{1,7})$/;

/** The reads of one device that have further pages. */
export class KeptReads {
  readonly #newName: () => string;
  readonly #reads = new Map<string, Kept>();

  /** `newName` gives 16 hexadecimal digits that nobody can guess. */
  constructor(newName: () => string) {
    this.#newName = newName;
  }

  /** Keeps a listing, and forgets the one that was not used for the longest time if there are too many. */
  keep(listing: Listing, question: Question, now: number): Position {
    this.#forgetOld(now);
    const read = this.#newName();
    this.#reads.set(read, { question, listing, usedAt: now });
    for (const oldest of [...this.#reads.keys()].slice(0, -MOST_READS)) this.#reads.delete(oldest);
    return { read, listing, first: 0 };
  }

  /** Where a cursor goes on. */
  find(cursor: string, { pid, about }: Question, now: number): Position | Discontinued {
    const [, read, position] = CURSOR.exec(cursor) ?? [];
    if (read === undefined || position === undefined) return 'unreadable';
    this.#forgetOld(now);
    const kept = this.#reads.get(read);
    if (kept && kept.question.about !== about) return 'of another question';
    const first = parseInt(position, 36);
    if (kept?.question.pid !== pid || first >= kept.listing.nodes.length) return 'gone';
    kept.usedAt = now;
    this.#reads.delete(read);
    this.#reads.set(read, kept);
    return { read, listing: kept.listing, first };
  }

  #forgetOld(now: number): void {
    for (const [read, { usedAt }] of this.#reads)
      if (now - usedAt > LONGEST_KEPT_MS) this.#reads.delete(read);
  }
}

/** The cursor of the page that begins at a node of a listing; undefined at its end. */
export function cursorAt({ read, listing }: Position, first: number): string | undefined {
  return first < listing.nodes.length ? `${read}.${first.toString(36)}` : undefined;
}
