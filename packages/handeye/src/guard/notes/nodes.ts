import type { UiNode } from '../../ui/node.ts';

/** Every node of a tree, parents first. Without recursion: trees may be deep. */
export function nodesIn(root: UiNode | undefined): readonly UiNode[] {
  const nodes = root === undefined ? [] : [root];
  // The list grows while it is gone through.
  for (const { children } of nodes) for (const child of children) nodes.push(child);
  return nodes;
}
