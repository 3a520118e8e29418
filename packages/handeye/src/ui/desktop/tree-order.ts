import type { DesktopNode } from './node.ts';
import { stepsTo, stepText } from './path.ts';

/** A node in its place. */
export interface Placed {
  readonly node: DesktopNode;
  readonly parent: Placed | undefined;
  /** 1 for the application itself. */
  readonly level: number;
  readonly path: string;
}

interface Open {
  readonly placed: Placed;
  /** How the paths of its children begin. */
  readonly way: string;
}

/**
 * The nodes of an application down to a level, each parent before its children, each with its path. A path names
 * the window and the element itself by title where it can, so that a path of yesterday does not lead to another
 * element of today; what lies between is counted, because titles of all ancestors would make paths long.
 */
export function inTreeOrder(
  root: DesktopNode,
  { pid, depth = Infinity }: { pid: number; depth?: number },
): Placed[] {
  const way = `app(${pid})`;
  const nodes: Placed[] = [];
  // A stack of our own: the depth of a tree costs no call stack.
  const top = { node: root, parent: undefined, level: 1, path: way };
  const open: Open[] = [{ placed: top, way }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    nodes.push(next.placed);
    if (next.placed.level >= depth) continue;
    for (const child of below(next).reverse()) open.push(child);
  }
  return nodes;
}

function below({ placed: parent, way }: Open): Open[] {
  const { children } = parent.node;
  const steps = stepsTo(children);
  return children.flatMap((node, at) => {
    const step = steps[at];
    if (step === undefined) return [];
    const path = `${way}/${stepText(step.named)}`;
    const counted = stepText(step.indexed);
    const isWindow = parent.parent === undefined;
    const placed = { node, parent, level: parent.level + 1, path };
    return [{ placed, way: isWindow ? path : `${way}/${counted}` }];
  });
}

/** What lies above a node, the application first. */
export function ancestors(placed: Placed | undefined): Placed[] {
  const found: Placed[] = [];
  for (let above = placed?.parent; above !== undefined; above = above.parent) found.push(above);
  return found.reverse();
}
