import type { Direction } from '../bounds.ts';
import type { Bounds, UiNode } from '../node.ts';
import type { Element } from '../snapshot.ts';
import type { ScrolledLabel } from './pages.ts';
import type { Signature } from './signature.ts';

/** The record of an element from one look to the next. */
export interface TrackedElement {
  id: string;
  parent: TrackedElement | undefined;
  readonly kind: number;
  readonly hasUniqueId: boolean;
  ownLabel: number;
  label: number;
  title: number;
  words: number;
  acts: boolean;
  /** As a row of a list: a hash of its kind and label (see visible-rows.ts), 0 if it is unreliable. */
  rowHash: number;
  /** For a row of a list: whether it was fully visible when it was last seen. */
  fullyVisible: boolean;
  node: UiNode;
  /** The look that last saw it, and its node then. */
  look: number;
  element: Element | undefined;
  /** Whether a moving gesture was made between the look that last saw it and the next one. */
  leftByGesture: boolean;
  /** Its children when it was last seen, in order. */
  children: readonly TrackedElement[];
  /** Kinds of children that ever occurred more than once at the same time: these are identified by labels. */
  readonly repeatedKinds: Set<number>;
  /** Children with a resource id of their own that are absent now, by kind. */
  readonly absentChildren: Map<number, TrackedElement>;
  /** Whether it is the only child of a scroll view, so that its children are the scrolled content. */
  isScrollContent: boolean;
  /** The record of its rows, if its children scroll. */
  list: TrackedList | undefined;
}

/** The rows of a scrolling container, as far as they have been seen. */
export interface TrackedList {
  /** Rows in list order without gaps: the visible ones and those that were scrolled off next to them. */
  rowOrder: readonly TrackedElement[];
  /** Rows whose place is unknown because the list jumped, with the direction of the jump if the gestures determine it. */
  readonly lost: Map<TrackedElement, Direction | undefined>;
  /** How many rows with a label were ever given an id. */
  readonly hashCounts: Map<number, number>;
  /** How many moving gestures there had been at the last look. */
  gestures: number;
  axis: 'vertical' | 'horizontal';
  /** Where the container was. */
  frame: Bounds;
  /** If a single row is visible (a page): the labels that scroll inside it. */
  page: readonly ScrolledLabel[];
}

/** Creates the record of an unknown node, with a new id. */
export type TrackNew = (signature: Signature, parent: TrackedElement | undefined) => TrackedElement;

/** Gives a known element a new id, because it may be another element now. */
export type GiveNewId = (known: TrackedElement) => void;

/** Whether a node has a resource id, a name given by the app's author. */
export function hasResourceId({ resourceId }: UiNode): boolean {
  return resourceId !== undefined && resourceId !== '';
}

/** Counts rows that were given an id under a label. */
export function countRowHash({ hashCounts }: TrackedList, token: number, change: number): void {
  const count = (hashCounts.get(token) ?? 0) + change;
  if (count > 0) hashCounts.set(token, count);
  else hashCounts.delete(token);
}
