import { centre, contains } from '../bounds.ts';
import type { Element } from '../snapshot.ts';
import type { TrackedElement } from './tracked-element.ts';

/** An element that is gone, and the one in its place now. */
export interface Successor {
  /** Its former name; empty if it had no label. */
  readonly was: string;
  readonly now: Element;
}

/**
 * The element in the place of one that is gone: of the same kind, below the same parents or their successors, and over its
 * middle. Only shown to people and models; no action uses it instead.
 */
export function inPlaceOf(gone: TrackedElement, look: number): Element | undefined {
  const path = [gone];
  let parent = gone.parent;
  for (; parent !== undefined && parent.look !== look; parent = parent.parent) path.push(parent);
  let place = parent;
  for (const step of path.reverse()) {
    const middle = centre(step.node.bounds);
    place = place?.children.find(({ kind, node }) => kind === step.kind && contains(node.bounds, middle));
  }
  return place?.look === look ? place.element : undefined;
}
