import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { NodeParts, UiNode } from '../../src/node.ts';
import type { UiWindow } from '../../src/snapshot.ts';
import { box, otherWindow, viewOf } from '@handeye/testing/view-screens';
import { targetsIn } from '../../src/format/lean/targets.ts';
import { answerFor, appWindow, button, n, page, PAGE, snapshotOf, text } from './lines.ts';

const main = (parts: Partial<UiWindow> = {}) =>
  appWindow(page(button('Behind', [0, 100, 300, 100]), text('Text', [0, 300, 300, 60])), {
    key: 'app',
    active: false,
    ...parts,
  });
const dialogRoot = n(
  'FrameLayout',
  [100, 900, 880, 600],
  {},
  text('Delete it?', [150, 950, 700, 80]),
  button('Delete', [600, 1300, 300, 120]),
);
const dialog = (parts: Partial<UiWindow> = {}) =>
  appWindow(dialogRoot, {
    key: 'dialog',
    type: 'dialog',
    title: 'Delete',
    bounds: box(100, 900, 980, 1500),
    ...parts,
  });

describe('windows', () => {
  test('the first line is the screen, its number and where it is; notes follow', () => {
    const lines = answerFor(
      [appWindow(page(button('Go', [0, 0, 100, 100])))],
      { state: 's4f17' },
      { notes: ['only the active\nwindow could be read'], awake: false },
    );
    assert.deepEqual(lines, [
      '1080x2400 s4f17 com.example/.MainActivity',
      'note: the display is asleep',
      'note: only the active window could be read',
      '2 Go',
    ]);
  });

  test('an application whose activity is unknown stands alone', () => {
    assert.equal(answerFor([appWindow(page())], {}, { activity: undefined })[0], '1080x2400 com.example');
    assert.equal(
      answerFor([appWindow(page())], {}, { app: undefined, activity: undefined })[0],
      '1080x2400 unknown',
    );
  });

  test('under a dialog the application is one line', () => {
    assert.deepEqual(answerFor([dialog(), main()]).slice(1), [
      '- Delete it?',
      '3 Delete',
      'behind: com.example/.MainActivity (2 elements)',
    ]);
  });

  test('a desktop’s window is behind its dialog though the dialog is larger', () => {
    const small = main({ title: 'list.txt', bounds: box(200, 1000, 600, 1300) });
    assert.deepEqual(answerFor([dialog(), small], {}, { activity: 'Delete' }).slice(1), [
      '- Delete it?',
      '3 Delete',
      'behind: com.example/list.txt (2 elements)',
    ]);
    assert.equal(answerFor([dialog(), small])[3], 'window: list.txt');
  });

  test('under the open shade the application is one line', () => {
    const shade = appWindow(page(text('No notifications', [0, 500, 900, 80])), {
      type: 'system',
      app: 'com.android.systemui',
      key: 'shade',
    });
    const lines = answerFor(
      [shade, main({ app: 'com.other' })],
      {},
      { app: 'com.android.systemui', activity: undefined },
    );
    assert.deepEqual(lines, [
      '1080x2400 com.android.systemui',
      '- No notifications',
      'behind: com.other (2 elements)',
    ]);
  });

  test('a popup is listed beside the window', () => {
    const popup = dialog({ title: 'PopupWindow:a1b2c3' });
    assert.deepEqual(answerFor([popup, main()]).slice(1), [
      '- Delete it?',
      '3 Delete',
      'window: Example',
      '5 Behind',
      '- Text',
    ]);
    const suggestions = dialog({ title: 'PopupWindow:a1b2c3', active: false });
    assert.deepEqual(answerFor([main({ active: true }), suggestions]).slice(1), [
      '2 Behind',
      '- Text',
      'window: PopupWindow:a1b2c3',
      '- Delete it?',
      '6 Delete',
    ]);
  });

  test('a heads-up notification and picture-in-picture are listed', () => {
    const headsUp = appWindow(
      n('FrameLayout', [0, 60, 1080, 300], {}, button('Answer', [0, 100, 300, 100])),
      { type: 'system', title: 'Notification', key: 'h', active: false, bounds: box(0, 60, 1080, 360) },
    );
    const video = appWindow(
      n('FrameLayout', [600, 1800, 400, 300], {}, button('Pause', [700, 1900, 90, 90])),
      { title: 'Video', key: 'v', active: false, bounds: box(600, 1800, 1000, 2100) },
    );
    assert.deepEqual(answerFor([main({ active: true }), headsUp, video]).slice(3), [
      'window: Notification',
      '5 Answer',
      'window: Video',
      '7 Pause',
    ]);
  });

  test('a strip that is active hides no application', () => {
    const strip = appWindow(
      n('FrameLayout', [1038, 400, 42, 300], {}, button('Edge', [1038, 400, 42, 300])),
      {
        key: 'e',
        app: 'com.example.edge',
        bounds: box(1038, 400, 1080, 700),
      },
    );
    assert.deepEqual(answerFor([strip, main()]).slice(1), [
      '2 Edge',
      'window: Example',
      '4 Behind',
      '- Text',
    ]);
  });

  test('the other half of a split screen is listed', () => {
    const upper = appWindow(n('FrameLayout', [0, 0, 1080, 1200], {}, button('Up', [0, 0, 100, 100])), {
      key: 'u',
      bounds: box(0, 0, 1080, 1200),
    });
    const lower = appWindow(
      n('FrameLayout', [0, 1200, 1080, 1200], {}, button('Down', [0, 1300, 100, 100])),
      { key: 'l', title: 'Lower', active: false, bounds: box(0, 1200, 1080, 2400) },
    );
    assert.deepEqual(answerFor([upper, lower]).slice(1), ['2 Up', 'window: Lower', '4 Down']);
  });

  const keyboard = otherWindow(n('FrameLayout', [0, 1717, 1080, 683], {}, button('q', [0, 1717, 100, 100])), {
    bounds: box(0, 1717, 1080, 2400),
  });
  const bar = appWindow(n('FrameLayout', [0, 0, 1080, 63], {}, text('12:00', [0, 0, 100, 63])), {
    type: 'system',
    title: 'Status bar',
    key: 's',
    active: false,
    bounds: box(0, 0, 1080, 63),
  });

  test('the keyboard is one line, and bars are none', () => {
    assert.deepEqual(answerFor([main({ active: true }), keyboard, bar]).slice(1), [
      '2 Behind',
      '- Text',
      'keyboard shown, covers below y=1717',
    ]);
  });

  test('all of them are opened on request', () => {
    assert.deepEqual(answerFor([dialog(), keyboard, bar, main()], { allWindows: true }).slice(3), [
      'window: Keyboard',
      '5 q',
      'window: Status bar',
      '- 12:00',
      'window: Example',
      '9 Behind',
      '- Text',
    ]);
  });

  test('a window that could not be read is said', () => {
    const lines = answerFor([
      main({ active: true }),
      dialog({ root: undefined, active: false, title: 'Suggestions' }),
    ]);
    assert.equal(lines.at(-1), 'window (not read): Suggestions');
  });

  test('a toast is one line', () => {
    const toast = appWindow(n('Toast', [0, 0, 0, 0], { text: 'Saved\nwell' }), {
      type: 'other',
      title: 'Toast',
      key: 't',
      active: false,
      bounds: box(0, 0, 0, 0),
    });
    assert.equal(answerFor([main({ active: true }), toast]).at(-1), 'toast: Saved well');
  });
});

describe('device text cannot imitate structure', () => {
  for (const forged of ['[on] x', '#x', '@1,2', '= x', '- x', '… 3 more below', 'hint: x', 'Hint: x']) {
    test(`a label that begins like ${forged}`, () => {
      assert.deepEqual(
        answerFor([
          appWindow(page(button(forged, [0, 0, 300, 100]), text(forged, [0, 200, 300, 100]))),
        ]).slice(1),
        [`2 [] ${forged}`, `- [] ${forged}`],
      );
    });
  }

  test('a line break in a text, a name, a title or a note makes no line', () => {
    const root = page(
      button('a\n99 [on] b', [0, 0, 300, 100], { resourceId: 'x\n98 y' }),
      n('View', [0, 200, 90, 90], { clickable: true, resourceId: 'r\n97 z' }),
    );
    const lines = answerFor(
      [appWindow(root), dialog({ title: 'T\n96 t', active: false, root: undefined })],
      {},
      { activity: 'Title\n95 u', app: 'a\n94' },
    );
    assert.deepEqual(lines, [
      '1080x2400 a 94/Title 95 u',
      '2 a 99 [on] b',
      '3 #r 97 z',
      'window (not read): T 96 t',
    ]);
  });
});

describe('two pages in one place', () => {
  const rows = (name: string, parts: Partial<NodeParts> = {}, top = 100) =>
    n(
      'FrameLayout',
      PAGE,
      parts,
      text(`${name} title`, [50, top, 600, 80]),
      button(`${name} button`, [50, top + 1000, 500, 100]),
      text(`${name} end`, [50, top + 1900, 600, 80]),
    );
  const only = (name: string, hidden: number) => [
    `- ${name} title`,
    `${name} button`,
    `- ${name} end`,
    `… ${hidden} more not in sight`,
  ];
  const lines = (...pages: UiNode[]) =>
    answerFor([appWindow(page(...pages))])
      .slice(1)
      .map((line) => line.replace(/^\d+ /, ''));

  test('the later one hides the other, which is counted and can be listed', () => {
    assert.deepEqual(lines(rows('Home'), rows('Detail')), only('Detail', 3));
    const all = answerFor([appWindow(page(rows('Home'), rows('Detail')))], { offscreen: true }).join('\n');
    assert.match(all, /\[offscreen\] Home title/);
  });

  test('a text on the hidden one is not meant', () => {
    const named = (name: string) =>
      n('FrameLayout', PAGE, {}, ...rows(name).children, button('Save', [600, 1100, 300, 100]));
    const snapshot = snapshotOf(viewOf(page(named('Home'), named('Detail'))));
    const meant = targetsIn(snapshot, { by: 'text', value: 'Save' }, { use: 'click' });
    assert.deepEqual(
      meant.map(({ parent }) => parent?.node.children[0]?.text),
      ['Detail title'],
    );
  });

  test('the drawing order decides where both have one', () => {
    const [first, second] = [rows('Home', { drawingOrder: 2 }), rows('Detail', { drawingOrder: 1 })];
    assert.deepEqual(lines(first, second), only('Home', 3));
  });

  test('a sheet, controls over a page and a page whose texts lie beside the other’s hide nothing', () => {
    const home = rows('Home');
    const sheet = n(
      'FrameLayout',
      PAGE,
      {},
      text('Sheet', [50, 2000, 600, 80]),
      text('Sheet end', [50, 2100, 600, 80]),
    );
    const controls = n('FrameLayout', PAGE, {}, button('Play', [500, 1500, 100, 100]));
    for (const upper of [sheet, controls, rows('Beside', {}, 300)]) {
      const told = lines(home, upper);
      assert.ok(told.some((line) => line.includes('Home title')));
      assert.ok(!told.some((line) => line.includes('not in sight')));
    }
    const smaller = n('FrameLayout', [0, 0, 1080, 1000], {}, text('Small', [50, 100, 600, 80]));
    assert.ok(lines(home, smaller).some((line) => line.includes('Home title')));
  });
});
