import type { Address, AxNode } from './protocol.ts';

/** The address of a node in a tree: its path, and what distinguishes it from its neighbours. */
export function addressOf(pid: number, nodes: readonly AxNode[], index: number): Address {
  const { role, subrole, title, description, identifier, bounds } = nodeAt(nodes, index);
  return {
    pid,
    path: pathOf(nodes, index),
    role,
    ...(subrole !== undefined && { subrole }),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(identifier !== undefined && { identifier }),
    ...(bounds !== undefined && { bounds }),
  };
}

/** Child indexes from the application down. All children of a node are in the tree, in order. */
export function pathOf(nodes: readonly AxNode[], index: number): number[] {
  const { parent } = nodeAt(nodes, index);
  if (parent < 0) return [];
  const precedingSiblings = nodes.slice(parent + 1, index).filter((node) => node.parent === parent);
  return [...pathOf(nodes, parent), precedingSiblings.length];
}

function nodeAt(nodes: readonly AxNode[], index: number): AxNode {
  const node = nodes[index];
  if (node === undefined) throw new RangeError(`no node ${index} in a tree of ${nodes.length}`);
  return node;
}
