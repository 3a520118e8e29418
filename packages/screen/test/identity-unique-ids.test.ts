import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIdentity, type Identity } from '../src/identity/identity.ts';
import type { UiNode } from '../src/node.ts';
import { appWindow, box, node, viewOf } from '@handeye/testing/view-screens';

interface Item {
  readonly uniqueId?: string;
  readonly text: string;
  readonly className?: string;
}

/** Rows of a list that reports positions and reuses the same views for them. */
function list(items: readonly Item[], scrollable = true): UiNode {
  const children = items.map(({ className = 'Row', ...item }, at) =>
    node({ className, ...item, clickable: true, bounds: box(0, at * 100, 1000, at * 100 + 100) }),
  );
  return node({ className: 'List', scrollable, bounds: box(0, 0, 1000, 500), children });
}

const screenOf = (...children: UiNode[]) => viewOf(node({ className: 'Root', children }));

function ids(identity: Identity, ...children: UiNode[]): string[] {
  const { elements } = identity.identify(screenOf(...children));
  return elements.filter(({ node: { className } }) => className === 'Row').map(({ id }) => id);
}

const rows = (from: number, to: number, text = 'Untitled'): Item[] =>
  Array.from({ length: to - from }, (_, at) => ({ uniqueId: `item:${from + at}`, text }));

for (const scrollable of [true, false]) {
  const where = scrollable ? 'in a list' : 'outside lists';

  test(`elements with unique ids keep their ids ${where} when their order and a text change`, () => {
    const identity = createIdentity();
    const [a, b, c] = [
      { uniqueId: 'a', text: 'Ada' },
      { uniqueId: 'b', text: 'Bob' },
      { uniqueId: 'c', text: 'Cleo' },
    ];
    const first = ids(identity, list([a, b, c], scrollable));
    identity.noteGesture();
    const after = ids(identity, list([c, { ...b, text: 'Robert' }, a], scrollable));
    assert.deepEqual(after, first.toReversed());
  });

  test(`a view that now shows an item with another unique id is another element ${where}`, () => {
    const identity = createIdentity();
    const first = ids(identity, list(rows(0, 1), scrollable));
    assert.notDeepEqual(ids(identity, list(rows(1, 2), scrollable)), first);
  });

  test(`a unique id that two nodes have identifies neither of them ${where}, also when one of them is left`, () => {
    const identity = createIdentity();
    const like = (...texts: string[]) =>
      list(
        texts.map((text) => ({ uniqueId: 'x', text })),
        scrollable,
      );
    const first = ids(identity, like('One', 'Two'));
    assert.equal(new Set(first).size, 2);
    identity.noteGesture();
    const [left = ''] = ids(identity, like('Three'));
    assert.ok(!first.includes(left));
    identity.noteGesture();
    assert.notEqual(ids(identity, like('Four', 'Five', 'Six'))[0], left);
  });
}

test('rows that all read the same are found again after a jump, by their unique ids', () => {
  const identity = createIdentity();
  const first = ids(identity, list(rows(0, 5)));
  identity.noteGesture();
  const far = ids(identity, list(rows(40, 45)));
  assert.ok(far.every((id) => !first.includes(id)));
  identity.noteGesture();
  assert.deepEqual(ids(identity, list(rows(2, 7))).slice(0, 3), first.slice(2));
});

test('an element with a unique id keeps its id in another part of the window', () => {
  const identity = createIdentity();
  const item = node({ className: 'Row', uniqueId: 'a', text: 'Ada' });
  const part = (className: string, ...children: UiNode[]) => node({ className, children });
  const first = ids(identity, part('Inbox', item), part('Archive'));
  assert.deepEqual(ids(identity, part('Inbox'), part('Archive', item)), first);
  assert.deepEqual(ids(identity, part('Archive'), part('Inbox', part('Group', item))), first);
});

test('a unique id holds in its window and for its class only', () => {
  const identity = createIdentity();
  const [row] = ids(identity, list([{ uniqueId: 'a', text: 'Ada' }]));
  const other = list([{ uniqueId: 'a', text: 'Ada', className: 'Card' }]);
  const second = appWindow(list([{ uniqueId: 'a', text: 'Ada' }]), { key: 'second' });
  const { elements } = identity.identify(viewOf(node({ className: 'Root', children: [other] }), second));
  assert.ok(elements.every(({ id }) => id !== row));
});

test('another screen in the same window that counts its items from 1 again gets other ids', () => {
  const identity = createIdentity();
  const numbered = (...texts: string[]) => list(texts.map((text, at) => ({ uniqueId: `item:${at}`, text })));
  const contacts = ids(identity, numbered('Ada', 'Bob', 'Cleo', 'Dan'));
  const messages = ids(identity, numbered('Lunch?', 'Invoice', 'Hello', 'Re: Hello'));
  assert.ok(messages.every((id) => !contacts.includes(id)));
});

test('a row that moved to another list does not say where its former neighbours are', () => {
  const identity = createIdentity();
  const lists = (one: readonly Item[], other: readonly Item[]) =>
    identity.identify(screenOf(list(one), node({ className: 'Other', children: [list(other)] })));
  const named = Array.from({ length: 8 }, (_, at) => ({ uniqueId: `item:${at}`, text: `Name ${at}` }));
  const first = lists(named.slice(0, 5), []);
  const second = first.elements.find(({ node: { text } }) => text === 'Name 1')?.id ?? '';
  identity.noteGesture('up');
  lists(named.slice(2, 7), []);
  assert.equal(identity.scrolledOut(second)?.direction, 'up');
  // The first row, which is out of sight above, appears in the other list.
  lists(named.slice(2, 7), named.slice(0, 1));
  assert.equal(identity.scrolledOut(second)?.direction, 'up');
});
