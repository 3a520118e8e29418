import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compactText } from '../src/format/compact.ts';
import type { DesktopNode } from '../src/desktop/node.ts';
import { inTreeOrder } from '../src/desktop/tree-order.ts';
import { findElements } from '../src/find.ts';
import { similarity, structuralHash } from '../src/fingerprint.ts';
import { freeMiddle, mainArea, touchPoint } from '../src/touch/reach.ts';
import { createIdentity } from '../src/identity/identity.ts';
import { leanText } from '../src/format/lean/lean.ts';
import type { Bounds, UiNode } from '../src/node.ts';
import { effectAt } from '../src/touch/scrollers.ts';
import type { Snapshot } from '../src/snapshot.ts';
import { appWindow, box, node, otherWindow, SCREEN, viewOf } from '@handeye/testing/view-screens';
import { size } from '@handeye/testing/long';

/** How many boxes, rows or levels a hostile screen has: what costs more than a few looks at each shows with fewer, too. */
const MANY = size(50_000, 10_000);
const LEVELS = size(100_000, 25_000);

const FULL = box(0, 0, SCREEN.width, SCREEN.height);

/** Bounds that count their reads. */
function counted(bounds: Bounds, count: { reads: number }): Bounds {
  const { left, top, right, bottom } = bounds;
  return {
    get left() {
      count.reads += 1;
      return left;
    },
    top,
    right,
    bottom,
  };
}

/** Small boxes that do not touch, all over the screen. */
const scattered = (index: number): Bounds => {
  const [x, y] = [(index * 7) % 1070, Math.floor((index * 7) / 1070) * 6];
  return box(x, y, x + 4, y + 4);
};
/** Boxes that overlap, each a little further. */
const overlapping = (index: number): Bounds =>
  box(index % 1000, index % 2300, (index % 1000) + 30, (index % 2300) + 40);

describe('a screen of many boxes is touched with a bounded number of looks at each', () => {
  for (const [kind, place] of [
    ['scattered', scattered],
    ['overlapping', overlapping],
  ] as const) {
    test(`${kind} over the touched element`, () => {
      const count = { reads: 0 };
      const children = Array.from({ length: MANY }, (_, index) =>
        node({ clickable: true, bounds: counted(place(index), count) }),
      );
      const snapshot = createIdentity().identify(viewOf(node({ bounds: FULL, clickable: true, children })));
      count.reads = 0;
      touchPoint(snapshot, snapshot.elements[0]!);
      assert.ok(count.reads <= 20 * MANY, `${count.reads} reads`);
    });
  }

  test('in many windows above it', () => {
    const count = { reads: 0 };
    const overlay = (index: number) =>
      otherWindow(
        node({
          bounds: FULL,
          children: Array.from({ length: 500 }, (_, at) =>
            node({ clickable: true, bounds: counted(scattered(at), count) }),
          ),
        }),
        { key: `o${index}`, type: 'system' },
      );
    const windows = Array.from({ length: MANY / 500 }, (_, index) => overlay(index));
    const snapshot = createIdentity().identify({
      ...viewOf(undefined),
      windows: [appWindow(node({ bounds: FULL, clickable: true })), ...windows],
    });
    count.reads = 0;
    touchPoint(snapshot, snapshot.elements[0]!);
    assert.ok(count.reads <= 20 * MANY, `${count.reads} reads`);
  });

  test('and the main scroller is found with one read of each', () => {
    const count = { reads: 0 };
    let inner = node({ bounds: FULL });
    for (let level = 0; level < MANY; level += 1) {
      inner = node({ scrollable: true, bounds: counted(FULL, count), children: [inner] });
    }
    const snapshot = createIdentity().identify(viewOf(inner));
    count.reads = 0;
    assert.equal(mainArea(snapshot), snapshot.elements[0]);
    assert.ok(count.reads <= 20 * MANY, `${count.reads} reads`);
  });
});

describe('what many covers leave free', () => {
  test('is found where it is', () => {
    const covers = Array.from({ length: 5000 }, (_, index) => {
      const [x, y] = [(index % 50) * 20, Math.floor(index / 50) * 20];
      return box(x, y, x + 20, y + 20);
    }).filter(({ left, top }) => left < 600 || left >= 800 || top < 1000 || top >= 1200);
    const point = freeMiddle(box(0, 0, 1000, 2000), covers);
    assert.ok(point);
    assert.ok(Math.abs(point.x - 700) <= 10 && Math.abs(point.y - 1100) <= 10, JSON.stringify(point));
  });

  test('is nothing where they cover it all', () => {
    const covers = Array.from({ length: 200 }, (_, index) => box(0, index * 10, 1000, index * 10 + 10));
    assert.equal(freeMiddle(box(0, 0, 1000, 2000), covers), undefined);
  });

  test('is never a point of a cover', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
    for (let round = 0; round < size(50, 15); round += 1) {
      const covers = Array.from({ length: 65 + random(400) }, () => {
        const [x, y] = [random(950), random(1950)];
        return box(x, y, x + 1 + random(120), y + 1 + random(120));
      });
      const point = freeMiddle(box(0, 0, 1000, 2000), covers);
      const on = covers.filter(
        ({ left, top, right, bottom }) =>
          point && point.x >= left && point.x < right && point.y >= top && point.y < bottom,
      );
      assert.deepEqual(on, []);
    }
  });
});

/** The most reads of a box's bounds while its screen is read twice and touched. */
const MOST_READS = 100;

/** All the work on a screen after it is read. */
function readAll(root: UiNode): Snapshot {
  const identity = createIdentity();
  const before = identity.identify(viewOf(root));
  identity.noteGesture('up');
  const snapshot = identity.identify(viewOf(root));
  assert.equal(structuralHash(snapshot), structuralHash(before));
  assert.equal(similarity(before, snapshot), 100);
  findElements(snapshot, { by: 'text', value: 'row', exact: false });
  for (const text of [compactText(snapshot), leanText(snapshot, { maxTokens: 20_000 })]) {
    assert.ok(text.length < 1_100_000, `${text.length} characters`);
  }
  touchPoint(snapshot, snapshot.elements[0]!);
  touchPoint(snapshot, snapshot.elements.at(-1)!);
  mainArea(snapshot);
  effectAt(snapshot, { x: 500, y: 1000 }, 'horizontal');
  return snapshot;
}

describe('a hostile screen is read and cut', () => {
  const rows = (count: number, parts = {}, reads = { reads: 0 }): UiNode[] =>
    Array.from({ length: count }, (_, index) =>
      node({ text: `row ${index}`, clickable: true, bounds: counted(overlapping(index), reads), ...parts }),
    );

  for (const scrollable of [false, true]) {
    test(`many rows below one ${scrollable ? 'list' : 'box'}`, () => {
      const count = size(200_000, 20_000);
      const cost = { reads: 0 };
      const root = node({ bounds: FULL, scrollable, text: 'top', children: rows(count, {}, cost) });
      const snapshot = readAll(root);
      assert.ok(cost.reads <= MOST_READS * count, `${cost.reads} reads`);
      const lean = leanText(snapshot, { maxTokens: 1_500 });
      const [, cut] = /^ ?… (\d+) lines left out \(max_tokens\)$/m.exec(lean) ?? [];
      assert.ok(lean.split('\n').length > 100 && Number(cut) > count - 10_000, lean.slice(-200));
      const text = compactText(snapshot);
      const shown = text.split('\n').filter((line) => line.startsWith('node_')).length;
      const [, leftOut] = /^note:(\d+) more elements were left out/m.exec(text) ?? [];
      assert.ok(shown > 5000 && shown <= 10_000);
      assert.equal(shown + Number(leftOut), count + 1);
    });
  }

  for (const scrollable of [false, true]) {
    test(`many levels of ${scrollable ? 'scrolling ' : ''}boxes`, () => {
      const cost = { reads: 0 };
      let inner = node({ text: 'row', clickable: true, bounds: FULL });
      for (let level = 0; level < LEVELS; level += 1) {
        inner = node({ bounds: counted(FULL, cost), scrollable, children: [inner] });
      }
      readAll(inner);
      assert.ok(cost.reads <= MOST_READS * LEVELS, `${cost.reads} reads`);
    });
  }

  test('many rows that all stand one place further in their list than before are compared with few others', () => {
    const cost = { reads: 0 };
    const list = (first: number): UiNode =>
      node({
        bounds: FULL,
        scrollable: true,
        children: rows(MANY, {}, cost).map((row, at) => ({ ...row, item: { row: first + at, column: 0 } })),
      });
    const identity = createIdentity();
    const before = identity.identify(viewOf(list(0)));
    cost.reads = 0;
    const after = identity.identify(viewOf(list(1)));
    assert.equal(after.elements.at(-1)?.id, before.elements.at(-1)?.id);
    assert.ok(cost.reads <= MOST_READS * MANY, `${cost.reads} reads`);
  });

  test('invisible rows are left out first, and another window keeps its rows', () => {
    const hidden = rows(12_000, { visible: false });
    const seen = node({ text: 'seen', bounds: box(0, 0, 10, 10) });
    const keyboard = otherWindow(node({ text: 'q', clickable: true, bounds: box(0, 1500, 90, 1600) }));
    const few = createIdentity().identify(
      viewOf(node({ bounds: FULL, children: [...hidden, seen] }), keyboard),
    );
    assert.match(compactText(few), /\tseen\t/);
    assert.match(compactText(few), /^note:12000 more elements were left out/m);
    const many = createIdentity().identify(viewOf(node({ bounds: FULL, children: rows(15_000) }), keyboard));
    assert.match(compactText(many), /^window:keyboard Keyboard\nnode_\d+\t-\tq\t/m);
  });

  test('a resource id as long as a book does not get through', () => {
    const long = node({ resourceId: 'x'.repeat(1_000_000), text: 'long' });
    const snapshot = createIdentity().identify(
      viewOf(node({ bounds: FULL, children: [long, node({ text: 'short' })] })),
    );
    assert.ok(compactText(snapshot).length < 1000);
    assert.match(compactText(snapshot), /\tshort\t/);
    assert.match(compactText(snapshot), /^note:1 more elements were left out/m);
  });

  test('an ordinary screen is shown whole and without a note', () => {
    const snapshot = createIdentity().identify(viewOf(node({ bounds: FULL, children: rows(1500) })));
    assert.equal(compactText(snapshot).split('\n').length, 4 + 1500);
  });

  test('the tree of a desktop application with many children is walked', () => {
    const bare: DesktopNode = {
      role: 'group',
      nativeRole: 'group',
      title: undefined,
      value: undefined,
      identifier: undefined,
      enabled: true,
      focused: false,
      bounds: undefined,
      actions: [],
      attributes: {},
      children: [],
    };
    const children = Array.from({ length: MANY }, () => bare);
    assert.equal(inTreeOrder({ ...bare, children }, { pid: 1 }).length, MANY + 1);
  });
});
