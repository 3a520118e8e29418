import type { Bounds } from '@handeye/screen/node';
import type { AxNode, Box } from '../bridge/protocol.ts';

export interface AxElement extends Omit<AxNode, 'parent' | 'bounds'> {
  /** Index in the bridge's flat list, where parents precede their children. */
  readonly index: number;
  readonly bounds: Bounds | undefined;
  readonly children: readonly AxElement[];
}

/** Builds a tree from the bridge's flat list; undefined if the list is empty. */
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

/** The element at a path of child indexes, if there is one. */
export function elementAt(root: AxElement, path: readonly number[]): AxElement | undefined {
  let element: AxElement | undefined = root;
  for (const index of path) element = element?.children[index];
  return element;
}

/** The innermost element that is marked as focused: containers often are, too. */
export function innermostFocused(element: AxElement): AxElement | undefined {
  for (const child of element.children) {
    const found = innermostFocused(child);
    if (found) return found;
  }
  return element.focused === true ? element : undefined;
}

/** Bounds of what is not on the screen. */
export const emptyBounds: Bounds = { left: 0, top: 0, right: 0, bottom: 0 };

/** The Mac may use fractions of points; our bounds are integers. */
export function boundsOf({ x, y, width, height }: Box): Bounds {
  return {
    left: Math.round(x),
    top: Math.round(y),
    right: Math.round(x + width),
    bottom: Math.round(y + height),
  };
}
