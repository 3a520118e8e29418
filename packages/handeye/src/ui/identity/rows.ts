import { type Direction, moved, sameBounds } from '../bounds.ts';
import { mix } from '../hash.ts';
import { align, type Match, sameSequence } from './align.ts';
import { relink } from './chain.ts';
import { alignNamed, matchFieldsBeside } from './fields.ts';
import { matchKeys } from './keys.ts';
import { type Known, type List, type Mint, named } from './known.ts';
import { type Signature, scrolledLabels } from './signature.ts';
import { type VisibleRows, visibleRows } from './visible-rows.ts';

export interface RowMatchOptions {
  readonly mint: Mint;
  /** How many moving gestures have been made so far. */
  readonly disturbances: number;
  /** Where the gestures since the last look took the rows. */
  readonly drift: Direction | undefined;
}

/**
 * Matches the rows of a scrolling container. A row is identified by its label and its neighbours: first among the rows
 * of the last look, then among those that were scrolled off next to them.
 */
export function matchRows(
  parent: Known,
  signatures: readonly Signature[],
  options: RowMatchOptions,
): Known[] {
  markPlural(parent, signatures);
  const list = (parent.list ??= newList(parent, options.disturbances));
  const visible = visibleRows(parent, signatures, list.axis);
  const matching = new RowMatching(parent, list, signatures, visible);
  matching.run(list.disturbances !== options.disturbances);

  const rows = signatures.map((signature, at) => {
    const row = matching.found[at] ?? options.mint(signature, parent);
    row.token = visible.tokens[at] ?? 0;
    row.whole = !visible.partial.has(signature);
    if (matching.found[at] === undefined) countHolder(list, row.token, 1);
    return row;
  });
  const { chain, lost } = relink(list.chain, rows, visible.clipped);
  list.chain = chain;
  for (const row of lost) list.lost.set(row, options.drift);
  list.axis = visible.axis;
  list.frame = visible.frame;
  list.page = matching.page;
  list.disturbances = options.disturbances;
  return rows;
}

/**
 * Directly in a scroll view's content, a resource id that never occurred twice there is the author's name for that
 * element (a form's field). In a recycling list it is not, nor on a container: every row may have it.
 */
function authored(parent: Known, { kind, node }: Known | Signature): boolean {
  return parent.content && !parent.plural.has(kind) && named(node) && node.children.length === 0;
}

/** The children that were there before the container was seen to scroll are its first rows. */
function newList(parent: Known, disturbances: number): List {
  const list: List = {
    chain: parent.children,
    lost: new Map(),
    holders: new Map(),
    disturbances,
    axis: 'vertical',
    frame: parent.node.bounds,
    page: [],
  };
  for (const row of parent.children) {
    row.token = row.label === 0 ? 0 : mix(row.kind, row.label);
    countHolder(list, row.token, 1);
  }
  return list;
}

function markPlural({ plural }: Known, signatures: readonly Signature[]): void {
  const seen = new Set<number>();
  for (const { kind } of signatures) {
    if (seen.has(kind)) plural.add(kind);
    seen.add(kind);
  }
}

/** Counts rows that were given an id under a label. */
export function countHolder({ holders }: List, token: number, change: number): void {
  const count = (holders.get(token) ?? 0) + change;
  if (count > 0) holders.set(token, count);
  else holders.delete(token);
}

/** The search for the known rows among those in sight. */
class RowMatching {
  /** The known row of each visible place, as far as it was found. */
  readonly found: (Known | undefined)[] = [];
  /** If a single row is visible: the labels that scroll inside it. */
  readonly page: readonly number[];
  readonly #parent: Known;
  readonly #list: List;
  readonly #signatures: readonly Signature[];
  readonly #visible: VisibleRows;
  readonly #tokens: readonly number[];
  readonly #taken = new Set<Known>();

  constructor(parent: Known, list: List, signatures: readonly Signature[], visible: VisibleRows) {
    this.#parent = parent;
    this.#list = list;
    this.#signatures = signatures;
    this.#visible = visible;
    this.#tokens = signatures.map((signature, at) =>
      authored(parent, signature) ? signature.kind : (visible.tokens[at] ?? 0),
    );
    const [first, second] = signatures;
    this.page = first !== undefined && second === undefined ? scrolledLabels(first) : [];
  }

  run(disturbed: boolean): void {
    const { children } = this.#parent;
    matchKeys(children, this.#signatures).forEach((row, at) => {
      this.#take(at, row);
    });
    for (const match of this.#withLastLook(disturbed)) this.#take(match.after, children[match.before]);
    if (this.#taken.size === 0) this.#matchAfterJump();
    else this.#matchBeyond(this.#list.chain);
    if (!this.#parent.content) return;
    this.#matchAuthored(disturbed);
    const { found } = this;
    matchFieldsBeside({ before: children, now: this.#signatures, found, axis: this.#visible.axis });
  }

  #withLastLook(disturbed: boolean): Match[] {
    const tokens = this.#tokensOf(this.#parent.children);
    const same = this.#sameLabels() && sameSequence(tokens, this.#tokens);
    const still = same && tokens.every((_, place) => this.#still(place, place));
    // A single row that leaves space in the container is the only one; one that fills it may be another page.
    const alone = tokens.length === 1;
    if (still && (!disturbed || (alone && this.#leavesRoom()))) return inPlace(tokens.length);
    if (same && alone) return this.#samePage();
    // If nothing moved, each fully visible row is evidence by itself.
    const unmoved = (matches: readonly Match[]): readonly Match[] =>
      !disturbed && matches.every((match) => this.#still(match.before, match.after))
        ? matches.filter((match) => this.#whole(match.after))
        : [];
    const evidence = {
      alone: unmoved,
      vouches: this.#wholeIn(this.#parent.children, 0),
      turned: (matches: readonly Match[]) => disturbed && !same && this.#turned(matches),
    };
    if (!this.#parent.content) return align(tokens, this.#tokens, evidence);
    const [before, now] = [this.#parent.children, this.#signatures];
    return alignNamed({ rows: before, tokens }, { rows: now, tokens: this.#tokens }, evidence);
  }

  /**
   * After a gesture, some rows are where they were while others are not. A scroll moves all rows and changes only those
   * at the edges; another page may repeat some rows of the last one.
   */
  #turned(matches: readonly Match[]): boolean {
    if (matches.some(({ before, after }) => before !== after)) return false;
    if (matches.every(({ before, after }) => this.#still(before, after))) return true;
    const { children } = this.#parent;
    const matched = new Set(matches.map(({ after }) => after));
    return children.some((row, at) => !matched.has(at) && row.whole && this.#whole(at));
  }

  /** Labels that identify nothing must be unchanged, too. */
  #sameLabels(): boolean {
    const { children } = this.#parent;
    return this.#signatures.every(({ label, kind }, at) => {
      const row = children[at];
      return row?.kind === kind && (row.label === label || authored(this.#parent, row));
    });
  }

  /** A single row in its container has no neighbours; what scrolls inside it can identify it. */
  #samePage(): Match[] {
    const inside = align(this.#list.page, this.page, {
      alone: nobody,
      vouches: () => true,
      turned: () => false,
    });
    return inPlace(inside.length > 0 ? 1 : 0);
  }

  /** Whether both rows of a match were fully visible. */
  #wholeIn(known: readonly Known[], from: number): (match: Match) => boolean {
    return ({ before, after }) => known[before]?.whole === true && this.#whole(after + from);
  }

  #leavesRoom(): boolean {
    return !this.#visible.clipped.start || !this.#visible.clipped.end;
  }

  #whole(at: number): boolean {
    const signature = this.#signatures[at];
    return signature !== undefined && !this.#visible.partial.has(signature);
  }

  /** Whether a row is at the same place in its container, wherever the container is now. */
  #still(before: number, after: number): boolean {
    const was = this.#parent.children[before]?.node.bounds;
    const is = this.#signatures[after]?.node.bounds;
    if (was === undefined || is === undefined) return false;
    const right = this.#visible.frame.left - this.#list.frame.left;
    const down = this.#visible.frame.top - this.#list.frame.top;
    return sameBounds(moved(was, right, down), is);
  }

  /** Rows that come back next to the matched ones, where they had left. */
  #matchBeyond(chain: readonly Known[]): void {
    const places = new Map(chain.map((row, place) => [row, place]));
    const inChain = this.found.flatMap((row, at) => {
      const place = row && places.get(row);
      return place === undefined ? [] : [{ at, place }];
    });
    const first = inChain[0];
    const last = inChain.at(-1);
    if (first === undefined || last === undefined) return;
    // Searches twice as many rows as are unknown: further away, a label is weaker evidence than the neighbours.
    const from = Math.max(0, first.place - 2 * first.at - 2);
    this.#matchPart(chain.slice(from, first.place + 1), 0, first.at + 1);
    const to = last.place + 2 * (this.#tokens.length - last.at) + 1;
    this.#matchPart(chain.slice(last.place, to), last.at, this.#tokens.length);
  }

  /**
   * After a jump, a row is known only if it fits into the chain of known rows. The rows of the last look were already
   * compared without a match, so they alone are not tried again.
   */
  #matchAfterJump(): void {
    const { chain } = this.#list;
    const lastLook = new Set(this.#parent.children);
    const matches = this.#alignWith(chain, 0, this.#tokens.length);
    const returned = matches.some(({ before }) => {
      const row = chain[before];
      return row !== undefined && !lastLook.has(row);
    });
    if (returned) for (const { before, after } of matches) this.#take(after, chain[before]);
  }

  #matchPart(known: readonly Known[], from: number, to: number): void {
    if (to - from < 2) return;
    for (const { before, after } of this.#alignWith(known, from, to)) this.#take(after, known[before]);
  }

  /** Which of the visible rows between two places are known ones. */
  #alignWith(known: readonly Known[], from: number, to: number): Match[] {
    const evidence = { alone: nobody, vouches: this.#wholeIn(known, from), turned: () => false };
    const matches = align(this.#tokensOf(known), this.#tokens.slice(from, to), evidence);
    return matches.map(({ before, after }) => ({ before, after: after + from }));
  }

  /**
   * Fields with a resource id of their own need no neighbours, unless a scroll may have brought a similar one into
   * view.
   */
  #matchAuthored(disturbed: boolean): void {
    const remembered = new Map([...this.#list.chain, ...this.#parent.children].map((row) => [row.kind, row]));
    this.#signatures.forEach((signature, at) => {
      const known = authored(this.#parent, signature) ? remembered.get(signature.kind) : undefined;
      if (known !== undefined && (!disturbed || known.label === signature.label)) this.#take(at, known);
    });
  }

  #tokensOf(rows: readonly Known[]): number[] {
    return rows.map((row) => (authored(this.#parent, row) ? row.kind : row.token));
  }

  #take(at: number, row: Known | undefined): void {
    if (row === undefined || this.found[at] !== undefined || this.#taken.has(row)) return;
    this.found[at] = row;
    this.#taken.add(row);
  }
}

/** Outside the rows of the last look, only neighbours can identify a row. */
function nobody(): readonly Match[] {
  return [];
}

function inPlace(count: number): Match[] {
  return Array.from({ length: count }, (_, place) => ({ before: place, after: place }));
}
