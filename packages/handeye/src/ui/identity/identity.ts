import type { Direction } from '../bounds.ts';
import type { Element, Snapshot, UiWindow, View } from '../snapshot.ts';
import type { Known, List, Mint, Renew } from './known.ts';
import { nameOf, type Signature, signaturesOf } from './signature.ts';
import { countHolder, matchRows } from './rows.ts';
import { matchSiblings, only, type MatchOptions } from './siblings.ts';

/** An element that was scrolled off the screen, and where to look for it. */
export interface Departed {
  /** The container that scrolled it away, in the latest snapshot. */
  readonly container: Element | undefined;
  /** Where it lies relative to the visible rows; after a jump, only if the gestures since then tell. */
  readonly direction: Direction | undefined;
  readonly label: string;
}

/**
 * The ids of one device's elements. An id stays with its element from look to look; an id that might mean another
 * element now is dropped instead.
 */
export interface Identity {
  /** Gives every node of every window its id. */
  identify(view: View): Snapshot;
  /** What is known about an id that was scrolled off the screen. */
  recall(id: string): Departed | undefined;
  /** During a search for an id: its row, identified by a label that no other row of its container ever had. */
  sought(id: string, snapshot: Snapshot): Element | undefined;
  /**
   * Records that a moving gesture was made, and where it takes the rows: they may have moved without looking different.
   */
  disturb(way?: Direction): void;
}

export interface IdentityOptions {
  /** How many elements are remembered, including those on the screen. */
  readonly limit?: number;
  /** The number of the first id. Random by default, so that ids from before a restart are unknown. */
  readonly first?: number;
}

/** Creates the memory of one device's elements. */
export function createIdentity(options: IdentityOptions = {}): Identity {
  return new Memory(options.limit ?? 20_000, options.first ?? 100_000 + Math.floor(Math.random() * 800_000));
}

interface WindowMemory {
  readonly root: Known;
  readonly labels: readonly number[];
}

/** A row that is not visible, in a container that is. */
interface AwayRow {
  readonly row: Known;
  readonly parent: Known;
  readonly list: List;
}

class Memory implements Identity {
  readonly #limit: number;
  readonly #windows = new Map<string, WindowMemory>();
  /** Elements that are not in the latest snapshot, oldest first. */
  readonly #departed = new Map<string, Known>();
  #present: Known[] = [];
  #nextId: number;
  #look = 0;
  #disturbances = 0;
  #disturbancesSeen = 0;
  /** The direction in which all gestures since the latest look take the rows, if it is the same. */
  #drift: Direction | undefined;

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
      if (known.look !== this.#look) this.#departed.set(known.id, known);
    }
    this.#forgetOldest();
    this.#disturbancesSeen = this.#disturbances;
    const byId = new Map(elements.map((element) => [element.id, element]));
    return { ...view, elements, element: (id) => byId.get(id) };
  }

  recall(id: string): Departed | undefined {
    const known = this.#departed.get(id);
    const away = known && this.#awayRow(known);
    if (known === undefined || away === undefined) return undefined;
    return {
      container: scrolledBy(away.parent),
      direction: this.#directionTo(away),
      label: nameOf(known.node) || nameOf(away.row.node),
    };
  }

  sought(id: string, snapshot: Snapshot): Element | undefined {
    const here = snapshot.element(id);
    const known = this.#departed.get(id);
    if (here !== undefined || known === undefined) return here;
    const away = this.#awayRow(known);
    const candidate = away && this.#soleCandidate(away);
    if (away === undefined || candidate === undefined) return undefined;
    putInPlace(away, candidate);
    return this.identify(snapshot).element(id);
  }

  disturb(way?: Direction): void {
    const isFirst = this.#disturbances === this.#disturbancesSeen;
    this.#drift = isFirst || way === this.#drift ? way : undefined;
    this.#disturbances++;
  }

  #identifyWindow(window: UiWindow, elements: Element[]): void {
    if (window.root === undefined) return;
    const key = keyOf(window);
    const memory = this.#windows.get(key);
    const { top, labels } = signaturesOf(window.root);
    const options: MatchOptions = {
      mint: this.#mint,
      renew: this.#renew,
      otherScreen: memory !== undefined && saysSomethingElse(memory.labels, labels),
    };
    const same = memory?.root.kind === top.kind ? memory.root : undefined;
    const root = only(same, top, options) ?? this.#mint(top, undefined);
    this.#windows.set(key, { root, labels });

    const waiting: { known: Known; signature: Signature; parent: Element | undefined }[] = [
      { known: root, signature: top, parent: undefined },
    ];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { known, signature: seen, parent } = next;
      const element = { id: known.id, node: seen.node, window, parent, order: elements.length };
      elements.push(element);
      this.#see(known, seen, element);
      const children = this.#matchChildren(known, seen, options);
      for (let at = children.length - 1; at >= 0; at--) {
        const [child, below] = [children[at], seen.children[at]];
        if (child !== undefined && below !== undefined) {
          waiting.push({ known: child, signature: below, parent: element });
        }
      }
    }
  }

  #see(known: Known, { node, own, label }: Signature, element: Element): void {
    if (known.look !== this.#look - 1) this.#departed.delete(known.id);
    known.node = node;
    known.own = own;
    known.label = label;
    known.look = this.#look;
    known.element = element;
    this.#present.push(known);
  }

  #matchChildren(known: Known, { node, children }: Signature, options: MatchOptions): readonly Known[] {
    if (children.length === 0 && known.children.length === 0) return known.children;
    const holdsContent =
      node.scrollable && CONTENT_HOLDER.test(node.className ?? '') && children.length === 1;
    const scrolls = known.list !== undefined || known.content || (node.scrollable && !holdsContent);
    known.children = scrolls
      ? matchRows(known, children, {
          mint: this.#mint,
          disturbances: this.#disturbances,
          drift: this.#drift,
        })
      : matchSiblings(known, children, options);
    const [content] = known.children;
    if (holdsContent && !scrolls && content !== undefined) content.content = true;
    return known.children;
  }

  // Decimal, because tokenizers take three digits as one token and split mixed letters and digits.
  readonly #mint: Mint = ({ kind, own, label, node }, parent) => ({
    id: this.#newId(),
    parent,
    kind,
    own,
    label,
    token: 0,
    whole: true,
    node,
    look: this.#look - 1,
    element: undefined,
    children: [],
    plural: new Set(),
    away: new Map(),
    content: false,
    list: undefined,
  });

  readonly #renew: Renew = (known) => {
    this.#departed.delete(known.id);
    known.id = this.#newId();
  };

  #newId(): string {
    return `node_${this.#nextId++}`;
  }

  #awayRow(known: Known): AwayRow | undefined {
    let row = known;
    while (row.parent !== undefined && row.parent.look !== this.#look) row = row.parent;
    const { parent } = row;
    const list = parent?.list;
    if (parent === undefined || list === undefined || row.look === this.#look) return undefined;
    return list.chain.includes(row) || list.lost.has(row) ? { row, parent, list } : undefined;
  }

  #directionTo({ row, list }: AwayRow): Departed['direction'] {
    const place = list.chain.indexOf(row);
    const firstInSight = list.chain.findIndex(({ look }) => look === this.#look);
    if (place < 0 || firstInSight < 0) return list.lost.get(row);
    if (list.axis === 'vertical') return place < firstInSight ? 'up' : 'down';
    return place < firstInSight ? 'left' : 'right';
  }

  /** The only visible row with the label of an off-screen row, if no other row there ever had that label. */
  #soleCandidate({ row, parent, list }: AwayRow): Known | undefined {
    const { token } = row;
    const [candidate, other] = parent.children.filter((child) => child.token === token);
    const holders = list.holders.get(token) ?? 0;
    return token === 0 || other !== undefined || holders > 2 ? undefined : candidate;
  }

  #forgetOldest(): void {
    const lists = new Set<List>();
    for (const [id, known] of this.#departed) {
      if (this.#present.length + this.#departed.size <= this.#limit) break;
      this.#departed.delete(id);
      this.#forget(known);
      if (known.parent?.list !== undefined) lists.add(known.parent.list);
    }
    for (const list of lists) {
      list.chain = list.chain.filter((row) => row.look === this.#look || this.#departed.has(row.id));
    }
  }

  #forget(known: Known): void {
    const { parent } = known;
    if (parent === undefined) {
      for (const [key, { root }] of this.#windows) if (root === known) this.#windows.delete(key);
      return;
    }
    if (parent.away.get(known.kind) === known) parent.away.delete(known.kind);
    if (parent.list === undefined) return;
    parent.list.lost.delete(known);
    countHolder(parent.list, known.token, -1);
  }
}

/** A scroll view has one child, which holds what scrolls; so do web content and a desktop's scroll area. */
const CONTENT_HOLDER = /(scroll ?view|scroll ?area|web ?view)$/i;

/**
 * The application is part of the key in case a platform's own window keys are ambiguous. The type is not: whether a
 * window counts as a dialog depends on what else is visible, and a plain dump of Android does not tell.
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

function scrolledBy(known: Known): Element | undefined {
  let element = known.element;
  while (element !== undefined && !element.node.scrollable) element = element.parent;
  return element ?? known.element;
}

function putInPlace({ row, parent, list }: AwayRow, candidate: Known): void {
  const replace = (other: Known): Known => (other === candidate ? row : other);
  parent.children = parent.children.map(replace);
  list.chain = list.chain.filter((other) => other !== row).map(replace);
  list.lost.delete(row);
  countHolder(list, row.token, -1);
  row.node = candidate.node;
  row.label = candidate.label;
  row.own = candidate.own;
}
