import type { UiNode } from './node.ts';
import type { UiWindow } from './snapshot.ts';

/**
 * The focused field of the window in use, the first in the order of the tree: in each other window a field may be
 * focused, too, and wait for its turn. Neither depth nor width of a tree is anything that can be relied on.
 */
export function focusedFieldOf(windows: readonly UiWindow[]): UiNode | undefined {
  const active = windows.find((window) => window.active);
  const open = active?.root === undefined ? [] : [active.root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.focused && node.editable) return node;
    for (const child of node.children.toReversed()) open.push(child);
  }
  return undefined;
}
