import assert from 'node:assert/strict';
import test from 'node:test';
import { createIdentity, type Identity } from '../src/identity/identity.ts';
import { makeNode, type NodeParts, type UiNode } from '../src/node.ts';
import type { Snapshot } from '../src/snapshot.ts';
import { box, node, otherWindow, viewOf } from '@handeye/testing/view-screens';

/** The id of the one element with a text. */
function idOf(snapshot: Snapshot, text: string): string {
  const found = snapshot.elements.filter((element) => element.node.text === text);
  assert.equal(found.length, 1, `one element with the text ${text}`);
  return found[0]!.id;
}

function seen(identity: Identity, ...children: UiNode[]): Snapshot {
  return identity.identify(viewOf(node({ className: 'Root', children })));
}

const ROW = 100;

/** A list of labelled rows from a place on, in a frame of five. */
function list(labels: readonly string[], from = 0, parts: Partial<NodeParts> = {}): UiNode {
  const children = labels
    .slice(from, from + 5)
    .map((text, at) =>
      makeNode({ className: 'Text', text, clickable: true, bounds: box(0, at * ROW, 1000, at * ROW + ROW) }),
    );
  return makeNode({ className: 'List', scrollable: true, bounds: box(0, 0, 1000, 500), children, ...parts });
}

const names = Array.from({ length: 30 }, (_, at) => `Name ${at}`);

test('ids are short, never reused, and differ from one store to the next', () => {
  const [one, other] = [createIdentity(), createIdentity()];
  const first = seen(one, node({ text: 'a' })).elements.map(({ id }) => id);
  for (const id of first) assert.match(id, /^node_\d{6}$/);
  assert.notDeepEqual(
    first,
    seen(other, node({ text: 'a' })).elements.map(({ id }) => id),
  );
});

test('elements come in tree order with their parents', () => {
  const snapshot = seen(
    createIdentity(),
    node({ text: 'a', children: [node({ text: 'b' })] }),
    node({ text: 'c' }),
  );
  assert.deepEqual(
    snapshot.elements.map((element) => [element.node.text, element.order, element.parent?.order]),
    [
      [undefined, 0, undefined],
      ['a', 1, 0],
      ['b', 2, 1],
      ['c', 3, 0],
    ],
  );
});

test('a node with a resource id keeps its id when it moves, changes its text, or the keyboard opens', () => {
  const identity = createIdentity();
  const field = (text: string, top: number): UiNode =>
    makeNode({ className: 'Edit', resourceId: 'app:id/name', text, bounds: box(0, top, 500, top + 90) });
  const before = idOf(seen(identity, field('old', 800)), 'old');
  const root = node({ className: 'Root', children: [field('new', 300)] });
  const after = identity.identify(viewOf(root, otherWindow(node({ text: 'q' }))));
  assert.equal(idOf(after, 'new'), before);
});

test('a node that went away and came back is known by its resource id', () => {
  const identity = createIdentity();
  const error = node({ className: 'Text', resourceId: 'app:id/error', text: 'Too short' });
  const first = idOf(seen(identity, error), 'Too short');
  seen(identity);
  assert.equal(idOf(seen(identity, error), 'Too short'), first);
});

test('tabs that moved up do not pass on their ids', () => {
  const identity = createIdentity();
  const tabs = (...labels: string[]): UiNode[] =>
    labels.map((text, at) => makeNode({ className: 'Tab', text, bounds: box(at * 90, 0, at * 90 + 90, 80) }));
  const before = seen(identity, ...tabs('A', 'B', 'C'));
  const after = seen(identity, ...tabs('B', 'C', 'D'));
  assert.equal(idOf(after, 'B'), idOf(before, 'B'));
  assert.equal(idOf(after, 'C'), idOf(before, 'C'));
  assert.equal(after.element(idOf(before, 'A')), undefined);
});

test('a nameless button does not become the one in its place on another screen', () => {
  const identity = createIdentity();
  const screen = (...labels: string[]): UiNode[] => [
    node({ className: 'Bar', children: labels.slice(1).map((text) => node({ className: 'Text', text })) }),
    node({ className: 'Button', text: labels[0], clickable: true }),
  ];
  const before = seen(identity, ...screen('Next', 'Welcome', 'Choose a language', 'English'));
  const changed = seen(identity, ...screen('Finish', 'Welcome', 'Choose a language', 'English'));
  assert.equal(idOf(changed, 'Finish'), idOf(before, 'Next'));
  const other = seen(identity, ...screen('Delete all', 'Settings', 'Storage', 'Used'));
  assert.notEqual(idOf(other, 'Delete all'), idOf(before, 'Next'));
});

test('rows keep their ids while they scroll, and get them back when they return', () => {
  const identity = createIdentity();
  const first = seen(identity, list(names, 0));
  identity.noteGesture();
  const second = seen(identity, list(names, 3));
  assert.equal(idOf(second, 'Name 3'), idOf(first, 'Name 3'));
  assert.equal(second.element(idOf(first, 'Name 0')), undefined);
  identity.noteGesture();
  seen(identity, list(names, 6));
  identity.noteGesture();
  seen(identity, list(names, 3));
  identity.noteGesture();
  const back = seen(identity, list(names, 0));
  for (const name of names.slice(0, 5)) assert.equal(idOf(back, name), idOf(first, name));
});

test('a row that scrolled out is recalled with its container and direction', () => {
  const identity = createIdentity();
  const first = seen(identity, list(names, 3));
  const up = idOf(first, 'Name 3');
  const down = idOf(first, 'Name 7');
  identity.noteGesture();
  const lower = seen(identity, list(names, 5));
  assert.deepEqual(identity.scrolledOut(up), {
    container: lower.elements[1],
    direction: 'up',
    label: 'Name 3',
  });
  identity.noteGesture();
  const upper = seen(identity, list(names, 2));
  assert.deepEqual(identity.scrolledOut(down), {
    container: upper.elements[1],
    direction: 'down',
    label: 'Name 7',
  });
  assert.equal(identity.scrolledOut(idOf(upper, 'Name 5')), undefined, 'what is in sight has not left');
  assert.equal(identity.scrolledOut('node_1'), undefined);
});

test('a row that was removed is gone, not scrolled out', () => {
  const identity = createIdentity();
  const removed = idOf(seen(identity, list(names)), 'Name 2');
  seen(identity, list(names.toSpliced(2, 1)));
  assert.equal(identity.scrolledOut(removed), undefined);
});

test('two messages with the same text are two elements, though never seen together', () => {
  const identity = createIdentity();
  const chat = names.with(5, 'OK').with(11, 'OK');
  const first = idOf(seen(identity, list(chat, 4)), 'OK');
  identity.noteGesture();
  seen(identity, list(chat, 6));
  identity.noteGesture();
  const later = seen(identity, list(chat, 8));
  assert.notEqual(idOf(later, 'OK'), first);
  identity.noteGesture();
  seen(identity, list(chat, 6));
  identity.noteGesture();
  assert.equal(idOf(seen(identity, list(chat, 4)), 'OK'), first);
});

test('rows that cannot be told apart keep their ids only while nothing could have moved', () => {
  const identity = createIdentity();
  const same = list(['A', 'OK', 'OK', 'B']);
  const ids = seen(identity, same).elements.map(({ id }) => id);
  assert.deepEqual(
    seen(identity, same).elements.map(({ id }) => id),
    ids,
  );
  identity.noteGesture();
  const after = seen(identity, same).elements.map(({ id }) => id);
  assert.ok(!after.includes(ids[3]!) && !after.includes(ids[4]!));
});

test("a button in a row is that row's, however many look like it", () => {
  const identity = createIdentity();
  const row = (name: string, at: number): UiNode =>
    makeNode({
      className: 'Item',
      bounds: box(0, 10 + at * ROW, 1000, 10 + at * ROW + ROW),
      children: [
        node({ className: 'Text', text: name }),
        node({ className: 'Button', text: 'Delete', clickable: true }),
      ],
    });
  const rows = (...labels: string[]): UiNode => list([], 0, { children: labels.map(row) });
  const deleteOf = (snapshot: Snapshot, name: string): string => {
    const title = snapshot.elements.find((element) => element.node.text === name)!;
    return snapshot.elements[title.order + 1]!.id;
  };
  const before = seen(identity, rows('Ada', 'Bob', 'Cy', 'Dee'));
  const after = seen(identity, rows('Bob', 'Cy', 'Dee'));
  assert.equal(deleteOf(after, 'Cy'), deleteOf(before, 'Cy'));
  assert.equal(after.element(deleteOf(before, 'Ada')), undefined);
});

test('after a jump a row is found by a label that only it ever had', () => {
  const identity = createIdentity();
  const first = seen(identity, list(names));
  const wanted = idOf(first, 'Name 2');
  identity.noteGesture();
  const far = seen(identity, list(names, 20));
  assert.deepEqual(identity.scrolledOut(wanted), {
    container: far.elements[1],
    direction: undefined,
    label: 'Name 2',
  });
  assert.equal(identity.foundAgain(wanted, far), undefined);
  identity.noteGesture();
  // One known row at the edge of a look does not determine the position of the list.
  const near = seen(identity, list(['x', 'y', 'z', ...names.slice(2, 3), 'w']));
  assert.notEqual(idOf(near, 'Name 2'), wanted);
  const found = identity.foundAgain(wanted, near);
  assert.equal(found?.node.text, 'Name 2');
  assert.equal(found.id, wanted);
  assert.equal(idOf(seen(identity, list(['x', 'y', 'z', ...names.slice(2, 3), 'w'])), 'Name 2'), wanted);
});

test('after a jump the gestures before it tell where a row went, unless they went different ways', () => {
  for (const { gestures, direction } of [
    { gestures: ['up', 'up'], direction: 'up' },
    { gestures: ['up', 'down'], direction: undefined },
    { gestures: ['up', undefined], direction: undefined },
  ] as const) {
    const identity = createIdentity();
    const wanted = idOf(seen(identity, list(names, 0)), 'Name 2');
    for (const way of gestures) identity.noteGesture(way);
    seen(identity, list(names, 20));
    assert.equal(identity.scrolledOut(wanted)?.direction, direction);
  }
});

test('after a jump a label that others had too finds nothing', () => {
  const identity = createIdentity();
  const chat = names.with(2, 'OK').with(6, 'OK');
  const wanted = idOf(seen(identity, list(chat, 0)), 'OK');
  identity.noteGesture();
  seen(identity, list(chat, 3));
  identity.noteGesture();
  seen(identity, list(chat, 20));
  identity.noteGesture();
  const near = seen(identity, list(['x', 'OK', 'y']));
  assert.equal(identity.foundAgain(wanted, near), undefined);
});

test('a field of a form in a scroll view keeps its id while one types into it', () => {
  const identity = createIdentity();
  const form = (text: string): UiNode =>
    makeNode({
      className: 'android.widget.ScrollView',
      scrollable: true,
      bounds: box(0, 0, 1000, 900),
      children: [
        node({
          className: 'Linear',
          children: [
            node({ className: 'Text', text: 'Name' }),
            node({ className: 'Edit', resourceId: 'app:id/name', editable: true, text }),
          ],
        }),
      ],
    });
  const before = idOf(seen(identity, form('A')), 'A');
  assert.equal(idOf(seen(identity, form('Ada')), 'Ada'), before);
});

test('the page of a pager is another element than the next one, and so is all it holds', () => {
  const identity = createIdentity();
  const page = (title: string): UiNode =>
    makeNode({
      className: 'ViewPager',
      scrollable: true,
      bounds: box(0, 0, 1000, 900),
      children: [
        makeNode({
          className: 'Page',
          bounds: box(0, 0, 1000, 900),
          children: [
            node({ className: 'Text', text: title }),
            node({ className: 'Button', text: 'Like', clickable: true }),
          ],
        }),
      ],
    });
  const like = idOf(seen(identity, page('Sea')), 'Like');
  assert.equal(idOf(seen(identity, page('Sea')), 'Like'), like);
  assert.equal(seen(identity, page('Hill')).element(like), undefined);
});

test('after a gesture, content that stayed in place but says something else may be another page', () => {
  const identity = createIdentity();
  const page = (...labels: string[]): UiNode =>
    list([], 0, {
      className: 'android.widget.HorizontalScrollView',
      children: [node({ className: 'Page', children: list(labels).children })],
    });
  const like = idOf(seen(identity, page('Sea', 'Like', 'Share')), 'Like');
  assert.equal(idOf(seen(identity, page('Sea (edited)', 'Like', 'Share')), 'Like'), like);
  identity.noteGesture();
  assert.equal(seen(identity, page('Hill', 'Like', 'Share')).element(like), undefined);
});

test('the oldest departed elements are forgotten first, and the store stays bounded', () => {
  const identity = createIdentity({ limit: 20 });
  const first = idOf(seen(identity, list(names, 0)), 'Name 0');
  let last = '';
  for (let from = 2; from < 24; from += 2) {
    identity.noteGesture();
    last = idOf(seen(identity, list(names, from)), `Name ${from}`);
  }
  identity.noteGesture();
  seen(identity, list(names, 25));
  assert.equal(identity.scrolledOut(first), undefined);
  assert.equal(identity.scrolledOut(last)?.direction, 'up');
});

test('a tree of 300 levels and one of 10,000 siblings get their ids', () => {
  let deep = node({ text: 'bottom' });
  for (let level = 0; level < 300; level++) deep = node({ children: [deep] });
  const wide = Array.from({ length: 10_000 }, (_, at) => node({ className: 'Text', text: `t${at}` }));
  const identity = createIdentity();
  assert.equal(seen(identity, deep).elements.length, 302);
  assert.equal(seen(identity, list([], 0, { children: wide })).elements.length, 10_002);
  const again = seen(identity, list([], 0, { children: wide.toReversed() }));
  assert.equal(new Set(again.elements.map(({ id }) => id)).size, 10_002);
});
