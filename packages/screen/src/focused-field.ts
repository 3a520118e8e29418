import type { UiNode } from './node.ts';
import type { UiWindow } from './snapshot.ts';

/**
 * The focused field of the active window, the first in tree order. Other windows may have a focused field of their own.
 * Iterative, because trees may be deep or wide.
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
