import assert from 'node:assert/strict';
import test from 'node:test';
import { createIdentity } from '../src/identity/identity.ts';
import { makeNode, type UiNode } from '../src/node.ts';
import { box, node, viewOf } from '@handeye/testing/view-screens';

/** A row: a platform object and its current text. */
interface Row {
  readonly key: string;
  readonly text: string;
}

/** A list of rows in a scrolling container; `at` is how far it is scrolled. */
function list(rows: readonly Row[], at = 0): UiNode {
  const children = rows.map(({ key, text }, place) =>
    makeNode({
      key,
      className: 'row',
      text,
      clickable: true,
      bounds: box(0, place * 100 - at, 500, place * 100 + 90 - at),
    }),
  );
  return makeNode({
    key: 'list',
    className: 'list',
    scrollable: true,
    bounds: box(0, 0, 500, 500),
    children,
  });
}

function idsOf(...looks: readonly UiNode[]): Map<string, string>[] {
  const identity = createIdentity();
  return looks.map((look, place) => {
    if (place > 0) identity.noteGesture();
    const { elements } = identity.identify(viewOf(node({ className: 'root', children: [look] })));
    return new Map(elements.map((element) => [element.node.text ?? '', element.id]));
  });
}

const rows = Array.from({ length: 8 }, (_, row) => ({ key: `k${row}`, text: `Row ${row}` }));

test('an object with an unchanged text keeps its id, however far the list jumped and whichever rows left', () => {
  const [before, after] = idsOf(list(rows), list(rows.slice(2), 900));
  for (const { text } of rows.slice(2)) assert.equal(after?.get(text), before?.get(text));
});

test('an object that a list reuses for another row gets another id', () => {
  const reused = rows.map(({ key }, row) => ({ key, text: `Row ${row + 100}` }));
  const [before, after] = idsOf(list(rows), list(reused));
  const given = new Set(before?.values());
  for (const { text } of reused) assert.ok(!given.has(after?.get(text) ?? ''), text);
});

test('rows that say the same are not told by their objects: a list may have reused them', () => {
  const alike = rows.map(({ key }) => ({ key, text: 'Untitled' }));
  const identity = createIdentity();
  const look = (at: number) =>
    identity
      .identify(viewOf(node({ className: 'root', children: [list(alike, at)] })))
      .elements.filter(({ node: { text } }) => text === 'Untitled')
      .map(({ id }) => id);
  const before = new Set(look(0));
  identity.noteGesture();
  assert.ok(look(30).every((id) => !before.has(id)));
});

test('a part of a window keeps its id when something in it changes and a like part comes beside it', () => {
  const part = (key: string, ...texts: string[]) =>
    node({ key, className: 'group', children: texts.map((text) => node({ className: 'text', text })) });
  const identity = createIdentity();
  const look = (...parts: UiNode[]) => {
    const { elements } = identity.identify(viewOf(node({ className: 'root', children: parts })));
    return elements.find(({ node: { key } }) => key === 'main')?.id;
  };
  const before = look(part('side', 'Home', 'Work'), part('main', 'Inbox', 'Ada', 'Grace', '3 new'));
  const bar = part('bar', 'Saved');
  const after = look(bar, part('side', 'Home', 'Work'), part('main', 'Inbox', 'Ada', 'Grace', '4 new'));
  assert.equal(after, before);
});
