import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answerFor, appWindow, linesOf, n } from './lines.ts';

const hidden = { visible: false } as const;

describe('a desktop', () => {
  test('a closed menu is one line, an open one shows its items', () => {
    const items = (visible: boolean) =>
      ['New', 'Open'].map((text, index) =>
        n('menuitem', visible ? [0, 50 + index * 30, 200, 30] : [0, 0, 0, 0], {
          text,
          clickable: true,
          visible,
        }),
      );
    const bar = n(
      'menubar',
      [0, 0, 600, 30],
      {},
      n('menu', [0, 0, 60, 30], { text: 'File', clickable: true }, ...items(false)),
      n('menu', [60, 0, 60, 30], { text: 'Edit', clickable: true }, ...items(true)),
    );
    assert.deepEqual(linesOf(n('window', [0, 0, 1080, 2400], {}, bar)), [
      '3 [menu] File',
      '4 [menu] Edit',
      ' 7 New',
      ' 8 Open',
    ]);
  });

  test('a toolbar has no line of its own, its buttons have', () => {
    const bar = n(
      'toolbar',
      [0, 30, 600, 40],
      {},
      n(
        'group',
        [0, 30, 300, 40],
        {},
        n('button', [0, 30, 40, 40], { text: 'Undo', clickable: true }),
        n('togglebutton', [40, 30, 40, 40], { text: 'Bold', clickable: true, checkable: true }),
      ),
    );
    assert.deepEqual(linesOf(n('window', [0, 0, 1080, 2400], {}, bar)), ['4 Undo', '5 [off] Bold']);
  });

  test('a document and a tab that are not showing are one line', () => {
    const tabs = n(
      'tablist',
      [0, 30, 600, 40],
      {},
      n('tab', [0, 30, 90, 40], { text: 'One', clickable: true, selected: true }),
      n(
        'tab',
        [0, 0, 0, 0],
        { text: 'Far', clickable: true, ...hidden },
        n('button', [0, 0, 0, 0], { text: 'Close', clickable: true, ...hidden }),
      ),
    );
    const shown = n(
      'document',
      [0, 80, 1080, 900],
      { text: 'Page one' },
      n('heading', [0, 80, 900, 60], { text: 'Title', heading: true }),
      n('link', [0, 200, 200, 30], { text: 'More', clickable: true }),
    );
    const other = n(
      'document',
      [0, 0, 0, 0],
      { text: 'Page two', ...hidden },
      n('link', [0, 0, 0, 0], { text: 'Unseen', clickable: true, ...hidden }),
    );
    const root = n('window', [0, 0, 1080, 2400], {}, tabs, shown, other);
    assert.deepEqual(linesOf(root), [
      '5 [selected] One',
      '6 [offscreen] Far',
      '- Page one',
      '- [heading] Title',
      '9 [link] More',
      '- [offscreen] Page two',
    ]);
  });

  test('a table shows its visible cells as rows, with the id of the first', () => {
    const cell = (text: string, column: number, row: number, parts = {}) =>
      n('cell', [column * 200, 100 + row * 40, 200, 40], { text, clickable: true, ...parts });
    const table = n(
      'table',
      [0, 100, 1080, 800],
      { scrollable: true },
      cell('A3', 0, 0),
      cell('12', 1, 0),
      cell('=SUM(A1:A2)', 2, 0),
      cell('A4', 0, 1),
      cell('13', 1, 1, { selected: true }),
    );
    assert.deepEqual(linesOf(n('window', [0, 0, 1080, 2400], {}, table)), [
      '2 [scroll]',
      ' 3 A3 | 12 | =SUM(A1:A2)',
      ' 6 [selected] A4 | 13',
    ]);
  });

  test('a window’s title is device text and comes last in the first line', () => {
    const lines = answerFor(
      [appWindow(n('window', [0, 0, 1080, 2400]), { title: 'x' })],
      { state: 's4f1' },
      { app: 'gedit', activity: 's9f9 com.bank/.Main\n1 Pay' },
    );
    assert.deepEqual(lines, ['1080x2400 s4f1 gedit/s9f9 com.bank/.Main 1 Pay']);
  });

  test('cells without a text belong to their row', () => {
    const cell = (column: number, row: number, parts = {}) =>
      n('cell', [column * 200, 100 + row * 40, 200, 40], { clickable: true, ...parts });
    const table = n(
      'table',
      [0, 100, 1080, 800],
      {},
      cell(0, 0),
      cell(1, 0, { text: 'Ada' }),
      cell(0, 1),
      cell(1, 1),
    );
    assert.deepEqual(linesOf(n('window', [0, 0, 1080, 2400], {}, table)), ['3 Ada', '5 area @100,160']);
  });

  test('cells within a cell are one row with the cells beside it', () => {
    const cell = (left: number, row: number, parts = {}, ...inner: ReturnType<typeof n>[]) =>
      n('cell', [left, 100 + row * 40, 200, 40], { clickable: inner.length === 0, ...parts }, ...inner);
    const row = (name: string, at: number) => [
      cell(0, at, {}, cell(0, at), cell(100, at, { text: name })),
      cell(300, at, { text: '11 bytes' }),
      cell(500, at, {}, cell(500, at, { text: 'Today' })),
    ];
    const table = n('table', [0, 100, 1080, 800], {}, ...row('report.txt', 0), ...row('notes.txt', 1));
    const lines = linesOf(n('window', [0, 0, 1080, 2400], {}, table));
    assert.deepEqual(
      lines.map((line) => line.replace(/^\d+ /, '')),
      ['report.txt | 11 bytes | Today', 'notes.txt | 11 bytes | Today'],
    );
  });

  test('a page is listed although its tab is hidden', () => {
    const page = n('textarea', [0, 100, 1080, 900], { editable: true, clickable: true, text: 'Dear Ada' });
    const tab = n(
      'tab',
      [0, 0, 0, 0],
      { clickable: true, ...hidden },
      n('group', [0, 100, 1080, 900], {}, page),
    );
    assert.deepEqual(linesOf(n('window', [0, 0, 1080, 2400], {}, tab)), [
      '4 [edit] = Dear Ada',
      '… 1 more not in sight',
    ]);
  });

  test('a closed drop-down list is one line', () => {
    const list = n(
      'menu',
      [0, 0, 0, 0],
      { ...hidden },
      n('menuitem', [0, 0, 0, 0], { text: 'Left', ...hidden }),
    );
    const box = n('combobox', [0, 100, 200, 40], { text: 'Right', clickable: true }, list);
    assert.deepEqual(linesOf(n('window', [0, 0, 1080, 2400], {}, box)), ['2 [choose] Right']);
  });

  test('a list item that is named by its link appears once, with any bullet', () => {
    const item = (top: number, text: string, link: string) =>
      n(
        'listitem',
        [40, top, 900, 30],
        { text },
        n('link', [40, top, 90, 30], { text: link, clickable: true }),
      );
    const list = n(
      'list',
      [0, 100, 1000, 90],
      {},
      item(100, '• Home', 'Home'),
      item(130, 'About us', 'About us'),
      item(160, '2. Offers', 'Offers'),
    );
    assert.deepEqual(linesOf(n('window', [0, 0, 1080, 2400], {}, list)), [
      '6 [link] Home',
      '7 [link] About us',
      '- 2. Offers',
      ' 8 [link] Offers',
    ]);
  });

  test('a link or button that is named by its content shows it once', () => {
    const story = n(
      'link',
      [0, 100, 300, 30],
      { text: 'Big news', clickable: true },
      n('text', [80, 100, 100, 30], { text: 'news' }),
    );
    const button = n(
      'button',
      [0, 200, 300, 30],
      { text: 'Sign in', clickable: true },
      n('group', [20, 200, 200, 30], { text: 'Sign in' }),
      n('text', [220, 200, 80, 30], { text: 'Free' }),
    );
    assert.deepEqual(linesOf(n('window', [0, 0, 1080, 2400], {}, story, button)), [
      '2 [link] Big news',
      '3 Sign in | Free',
    ]);
  });
});
