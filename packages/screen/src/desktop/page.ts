import type { Placed } from './tree-order.ts';

/** The device and the question that a list of nodes belongs to. A cursor continues only the list it came from. */
export interface Question {
  readonly pid: number;
  /** Everything that decides which nodes are listed, in any stable form. */
  readonly about: string;
}

/** Nodes as they were read at one moment. */
export interface Listing {
  readonly nodes: readonly Placed[];
  /** The note about the rest, for the answer that shows the last of them. */
  readonly note?: string | undefined;
}

/** A listing and the position of the next page in it. */
export interface Position {
  readonly read: string;
  readonly listing: Listing;
  readonly first: number;
}

/** Why a list cannot be continued: the cursor is malformed, belongs to another question, or its read has been dropped. */
export type Discontinued = 'unreadable' | 'of another question' | 'gone';

/** A tree of 30,000 nodes takes about 20 MB, so only a few are kept, for a short time. */
const MOST_READS = 6;
const LONGEST_KEPT_MS = 5 * 60_000;

interface Kept {
  readonly question: Question;
  readonly listing: Listing;
  usedAt: number;
}

/*
 * A cursor is `read.position`: the random name of a read and a number in base 36. All pages come from one read, so they fit
 * together even if the application changes.
 */
const CURSOR = /^([0-9a-f]{16})\.([0-9a-z]{1,7})$/;

/** The reads of one device that have more pages. */
export class KeptReads {
  readonly #newName: () => string;
  readonly #reads = new Map<string, Kept>();

  /** `newName` returns 16 random hexadecimal digits. */
  constructor(newName: () => string) {
    this.#newName = newName;
  }

  /** Keeps a listing, and drops the least recently used one if there are too many. */
  keep(listing: Listing, question: Question, now: number): Position {
    this.#forgetOld(now);
    const read = this.#newName();
    this.#reads.set(read, { question, listing, usedAt: now });
    for (const oldest of [...this.#reads.keys()].slice(0, -MOST_READS)) this.#reads.delete(oldest);
    return { read, listing, first: 0 };
  }

  /** The listing and position that a cursor points to. */
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

/** The cursor of the page that begins at a node of a listing; undefined at the end. */
export function cursorAt({ read, listing }: Position, first: number): string | undefined {
  return first < listing.nodes.length ? `${read}.${first.toString(36)}` : undefined;
}
