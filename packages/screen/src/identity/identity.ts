import type { Direction } from '../bounds.ts';
import { fullId } from '../ids.ts';
import type { Element, Snapshot, UiWindow, View } from '../snapshot.ts';
import {
  countRowHash,
  type GiveNewId,
  type TrackedElement,
  type TrackedList,
  type TrackNew,
} from './tracked-element.ts';
import { nameOf, type Signature, signaturesOf } from './signature.ts';
import { matchRows } from './rows.ts';
import { matchSiblings, matchOnlyChild, type MatchOptions } from './siblings.ts';
import { inPlaceOf, type Successor } from './successors.ts';
import { UniqueIds } from './unique-ids.ts';

/** An element that was scrolled off the screen, and where to search for it. */
export interface ScrolledOut {
  /** The container that scrolled it away, in the latest snapshot. */
  readonly container: Element | undefined;
  /** Its direction from the visible rows; after a jump, known only if the gestures since then determine it. */
  readonly direction: Direction | undefined;
  readonly label: string;
}

/** The former element of an id, as it was last seen. */
export interface LastSeen {
  /** Empty if it had no label. */
  readonly label: string;
  readonly className: string | undefined;
  /** The window that showed it, as far as that tells applications and their kinds of windows apart. */
  readonly window: Pick<UiWindow, 'app' | 'type'> | undefined;
  /** It left after a moving gesture; otherwise the application itself removed or moved it. */
  readonly leftByGesture: boolean;
}

/**
 * The ids of one device's elements. An id stays with its element from look to look; an id that might mean another element now
 * is dropped.
 */
export interface Identity {
  /** Gives every node of every window its id. */
  identify(view: View): Snapshot;
  /** Where an id was scrolled off the screen. */
  scrolledOut(id: string): ScrolledOut | undefined;
  /** During a search for an id: its row, identified by a label that no other row of its container ever had. */
  foundAgain(id: string, snapshot: Snapshot): Element | undefined;
  /** The element in the place of one whose id was dropped, as information. */
  successorOf(id: string, snapshot: Snapshot): Successor | undefined;
  /** The former element of an id that is not in the latest snapshot, as information. */
  lastSeenAs(id: string): LastSeen | undefined;
  /** Records that a moving gesture was made, and its direction: rows may have moved without looking different. */
  noteGesture(way?: Direction): void;
}

export interface IdentityOptions {
  /** How many elements are remembered, including those on the screen. */
  readonly limit?: number;
  /** The number of the first id. Random by default, so that ids from before a restart are unknown. */
  readonly first?: number;
}

/** Creates the memory of one device's elements. */
export function createIdentity(options: IdentityOptions = {}): Identity {
  return new IdentityStore(
    options.limit ?? 20_000,
    options.first ?? 100_000 + Math.floor(Math.random() * 800_000),
  );
}

interface WindowMemory {
  readonly root: TrackedElement;
  readonly labels: readonly number[];
  readonly uniqueIds: UniqueIds;
}

/** An invisible row in a visible container. */
interface AbsentRow {
  readonly row: TrackedElement;
  readonly parent: TrackedElement;
  readonly list: TrackedList;
}

class IdentityStore implements Identity {
  readonly #limit: number;
  readonly #windows = new Map<string, WindowMemory>();
  /** Elements that are not in the latest snapshot, oldest first. */
  readonly #absent = new Map<string, TrackedElement>();
  /** The former ids of elements that were given a new one, with their name then; oldest first. */
  readonly #renamed = new Map<string, { readonly was: LastSeen; readonly known: TrackedElement }>();
  #present: TrackedElement[] = [];
  #nextId: number;
  #look = 0;
  #gestures = 0;
  #gesturesSeen = 0;
  /** The direction of all gestures since the latest look, if they share one. */
  #scrollDirection: Direction | undefined;

  constructor(limit: number, first: number) {
    this.#limit = limit;
    this.#nextId = first;
  }

  identify(view: View): Snapshot {
    this.#look++;
    const before = this.#present;
    this.#present = [];
    const elements: Element[] = [];
    for (const window of view.windows) this.#identifyWindow(window, elements);
    for (const known of before) {
      if (known.look === this.#look) continue;
      known.leftByGesture = this.#gestures !== this.#gesturesSeen;
      this.#absent.set(known.id, known);
    }
    this.#forgetOldest();
    this.#gesturesSeen = this.#gestures;
    const byId = new Map(elements.map((element) => [element.id, element]));
    return { ...view, elements, element: (id) => byId.get(fullId(id)) };
  }

  scrolledOut(id: string): ScrolledOut | undefined {
    const known = this.#absent.get(fullId(id));
    const away = known && this.#absentRow(known);
    if (known === undefined || away === undefined) return undefined;
    const container = scrolledBy(away.parent);
    // A list that fits on the screen did not scroll, so its row was removed. One that shows a row with the same words may have moved it.
    if (container?.node.scrollable === false || likeRow(away) !== undefined) return undefined;
    return {
      container,
      direction: this.#directionTo(away),
      label: nameOf(known.node) || nameOf(away.row.node),
    };
  }

  foundAgain(id: string, snapshot: Snapshot): Element | undefined {
    const here = snapshot.element(id);
    const known = this.#absent.get(fullId(id));
    if (here !== undefined || known === undefined) return here;
    const away = this.#absentRow(known);
    const candidate = away && this.#soleCandidate(away);
    if (away === undefined || candidate === undefined) return undefined;
    putInPlace(away, candidate);
    return this.identify(snapshot).element(id);
  }

  successorOf(id: string, snapshot: Snapshot): Successor | undefined {
    const gone = this.#absent.get(fullId(id));
    const renamed = this.#renamed.get(fullId(id));
    if (snapshot.element(id) !== undefined) return undefined;
    const now = gone ? this.#successorOf(gone) : renamed && snapshot.element(renamed.known.id);
    return now && { was: gone ? nameOf(gone.node) : (renamed?.was.label ?? ''), now };
  }

  lastSeenAs(id: string): LastSeen | undefined {
    const gone = this.#absent.get(fullId(id));
    return gone ? seenAs(gone) : this.#renamed.get(fullId(id))?.was;
  }

  noteGesture(way?: Direction): void {
    const isFirst = this.#gestures === this.#gesturesSeen;
    this.#scrollDirection = isFirst || way === this.#scrollDirection ? way : undefined;
    this.#gestures++;
  }

  #identifyWindow(window: UiWindow, elements: Element[]): void {
    if (window.root === undefined) return;
    const key = keyOf(window);
    const memory = this.#windows.get(key);
    const uniqueIds = memory?.uniqueIds ?? new UniqueIds();
    const { top, labels } = signaturesOf(window.root, (ids) => uniqueIds.trusted(ids));
    const otherScreen = memory !== undefined && saysSomethingElse(memory.labels, labels);
    if (otherScreen) uniqueIds.noteOtherScreen(this.#look);
    const options = { trackNew: this.#trackNew, giveNewId: this.#giveNewId, otherScreen, uniqueIds };
    const same = memory?.root.kind === top.kind ? memory.root : undefined;
    const root = matchRoot(same, top, options) ?? this.#trackNew(top, undefined);
    this.#windows.set(key, { root, labels, uniqueIds });

    const waiting: { known: TrackedElement; signature: Signature; parent: Element | undefined }[] = [
      { known: root, signature: top, parent: undefined },
    ];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { known, signature: seen, parent } = next;
      const element = { id: known.id, node: seen.node, window, parent, order: elements.length };
      elements.push(element);
      this.#see(known, seen, element);
      uniqueIds.remember(known);
      const children = this.#matchChildren(known, seen, options);
      for (let at = children.length - 1; at >= 0; at--) {
        const [child, below] = [children[at], seen.children[at]];
        if (child !== undefined && below !== undefined) {
          waiting.push({ known: child, signature: below, parent: element });
        }
      }
    }
  }

  #see(known: TrackedElement, signature: Signature, element: Element): void {
    if (known.look !== this.#look - 1) this.#absent.delete(known.id);
    known.node = signature.node;
    known.ownLabel = signature.ownLabel;
    known.label = signature.label;
    known.title = signature.title;
    known.words = signature.words;
    known.acts = signature.acts;
    known.look = this.#look;
    known.element = element;
    this.#present.push(known);
  }

  #matchChildren(
    known: TrackedElement,
    { node, children }: Signature,
    options: MatchOptions,
  ): readonly TrackedElement[] {
    if (children.length === 0 && known.children.length === 0) return known.children;
    const holdsContent =
      node.scrollable && CONTENT_HOLDER.test(node.className ?? '') && children.length === 1;
    const isList = LIST.test(node.className ?? '') || (node.scrollable && !holdsContent);
    const scrolls = known.list !== undefined || known.isScrollContent || isList;
    known.children = scrolls
      ? matchRows(known, children, {
          trackNew: options.trackNew,
          uniqueIds: options.uniqueIds,
          gestures: this.#gestures,
          gesturesBefore: this.#gesturesSeen,
          scrollDirection: this.#scrollDirection,
        })
      : matchSiblings(known, children, options);
    const [content] = known.children;
    if (holdsContent && !scrolls && content !== undefined) content.isScrollContent = true;
    return known.children;
  }

  // Decimal, because tokenizers take three digits as one token and split mixed letters and digits.
  readonly #trackNew: TrackNew = (signature, parent) => ({
    id: this.#newId(),
    parent,
    kind: signature.kind,
    hasUniqueId: signature.hasUniqueId,
    ownLabel: signature.ownLabel,
    label: signature.label,
    title: signature.title,
    words: signature.words,
    acts: signature.acts,
    rowHash: 0,
    fullyVisible: true,
    node: signature.node,
    look: this.#look - 1,
    element: undefined,
    leftByGesture: false,
    children: [],
    repeatedKinds: new Set(),
    absentChildren: new Map(),
    isScrollContent: false,
    list: undefined,
  });

  readonly #giveNewId: GiveNewId = (known) => {
    this.#absent.delete(known.id);
    this.#renamed.set(known.id, { was: seenAs(known), known });
    known.id = this.#newId();
  };

  #newId(): string {
    return `node_${this.#nextId++}`;
  }

  #absentRow(known: TrackedElement): AbsentRow | undefined {
    let row = known;
    while (row.parent !== undefined && row.parent.look !== this.#look) row = row.parent;
    const { parent } = row;
    const list = parent?.list;
    if (parent === undefined || list === undefined || row.look === this.#look) return undefined;
    return list.rowOrder.includes(row) || list.lost.has(row) ? { row, parent, list } : undefined;
  }

  /**
   * The only element of the same kind with the same words, in the same window: cards of Recents change their order. Else the
   * one in the same place.
   */
  #successorOf(gone: TrackedElement): Element | undefined {
    const window = gone.element?.window;
    const [same, other] = this.#present.filter(
      ({ kind, label, element }) =>
        kind === gone.kind &&
        label === gone.label &&
        element?.window.app === window?.app &&
        element?.window.type === window?.type,
    );
    const isNamed = nameOf(gone.node) !== '' && other === undefined;
    return (isNamed ? same?.element : undefined) ?? inPlaceOf(gone, this.#look);
  }

  #directionTo({ row, parent, list }: AbsentRow): ScrolledOut['direction'] {
    const place = list.rowOrder.indexOf(row);
    const isInSight = (other: TrackedElement) => other.look === this.#look && other.parent === parent;
    const firstInSight = list.rowOrder.findIndex(isInSight);
    if (place < 0 || firstInSight < 0) return list.lost.get(row);
    if (list.axis === 'vertical') return place < firstInSight ? 'up' : 'down';
    return place < firstInSight ? 'left' : 'right';
  }

  /** The only visible row with the label of an offscreen row, if no other row there ever had that label. */
  #soleCandidate(away: AbsentRow): TrackedElement | undefined {
    const count = away.list.hashCounts.get(away.row.rowHash) ?? 0;
    return count > 2 ? undefined : likeRow(away);
  }

  #forgetOldest(): void {
    for (const id of this.#renamed.keys()) {
      if (this.#renamed.size <= MOST_RENAMED) break;
      this.#renamed.delete(id);
    }
    const lists = new Set<TrackedList>();
    for (const [id, known] of this.#absent) {
      if (this.#present.length + this.#absent.size <= this.#limit) break;
      this.#absent.delete(id);
      this.#forget(known);
      if (known.parent?.list !== undefined) lists.add(known.parent.list);
    }
    for (const list of lists) {
      list.rowOrder = list.rowOrder.filter((row) => row.look === this.#look || this.#absent.has(row.id));
    }
  }

  #forget(known: TrackedElement): void {
    const { parent } = known;
    if (known.hasUniqueId) for (const { uniqueIds } of this.#windows.values()) uniqueIds.forget(known);
    if (parent === undefined) {
      for (const [key, { root }] of this.#windows) if (root === known) this.#windows.delete(key);
      return;
    }
    if (parent.absentChildren.get(known.kind) === known) parent.absentChildren.delete(known.kind);
    if (parent.list === undefined) return;
    parent.list.lost.delete(known);
    countRowHash(parent.list, known.rowHash, -1);
  }
}

function seenAs({ node, element, leftByGesture }: TrackedElement): LastSeen {
  return { label: nameOf(node), className: node.className, window: element?.window, leftByGesture };
}

/** The only row in sight with the words of one that is not. */
function likeRow({ row: { rowHash }, parent }: AbsentRow): TrackedElement | undefined {
  const [candidate, other] = parent.children.filter((child) => child.rowHash === rowHash);
  return rowHash === 0 || other !== undefined ? undefined : candidate;
}

/** How many former ids are remembered for error texts. */
const MOST_RENAMED = 1_000;

/** A scroll view has one child, which holds its content; so do web content and a desktop's scroll area. */
const CONTENT_HOLDER = /(scroll ?view|scroll ?area|web ?view)$/i;

/** Android's lists report that they scroll only while their rows do not fit. Their rows are recycled all the same. */
const LIST =
  /\.(RecyclerView|ListView|ExpandableListView|GridView|ViewPager2?|StackView|AdapterViewFlipper)$/;

/**
 * The application is part of the key in case a platform's own window keys are ambiguous. The type is not: a window's type
 * depends on what else is visible, and a plain Android dump does not include it.
 */
function keyOf({ key, type, app, title }: UiWindow): string {
  return JSON.stringify(key === '' ? [type, app, title] : [app, key]);
}

/** Whether a window that had labels (a few prove nothing) has lost more than half of them. */
function saysSomethingElse(before: readonly number[], after: readonly number[]): boolean {
  if (before.length < 3) return false;
  const now = new Set(after);
  return before.filter((label) => now.has(label)).length * 2 < before.length;
}

function matchRoot(
  same: TrackedElement | undefined,
  top: Signature,
  options: MatchOptions,
): TrackedElement | undefined {
  if (!top.hasUniqueId) return matchOnlyChild(same, top, options);
  return same !== undefined && options.uniqueIds.find(top) === same ? same : undefined;
}

function scrolledBy(known: TrackedElement): Element | undefined {
  let element = known.element;
  while (element !== undefined && !element.node.scrollable) element = element.parent;
  return element ?? known.element;
}

function putInPlace({ row, parent, list }: AbsentRow, candidate: TrackedElement): void {
  const replace = (other: TrackedElement): TrackedElement => (other === candidate ? row : other);
  parent.children = parent.children.map(replace);
  list.rowOrder = list.rowOrder.filter((other) => other !== row).map(replace);
  list.lost.delete(row);
  countRowHash(list, row.rowHash, -1);
  row.node = candidate.node;
  row.label = candidate.label;
  row.ownLabel = candidate.ownLabel;
}
