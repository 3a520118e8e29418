import { contains } from './geometry.ts';
import type { Node } from './layout.ts';
import { nodeAt, nodesOf, type Surface } from './surface.ts';

/** Brings the focused field above `limit` (the keyboard's top): by scrolling what scrolls, or by pushing the window up. */
export function keepInView(surface: Surface, limit: number, how: 'resize' | 'pan'): void {
  const field = nodeAt(surface.root(), surface.states.focus);
  if (field?.view.type !== 'field') return;
  const hidden = field.bounds.bottom - limit;
  if (how === 'pan') {
    surface.pan = Math.max(0, surface.pan + hidden);
    surface.invalidate();
    return;
  }
  const scroller = scrollerAround(surface.root(), field)?.scroller;
  if (scroller === undefined || hidden <= 0) return;
  scroller.offset = Math.min(scroller.max, scroller.offset + hidden);
  surface.invalidate();
}

function scrollerAround(root: Node, field: Node): Node | undefined {
  return [...nodesOf(root)]
    .filter((node) => node.scroller?.axis === 'vertical' && field.path.startsWith(`${node.path}/`))
    .find((node) => contains(node.bounds, field.bounds.left, node.bounds.top));
}
