import { centre, contains } from '../bounds.ts';
import type { Element } from '../snapshot.ts';
import type { TrackedElement } from './tracked-element.ts';

/** An element that is gone, and what stands in its place now. */
export interface Successor {
  /** What it was called; empty if it had no label. */
  readonly was: string;
  readonly now: Element;
}

/**
 * What is in the place of an element that is gone: of the same kind, below the same parents or those in their places, and
 * where its middle was. Only for people and models to read: nothing is done to it in its stead.
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
