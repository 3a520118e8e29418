import { displayed } from '../input/editor.ts';
import { rect, type Size } from './geometry.ts';
import {
  childIdentity,
  edges,
  measureText,
  type Identity,
  type LayoutContext,
  type Measured,
  type Placed,
  type Room,
} from './layout.ts';
import type { Align, Box, Grid, List, Pager, Scroll, View } from './view.ts';

/** Computes sizes: of a view, and of its content by the kind of content. */

interface Inner extends Size {
  readonly exactWidth: boolean;
  readonly exactHeight: boolean;
}

type Content = Omit<Measured, 'view' | 'path' | 'index'>;

/** Computes the size of a view and of all below it. */
export function measure(view: View, identity: Identity, room: Room, context: LayoutContext): Measured {
  const { scale } = context;
  const padding = edges(view.padding, scale);
  const given = {
    width: room.forcedWidth ?? lengthOf(view.width, room.width, scale),
    height: room.forcedHeight ?? lengthOf(view.height, room.height, scale),
  };
  const widest = Math.min(room.width, view.maxWidth === undefined ? Infinity : view.maxWidth * scale);
  const measureWithin = (size: { width: number | undefined; height: number | undefined }) =>
    measureContent(
      view,
      identity,
      {
        width: Math.max(0, (size.width ?? widest) - padding.left - padding.right),
        height: Math.max(0, (size.height ?? room.height) - padding.top - padding.bottom),
        exactWidth: size.width !== undefined,
        exactHeight: size.height !== undefined,
      },
      context,
    );
  let content = measureWithin(given);
  const width = given.width ?? atLeast(view.minWidth, content.width + padding.left + padding.right, scale);
  const height =
    given.height ?? atLeast(view.minHeight, content.height + padding.top + padding.bottom, scale);
  const grew = {
    width: given.width ?? (view.minWidth === undefined ? undefined : width),
    height: given.height ?? (view.minHeight === undefined ? undefined : height),
  };
  // A view that its minimum size made larger lays out its children in that larger size.
  if (view.minWidth !== undefined || view.minHeight !== undefined) content = measureWithin(grew);
  return {
    ...content,
    view,
    ...identity,
    width: Math.round(width),
    height: Math.round(height),
    children: content.children.map(({ box, x, y }) => ({ box, x: x + padding.left, y: y + padding.top })),
  };
}

function atLeast(minimum: number | undefined, length: number, scale: number): number {
  return Math.max(length, Math.round((minimum ?? 0) * scale));
}

function lengthOf(length: View['width'], room: number, scale: number): number | undefined {
  if (typeof length === 'number') return Math.round(length * scale);
  // Inside a scroller the space is unlimited, so there is nothing to fill.
  return length === 'fill' && Number.isFinite(room) ? room : undefined;
}

/** Measures the content of a view: its children and the space they take, without padding. */
function measureContent(view: View, identity: Identity, inner: Inner, context: LayoutContext): Content {
  switch (view.type) {
    case 'column':
    case 'row':
      return measureLine(view, identity, inner, context);
    case 'stack':
      return measureStack(view, identity, inner, context);
    case 'grid':
      return measureGrid(view, identity, inner, context);
    case 'scroll':
      return measureScroll(view, identity, inner, context);
    case 'list':
      return measureList(view, identity, inner, context);
    case 'pager':
      return measurePager(view, identity, inner, context);
    case 'text': {
      const iconRoom = view.icon === undefined ? 0 : Math.round(iconAdvance(view.size) * context.textScale);
      const text = measureText(view, view.text, inner.width - iconRoom, context);
      return { ...text, width: text.width + iconRoom, children: [] };
    }
    case 'field':
      return measureField(view, identity, inner, context);
    case 'icon': {
      const side = Math.round((view.size ?? 24) * context.scale);
      return { width: side, height: side, children: [] };
    }
    case 'drawing':
      return { width: 0, height: 0, children: [] };
  }
}

/** How far a leading icon shifts its text to the right, for a given text size (sp). */
export function iconAdvance(size = 14): number {
  return size * 1.25 + 8;
}

/** A measured child of a row or column, with the space that its margins take along and across. */
interface LineItem {
  readonly box: Measured;
  readonly before: number;
  readonly along: number;
  readonly across: number;
  readonly acrossBefore: number;
}

/** Rows and columns are both measured along their main axis. */
function measureLine(view: View & Box, identity: Identity, inner: Inner, context: LayoutContext): Content {
  const vertical = view.type === 'column';
  const length = vertical ? inner.height : inner.width;
  const exact = vertical ? inner.exactHeight : inner.exactWidth;
  const gap = Math.round((view.gap ?? 0) * context.scale);
  const shown = [...view.children.entries()].filter(([, child]) => child.visibility !== 'gone');
  const isWeighted = (child: View) => child.weight !== undefined && exact && Number.isFinite(length);

  const items = new Map<number, LineItem>();
  let used = gap * Math.max(0, shown.length - 1);
  const add = (index: number, child: View, room: { along: number; forced: boolean }) => {
    const item = measureItem(
      child,
      childIdentity(identity.path, child, index),
      { ...room, vertical, inner },
      context,
    );
    items.set(index, item);
    used += item.along;
  };
  for (const [index, child] of shown) {
    if (!isWeighted(child)) add(index, child, { along: Math.max(0, length - used), forced: false });
  }
  let left = Math.max(0, length - used);
  let weights = shown.reduce((sum, [, child]) => sum + (isWeighted(child) ? (child.weight ?? 0) : 0), 0);
  for (const [index, child] of shown) {
    if (!isWeighted(child)) continue;
    const share = Math.round((left * (child.weight ?? 0)) / weights);
    weights -= child.weight ?? 0;
    left -= share;
    add(index, child, { along: share, forced: true });
  }

  const ordered = shown.flatMap(([index]) => items.get(index) ?? []);
  const thickness = Math.max(0, ...ordered.map((item) => item.across));
  const exactAcross = vertical ? inner.exactWidth : inner.exactHeight;
  const acrossRoom = exactAcross ? (vertical ? inner.width : inner.height) : thickness;
  const children = placeLine(view, ordered, {
    gap,
    spare: exact ? Math.max(0, length - used) : 0,
    acrossRoom,
  });
  return vertical
    ? { width: thickness, height: used, children }
    : { width: used, height: thickness, children };
}

function measureItem(
  child: View,
  identity: Identity,
  room: { along: number; forced: boolean; vertical: boolean; inner: Inner },
  context: LayoutContext,
): LineItem {
  const { left, top, right, bottom } = edges(child.margin, context.scale);
  const { vertical, inner, forced } = room;
  const sides = { width: left + right, height: top + bottom };
  const offered = vertical
    ? { width: inner.width, height: room.along }
    : { width: room.along, height: inner.height };
  const size = {
    width: Math.max(0, offered.width - sides.width),
    height: Math.max(0, offered.height - sides.height),
  };
  const force = vertical ? { forcedHeight: size.height } : { forcedWidth: size.width };
  const box = measure(child, identity, { ...size, ...(forced && force) }, context);
  const outer = { width: box.width + sides.width, height: box.height + sides.height };
  return vertical
    ? { box, before: top, along: outer.height, across: outer.width, acrossBefore: left }
    : { box, before: left, along: outer.width, across: outer.height, acrossBefore: top };
}

function placeLine(
  view: View & Box,
  items: readonly LineItem[],
  room: { gap: number; spare: number; acrossRoom: number },
): Placed[] {
  const spread = view.justify === 'between' && items.length > 1;
  const between = room.gap + (spread ? room.spare / (items.length - 1) : 0);
  let pen = offsetOf(view.justify, room.spare);
  return items.map(({ box, before, along, across, acrossBefore }) => {
    const main = pen + before;
    const cross = acrossBefore + offsetOf(ownAlign(box.view) ?? view.alignChildren, room.acrossRoom - across);
    pen += along + between;
    return view.type === 'column' ? { box, x: cross, y: main } : { box, x: main, y: cross };
  });
}

function ownAlign(view: View): Align | undefined {
  return typeof view.align === 'string' ? view.align : view.align?.[0];
}

function offsetOf(align: Align | 'between' | undefined, spare: number): number {
  if (align === 'center') return Math.round(spare / 2);
  return align === 'end' ? spare : 0;
}

function measureStack(view: View & Box, identity: Identity, inner: Inner, context: LayoutContext): Content {
  const boxes: { box: Measured; margin: ReturnType<typeof edges> }[] = [];
  for (const [index, child] of view.children.entries()) {
    if (child.visibility === 'gone') continue;
    const margin = edges(child.margin, context.scale);
    const room = {
      width: Math.max(0, inner.width - margin.left - margin.right),
      height: Math.max(0, inner.height - margin.top - margin.bottom),
    };
    boxes.push({ box: measure(child, childIdentity(identity.path, child, index), room, context), margin });
  }
  const width = inner.exactWidth
    ? inner.width
    : Math.max(0, ...boxes.map(({ box, margin }) => box.width + margin.left + margin.right));
  const height = inner.exactHeight
    ? inner.height
    : Math.max(0, ...boxes.map(({ box, margin }) => box.height + margin.top + margin.bottom));
  const children = boxes.map(({ box, margin }) => {
    const align = box.view.align ?? view.alignChildren;
    const [across, down] = typeof align === 'string' ? [align, align] : (align ?? ['start', 'start']);
    return {
      box,
      x: margin.left + offsetOf(across, width - box.width - margin.left - margin.right),
      y: margin.top + offsetOf(down, height - box.height - margin.top - margin.bottom),
    };
  });
  return { width, height, children };
}

function measureGrid(view: View & Grid, identity: Identity, inner: Inner, context: LayoutContext): Content {
  const gap = Math.round((view.gap ?? 0) * context.scale);
  const cellWidth = Math.floor((inner.width - gap * (view.columns - 1)) / view.columns);
  const rows = Math.ceil(view.children.length / view.columns);
  const rowHeight = view.stretch === true ? Math.floor((inner.height - gap * (rows - 1)) / rows) : undefined;
  const children: Placed[] = [];
  let y = 0;
  for (let row = 0; row < rows; row++) {
    let height = rowHeight ?? 0;
    for (let column = 0; column < view.columns; column++) {
      const index = row * view.columns + column;
      const child = view.children[index];
      if (child === undefined || child.visibility === 'gone') continue;
      const force = { forcedWidth: cellWidth, ...(rowHeight !== undefined && { forcedHeight: rowHeight }) };
      const room = { width: cellWidth, height: rowHeight ?? inner.height, ...force };
      const box = measure(child, childIdentity(identity.path, child, index), room, context);
      children.push({ box, x: column * (cellWidth + gap), y });
      height = Math.max(height, box.height);
    }
    y += height + gap;
  }
  return { width: inner.width, height: Math.max(0, y - gap), children };
}

function measureScroll(
  view: View & Scroll,
  identity: Identity,
  inner: Inner,
  context: LayoutContext,
): Content {
  const vertical = view.axis !== 'horizontal';
  const room = vertical
    ? { width: inner.width, height: Infinity }
    : { width: Infinity, height: inner.height };
  const box = measure(view.child, childIdentity(identity.path, view.child, 0), room, context);
  const scroller = context.states.scroller(identity.path, vertical ? 'vertical' : 'horizontal');
  const window = vertical
    ? Math.min(inner.height, inner.exactHeight ? inner.height : box.height)
    : Math.min(inner.width, inner.exactWidth ? inner.width : box.width);
  scroller.max = Math.max(0, (vertical ? box.height : box.width) - window);
  scroller.offset = Math.min(scroller.offset, scroller.max);
  const width = vertical ? box.width : window;
  const height = vertical ? window : box.height;
  return { width, height, scroller, children: [{ box, x: 0, y: 0 }] };
}

function measureList(view: View & List, identity: Identity, inner: Inner, context: LayoutContext): Content {
  const scroller = context.states.scroller(identity.path, 'vertical');
  const wasAtEnd = scroller.offset >= scroller.max;
  const tops: number[] = [0];
  const boxes: (Measured | undefined)[] = [];
  const row = (index: number): Measured => {
    const child = view.row(index);
    const force =
      view.rowHeight === undefined ? {} : { forcedHeight: Math.round(view.rowHeight * context.scale) };
    const room = { width: inner.width, height: Infinity, forcedWidth: inner.width, ...force };
    return measure(child, childIdentity(identity.path, child, index), room, context);
  };
  for (let index = 0; index < view.count; index++) {
    const box = view.rowHeight === undefined ? row(index) : undefined;
    boxes.push(box);
    tops.push((tops[index] ?? 0) + (box?.height ?? Math.round((view.rowHeight ?? 0) * context.scale)));
  }
  const total = tops[view.count] ?? 0;
  const height = inner.exactHeight ? inner.height : Math.min(total, inner.height);
  scroller.max = Math.max(0, total - height);
  scroller.offset =
    view.fromEnd === true && wasAtEnd ? scroller.max : Math.min(scroller.offset, scroller.max);
  const children: Placed[] = [];
  for (let index = 0; index < view.count; index++) {
    const top = tops[index] ?? 0;
    if ((tops[index + 1] ?? 0) <= scroller.offset) continue;
    if (top >= scroller.offset + height) break;
    // Recycled rows are numbered by their place in the list view, not in the data.
    const box = boxes[index] ?? row(index);
    children.push({ box: { ...box, index: children.length, position: index }, x: 0, y: top });
  }
  return { width: inner.width, height, scroller, children };
}

function measurePager(view: View & Pager, identity: Identity, inner: Inner, context: LayoutContext): Content {
  const scroller = context.states.scroller(identity.path, 'horizontal');
  scroller.max = Math.max(0, (view.pages.length - 1) * inner.width);
  if (scroller.page?.number !== view.page || scroller.page.width !== inner.width) {
    scroller.page = { number: view.page, width: inner.width };
    scroller.offset = view.page * inner.width;
  }
  const seen = rect(scroller.offset, 0, inner.width, inner.height);
  const children: Placed[] = [];
  let height = inner.exactHeight ? inner.height : 0;
  for (const [index, page] of view.pages.entries()) {
    const x = index * inner.width;
    if (x >= seen.right || x + inner.width <= seen.left) continue;
    const force = { forcedWidth: inner.width, ...(inner.exactHeight && { forcedHeight: inner.height }) };
    const box = measure(
      page,
      childIdentity(identity.path, page, index),
      { width: inner.width, height: inner.height, ...force },
      context,
    );
    height = Math.max(height, box.height);
    children.push({ box, x, y: 0 });
  }
  return { width: inner.width, height, scroller, children };
}

function measureField(
  view: View & { readonly type: 'field' },
  identity: Identity,
  inner: Inner,
  context: LayoutContext,
): Content {
  const editing = context.states.editing(identity.path, view.value);
  const shown = view.input === 'password' ? '•'.repeat(editing.text.length) : displayed(view, editing.text);
  const text = measureText(view, shown === '' ? (view.hint ?? '') : shown, inner.width, context);
  return { width: inner.width, height: text.height, lines: text.lines, editing, children: [] };
}
