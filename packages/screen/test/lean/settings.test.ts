import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { UiNode } from '../../src/node.ts';
import { answerFor, appWindow, type At, linesOf, n, page, text } from './lines.ts';

const ROW: At = [0, 300, 1080, 200];

/** Android 11 and later: the row is clickable; its Switch, three levels below, is not and has no text. */
const newRow = (title: string, checked: boolean): UiNode =>
  n(
    'LinearLayout',
    ROW,
    { clickable: true },
    n(
      'RelativeLayout',
      [60, 320, 700, 160],
      {},
      text(title, [60, 330, 600, 60]),
      text('Summary', [60, 400, 600, 60]),
    ),
    n(
      'LinearLayout',
      [860, 320, 200, 160],
      {},
      n(
        'LinearLayout',
        [880, 340, 160, 120],
        {},
        n('Switch', [900, 350, 120, 90], { checkable: true, checked }),
      ),
    ),
  );

describe('a setting tells whether it is on', () => {
  for (const [word, checked] of [
    ['on', true],
    ['off', false],
  ] as const) {
    test(`Android 11 and later: ${word}`, () => {
      assert.deepEqual(linesOf(page(newRow('Bluetooth', checked))), [`2 [${word}] Bluetooth | Summary`]);
    });
  }

  for (const word of ['ON', 'Włączono', '开启', 'AN']) {
    test(`Android 9: the clickable Switch says ${word} in words, which is dropped`, () => {
      const row = n(
        'LinearLayout',
        ROW,
        { clickable: true },
        text('Bluetooth', [60, 330, 600, 60]),
        n('Switch', [900, 350, 120, 90], {
          text: word,
          clickable: true,
          checkable: true,
          checked: true,
          resourceId: 'android:id/switch_widget',
        }),
      );
      assert.deepEqual(linesOf(page(row)), ['2 Bluetooth', ' 4 [on] #switch_widget']);
    });
  }

  test('in words of an unknown language, if the tier reports them as the state', () => {
    const row = n(
      'LinearLayout',
      ROW,
      { clickable: true },
      text('NFC', [60, 330, 600, 60]),
      n('Switch', [900, 350, 120, 90], {
        text: 'Kveikt',
        stateDescription: 'Kveikt',
        checkable: true,
        checked: true,
      }),
    );
    assert.deepEqual(linesOf(page(row)), ['2 [on] NFC']);
  });

  test('a switch whose text is its label keeps it', () => {
    const toggle = n('Switch', ROW, { text: 'Bluetooth', clickable: true, checkable: true });
    assert.deepEqual(linesOf(page(toggle)), ['2 [off] Bluetooth']);
  });

  test('Compose: a checkable View whose label is in a child', () => {
    const row = n(
      'View',
      ROW,
      { clickable: true, checkable: true, checked: true },
      n('TextView', [60, 330, 600, 60], { text: 'Dark theme' }),
    );
    assert.deepEqual(linesOf(page(row)), ['2 [on] Dark theme']);
  });

  test('a partly checked element is mixed', () => {
    assert.deepEqual(
      linesOf(page(n('CheckBox', ROW, { text: 'All', clickable: true, checkable: true, mixed: true }))),
      ['2 [mixed] All'],
    );
  });

  test('two states in one row have a line each', () => {
    const row = n(
      'LinearLayout',
      ROW,
      { clickable: true },
      text('Ringtone', [60, 330, 400, 60]),
      n('CheckBox', [500, 350, 120, 90], { checkable: true, resourceId: 'a:id/call' }),
      n('CheckBox', [900, 350, 120, 90], { checkable: true, checked: true, resourceId: 'a:id/message' }),
    );
    assert.deepEqual(linesOf(page(row)), ['2 Ringtone', ' 4 [off] #call', ' 5 [on] #message']);
  });

  test('a state inside something as large as the screen has a line of its own', () => {
    const root = n(
      'FrameLayout',
      [0, 0, 1080, 2400],
      { clickable: true },
      n('Switch', ROW, { checkable: true, description: 'Wi-Fi' }),
    );
    assert.deepEqual(linesOf(root), ['1 area @540,1200', ' 2 [off] Wi-Fi']);
  });
});

describe('selected', () => {
  test('travels from a folded node to its line', () => {
    const tab = n(
      'LinearLayout',
      [0, 2200, 270, 200],
      { clickable: true },
      text('Clock', [50, 2300, 100, 50], { selected: true }),
    );
    const other = n(
      'LinearLayout',
      [270, 2200, 270, 200],
      { clickable: true },
      text('Timer', [320, 2300, 100, 50]),
    );
    assert.deepEqual(linesOf(page(tab, other)), ['2 [selected] Clock', '3 Timer']);
  });

  test('travels from a label to no tile, no row, and not where several have it: long labels that run are selected', () => {
    const label = (said: string, left: number, top: number) =>
      text(said, [left, top, 200, 50], { selected: true });
    const tile = (said: string, left: number) =>
      n('LinearLayout', [left, 300, 260, 200], { clickable: true, checkable: true }, label(said, left, 400));
    assert.deepEqual(linesOf(page(tile('Flashlight', 0), tile('Hotspot', 270))), [
      '2 [off] Flashlight',
      '3 [off] Hotspot',
    ]);
    const row = (said: string, top: number, own?: UiNode) =>
      n('LinearLayout', [0, top, 1080, 200], { clickable: true }, own ?? text(said, [0, top, 200, 50]));
    assert.deepEqual(linesOf(page(row('a', 300, label('A very long song', 0, 300)), row('b', 500))), [
      '2 A very long song',
      '3 b',
    ]);
    const action = (said: string, left: number) =>
      n('LinearLayout', [left, 300, 260, 200], { clickable: true }, label(said, left, 400));
    assert.deepEqual(linesOf(page(action('Share', 0), action('Edit', 270))), ['2 Share', '3 Edit']);
  });

  test('travels from a container without a line to its first line', () => {
    const row = n(
      'LinearLayout',
      ROW,
      { selected: true },
      n('Button', [60, 320, 300, 100], { text: 'Open', clickable: true }),
    );
    assert.deepEqual(linesOf(page(row)), ['3 [selected] Open']);
  });

  test('is said once where everything is selected', () => {
    const tab = (said: string, left: number) =>
      n('Button', [left, 300, 200, 100], { text: said, clickable: true, selected: true });
    assert.deepEqual(answerFor([appWindow(page(tab('A', 0), tab('B', 300)))]), [
      '1080x2400 (all selected) com.example/.MainActivity',
      '2 A',
      '3 B',
    ]);
  });
});
