import { type Direction, moved, sameBounds } from '../bounds.ts';
import { mix } from '../hash.ts';
import { align, type Match, sameSequence } from './align.ts';
import { updateRowOrder } from './row-order.ts';
import { alignNamed, matchFieldsBeside } from './form-fields.ts';
import { matchInPlace } from './in-place.ts';
import { matchPlatformKeys } from './platform-keys.ts';
import {
  countRowHash,
  hasResourceId,
  type TrackedElement,
  type TrackedList,
  type TrackNew,
} from './tracked-element.ts';
import { matchPositions, movedAmongEqualLabels } from './positions.ts';
import { isLongText, isSamePage, type PageFacts, type ScrolledLabel, scrolledLabels } from './pages.ts';
import { sameShape, type Signature } from './signature.ts';
import { matchTitles } from './titles.ts';
import { adopt, type UniqueIds } from './unique-ids.ts';
import { type VisibleRows, visibleRows } from './visible-rows.ts';

export interface RowMatchOptions {
  readonly trackNew: TrackNew;
  readonly uniqueIds: UniqueIds;
  /** How many moving gestures have been made so far. */
  readonly gestures: number;
  /** How many moving gestures there had been at the last look. */
  readonly gesturesBefore: number;
  /** The direction of the gestures since the last look. */
  readonly scrollDirection: Direction | undefined;
}

/**
 * Matches the rows of a scrolling container. A row is identified by its label and its neighbours: first among the rows
 * of the last look, then among those that were scrolled off next to them.
 */
export function matchRows(
  parent: TrackedElement,
  signatures: readonly Signature[],
  options: RowMatchOptions,
): TrackedElement[] {
  markPlural(parent, signatures);
  const list = (parent.list ??= newList(parent, options.gestures));
  const visible = visibleRows(parent, signatures, list.axis);
  const matching = new RowMatching(parent, list, signatures, visible);
  const gestured = list.gestures !== options.gestures;
  const isKnownWay = list.gestures === options.gesturesBefore;
  matching.run({ gestured, way: gestured && isKnownWay ? options.scrollDirection : undefined });

  const rows = signatures.map((signature, at) => {
    // A unique id outweighs labels and neighbours, which could only find the same one.
    const known = signature.hasUniqueId ? options.uniqueIds.find(signature) : matching.found[at];
    const isNewHere = known?.parent !== parent;
    if (known !== undefined) adopt(known, parent);
    const row = known ?? options.trackNew(signature, parent);
    row.rowHash = visible.rowHashes[at] ?? 0;
    row.fullyVisible = !visible.partial.has(signature);
    if (isNewHere) countRowHash(list, row.rowHash, 1);
    list.lost.delete(row);
    return row;
  });
  const order = list.rowOrder.filter((row) => row.parent === parent);
  const { rowOrder, lost } = updateRowOrder(order, rows, visible.clipped);
  list.rowOrder = rowOrder;
  for (const row of lost) list.lost.set(row, options.scrollDirection);
  list.axis = visible.axis;
  list.frame = visible.frame;
  list.page = matching.page;
  list.gestures = options.gestures;
  return rows;
}

/**
 * Directly in a scroll view's content, a resource id that never occurred twice is the author's name for that element (a form's
 * field). In a recycling list it is not, nor on a container: every row may have it.
 */
function hasUniqueResourceId(parent: TrackedElement, { kind, node }: TrackedElement | Signature): boolean {
  return (
    parent.isScrollContent &&
    !parent.repeatedKinds.has(kind) &&
    hasResourceId(node) &&
    node.children.length === 0
  );
}

/** The children from before the container was seen to scroll are its first rows. */
function newList(parent: TrackedElement, gestures: number): TrackedList {
  const list: TrackedList = {
    rowOrder: parent.children,
    lost: new Map(),
    hashCounts: new Map(),
    gestures,
    axis: 'vertical',
    frame: parent.node.bounds,
    page: [],
  };
  for (const row of parent.children) {
    row.rowHash = row.label === 0 ? 0 : mix(row.kind, row.label);
    countRowHash(list, row.rowHash, 1);
  }
  return list;
}

function markPlural({ repeatedKinds }: TrackedElement, signatures: readonly Signature[]): void {
  const seen = new Set<number>();
  for (const { kind } of signatures) {
    if (seen.has(kind)) repeatedKinds.add(kind);
    seen.add(kind);
  }
}

/** The gestures since a container was last seen. */
interface Gestures {
  readonly gestured: boolean;
  /** The direction of all gestures, if known. */
  readonly way: Direction | undefined;
}

/** Matches the known rows with the visible ones. */
class RowMatching {
  /** The known row of each visible place, if matched. */
  readonly found: (TrackedElement | undefined)[] = [];
  /** If a single row is visible: the labels that scroll inside it. */
  readonly page: readonly ScrolledLabel[];
  readonly #parent: TrackedElement;
  readonly #list: TrackedList;
  readonly #signatures: readonly Signature[];
  readonly #visible: VisibleRows;
  readonly #rowHashes: readonly number[];
  readonly #taken = new Set<TrackedElement>();

  constructor(
    parent: TrackedElement,
    list: TrackedList,
    signatures: readonly Signature[],
    visible: VisibleRows,
  ) {
    this.#parent = parent;
    this.#list = list;
    this.#signatures = signatures;
    this.#visible = visible;
    this.#rowHashes = signatures.map((signature, at) =>
      hasUniqueResourceId(parent, signature) ? signature.kind : (visible.rowHashes[at] ?? 0),
    );
    const [first, second] = signatures;
    this.page = first !== undefined && second === undefined ? scrolledLabels(first) : [];
  }

  run(gestures: Gestures): void {
    const { children } = this.#parent;
    matchPlatformKeys(children, this.#signatures).forEach((row, at) => {
      this.#take(at, row);
    });
    for (const match of this.#withLastLook(gestures)) this.#take(match.after, children[match.before]);
    if (this.#taken.size === 0) this.#matchAfterJump();
    else this.#matchBeyond(this.#list.rowOrder);
    this.#matchTitles(gestures.gestured);
    this.#heedPositions();
    if (!this.#parent.isScrollContent) return;
    this.#matchUnrecycled(gestures.gestured);
    this.#matchByResourceId(gestures.gestured);
    const { found } = this;
    matchFieldsBeside({ before: children, now: this.#signatures, found, axis: this.#visible.axis });
  }

  #withLastLook({ gestured, way }: Gestures): Match[] {
    const rowHashes = this.#rowHashesOf(this.#parent.children);
    const same = this.#sameLabels() && sameSequence(rowHashes, this.#rowHashes);
    // An unlabelled view that came or went may mean that another row with the same label is here now.
    const still =
      same &&
      rowHashes.every((_, place) => this.#unmoved(place, place)) &&
      this.#signatures.every((row, at) => sameShape(row, this.#parent.children[at]));
    // A single row that leaves space in the container is the only one; one that fills it may be another page.
    const alone = rowHashes.length === 1;
    if (still && (!gestured || (alone && this.#leavesRoom()))) return inPlace(rowHashes.length);
    if (alone && (same || this.#isSameScroller())) return this.#samePage({ sameLabels: same, way });
    // If nothing moved, each fully visible row is evidence by itself.
    const unmoved = (matches: readonly Match[]): readonly Match[] =>
      !gestured && matches.every((match) => this.#unmoved(match.before, match.after))
        ? matches.filter((match) => this.#isFullyVisible(match.after))
        : [];
    const evidence = {
      standAlone: unmoved,
      confirmsNeighbour: this.#fullyVisibleIn(this.#parent.children, 0),
      isOtherPage: (matches: readonly Match[]) => gestured && !same && this.#isOtherPage(matches),
    };
    if (!this.#parent.isScrollContent) return align(rowHashes, this.#rowHashes, evidence);
    const [before, now] = [this.#parent.children, this.#signatures];
    return alignNamed(
      { rows: before, rowHashes },
      { rows: now, rowHashes: this.#rowHashes },
      { ...evidence, standAlone: (matches) => [...unmoved(matches), ...this.#paragraphs(matches)] },
    );
  }

  /** Rows of which something other than the title changed. */
  #matchTitles(gestured: boolean): void {
    const stayed = (before: number, after: number): boolean => !gestured && this.#unmoved(before, after);
    const isWhole = this.#fullyVisibleIn(this.#parent.children, 0);
    const matches = matchTitles({
      before: this.#parent.children,
      now: this.#signatures,
      found: this.found,
      mayBeSame: (match) => stayed(match.before, match.after) || isWhole(match) || this.#sameRowHash(match),
      // A single row that fills its container may be another page with the same title.
      mayStandAlone: (match) =>
        stayed(match.before, match.after) && (this.#signatures.length > 1 || this.#leavesRoom()),
    });
    for (const { before, after } of matches) this.#take(after, this.#parent.children[before]);
  }

  /** The rows of a scroll view are not recycled: while nothing moves they change in place, as they do outside of it. */
  #matchUnrecycled(gestured: boolean): void {
    const before = this.#parent.children;
    const places = new Map(before.map((row, place) => [row, place]));
    const known = this.found.flatMap((row, at) =>
      row === undefined ? [] : [{ before: places.get(row), at }],
    );
    const stays = known.every((row) => row.before !== undefined && this.#unmoved(row.before, row.at));
    if (gestured || known.length === 0 || !stays) return;
    matchInPlace({ before, now: this.#signatures, found: this.found, openEnds: true });
  }

  /**
   * After a gesture, some rows may be in place and others not. A scroll moves all rows and changes only those at the edges;
   * another page may repeat some rows of the last one.
   */
  #isOtherPage(matches: readonly Match[]): boolean {
    if (matches.some(({ before, after }) => before !== after)) return false;
    if (matches.every(({ before, after }) => this.#unmoved(before, after))) return true;
    const { children } = this.#parent;
    const matched = new Set(matches.map(({ after }) => after));
    return children.some((row, at) => !matched.has(at) && row.fullyVisible && this.#isFullyVisible(at));
  }

  /** Labels that identify nothing must be unchanged, too. */
  #sameLabels(): boolean {
    const { children } = this.#parent;
    return this.#signatures.every(({ label, kind }, at) => {
      const row = children[at];
      return row?.kind === kind && (row.label === label || hasUniqueResourceId(this.#parent, row));
    });
  }

  /**
   * The rows of a scroll view are not recycled, and a paragraph may leave no room for a neighbour, so it is evidence by itself
   * if no other row ever had its text.
   */
  #paragraphs(matches: readonly Match[]): readonly Match[] {
    return matches.filter(({ before }) => {
      const row = this.#parent.children[before];
      return row !== undefined && isLongText(row.node) && this.#list.hashCounts.get(row.rowHash) === 1;
    });
  }

  /** Whether there was and is a single row that scrolls itself, so that its labels are moving content. */
  #isSameScroller(): boolean {
    const [was, is] = [this.#parent.children[0], this.#signatures[0]];
    if (was === undefined || is === undefined || this.#signatures.length !== 1) return false;
    const scrolls = was.node.scrollable && is.node.scrollable;
    return scrolls && was.kind === is.kind && was.ownLabel === is.ownLabel;
  }

  /** A single row in its container has no neighbours; the content that scrolls inside it can identify it. */
  #samePage(facts: Omit<PageFacts, 'pager'>): Match[] {
    const isSame = isSamePage(this.#list.page, this.page, { ...facts, pager: this.#parent.node });
    return inPlace(isSame ? 1 : 0);
  }

  /** Whether both rows of a match were fully visible. */
  #fullyVisibleIn(known: readonly TrackedElement[], from: number): (match: Match) => boolean {
    return ({ before, after }) => known[before]?.fullyVisible === true && this.#isFullyVisible(after + from);
  }

  #leavesRoom(): boolean {
    return !this.#visible.clipped.start || !this.#visible.clipped.end;
  }

  /** Whether both rows of a match have the same label, and it identifies them. */
  #sameRowHash({ before, after }: Match): boolean {
    const hash = this.#rowHashes[after] ?? 0;
    return hash !== 0 && this.#parent.children[before]?.rowHash === hash;
  }

  #isFullyVisible(at: number): boolean {
    const signature = this.#signatures[at];
    return signature !== undefined && !this.#visible.partial.has(signature);
  }

  /** Whether a row is at the same place in its container, wherever the container is now. */
  #unmoved(before: number, after: number): boolean {
    const was = this.#parent.children[before]?.node.bounds;
    const is = this.#signatures[after]?.node.bounds;
    if (was === undefined || is === undefined) return false;
    const right = this.#visible.frame.left - this.#list.frame.left;
    const down = this.#visible.frame.top - this.#list.frame.top;
    return sameBounds(moved(was, right, down), is);
  }

  /** Rows that return next to the matched ones, where they had left. */
  #matchBeyond(rowOrder: readonly TrackedElement[]): void {
    const places = new Map(rowOrder.map((row, place) => [row, place]));
    const inChain = this.found.flatMap((row, at) => {
      const place = row && places.get(row);
      return place === undefined ? [] : [{ at, place }];
    });
    const first = inChain[0];
    const last = inChain.at(-1);
    if (first === undefined || last === undefined) return;
    // Searches twice as many rows as are unknown: further away, a label is weaker evidence than the neighbours.
    const from = Math.max(0, first.place - 2 * first.at - 2);
    this.#matchPart(rowOrder.slice(from, first.place + 1), 0, first.at + 1);
    const to = last.place + 2 * (this.#rowHashes.length - last.at) + 1;
    this.#matchPart(rowOrder.slice(last.place, to), last.at, this.#rowHashes.length);
  }

  /**
   * After a jump, a row is known only if it fits into the chain of known rows. The rows of the last look were already
   * compared without a match, so they alone are not tried again.
   */
  #matchAfterJump(): void {
    const { rowOrder } = this.#list;
    const lastLook = new Set(this.#parent.children);
    const matches = this.#alignWith(rowOrder, 0, this.#rowHashes.length);
    const returned = matches.some(({ before }) => {
      const row = rowOrder[before];
      return row !== undefined && !lastLook.has(row);
    });
    if (returned) for (const { before, after } of matches) this.#take(after, rowOrder[before]);
  }

  #matchPart(known: readonly TrackedElement[], from: number, to: number): void {
    if (to - from < 2) return;
    for (const { before, after } of this.#alignWith(known, from, to)) this.#take(after, known[before]);
  }

  /** The known rows among the visible ones between two places. */
  #alignWith(known: readonly TrackedElement[], from: number, to: number): Match[] {
    const evidence = {
      standAlone: noMatches,
      confirmsNeighbour: this.#fullyVisibleIn(known, from),
      isOtherPage: () => false,
    };
    const matches = align(this.#rowHashesOf(known), this.#rowHashes.slice(from, to), evidence);
    return matches.map(({ before, after }) => ({ before, after: after + from }));
  }

  /** Corrects the matches by labels and neighbours with the places that lists report for their rows. */
  #heedPositions(): void {
    const now = this.#signatures.map(({ node }, at) => ({ node, rowHash: this.#rowHashes[at] ?? 0 }));
    const hasMoved = movedAmongEqualLabels(now, this.#parent.children);
    this.found.forEach((row, at) => {
      if (row === undefined || !hasMoved(row, at)) return;
      this.found[at] = undefined;
      this.#taken.delete(row);
    });
    for (const [at, row] of matchPositions(this.#list, this.#parent.children, now)) this.#take(at, row);
  }

  /**
   * Fields with a resource id of their own need no neighbours, unless a scroll may have brought a similar one into
   * view.
   */
  #matchByResourceId(gestured: boolean): void {
    const remembered = new Map(
      [...this.#list.rowOrder, ...this.#parent.children].map((row) => [row.kind, row]),
    );
    this.#signatures.forEach((signature, at) => {
      const known = hasUniqueResourceId(this.#parent, signature) ? remembered.get(signature.kind) : undefined;
      if (known !== undefined && (!gestured || known.label === signature.label)) this.#take(at, known);
    });
  }

  #rowHashesOf(rows: readonly TrackedElement[]): number[] {
    return rows.map((row) => (hasUniqueResourceId(this.#parent, row) ? row.kind : row.rowHash));
  }

  #take(at: number, row: TrackedElement | undefined): void {
    if (row === undefined || this.found[at] !== undefined || this.#taken.has(row)) return;
    this.found[at] = row;
    this.#taken.add(row);
  }
}

/** Beyond the rows of the last look, only neighbours can confirm a row. */
function noMatches(): readonly Match[] {
  return [];
}

function inPlace(count: number): Match[] {
  return Array.from({ length: count }, (_, place) => ({ before: place, after: place }));
}
