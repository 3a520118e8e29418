import type { Address, AxNode } from './protocol.ts';

/** The address of a node of a tree that was read: its place, and what tells it from its neighbours. */
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

/** Child indexes from the application down: every child of a node that was read is in the tree, in order. */
export function pathOf(nodes: readonly AxNode[], index: number): number[] {
  const { parent } = nodeAt(nodes, index);
  if (parent < 0) return [];
  const olderSiblings = nodes.slice(parent + 1, index).filter((node) => node.parent === parent);
  return [...pathOf(nodes, parent), olderSiblings.length];
}

function nodeAt(nodes: readonly AxNode[], index: number): AxNode {
  const node = nodes[index];
  if (node === undefined) throw new RangeError(`A tree of ${nodes.length} nodes has no node ${index}`);
  return node;
}
