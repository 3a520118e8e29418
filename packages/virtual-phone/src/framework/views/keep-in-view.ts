import { LINE_HEIGHT } from '../render/font.ts';
import { edges, type Node } from './layout.ts';
import { nodeAt, nodesOf, type Surface } from '../windows/surface.ts';

/** Brings the cursor above `limit` (the keyboard's top), by scrolling or by pushing the window up. */
export function keepInView(surface: Surface, limit: number, how: 'resize' | 'pan'): void {
  const field = nodeAt(surface.root(), surface.states.focus);
  if (field?.view.type !== 'field') return;
  const bottom = cursorBottom(field, surface);
  if (how === 'pan') {
    surface.pan = Math.max(0, surface.pan + bottom - limit);
    surface.invalidate();
    return;
  }
  const around = scrollerAround(surface.root(), field);
  if (around?.scroller === undefined) return;
  const hidden = bottom - Math.min(limit, around.visible.bottom);
  if (hidden <= 0) return;
  around.scroller.offset = Math.min(around.scroller.max, around.scroller.offset + hidden);
  surface.invalidate();
}

/** The bottom of the line with the cursor; a single-line field is brought into view as a whole. */
function cursorBottom({ view, bounds, lines = [], editing }: Node, surface: Surface): number {
  if (view.type !== 'field' || view.multiLine !== true || editing === undefined) return bounds.bottom;
  const { scale, textScale } = surface.scales();
  let lineEnd = 0;
  let number = 0;
  for (const line of lines) {
    lineEnd += line.length;
    number++;
    if (editing.end <= lineEnd) break;
    if (editing.text[lineEnd] === '\n') lineEnd++;
  }
  const padding = edges(view.padding, scale);
  const height = number * (view.size ?? 14) * textScale * LINE_HEIGHT;
  return bounds.top + padding.top + Math.ceil(height) + padding.bottom;
}

/** The innermost scroller around a field. */
function scrollerAround(root: Node, field: Node): Node | undefined {
  return [...nodesOf(root)].findLast(
    (node) => node.scroller?.axis === 'vertical' && field.path.startsWith(`${node.path}/`),
  );
}
