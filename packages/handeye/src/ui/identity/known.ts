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
  /** For a row of a list: what identifies it (see visible-rows.ts); 0 if nothing does. */
  token: number;
  /** For a row of a list: whether it was fully visible when it was last seen. */
  whole: boolean;
  node: UiNode;
  /** The look that saw it last, and what it looked like. */
  look: number;
  element: Element | undefined;
  /** Its children when it was last seen, in order. */
  children: readonly Known[];
  /** Kinds of children that ever occurred more than once at the same time: these are identified by labels. */
  readonly plural: Set<number>;
  /** Children with a resource id of their own that are absent now, by kind. */
  readonly away: Map<number, Known>;
  /** Whether it is the only child of a scroll view: its children are what scrolls. */
  content: boolean;
  /** What is remembered of its rows, if its children scroll. */
  list: List | undefined;
}

/** The rows of a scrolling container, as far as they have been seen. */
export interface List {
  /** Rows in list order without gaps: the visible ones and those that were scrolled off next to them. */
  chain: readonly Known[];
  /**
   * Rows whose place is no longer known because the list jumped, and in which direction they went if the gestures tell.
   */
  readonly lost: Map<Known, Direction | undefined>;
  /** How many rows with a label were ever given an id. */
  readonly holders: Map<number, number>;
  /** The number of disturbances at the last look. */
  disturbances: number;
  axis: 'vertical' | 'horizontal';
  /** Where the container was. */
  frame: Bounds;
  /** If a single row is visible (a page): the labels that scroll inside it. */
  page: readonly number[];
}

/** Creates the record of an unknown node, with a new id. */
export type Mint = (signature: Signature, parent: Known | undefined) => Known;

/** Gives a known element a new id, because it may be another element now. */
export type Renew = (known: Known) => void;

/** Whether a node has a resource id, a name given by the app's author. */
export function named({ resourceId }: UiNode): boolean {
  return resourceId !== undefined && resourceId !== '';
}
