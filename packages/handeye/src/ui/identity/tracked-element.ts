import type { Direction } from '../bounds.ts';
import type { Bounds, UiNode } from '../node.ts';
import type { Element } from '../snapshot.ts';
import type { Signature } from './signature.ts';

/** What is remembered of an element from one look to the next. */
export interface TrackedElement {
  id: string;
  readonly parent: TrackedElement | undefined;
  readonly kind: number;
  ownLabel: number;
  label: number;
  /** As a row of a list: a hash of its kind and label (see visible-rows.ts), 0 if that cannot be trusted. */
  rowHash: number;
  /** As a row of a list: whether all of it was in sight when it was last seen. */
  fullyVisible: boolean;
  node: UiNode;
  /** The look that saw it last, and as what. */
  look: number;
  element: Element | undefined;
  /** Its children when it was last seen, in order. */
  children: readonly TrackedElement[];
  /** The kinds of children of which it ever had several at once: for those, labels tell who is who. */
  readonly repeatedKinds: Set<number>;
  /** Children with a resource id of their own that are away, by kind. */
  readonly absentChildren: Map<number, TrackedElement>;
  /** Whether it is all that a scroll view holds: its children are what scrolls. */
  isScrollContent: boolean;
  /** What is remembered of its rows, if its children scroll. */
  list: TrackedList | undefined;
}

/** The rows of a scrolling container, as far as they have been seen. */
export interface TrackedList {
  /** Rows in list order without gaps: those in sight and those that scrolled out next to them. */
  rowOrder: readonly TrackedElement[];
  /** Rows that cannot be placed any more, because the list jumped, and where they went if the gestures tell. */
  readonly lost: Map<TrackedElement, Direction | undefined>;
  /** How many rows were ever given an id for a label. */
  readonly hashCounts: Map<number, number>;
  /** How many moving gestures there had been at the last look. */
  gestures: number;
  axis: 'vertical' | 'horizontal';
  /** Where the container was. */
  frame: Bounds;
  /** With a single row in sight (a page): the labels that scroll inside of it. */
  page: readonly number[];
}

/** Gives a node that is not known an id. */
export type TrackNew = (signature: Signature, parent: TrackedElement | undefined) => TrackedElement;

/** Gives a known element another id, because it may have become another one. */
export type GiveNewId = (known: TrackedElement) => void;

/** Whether a node has a resource id: an author's own name for it. */
export function hasResourceId({ resourceId }: UiNode): boolean {
  return resourceId !== undefined && resourceId !== '';
}
