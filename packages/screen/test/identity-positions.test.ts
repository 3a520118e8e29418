import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIdentity, type Identity } from '../src/identity/identity.ts';
import { makeNode } from '../src/node.ts';
import type { Snapshot } from '../src/snapshot.ts';
import { box, node, viewOf } from '@handeye/testing/view-screens';

const ROW = 100;

/** Five rows of a list that reports positions, from a position on. `told` is the reported position of the first label. */
function seen(identity: Identity, labels: readonly string[], { from = 0, told = 0 } = {}): Snapshot {
  const children = labels.slice(from, from + 5).map((text, at) =>
    makeNode({
      className: 'Text',
      text,
      clickable: true,
      item: { row: told + from + at, column: 0 },
      bounds: box(0, at * ROW, 1000, at * ROW + ROW),
    }),
  );
  const bounds = box(0, 0, 1000, 500);
  const list = makeNode({ className: 'List', scrollable: true, bounds, children });
  return identity.identify(viewOf(node({ className: 'Root', children: [list] })));
}

const ids = (snapshot: Snapshot) => snapshot.elements.slice(2).map(({ id }) => id);

const names = Array.from({ length: 40 }, (_, at) => `Name ${at}`);

test('rows that were jumped over and come back alone keep their ids by place and label', () => {
  const identity = createIdentity();
  const first = ids(seen(identity, names));
  identity.noteGesture('up');
  seen(identity, names, { from: 30 });
  identity.noteGesture('down');
  // One of the first rows is back among unknown ones: no neighbour of it is known.
  const back = seen(identity, ['Name 4', 'x', 'y', 'z', 'w'], { told: 4 });
  assert.equal(ids(back)[0], first[4]);
});

test('a row with a known label at another place is not the known one when no neighbour says so', () => {
  const identity = createIdentity();
  const first = ids(seen(identity, names));
  identity.noteGesture('up');
  seen(identity, names, { from: 30 });
  identity.noteGesture('down');
  const other = seen(identity, ['Name 4', 'x', 'y', 'z', 'w'], { told: 17 });
  assert.ok(!first.includes(ids(other)[0] ?? ''));
});

test('a page of rows that all read the same gives way to the next page: no id passes on', () => {
  const identity = createIdentity();
  const same = Array.from({ length: 20 }, () => 'Untitled');
  const first = ids(seen(identity, same));
  identity.noteGesture('up');
  const second = ids(seen(identity, same, { from: 5 }));
  assert.deepEqual(
    second.filter((id) => first.includes(id)),
    [],
  );
});

test('a row that is added at the top moves the places of the others, and their ids stay', () => {
  const identity = createIdentity();
  const first = ids(seen(identity, names));
  const after = ids(seen(identity, ['New', ...names]));
  assert.deepEqual(after.slice(1), first.slice(0, 4));
});
