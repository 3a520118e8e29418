import type { UiNode } from '../../ui/node.ts';

/** Every node of a tree, parents first. Without recursion: trees may be deep. */
export function* nodesIn(root: UiNode): Generator<UiNode> {
  const open: UiNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    for (let at = node.children.length - 1; at >= 0; at -= 1) {
      const child = node.children[at];
      if (child) open.push(child);
    }
  }
}
