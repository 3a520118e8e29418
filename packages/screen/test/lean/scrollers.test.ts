import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { NodeAction, NodeParts, UiNode } from '../../src/node.ts';
import { button, linesOf, n, page, text } from './lines.ts';

const row = (said: string, index: number, parts: Partial<NodeParts> = {}): UiNode =>
  button(said, [0, 300 + index * 200, 1080, 200], parts);

const list = (parts: Partial<NodeParts>, ...rows: UiNode[]): UiNode =>
  page(
    n('ListView', [0, 300, 1080, 1000], { scrollable: true, resourceId: 'a:id/list', ...parts }, ...rows),
    button('New', [800, 2200, 200, 100]),
  );

describe('a scroller', () => {
  test('stands above its content, which is indented, and says that it may go on', () => {
    assert.deepEqual(linesOf(list({}, row('A', 0), row('B', 1))), [
      '2 [scroll] #list',
      ' 4 A',
      ' 5 B',
      '3 New',
    ]);
  });

  test('says how many lines the tree holds on each side', () => {
    const below = [6, 7, 8].map((index) => row(`below ${index}`, index, { visible: false }));
    const above = row('above', -3, { visible: false });
    assert.deepEqual(linesOf(list({}, above, row('A', 0), ...below)), [
      '2 [scroll] #list',
      ' … 1 more above',
      ' 5 A',
      ' … 3 more below',
      '3 New',
    ]);
  });

  test('uses the order of the tree if invisible elements have no bounds', () => {
    const hidden = (said: string) => button(said, [0, 0, 0, 0], { visible: false });
    assert.deepEqual(linesOf(list({}, hidden('before'), row('A', 0), hidden('after'))), [
      '2 [scroll] #list',
      ' … 1 more above',
      ' 5 A',
      ' … 1 more below',
      '3 New',
    ]);
  });

  test('lists invisible elements on request', () => {
    const below = row('below', 8, { visible: false });
    assert.deepEqual(linesOf(list({}, row('A', 0), below), { offscreen: true }), [
      '2 [scroll] #list',
      ' 4 A',
      ' 5 [offscreen] below',
      '3 New',
    ]);
  });

  const goesOn: readonly [readonly NodeAction[], readonly string[], readonly string[]][] = [
    [['scrollForward'], [], [' … more below']],
    [['scrollBackward'], [' … more above'], []],
    [['scrollForward', 'scrollBackward'], [' … more above'], [' … more below']],
    [['scrollRight', 'scrollForward'], [], [' … more right']],
  ];
  for (const [actions, before, after] of goesOn) {
    test(`that offers ${actions.join(' and ')} says where it goes on`, () => {
      assert.deepEqual(linesOf(list({ actions }, row('A', 0))), [
        '2 [scroll] #list',
        ...before,
        ' 4 A',
        ...after,
        '3 New',
      ]);
    });
  }

  test('that knows its rows says which of them are in sight', () => {
    const rows = [3, 4, 5].map((at, index) => row(`row ${at}`, index, { item: { row: at, column: 0 } }));
    assert.deepEqual(
      linesOf(list({ collection: { rows: 500, columns: 1 }, actions: ['scrollForward'] }, ...rows)),
      ['2 [scroll] #list', ' 4 row 3', ' 5 row 4', ' 6 row 5', ' … rows 4 to 6 of 500', '3 New'],
    );
  });

  test('that shows all of its rows says nothing of them', () => {
    const rows = [0, 1].map((at) => row(`row ${at}`, at, { item: { row: at, column: 0 } }));
    assert.deepEqual(linesOf(list({ collection: { rows: 2, columns: 1 } }, ...rows)).slice(1, 3), [
      ' 4 row 0',
      ' 5 row 1',
    ]);
  });

  test('inside a scroller is indented further', () => {
    const shelf = n(
      'HorizontalScrollView',
      [0, 300, 1080, 300],
      { scrollable: true, description: 'Shelf' },
      text('Book', [0, 300, 200, 90]),
    );
    assert.deepEqual(linesOf(list({}, shelf, row('A', 3))), [
      '2 [scroll] #list',
      ' 4 [scroll] Shelf',
      '  - Book',
      ' 5 A',
      '3 New',
    ]);
  });
});

test('invisible elements outside of scrollers are counted below the page', () => {
  const root = page(
    text('Seen', [0, 0, 100, 50]),
    button('Closed drawer', [-500, 0, 400, 90], { visible: false }),
  );
  assert.deepEqual(linesOf(root), ['- Seen', '… 1 more left']);
});

describe('a row of a list', () => {
  const entry = (top: number, ...parts: UiNode[]): UiNode =>
    n('RelativeLayout', [0, top, 1080, 200], {}, ...parts);

  test('is led by its first text, and its buttons are indented under it', () => {
    const rows = [300, 500].map((top) =>
      entry(
        top,
        n('ImageButton', [0, top, 100, 100], { clickable: true, description: 'Select' }),
        text('Ada', [200, top, 400, 60]),
        text('London', [200, top + 80, 400, 60]),
        button('Call', [900, top, 150, 100]),
      ),
    );
    assert.deepEqual(linesOf(list({}, ...rows)).slice(1, 7), [
      ' - Ada | London',
      '  6 Select',
      '  9 Call',
      ' - Ada | London',
      '  10 Select',
      '  13 Call',
    ]);
  });

  test('a page that fills its pager is no row', () => {
    const pages = n(
      'ViewPager',
      [0, 300, 1080, 1000],
      { scrollable: true },
      n(
        'FrameLayout',
        [0, 300, 1080, 1000],
        {},
        button('Menu', [0, 300, 100, 90]),
        text('Title', [0, 500, 300, 60]),
      ),
      n('FrameLayout', [1080, 300, 1080, 1000], { visible: false }),
    );
    assert.deepEqual(linesOf(page(pages)), ['2 [scroll]', ' 5 Menu', ' - Title']);
  });
});

test('a pager goes on to the sides; Android 5 calls the rows of a list columns', () => {
  const pager = n(
    'ViewPager',
    [0, 300, 1080, 1000],
    { scrollable: true, resourceId: 'a:id/pager', actions: ['scrollForward', 'scrollBackward'] },
    text('A page', [0, 300, 1080, 1000]),
  );
  assert.deepEqual(linesOf(page(pager, button('New', [800, 2200, 200, 100]))), [
    '2 [scroll] #pager',
    ' … more left',
    ' - A page',
    ' … more right',
    '3 New',
  ]);
  const rows = [3, 4].map((at) => row(`row ${at}`, at - 3, { item: { row: 0, column: at } }));
  assert.deepEqual(
    linesOf(list({ collection: { rows: 1, columns: 500 } }, ...rows)).at(-2),
    ' … rows 4 to 5 of 500',
  );
});
