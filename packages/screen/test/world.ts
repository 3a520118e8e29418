/**
 * A synthetic application whose elements have a true, hidden identity, which ids must never confuse. It has tabs that do not
 * scroll, a list that does, in one of several shapes, and a panel (panel.ts).
 */
import fc from 'fast-check';
import { makeNode, type NodeParts, type UiNode } from '../src/node.ts';
import type { View } from '../src/snapshot.ts';
import { changedPanel, type PanelChange, panelChanges, panelNode, type Widget, widgets } from './panel.ts';
import { box, viewOf } from '@handeye/testing/view-screens';

export interface Row {
  readonly uid: number;
  readonly label: string;
  /** The text below the title of a nested row. */
  readonly detail?: string;
}

export interface Shape {
  /** Rows directly in the scrolling container, or in the one child of a scroll view. */
  readonly container: 'recycler' | 'scroll view';
  /** A row is one text, or holds a title, a second line that may be cut off, and a button like all others. */
  readonly rows: 'plain' | 'nested';
  readonly axis: 'vertical' | 'horizontal';
  readonly viewport: number;
  /** The rows with a unique id; if the application gives it to some of them, it gives all tabs the same one. */
  readonly uniqueIds: 'none' | 'some' | 'all';
}

export type Change =
  | { readonly type: 'scroll'; readonly by: number; readonly reported: boolean }
  | { readonly type: 'jump'; readonly to: number }
  | { readonly type: 'insert' | 'remove' | 'edit'; readonly at: number; readonly label: string }
  | { readonly type: 'swap labels' | 'move'; readonly at: number; readonly other: number }
  | {
      readonly type: 'tabs';
      readonly tabs: 'insert' | 'remove' | 'edit' | 'shift' | 'swap';
      readonly label: string;
    }
  | {
      readonly type: 'details';
      readonly details: readonly { readonly at: number; readonly detail: string }[];
    }
  | { readonly type: 'panel'; readonly panel: PanelChange }
  | { readonly type: 'keyboard' };

export interface World {
  readonly shape: Shape;
  readonly rows: readonly Row[];
  readonly tabs: readonly Row[];
  readonly panel: readonly Widget[];
  readonly offset: number;
  readonly keyboard: boolean;
  readonly nextUid: number;
}

/** The extent of a row along the axis of the list. */
export const ROW = 100;

/** A world as the device shows it, and the true identity of each node. */
export function show(android: World): { view: View; who: Map<UiNode, string> } {
  const who = new Map<UiNode, string>();
  const is = (name: string, parts: NodeParts): UiNode => {
    const made = makeNode(parts);
    who.set(made, name);
    return made;
  };
  const lift = android.keyboard ? -40 : 0;
  const tabs = android.tabs.map((tab, at) =>
    is(`tab ${tab.uid}`, {
      className: 'Tab',
      text: tab.label,
      clickable: true,
      uniqueId: tabId(android.shape, tab),
      bounds: box(at * 90, lift, at * 90 + 90, 80 + lift),
    }),
  );
  const list = listNode(android, is, 100 + lift);
  const bar = is('bar', { className: 'Bar', children: tabs, bounds: box(0, lift, 1000, 80 + lift) });
  const panel = panelNode(android.panel, is, 1100 + lift);
  const root = is('root', { className: 'Root', children: [bar, list, panel], bounds: box(0, 0, 1000, 2000) });
  return { view: viewOf(root), who };
}

/** The unique id of a row, if the application gives it one. */
export function rowId({ uniqueIds }: Shape, { uid }: Row): string | undefined {
  return uniqueIds === 'all' || (uniqueIds === 'some' && uid % 2 === 0) ? `item:${uid}` : undefined;
}

function tabId({ uniqueIds }: Shape, { uid }: Row): string | undefined {
  if (uniqueIds === 'none') return undefined;
  return uniqueIds === 'all' ? `tab:${uid}` : 'tab';
}

type Make = (name: string, parts: NodeParts) => UiNode;

function listNode(android: World, is: Make, top: number): UiNode {
  const { shape } = android;
  const size = viewportOf(android);
  const frame = shape.axis === 'vertical' ? box(0, top, 1000, top + size) : box(0, top, size, top + 300);
  const rows: UiNode[] = [];
  android.rows.forEach((row, at) => {
    const start = at * ROW - android.offset;
    const from = Math.max(0, start);
    const to = Math.min(size, start + ROW);
    if (to <= from) return;
    const bounds =
      shape.axis === 'vertical' ? box(0, top + from, 1000, top + to) : box(from, top, to, top + 300);
    rows.push(rowNode(row, { shape, is, bounds, hidden: from - start, shown: to - start }));
  });
  const content =
    shape.container === 'recycler'
      ? rows
      : [is('content', { className: 'Linear', children: rows, bounds: frame })];
  const className = shape.container === 'recycler' ? 'RecyclerView' : 'android.widget.ScrollView';
  return is('list', { className, scrollable: true, children: content, bounds: frame });
}

interface RowPlace {
  readonly shape: Shape;
  readonly is: Make;
  readonly bounds: UiNode['bounds'];
  /** The visible part of a row, from here to there. */
  readonly hidden: number;
  readonly shown: number;
}

function rowNode(row: Row, { shape, is, bounds, hidden, shown }: RowPlace): UiNode {
  const { uid, label } = row;
  const uniqueId = rowId(shape, row);
  if (shape.rows === 'plain') {
    return is(`row ${uid}`, { className: 'Text', text: label, clickable: true, uniqueId, bounds });
  }
  // A tree holds only visible parts: a row clipped at an edge lost its title, or its button.
  const children: UiNode[] = [];
  if (hidden < ROW / 2) children.push(is(`title ${uid}`, { className: 'Text', text: label, bounds }));
  if (shown > ROW / 2) {
    if (row.detail !== undefined) {
      children.push(
        is(`detail ${uid}`, { className: 'Text', resourceId: 'app:id/detail', text: row.detail, bounds }),
      );
    }
    children.push(is(`delete ${uid}`, { className: 'Button', text: 'Delete', clickable: true, bounds }));
  }
  return is(`row ${uid}`, { className: 'Item', resourceId: 'app:id/item', uniqueId, children, bounds });
}

/** The rows of which at least this many pixels are visible. */
export function rowsInSight(android: World, pixels = 1): Row[] {
  const end = android.offset + viewportOf(android);
  return android.rows.filter((_, at) => {
    const from = Math.max(at * ROW, android.offset);
    return Math.min((at + 1) * ROW, end) - from >= pixels;
  });
}

function viewportOf({ shape, keyboard }: World): number {
  return keyboard ? Math.ceil(shape.viewport / 2) : shape.viewport;
}

/** The world after a change. */
export function change(android: World, what: Change): World {
  const { rows, tabs } = android;
  switch (what.type) {
    case 'scroll':
      return scrolled(android, android.offset + what.by);
    case 'jump':
      return scrolled(android, Math.floor(what.to * rows.length * ROW));
    case 'keyboard':
      return scrolled({ ...android, keyboard: !android.keyboard }, android.offset);
    case 'insert': {
      const fresh = { uid: android.nextUid, label: what.label };
      const changed = rows.toSpliced(what.at % (rows.length + 1), 0, fresh);
      return { ...android, rows: changed, nextUid: android.nextUid + 1 };
    }
    case 'remove':
      return rows.length < 2
        ? android
        : scrolled({ ...android, rows: rows.toSpliced(what.at % rows.length, 1) }, android.offset);
    case 'edit':
      return { ...android, rows: relabelled(rows, what.at % rows.length, what.label) };
    case 'swap labels': {
      const [one, other] = [what.at % rows.length, what.other % rows.length];
      return { ...android, rows: swapped(rows, one, other) };
    }
    case 'move': {
      const at = what.at % rows.length;
      const moving = rows.slice(at, at + 1);
      return { ...android, rows: rows.toSpliced(at, 1).toSpliced(what.other % rows.length, 0, ...moving) };
    }
    case 'details': {
      const details = new Map(what.details.map(({ at, detail }) => [at % rows.length, detail]));
      return { ...android, rows: rows.map((row, at) => withDetail(row, details.get(at))) };
    }
    case 'panel':
      return { ...android, panel: changedPanel(android.panel, what.panel) };
    case 'tabs':
      return changedTabs(android, what.tabs, { uid: android.nextUid, label: what.label }, tabs);
  }
}

function scrolled(android: World, offset: number): World {
  const end = Math.max(0, android.rows.length * ROW - viewportOf(android));
  return { ...android, offset: Math.min(Math.max(0, offset), end) };
}

function withDetail(row: Row, detail: string | undefined): Row {
  return detail === undefined ? row : { ...row, detail };
}

function relabelled(rows: readonly Row[], at: number, label: string): Row[] {
  return rows.map((row, place) => (place === at ? { ...row, label } : row));
}

function swapped(rows: readonly Row[], one: number, other: number): Row[] {
  return relabelled(relabelled(rows, one, rows[other]!.label), other, rows[one]!.label);
}

function changedTabs(
  android: World,
  what: Extract<Change, { type: 'tabs' }>['tabs'],
  fresh: Row,
  tabs: readonly Row[],
): World {
  const nextUid = android.nextUid + 1;
  switch (what) {
    case 'insert':
      return { ...android, nextUid, tabs: [fresh, ...tabs] };
    case 'remove':
      return tabs.length < 3 ? android : { ...android, tabs: tabs.slice(1) };
    case 'shift':
      return { ...android, nextUid, tabs: [...tabs.slice(1), fresh] };
    case 'edit':
      return { ...android, tabs: relabelled(tabs, tabs.length - 1, fresh.label) };
    case 'swap':
      return tabs.length < 2 ? android : { ...android, tabs: swapped(tabs, 0, tabs.length - 1) };
  }
}

const WORDS = ['OK', 'Yes', 'Hello', 'See you', ''];

/** A label: usually unique, often shared with others, sometimes none. */
const labels = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 1e9 }).map((number) => `Name ${number}`) },
  { weight: 2, arbitrary: fc.constantFrom(...WORDS) },
);

const movements: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('scroll' as const),
      by: fc.oneof(
        fc.integer({ min: -900, max: 900 }),
        fc.integer({ min: -8, max: 8 }).map((rows) => rows * ROW),
      ),
      reported: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('jump' as const),
      to: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'keyboard' as const }) },
);

/** Changes of the texts below the titles of some rows. */
export const detailChanges: fc.Arbitrary<Change> = fc.record({
  type: fc.constant('details' as const),
  details: fc.array(fc.record({ at: fc.nat(60), detail: fc.constantFrom('On', 'Off', '1 %', '2 %', '') }), {
    minLength: 1,
    maxLength: 12,
  }),
});

const edits: fc.Arbitrary<Change> = fc.oneof(
  detailChanges,
  fc.record({ type: fc.constant('panel' as const), panel: panelChanges }),
  fc.record({
    type: fc.constantFrom('insert' as const, 'remove' as const, 'edit' as const),
    at: fc.nat(60),
    label: labels,
  }),
  fc.record({
    type: fc.constantFrom('swap labels' as const, 'move' as const),
    at: fc.nat(60),
    other: fc.nat(60),
  }),
  fc.record({
    type: fc.constant('tabs' as const),
    tabs: fc.constantFrom(
      'insert' as const,
      'remove' as const,
      'edit' as const,
      'shift' as const,
      'swap' as const,
    ),
    label: labels,
  }),
);

/** The events between two looks: a movement, a change of content, or both at once. */
export const happenings: fc.Arbitrary<Change[]> = fc.oneof(
  { weight: 3, arbitrary: movements.map((movement) => [movement]) },
  { weight: 2, arbitrary: edits.map((edit) => [edit]) },
  { weight: 2, arbitrary: fc.tuple(edits, movements) },
);

const shapes: fc.Arbitrary<Shape> = fc.record({
  container: fc.constantFrom('recycler' as const, 'scroll view' as const),
  rows: fc.constantFrom('plain' as const, 'nested' as const),
  axis: fc.constantFrom('vertical' as const, 'horizontal' as const),
  viewport: fc.integer({ min: 150, max: 900 }),
  uniqueIds: fc.constantFrom('none' as const, 'some' as const, 'all' as const),
});

/** Worlds of up to 40 rows. */
export function worlds(label: fc.Arbitrary<string> = labels, fewest = 1): fc.Arbitrary<World> {
  return fc
    .record({
      shape: shapes,
      rows: fc.array(label, { minLength: fewest, maxLength: 40 }),
      tabs: fc.array(label, { minLength: 2, maxLength: 5 }),
      panel: fc.array(widgets, { maxLength: 6 }),
    })
    .map(({ shape, rows, tabs, panel }) => ({
      shape,
      rows: rows.map((text, uid) => ({ uid, label: text })),
      tabs: tabs.map((text, at) => ({ uid: 100 + at, label: text })),
      panel,
      offset: 0,
      keyboard: false,
      nextUid: 1000,
    }));
}
