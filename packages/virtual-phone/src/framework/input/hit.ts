import { contains } from '../views/geometry.ts';
import type { Node } from '../views/layout.ts';
import type { View } from '../views/view.ts';

/** Whether a view handles touches at all. */
function isTouchable(view: View): boolean {
  return (
    view.onTap !== undefined ||
    view.onLongPress !== undefined ||
    view.onDoubleTap !== undefined ||
    view.onDrag !== undefined ||
    view.onTransform !== undefined ||
    view.onPointer !== undefined ||
    view.dropdown !== undefined ||
    view.type === 'field' ||
    view.type === 'scroll' ||
    view.type === 'list' ||
    view.type === 'pager'
  );
}

/** The views under a point, innermost first. Where siblings overlap, the upper one that handles touches wins. */
export function viewsAt(node: Node, x: number, y: number): readonly Node[] {
  if (node.view.visibility === 'invisible' || !contains(node.visible, x, y)) return [];
  let silent: readonly Node[] = [];
  for (const child of node.children.toReversed()) {
    const chain = viewsAt(child, x, y);
    if (chain.some((one) => isTouchable(one.view))) return [...chain, node];
    if (silent.length === 0) silent = chain;
  }
  return [...silent, node];
}
