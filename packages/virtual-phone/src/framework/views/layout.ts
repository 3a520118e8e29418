import { LINE_HEIGHT, textWidth } from '../render/font.ts';
import { wrap } from '../render/text.ts';
import { intersect, rect, type Rect, type Size } from './geometry.ts';
import type { Insets, View } from './view.ts';
import type { Editing, Scroller, ViewStates } from './view-state.ts';

/** The boxes of a layout: measure.ts computes their sizes, `place` their screen positions and visible parts. */

/** A laid-out view. */
export interface Node {
  readonly view: View;
  /** The keys from the root to here: the view's identity. */
  readonly path: string;
  /** Index among its siblings, including hidden ones. */
  readonly index: number;
  readonly bounds: Rect;
  /** The part of the bounds that no ancestor clips. */
  readonly visible: Rect;
  readonly children: readonly Node[];
  /** The index of a list row in the data. */
  readonly position?: number;
  readonly lines?: readonly string[];
  readonly scroller?: Scroller;
  readonly editing?: Editing;
  /** A right-to-left layout: it starts at the right. */
  readonly rightToLeft?: boolean;
}

/** A measured view, placed relative to its parent. */
export interface Measured extends Size {
  readonly view: View;
  readonly path: string;
  readonly index: number;
  readonly children: readonly Placed[];
  readonly position?: number;
  readonly lines?: readonly string[];
  readonly scroller?: Scroller;
  readonly editing?: Editing;
}

export interface Placed {
  readonly box: Measured;
  readonly x: number;
  readonly y: number;
}

/** The space that a view is offered; a forced length must be used. */
export interface Room extends Size {
  readonly forcedWidth?: number;
  readonly forcedHeight?: number;
}

export interface Identity {
  readonly path: string;
  readonly index: number;
}

/** The window's properties that measuring uses. */
export interface LayoutContext {
  /** Pixels per dp. */
  readonly scale: number;
  /** Pixels per sp. */
  readonly textScale: number;
  readonly states: ViewStates;
}

const noEdges: Rect = { left: 0, top: 0, right: 0, bottom: 0 };

/** Padding or margin in pixels. */
export function edges(insets: Insets | undefined, scale: number): Rect {
  if (insets === undefined) return noEdges;
  const px = (dp: number | undefined) => Math.round((dp ?? 0) * scale);
  if (typeof insets === 'number') {
    const all = px(insets);
    return { left: all, top: all, right: all, bottom: all };
  }
  if (isPair(insets)) {
    const [vertical, horizontal] = insets;
    return { left: px(horizontal), top: px(vertical), right: px(horizontal), bottom: px(vertical) };
  }
  return { left: px(insets.left), top: px(insets.top), right: px(insets.right), bottom: px(insets.bottom) };
}

function isPair(insets: Insets): insets is readonly [number, number] {
  return Array.isArray(insets);
}

/** The identity of a child: its key, or its place. */
export function childIdentity(parent: string, view: View, index: number): Identity {
  return { path: `${parent}/${view.key ?? index}`, index };
}

/** The lines of a text and their size. */
export function measureText(
  view: View & { readonly type: 'text' | 'field' },
  shown: string,
  width: number,
  context: LayoutContext,
): Size & { lines: readonly string[] } {
  const size = (view.size ?? 14) * context.textScale;
  const weight = view.fontWeight ?? 400;
  const maxLines =
    view.type === 'text' ? (view.maxLines ?? Infinity) : view.multiLine === true ? Infinity : 1;
  const lines =
    view.type === 'field' && maxLines === 1 ? [shown] : wrap(shown, { size, weight }, width, maxLines);
  const widest = lines.reduce((most, line) => Math.max(most, textWidth(line.trimEnd(), size, weight)), 0);
  return {
    lines,
    width: Math.min(Math.ceil(widest), width),
    height: Math.ceil(lines.length * size * LINE_HEIGHT),
  };
}

/** Gives a measured tree its position on the screen. From right to left, everything but a sideways scroller is mirrored. */
export function place(
  box: Measured,
  { left, top }: { readonly left: number; readonly top: number },
  { clip, rightToLeft }: { readonly clip: Rect; readonly rightToLeft: boolean },
): Node {
  const bounds = rect(left, top, box.width, box.height);
  const visible = intersect(bounds, clip);
  const shift =
    box.scroller?.axis === 'vertical' ? [0, -box.scroller.offset] : [-(box.scroller?.offset ?? 0), 0];
  const [dx = 0, dy = 0] = shift;
  const inner = box.scroller === undefined && box.view.clip !== true ? clip : visible;
  const { view, path, index, position, lines, scroller, editing } = box;
  return {
    view,
    path,
    index,
    bounds,
    visible,
    ...(position !== undefined && { position }),
    ...(lines && { lines }),
    ...(scroller && { scroller }),
    ...(editing && { editing }),
    ...(rightToLeft && { rightToLeft }),
    children: box.children.map((child) => {
      const isMirrored = rightToLeft && box.scroller?.axis !== 'horizontal';
      const x = isMirrored ? box.width - child.x - child.box.width : child.x;
      const at = { left: Math.round(left + x + dx), top: Math.round(top + child.y + dy) };
      return place(child.box, at, { clip: inner, rightToLeft });
    }),
  };
}
