import { heightOf, intersect, isEmpty, widthOf, type Rect } from '../views/geometry.ts';
import { edges, type Node } from '../views/layout.ts';
import { iconAdvance } from '../views/measure.ts';
import type { Align, Font, View } from '../views/view.ts';
import { ASCENT, drawLine, LINE_HEIGHT, textWidth } from './font.ts';

/** Draws a laid-out tree as SVG, in screen pixels. */

export interface DrawContext {
  readonly scale: number;
  readonly textScale: number;
  readonly screen: Rect;
  /** Path of the focused view: its cursor or selection is drawn. */
  readonly focus: string | undefined;
}

/** SVG elements for a node and all below it. */
export function drawNode(node: Node, context: DrawContext): string {
  const { view } = node;
  if (view.visibility === 'invisible' || isEmpty(intersect(node.visible, context.screen))) return '';
  const body = drawShape(node, context) + drawContent(node, context) + drawChildren(node, context);
  const opacity = (view.opacity ?? 1) * (view.enabled === false ? 0.4 : 1);
  return opacity === 1 ? body : `<g opacity="${opacity}">${body}</g>`;
}

function drawChildren(node: Node, context: DrawContext): string {
  const cuts = node.scroller !== undefined || node.view.clip === true;
  return node.children
    .map((child) => {
      const drawn = drawNode(child, context);
      // Clipping is expensive in the rasteriser, so only parts that stick out of a scroller are clipped.
      return cuts && drawn !== '' && sticksOut(child.bounds, node.visible)
        ? clipped(drawn, node.visible)
        : drawn;
    })
    .join('');
}

function sticksOut(inner: Rect, outer: Rect): boolean {
  return (
    inner.left < outer.left ||
    inner.top < outer.top ||
    inner.right > outer.right ||
    inner.bottom > outer.bottom
  );
}

function clipped(drawn: string, area: Rect): string {
  const id = `c${area.left}-${area.top}-${area.right}-${area.bottom}`;
  return `<clipPath id="${id}">${rectangle(area, '')}</clipPath><g clip-path="url(#${id})">${drawn}</g>`;
}

function rectangle(area: Rect, attributes: string): string {
  return `<rect x="${area.left}" y="${area.top}" width="${widthOf(area)}" height="${heightOf(area)}"${attributes}/>`;
}

function drawShape(node: Node, { scale }: DrawContext): string {
  const { view, bounds } = node;
  if (view.background === undefined && view.border === undefined) return '';
  const radius = Math.min((view.radius ?? 0) * scale, widthOf(bounds) / 2, heightOf(bounds) / 2);
  const corners = radius > 0 ? ` rx="${radius.toFixed(1)}"` : '';
  const stroke =
    view.border === undefined ? '' : ` stroke="${view.border}" stroke-width="${Math.max(1, scale)}"`;
  const shadow = view.shadow === true ? drawShadow(bounds, radius, scale) : '';
  return shadow + rectangle(bounds, `${corners} fill="${view.background ?? 'none'}"${stroke}`);
}

/** A soft shadow without a blur filter, which would cost more than all the rest of a screen. */
function drawShadow(bounds: Rect, radius: number, scale: number): string {
  return [3, 2, 1]
    .map((step) => {
      const spread = step * scale * 0.7;
      const area = {
        left: bounds.left - spread,
        top: bounds.top - spread + scale,
        right: bounds.right + spread,
        bottom: bounds.bottom + spread + scale,
      };
      return rectangle(area, ` rx="${(radius + spread).toFixed(1)}" fill="#000" fill-opacity="0.06"`);
    })
    .join('');
}

function drawContent(node: Node, context: DrawContext): string {
  const { view, bounds } = node;
  switch (view.type) {
    case 'text':
      return drawText(node, view, context);
    case 'field':
      return drawField(node, view, context);
    case 'icon': {
      const side = (view.size ?? 24) * context.scale;
      const x = (bounds.left + bounds.right - side) / 2;
      const y = (bounds.top + bounds.bottom - side) / 2;
      return drawIcon(view.icon, { x, y, side }, view.color ?? '#000');
    }
    case 'drawing': {
      const size = { width: widthOf(bounds) / context.scale, height: heightOf(bounds) / context.scale };
      return `<g transform="translate(${bounds.left} ${bounds.top}) scale(${context.scale})">${view.draw(size)}</g>`;
    }
    case 'column':
    case 'row':
    case 'stack':
    case 'grid':
    case 'scroll':
    case 'list':
    case 'pager':
      return '';
  }
}

function drawIcon(path: string, at: { x: number; y: number; side: number }, color: string): string {
  return `<path fill="${color}" transform="translate(${at.x.toFixed(1)} ${at.y.toFixed(1)}) scale(${(at.side / 24).toFixed(4)})" d="${path}"/>`;
}

interface TextArea extends Rect {
  readonly size: number;
  readonly lineTop: number;
}

/** Where the lines of a text go: inside the padding, vertically centred. */
function textArea(node: Node, font: Font, context: DrawContext): TextArea {
  const padding = paddingOf(node, context);
  const size = (font.size ?? 14) * context.textScale;
  const top = node.bounds.top + padding.top;
  const bottom = node.bounds.bottom - padding.bottom;
  const textHeight = (node.lines?.length ?? 1) * size * LINE_HEIGHT;
  const topAligned = node.view.type === 'field' && node.view.multiLine === true;
  return {
    left: node.bounds.left + padding.left,
    right: node.bounds.right - padding.right,
    top,
    bottom,
    size,
    lineTop: topAligned ? top : top + (bottom - top - textHeight) / 2,
  };
}

/** The paddings of a mirrored view are not mirrored. */
function paddingOf({ view, rightToLeft }: Node, { scale }: DrawContext): Rect {
  const padding = edges(view.padding, scale);
  return rightToLeft === true ? { ...padding, left: padding.right, right: padding.left } : padding;
}

function drawText(node: Node, view: View & { type: 'text' }, context: DrawContext): string {
  const area = textArea(node, view, context);
  const iconRoom = view.icon === undefined ? 0 : iconAdvance(view.size) * context.textScale;
  const weight = view.fontWeight ?? 400;
  const color = view.color ?? '#1c1b1f';
  const lines = node.lines ?? [];
  const drawn = lines.map((line, number) => {
    const y = area.lineTop + (number * LINE_HEIGHT + ASCENT) * area.size;
    if (y - area.size > context.screen.bottom || y + area.size < context.screen.top) return '';
    const text = line.trimEnd();
    const width = textWidth(text, area.size, weight) + iconRoom;
    const before = alignOffset(view.textAlign, area.right - area.left - width);
    const isMirrored = node.rightToLeft === true;
    const x = isMirrored ? area.right - before - width : area.left + before + iconRoom;
    const letters = drawLine(text, { x, y }, { size: area.size, weight, color });
    if (view.icon === undefined || number > 0) return letters;
    const side = area.size * 1.25;
    const iconTop = area.lineTop + (area.size * LINE_HEIGHT - side) / 2;
    const iconLeft = isMirrored ? area.right - before - side : x - iconRoom;
    return drawIcon(view.icon, { x: iconLeft, y: iconTop, side }, color) + letters;
  });
  return drawn.join('');
}

function alignOffset(align: Align | undefined, spare: number): number {
  if (align === 'center') return spare / 2;
  return align === 'end' ? spare : 0;
}

function drawField(node: Node, view: View & { type: 'field' }, context: DrawContext): string {
  const area = textArea(node, view, context);
  const editing = node.editing;
  const focused = node.path === context.focus;
  const weight = view.fontWeight ?? 400;
  const empty = (editing?.text ?? '') === '';
  const color = empty ? '#79747e' : (view.color ?? '#1c1b1f');
  let drawn = '';
  let lineStart = 0;
  for (const [number, line] of (node.lines ?? []).entries()) {
    const top = area.lineTop + number * LINE_HEIGHT * area.size;
    const measureTo = (position: number) =>
      area.left + textWidth(line.slice(0, Math.max(0, position)), area.size, weight);
    if (focused && editing !== undefined) {
      const from = editing.start - lineStart;
      const to = editing.end - lineStart;
      const last = number === (node.lines?.length ?? 1) - 1;
      if (from !== to && to > 0 && from < line.length) {
        const marked = {
          left: measureTo(from),
          right: measureTo(Math.min(to, line.length)),
          top,
          bottom: top + LINE_HEIGHT * area.size,
        };
        drawn += rectangle(marked, ' fill="#6750a4" fill-opacity="0.25"');
      } else if (from === to && from >= 0 && (from < line.length || last)) {
        const x = empty ? area.left : measureTo(from);
        const cursor = { left: x, right: x + 2 * context.scale, top, bottom: top + LINE_HEIGHT * area.size };
        drawn += rectangle(cursor, ' fill="#6750a4"');
      }
    }
    const baseline = { x: area.left, y: top + ASCENT * area.size };
    drawn += drawLine(line, baseline, { size: area.size, weight, color });
    lineStart += line.length + (editing?.text[lineStart + line.length] === '\n' ? 1 : 0);
  }
  const overflows = (node.lines ?? []).some(
    (line) => textWidth(line, area.size, weight) > area.right - area.left,
  );
  return overflows ? clipped(drawn, intersect(node.bounds, node.visible)) : drawn;
}
