import type { Bounds } from '../ui/node.ts';
import type { AxNode, Box } from './bridge/protocol.ts';

/** An element as it was read, in its place in its application. */
export interface AxElement extends Omit<AxNode, 'parent' | 'bounds'> {
  /** Its place in the flat answer, where every parent stands before its children. */
  readonly index: number;
  readonly bounds: Bounds | undefined;
  readonly children: readonly AxElement[];
}

/** Builds the tree of a flat answer; undefined for an empty one. */
export function treeOf(nodes: readonly AxNode[]): AxElement | undefined {
  const elements = nodes.map(({ parent: _, bounds, ...rest }, index) => ({
    ...rest,
    index,
    bounds: bounds && boundsOf(bounds),
    children: new Array<AxElement>(),
  }));
  nodes.forEach(({ parent }, index) => {
    const child = elements[index];
    if (child) elements[parent]?.children.push(child);
  });
  return elements[0];
}

/** The element at the end of a path of child indexes, if it leads somewhere. */
export function elementAt(root: AxElement, path: readonly number[]): AxElement | undefined {
  let element: AxElement | undefined = root;
  for (const index of path) element = element?.children[index];
  return element;
}

/** A screen may have half points; rectangles are told in whole ones. */
export function boundsOf({ x, y, width, height }: Box): Bounds {
  return {
    left: Math.round(x),
    top: Math.round(y),
    right: Math.round(x + width),
    bottom: Math.round(y + height),
  };
}
