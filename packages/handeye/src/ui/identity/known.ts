import type { Direction } from '../bounds.ts';
import type { Bounds, UiNode } from '../node.ts';
import type { Element } from '../snapshot.ts';
import type { Signature } from './signature.ts';

/** What is remembered of an element from one look to the next. */
export interface Known {
  id: string;
  readonly parent: Known | undefined;
  readonly kind: number;
  own: number;
  label: number;
  /** As a row of a list: what it is told by (see visible-rows.ts), 0 if nothing. */
  token: number;
  /** As a row of a list: whether all of it was in sight when it was last seen. */
  whole: boolean;
  node: UiNode;
  /** The look that saw it last, and as what. */
  look: number;
  element: Element | undefined;
  /** Its children when it was last seen, in order. */
  children: readonly Known[];
  /** The kinds of children of which it ever had several at once: for those, labels tell who is who. */
  readonly plural: Set<number>;
  /** Children with a resource id of their own that are away, by kind. */
  readonly away: Map<number, Known>;
  /** Whether it is all that a scroll view holds: its children are what scrolls. */
  content: boolean;
  /** What is remembered of its rows, if its children scroll. */
  list: List | undefined;
}

/** The rows of a scrolling container, as far as they have been seen. */
export interface List {
  /** Rows in list order without gaps: those in sight and those that scrolled out next to them. */
  chain: readonly Known[];
  /** Rows that cannot be placed any more, because the list jumped, and where they went if the gestures tell. */
  readonly lost: Map<Known, Direction | undefined>;
  /** How many rows were ever given an id for a label. */
  readonly holders: Map<number, number>;
  /** The disturbances there had been at the last look. */
  disturbances: number;
  axis: 'vertical' | 'horizontal';
  /** Where the container was. */
  frame: Bounds;
  /** With a single row in sight (a page): the labels that scroll inside of it. */
  page: readonly number[];
}

/** Gives a node that is not known an id. */
export type Mint = (signature: Signature, parent: Known | undefined) => Known;

/** Gives a known element another id, because it may have become another one. */
export type Renew = (known: Known) => void;

/** Whether a node has a resource id: an author's own name for it. */
export function named({ resourceId }: UiNode): boolean {
  return resourceId !== undefined && resourceId !== '';
}
