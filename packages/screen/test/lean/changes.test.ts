import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { type Changes, changesBetween, type ChangesOptions } from '../../src/format/lean/changes.ts';
import type { NodeParts, UiNode } from '../../src/node.ts';
import type { Snapshot, UiWindow, View } from '../../src/snapshot.ts';
import { box, otherWindow, viewOf } from '@handeye/testing/view-screens';
import { appWindow, button, n, page, text } from './lines.ts';
import { Looks } from './looks.ts';

/** Two looks at one device; ids count from 100001 in tree order. */
function looks(before: View, now: View): [Snapshot, Snapshot] {
  const device = new Looks();
  return [device.at(before), device.at(now)];
}

function between(before: View, now: View, options: ChangesOptions = {}): Changes {
  return changesBetween(...looks(before, now), options);
}

/** Changes between two pages of one window. */
const pages = (before: UiNode, now: UiNode, options: ChangesOptions = {}) =>
  between(viewOf(before), viewOf(now), options);

const line = (at: number): [number, number, number, number] => [0, 100 + at * 120, 1000, 100];

/** A row of Settings on Android 11 and later: it is clickable, its switch is not and has no text. */
const row = (title: string, at: number, parts: { checked?: boolean; summary?: string } = {}) =>
  n(
    'LinearLayout',
    line(at),
    { clickable: true, key: title },
    text(title, [50, 110 + at * 120, 600, 40]),
    ...(parts.summary === undefined ? [] : [text(parts.summary, [50, 150 + at * 120, 600, 40])]),
    ...(parts.checked === undefined
      ? []
      : [n('Switch', [800, 110 + at * 120, 120, 60], { checkable: true, checked: parts.checked })]),
  );

/** Lines that stay unchanged, so that the changed ones are few. */
const others = (from = 3) =>
  ['Bluetooth', 'Hotspot', 'VPN', 'Private DNS'].map((title, at) => row(title, from + at));

const settings = (airplane: boolean, network = 'Lighthouse') =>
  page(
    row('Wi‑Fi', 0, { summary: network }),
    row('Mobile data', 1, { checked: true }),
    row('Airplane mode', 2, { checked: airplane }),
    ...others(),
  );

const field = (parts: Partial<NodeParts>) =>
  n('EditText', line(0), { editable: true, clickable: true, ...parts });

/** A page with one field among other elements, before and after. */
const fields = (before: Partial<NodeParts>, now: Partial<NodeParts>) =>
  pages(page(field(before), ...others()), page(field(now), ...others())).lines;

describe('what changed between two looks', () => {
  test('nothing, if no line changed', () => {
    assert.deepEqual(pages(settings(false), settings(false)), { kind: 'none', lines: [] });
  });

  test('a switch shows its state now and before', () => {
    assert.deepEqual(pages(settings(false), settings(true)), {
      kind: 'changes',
      lines: ['~ 100008 [on] Airplane mode (was off)'],
    });
  });

  test('only the changed part of a label is shown as it was', () => {
    assert.deepEqual(pages(settings(false), settings(false, 'Harbour')).lines, [
      '~ 100002 Wi‑Fi | Harbour (was Lighthouse)',
    ]);
  });

  test('a text without id shows its former text, too', () => {
    const clock = (said: string) => page(text(said, line(0)), button('Start', line(1)), ...others());
    assert.deepEqual(pages(clock('08'), clock('09')).lines, ['~ - 09 (was 08)']);
  });

  test('added and removed marks are shown', () => {
    const save = (parts: Partial<NodeParts>) => page(button('Save', line(0), parts), ...others());
    assert.deepEqual(pages(save({ enabled: false }), save({})).lines, ['~ 100002 Save (was disabled)']);
    assert.deepEqual(pages(save({}), save({ enabled: false })).lines, [
      '~ 100002 [disabled] Save (was enabled)',
    ]);
    assert.deepEqual(pages(save({}), save({ selected: true })).lines, [
      '~ 100002 [selected] Save (was not selected)',
    ]);
  });

  test('a slider shows its former value', () => {
    const slider = (current: number) =>
      page(
        n('SeekBar', line(0), { description: 'Volume', range: { min: 0, max: 10, current } }),
        ...others(),
      );
    assert.deepEqual(pages(slider(4), slider(5)).lines, ['~ 100002 [slide 50%] Volume (was 40%)']);
  });
});

describe('fields', () => {
  test('a written text reads back, with the replaced one', () => {
    assert.deepEqual(fields({ hint: 'Name' }, { hint: 'Name', text: 'Groceries' }), [
      '~ 100002 [edit] Name = Groceries (was empty)',
    ]);
    assert.deepEqual(
      fields({ description: 'Name', text: 'Milk' }, { description: 'Name', text: 'Groceries' }),
      ['~ 100002 [edit] Name = Groceries (was = Milk)'],
    );
  });

  test('a gained focus is shown in two words, a lost one not at all', () => {
    const form = (focused: number) =>
      page(
        ...['Name', 'Street', 'Town', 'Country'].map((description, at) =>
          n('EditText', line(at), { editable: true, description, focused: at === focused }),
        ),
      );
    assert.deepEqual(pages(form(0), form(1)).lines, ['~ 100003 focused']);
    assert.deepEqual(pages(form(0), form(-1)).lines, ['~ 100002 not focused']);
  });

  test('a password is never told, not when it is shown or hidden either', () => {
    const secret = { description: 'Password', text: 'hunter2' };
    const masked = { ...secret, password: true };
    assert.deepEqual(fields({ ...masked, text: '' }, masked), [
      '~ 100002 [edit, password] Password = ••• (was empty)',
    ]);
    assert.deepEqual(fields(masked, { ...masked, text: 'hunter22' }), []);
    assert.deepEqual(fields(secret, masked), ['~ 100002 [edit, password] Password = •••']);
  });

  test('only the changed part of a long content is shown', () => {
    const long = 'the quick brown fox jumps over the lazy dog and then ';
    assert.deepEqual(
      fields({ description: 'Note', text: `${long}sleeps` }, { description: 'Note', text: `${long}eats` }),
      [`~ 100002 [edit] Note = ${long}eats (was = …jumps over the lazy dog and then sleeps)`],
    );
  });
});

describe('what came and went', () => {
  const list = (...titles: string[]) => page(...titles.map((title, at) => row(title, at)));

  test('a new line stands under the one that it follows', () => {
    assert.deepEqual(pages(list('Bread', 'Milk', 'Salt'), list('Bread', 'Milk', 'Eggs', 'Salt')).lines, [
      'after 100004:',
      '+ 100008 Eggs',
    ]);
    assert.deepEqual(pages(list('Bread', 'Milk', 'Salt'), list('Eggs', 'Bread', 'Milk', 'Salt')).lines, [
      'at the top:',
      '+ 100008 Eggs',
    ]);
  });

  test('under a changed line, no place is needed', () => {
    const before = page(text('2 things', line(0)), row('Bread', 1), row('Milk', 2), row('Salt', 3));
    const now = page(
      text('3 things', line(0)),
      row('Eggs', 1),
      row('Bread', 2),
      row('Milk', 3),
      row('Salt', 4),
    );
    assert.deepEqual(pages(before, now).lines, ['~ - 3 things (was 2 things)', '+ 100009 Eggs']);
  });

  test('nested lines keep their indentation', () => {
    const inner = (...buttons: UiNode[]) =>
      page(
        n(
          'LinearLayout',
          line(0),
          { clickable: true, key: 'Mail' },
          text('Mail', [50, 110, 300, 40]),
          ...buttons,
        ),
        ...others(),
      );
    assert.deepEqual(pages(inner(), inner(button('Undo', [700, 110, 200, 60]))).lines, [
      'after 100002:',
      '+  100012 Undo',
    ]);
  });

  test('ids that are gone are listed, texts are named', () => {
    const now = list('Bread', 'Milk', 'Salt');
    const before = page(...now.children, row('Eggs', 3), row('Rice', 4), text('Sending…', line(6)));
    assert.deepEqual(pages(before, now).lines, ['gone: 100008 100010', 'gone: - Sending…']);
  });

  test('many that are gone are counted', () => {
    const all = Array.from({ length: 40 }, (_, at) => `Row ${at}`);
    const { lines } = pages(list(...all), list(...all.slice(0, 20)));
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /^gone: (\d+ ){12}and 8 more$/);
  });

  test('lines that only moved are no change', () => {
    assert.equal(pages(list('Bread', 'Milk', 'Salt'), list('Salt', 'Bread', 'Milk')).kind, 'none');
    const button2 = (top: number) => page(button(undefined, [0, top, 100, 100], { key: 'b' }), ...others());
    assert.equal(pages(button2(0), button2(40)).kind, 'none');
  });

  test('the position of a list is shown if nothing else changed', () => {
    const scroller = (rows: number) =>
      page(
        n(
          'ListView',
          [0, 0, 1080, 600],
          { scrollable: true, collection: { rows, columns: 1 } },
          ...[0, 1, 2, 3].map((at) =>
            n('TextView', line(at), { text: `Row ${at}`, clickable: true, item: { row: at, column: 0 } }),
          ),
        ),
      );
    assert.deepEqual(pages(scroller(10), scroller(11)).lines, [
      '~ … rows 1 to 4 of 11',
      'gone: … rows 1 to 4 of 10',
    ]);
  });

  test('an element with a new id in the same place is shown with both', () => {
    const named = (key: string, network: string) =>
      page(
        n(
          'LinearLayout',
          line(0),
          { clickable: true, key },
          text('Wi‑Fi', [50, 110, 600, 40]),
          text(network, [50, 150, 600, 40]),
        ),
        ...others(),
      );
    assert.deepEqual(pages(named('one', 'Lighthouse'), named('two', 'Harbour')).lines, [
      '~ 100013 Wi‑Fi | Harbour (was 100002, Lighthouse)',
    ]);
    const save = (key: string) =>
      page(button('Save', line(0), { key, resourceId: `x:id/${key}` }), ...others());
    assert.deepEqual(pages(save('one'), save('two')).lines, ['~ 100011 Save (was 100002)']);
  });
});

describe('another screen', () => {
  const home = viewOf(settings(false));

  test('another activity is shown as a whole, without number and size', () => {
    const now = { ...viewOf(page(button('Pair', line(0)))), activity: '.Pairing' };
    const { kind, lines } = between(home, now);
    assert.equal(kind, 'screen');
    assert.match(lines.join('\n'), /^now: com\.example\/\.Pairing\n\d+ Pair$/);
  });

  test('a turned screen says its size', () => {
    const screen = { width: 2400, height: 1080, density: 420 };
    assert.equal(
      between(home, { ...home, activity: '.Other', screen }).lines[0],
      'now: 2400x1080 com.example/.Other',
    );
  });

  test('a dialog that opened or closed is another screen', () => {
    const dialog = appWindow(
      n('FrameLayout', [100, 900, 880, 600], {}, button('Delete', [600, 1300, 300, 120])),
      {
        key: 'dialog',
        type: 'dialog',
        bounds: box(100, 900, 980, 1500),
      },
    );
    const [main] = home.windows;
    assert.ok(main);
    const open = { ...home, windows: [dialog, { ...main, active: false }] };
    const { kind, lines } = between(home, open);
    assert.equal(kind, 'screen');
    assert.match(lines.join('\n'), /^now: .*\n\d+ Delete\nbehind: com\.example/);
    assert.equal(between(open, home).kind, 'screen');
  });

  test('changes only behind the dialog are shown on a desktop, not on a phone', () => {
    const open = (title: string | undefined, content: string) => {
      const dialog = n('dialog', [100, 900, 880, 600], {}, button('Replace All', [600, 1300, 300, 120]));
      const document = n('document', [0, 300, 1080, 1000], {
        text: content,
        editable: true,
        key: 'document',
      });
      return {
        ...viewOf(undefined),
        activity: 'Replace',
        windows: [
          appWindow(dialog, { key: 'dialog', type: 'dialog', title, bounds: box(100, 900, 980, 1500) }),
          appWindow(page(document), { active: false, title: 'list.txt' }),
        ],
      };
    };
    const replaced = between(open('Replace', 'apples'), open('Replace', 'plums'));
    assert.equal(replaced.kind, 'changes');
    assert.match(
      replaced.lines.join('\n'),
      /^behind: com\.example\/list\.txt \(1 element\)\n~ \d+ \[edit\] = plums \(was = apples\)$/,
    );
    assert.equal(between(open('Replace', 'apples'), open('Replace', 'apples')).kind, 'none');
    assert.equal(between(open(undefined, 'apples'), open(undefined, 'plums')).kind, 'none');
  });

  test('the toolbar of a selection is a line with its ids, and so is its end', () => {
    const root = n(
      'FrameLayout',
      [100, 100, 800, 100],
      { resourceId: 'android:id/floating_popup_container' },
      button('Cut', [100, 100, 400, 100]),
      button('Copy | 7 Pay', [500, 100, 400, 100]),
    );
    const toolbar = otherWindow(root, { key: 'toolbar', type: 'application', bounds: root.bounds });
    const selected = { ...home, windows: [...home.windows, toolbar] };
    assert.deepEqual(between(home, selected), {
      kind: 'changes',
      lines: ['toolbar: 100020 100021: Cut | Copy | 7 Pay'],
    });
    assert.deepEqual(between(selected, home).lines, ['toolbar gone']);
    assert.equal(between(selected, selected).kind, 'none');
  });

  test('a popup beside the window is, too; a notification of the system is some new lines', () => {
    const above = (parts: Partial<UiWindow>) => ({
      ...home,
      windows: [
        ...home.windows,
        otherWindow(n('FrameLayout', [0, 0, 900, 300], {}, button('Reply', [0, 100, 300, 100])), {
          key: 'popup',
          title: 'Ada',
          bounds: box(0, 0, 900, 300),
          ...parts,
        }),
      ],
    });
    assert.equal(between(home, above({ type: 'other', title: 'PopupWindow:1' })).kind, 'screen');
    const heads = above({ type: 'system' });
    assert.deepEqual(between(home, heads).lines, ['+ window: Ada', '+ 100020 Reply']);
    assert.deepEqual(between(heads, home).lines, ['gone: window: Ada']);
  });

  test('a menu that opens over the window of a desktop is shown alone', () => {
    const menu = otherWindow(n('popup', [0, 0, 300, 300], {}, button('Paste', [0, 100, 300, 100])), {
      key: 'menu',
      type: 'dialog',
      title: 'menu',
      bounds: box(0, 0, 300, 300),
    });
    const open = { ...home, windows: [...home.windows, menu] };
    assert.deepEqual(between(home, open).lines, ['+ window: menu', '+ 100020 Paste']);
    assert.deepEqual(between(open, home).lines, ['gone: window: menu']);
  });

  test('with more than 60 % of changed lines the whole screen is shown', () => {
    const list = (changed: number) =>
      page(
        ...[0, 1, 2, 3, 4].map((at) =>
          text(at < changed ? `new ${at}` : `old ${at}`, line(at), { heading: true }),
        ),
      );
    assert.equal(pages(list(0), list(3)).kind, 'changes');
    assert.equal(pages(list(0), list(4)).kind, 'screen');
  });

  test('a title of a desktop window that changed is a line', () => {
    const titled = (title: string) => ({
      ...viewOf(undefined),
      app: 'gedit',
      activity: title,
      windows: [appWindow(settings(false), { title, app: 'gedit' })],
    });
    assert.deepEqual(between(titled('notes.txt'), titled('*notes.txt')), {
      kind: 'changes',
      lines: ['now: gedit/*notes.txt'],
    });
  });
});

describe('keyboard, toasts, clock', () => {
  const home = viewOf(settings(false));
  const withWindow = (window: UiWindow): View => ({ ...home, windows: [...home.windows, window] });
  const keyboard = withWindow(otherWindow(undefined, { bounds: box(0, 1717, 1080, 2400) }));
  const toast = (said: string) =>
    withWindow(
      otherWindow(n('android.widget.Toast', [0, 0, 0, 0], { text: said }), {
        key: 'toast',
        type: 'other',
        title: 'Toast',
      }),
    );

  test('the keyboard is one line', () => {
    assert.deepEqual(between(home, keyboard).lines, ['keyboard shown, covers below y=1717']);
    assert.deepEqual(between(keyboard, home).lines, ['keyboard gone']);
  });

  test('a toast is shown when it is new, and not when it goes', () => {
    assert.deepEqual(between(home, toast('Saved')).lines, ['toast: Saved']);
    assert.equal(between(toast('Saved'), toast('Saved')).kind, 'none');
    assert.equal(between(toast('Saved'), home).kind, 'none');
    assert.deepEqual(between(toast('Saved'), toast('Sent')).lines, ['toast: Sent']);
  });

  test('the clock of the system is no change, on the bar or in the open shade', () => {
    const shade = (time: string, parts: Partial<UiWindow>) => ({
      ...home,
      windows: [
        appWindow(page(text(time, line(0), { resourceId: 'com.android.systemui:id/clock' }), ...others()), {
          key: 'shade',
          type: 'system',
          ...parts,
        }),
        ...home.windows.map((window) => ({ ...window, active: false })),
      ],
    });
    assert.equal(between(shade('12:30', {}), shade('12:31', {})).kind, 'none');
    const bar = { active: false, bounds: box(0, 0, 1080, 80) };
    assert.equal(between(shade('12:30', bar), shade('12:31', bar)).kind, 'none');
  });

  test('a display that fell asleep is reported', () => {
    assert.deepEqual(between(home, { ...home, awake: false }).lines, ['note: the display is asleep']);
    assert.deepEqual(between({ ...home, awake: false }, home).lines, ['note: the display is awake']);
  });
});

describe('what was hit', () => {
  const hitIn = (before: UiNode, now: UiNode, id: string) => {
    const [one, other] = looks(viewOf(before), viewOf(now));
    const hit = one.element(id);
    assert.ok(hit);
    return changesBetween(one, other, { hit });
  };

  test('comes first, once, if it changed', () => {
    const before = settings(false, 'Lighthouse');
    assert.deepEqual(hitIn(before, settings(true, 'Off'), 'node_100008').lines, [
      '~ 100008 [on] Airplane mode (was off)',
      '~ 100002 Wi‑Fi | Off (was Lighthouse)',
    ]);
  });

  test('is named if it did not change, by the row that a label is in', () => {
    assert.deepEqual(hitIn(settings(false), settings(false), 'node_100009'), {
      kind: 'none',
      lines: ['hit: 100008 [off] Airplane mode'],
    });
  });

  test('is shown as it was before another screen', () => {
    const { kind, lines } = hitIn(settings(false), page(button('Other', line(0))), 'node_100008');
    assert.equal(kind, 'screen');
    assert.equal(lines[0], 'hit: 100008 [off] Airplane mode');
    assert.equal(lines[1], 'now: com.example/.MainActivity');
  });

  test('an answer about a toggle costs at most 60 tokens', () => {
    const { lines } = hitIn(settings(false), settings(true), 'node_100008');
    const answer = `Click performed on element 100008\n${[...lines, 's4f17'].join('\n')}`;
    assert.ok(encode(answer).length <= 60, String(encode(answer).length));
  });
});

describe('device text in an answer', () => {
  test('does not read like structure in its former state', () => {
    const label = (said: string) => page(text(said, line(0)), ...others());
    assert.deepEqual(pages(label('= 5'), label('ready')).lines, ['~ - ready (was [] = 5)']);
    assert.deepEqual(pages(label('a\n100002 Pay'), label('ready')).lines, ['~ - ready (was a 100002 Pay)']);
  });

  test('is within the budget, and counts what is left out', () => {
    const list = (word: string) =>
      page(
        ...Array.from({ length: 60 }, (_, at) =>
          text(at % 2 === 0 ? `Row ${at} is ${word} just for this test` : `Row ${at}`, line(at), {
            heading: true,
          }),
        ),
      );
    const { kind, lines } = pages(list('old'), list('new'), { maxTokens: 200 });
    assert.equal(kind, 'changes');
    assert.match(lines.at(-1) ?? '', /^… \d+ more changes left out \(max_tokens\)$/);
    assert.ok(encode(lines.join('\n')).length <= 210);
  });
});

test('a paragraph in the place of another one is new; the hit line has the start of a long label', () => {
  const paragraph = (said: string) => text(said.padEnd(90, '.'), line(0), { key: said });
  const [before, now] = [paragraph('A lamp maker'), paragraph('Every ferry')];
  const { lines } = pages(page(before, ...others()), page(now, ...others()));
  assert.ok(!lines.some((one) => one.startsWith('~')), lines.join('\n'));
  assert.ok(lines.some((one) => one.startsWith('+ - Every ferry')));
  const long = page(row('x'.repeat(99), 0), ...others());
  const [first, second] = looks(viewOf(long), viewOf(long));
  const hit = first.elements.find(({ node }) => node.clickable);
  const [told = ''] = changesBetween(first, second, { hit }).lines;
  assert.match(told, /^hit: \d+ x{60}…$/);
});

test('a canvas that became smaller when the keyboard opened is the same canvas', () => {
  const canvas = (height: number) =>
    page(button('Undo', [0, 0, 200, 100]), n('View', [0, 100, 1080, height], { description: 'Canvas' }));
  assert.deepEqual(pages(canvas(2000), canvas(1400)), { kind: 'none', lines: [] });
});
