import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { element } from './accessible.ts';
import type { Accessible } from '../src/atspi/accessible.ts';
import { uiNode } from '../src/screen/ui-nodes.ts';
import { leanText } from '@handeye/screen/format/lean/lean';
import { createIdentity } from '@handeye/screen/identity/identity';
import type { UiNode } from '@handeye/screen/node';

type Toolkit = 'gtk' | 'GAIL' | 'Qt' | 'Gecko' | 'Chromium';
const usable = ['focusable'] as const;

function nodeOf(toolkit: Toolkit, root: Accessible, labels = new Map<Accessible, string>()): UiNode {
  return uiNode(root, { toolkit, frame: undefined, labels }, () => undefined);
}

/** The lean text of a window below its first line, without ids. */
function linesOf(
  toolkit: Toolkit,
  children: readonly Accessible[],
  labels?: Map<Accessible, string>,
): string[] {
  const root = nodeOf(toolkit, element('frame', [0, 0, 800, 600], { name: 'Main' }, ...children), labels);
  const window = {
    key: 'w',
    type: 'application' as const,
    title: 'Main',
    app: 'app',
    bounds: root.bounds,
    active: true,
    root,
  };
  const snapshot = createIdentity({ first: 1 }).identify({
    app: 'app',
    activity: 'Main',
    screen: { width: 800, height: 600, density: 96 },
    awake: true,
    windows: [window],
    notes: [],
  });
  const lines = leanText(snapshot).split('\n').slice(1);
  return lines.map((line) => line.replace(/^( *)\d+ /, '$1'));
}

describe('Qt', () => {
  test('rows on a page that is not in front are not shown, although they say that they are', () => {
    const row = element('table cell', [0, 40, 100, 20], { name: 'Row 1', is: ['focusable', 'selectable'] });
    const pages = element(
      'layered pane',
      [0, 0, 800, 500],
      {},
      element(
        'filler',
        [0, 0, 800, 500],
        {},
        element('check box', [0, 0, 90, 20], { name: 'Gift', is: usable }),
      ),
      element('filler', undefined, {}, element('table', undefined, {}, row)),
    );
    assert.deepEqual(linesOf('Qt', [pages]), ['[off] Gift', '… 1 more not in sight']);
  });

  test('an item of a closed combo box is not shown and has no line with the focus; of an open one it has', () => {
    const comboBox = (isOpen: boolean) => {
      const item = element('list item', [0, 0, 200, 22], { name: 'Small', is: ['focusable', 'focused'] });
      const list = element('list', isOpen ? [0, 0, 200, 22] : undefined, {}, item);
      const is = ['focusable', 'expandable', ...(isOpen ? (['expanded'] as const) : [])] as const;
      return element('combo box', [0, 100, 200, 22], { name: 'Small', actions: ['Press'], is }, list);
    };
    // Whether the combo box has the focus instead is another matter.
    assert.match(linesOf('Qt', [comboBox(false)]).join('\n'), /^\[choose(, focused)?\] Small$/);
    assert.deepEqual(linesOf('Qt', [comboBox(true)]), ['[choose] Small', ' [focused] Small']);
  });

  test('what opens a menu is a menu, told in one line while it is closed', () => {
    const items = element('popup menu', undefined, {}, element('menu item', undefined, { name: 'Open' }));
    const file = element('menu item', [0, 0, 40, 20], { name: 'File', actions: ['ShowMenu'] }, items);
    assert.deepEqual(linesOf('Qt', [element('menu bar', [0, 0, 800, 20], {}, file)]), ['[menu] File']);
  });

  test('a slider with a name shows its value', () => {
    const slider = element('slider', [0, 0, 200, 20], { name: 'Volume', value: 30, is: usable });
    assert.deepEqual(linesOf('Qt', [slider]), ['[slide] Volume | 30']);
  });
});

describe('Firefox', () => {
  test('windows, tool bars, tab lists and labels are not clicked, even if they offer actions', () => {
    const click = { actions: ['click'] };
    const bar = element(
      'tool bar',
      [0, 0, 800, 40],
      { name: 'Browser tabs', ...click },
      element(
        'page tab list',
        [0, 0, 700, 40],
        click,
        element('page tab', [0, 0, 90, 40], { name: 'One', actions: ['switch'] }),
      ),
    );
    assert.deepEqual(linesOf('Gecko', [bar]), ['One']);
  });

  test('a field and the label that names it are one line, as are a check box and the label around it', () => {
    const form = element(
      'form',
      [0, 50, 800, 200],
      {},
      element(
        'paragraph',
        [0, 50, 800, 20],
        {},
        element('label', [0, 50, 80, 20], { name: 'City', actions: ['click'] }),
        element('entry', [90, 50, 200, 20], { name: 'City', text: '', is: ['editable', 'focusable'] }),
      ),
      element(
        'label',
        [0, 80, 200, 20],
        { name: 'Gift', actions: ['click'] },
        element('check box', [0, 80, 20, 20], { name: 'Gift', actions: ['check'], is: usable }),
      ),
    );
    assert.deepEqual(linesOf('Gecko', [form]), ['[edit] City', '[off] Gift']);
  });

  test('a closed list says what is chosen', () => {
    const option = (name: string, is: readonly 'selected'[] = []) =>
      element('menu item', undefined, { name, is: ['showing', ...is] });
    const list = element('menu', [0, 0, 80, 20], {}, option('Small'), option('Medium', ['selected']));
    const size = element(
      'combo box',
      [0, 0, 80, 20],
      { name: 'Size', actions: ['activate'], is: ['focusable', 'collapsed'] },
      list,
    );
    assert.deepEqual(linesOf('Gecko', [size]), ['[choose] Size | Medium']);
  });
});

describe('Swing', () => {
  test('the open list of a combo box is shown whole, even beyond its window', () => {
    const item = (name: string, top: number) => element('label', [0, top, 200, 20], { name });
    const items = element('list', [0, 120, 200, 40], {}, item('Small', 120), item('Large', 140));
    const list = element('popup menu', [0, 120, 200, 40], {}, items);
    const combo = element('combo box', [0, 100, 200, 20], { name: 'Size', is: ['expanded'] }, list);
    const content = element('panel', [0, 0, 200, 180], {}, combo, item('Beyond', 160));
    const windowOnly = { left: 0, top: 0, right: 200, bottom: 130 };
    const around = { parent: undefined, hidden: false, title: undefined, origin: undefined };
    const shown: string[] = [];
    uiNode(
      content,
      { toolkit: 'J2SE-access-bridge', frame: undefined },
      ({ visible, text }) => {
        if (visible && text !== undefined) shown.push(text);
      },
      { ...around, clip: windowOnly },
    );
    assert.deepEqual(shown, ['Small', 'Large', 'Size']);
  });
});

describe('GTK, GIMP and LibreOffice', () => {
  const click = { actions: ['click'], is: usable };

  test('a nameless button is called what its panel is, in one line', () => {
    const tool = (description: string, left: number) =>
      element(
        'panel',
        [left, 0, 30, 30],
        { description },
        element('toggle button', [left, 0, 30, 30], click),
      );
    assert.deepEqual(linesOf('GAIL', [tool('Move Tool', 0), tool('Crop Tool', 30)]), [
      '[off] Move Tool',
      '[off] Crop Tool',
    ]);
  });

  test('a button named by a tooltip gets its first line', () => {
    const description = 'New layer\nShift  New layer with last values';
    const button = element('push button', [0, 0, 30, 30], { description, ...click });
    assert.deepEqual(linesOf('GAIL', [button]), ['New layer …(43)']);
  });

  test('the title of a group of controls that have names stays a line', () => {
    const box = (name: string, top: number) => element('check box', [0, top, 90, 20], { name, ...click });
    const group = element('panel', [0, 0, 200, 80], { name: 'Print' }, box('Pages', 20), box('Images', 40));
    assert.deepEqual(linesOf('gtk', [group]), ['- Print', '[off] Pages', '[off] Images']);
  });

  test('a field of a tool bar and its button are called what their panel is', () => {
    const panel = element(
      'panel',
      [0, 0, 200, 30],
      { name: 'Font Name', actions: ['press'], is: usable },
      element(
        'filler',
        [0, 0, 200, 30],
        {},
        element('text', [0, 0, 160, 30], { text: 'Arial', is: ['editable', 'focusable', 'single-line'] }),
        element('toggle button', [160, 0, 40, 30], click),
      ),
    );
    const bar = element('tool bar', [0, 0, 800, 30], { name: 'Formatting' }, panel);
    assert.deepEqual(linesOf('gtk', [bar]), ['[edit] Font Name = Arial', '[off] Font Name']);
  });

  test('the name of a document of LibreOffice that shows is left to the title of its window', () => {
    const cell = element('table cell', [0, 40, 90, 20], { name: 'Paper', ...click });
    const sheet = { name: 'file:///home/ada/sheet.fods - LibreOffice Spreadsheets' };
    const document = element('document spreadsheet', [0, 40, 800, 500], sheet, cell);
    assert.deepEqual(linesOf('gtk', [document]), ['Paper']);
    const page = element('document frame', [0, 40, 800, 500], { text: 'A page of a PDF file' });
    assert.deepEqual(linesOf('gtk', [page]), ['- A page of a PDF file']);
  });

  test('a menu bar that LibreOffice does not draw is left out, and separators cannot be pressed', () => {
    const menu = (left: number) => element('menu', [left, 0, 40, 20], { name: 'File', ...click });
    const drawn = element('menu bar', [0, 0, 800, 20], {}, menu(0));
    const own = element(
      'root pane',
      [0, 20, 800, 500],
      { name: 'Main' },
      element('menu bar', undefined, {}, menu(0)),
    );
    const separator = element('separator', [80, 30, 8, 20], { actions: ['press'], is: usable });
    assert.deepEqual(linesOf('gtk', [drawn, own, separator]), ['[menu] File']);
  });

  test('cells of a grid that LibreOffice draws itself are where the grid is', () => {
    const cell = element('table cell', [43, 1, 41, 36], { name: '!', actions: ['press'], is: usable });
    const grid = element('viewport', [198, 336, 672, 296], {}, element('table', undefined, {}, cell));
    const table = nodeOf('gtk', grid).children[0];
    assert.deepEqual(table?.children[0]?.bounds, { left: 241, top: 337, right: 282, bottom: 373 });
  });

  test('a label names the field that it belongs to, wherever it stands', () => {
    const field = element('text', [200, 0, 90, 20], {
      text: '1',
      is: ['editable', 'focusable', 'single-line'],
    });
    const other = element('push button', [0, 50, 90, 20], { name: 'Help', ...click });
    const label = element('label', [0, 0, 90, 20], { name: 'Decimal:' });
    const row = element('filler', [0, 0, 800, 20], {}, label, field);
    assert.deepEqual(linesOf('gtk', [row, other], new Map([[field, 'Decimal:']])), [
      '[edit] Decimal: = 1',
      'Help',
    ]);
  });
});

test('a number shows its value, even if Chromium reports an old text; a half typed number shows its text', () => {
  const shown = (toolkit: Toolkit, text: string) =>
    nodeOf(
      toolkit,
      element('spin button', [0, 0, 80, 20], {
        name: 'Count',
        text,
        value: 3,
        is: ['editable', 'focusable'],
      }),
    ).text;
  assert.equal(shown('Chromium', '1'), '3');
  assert.equal(shown('Chromium', '3.0'), '3.0');
  assert.equal(shown('Chromium', '-'), '-');
  // GTK takes over what is typed when the field is left.
  assert.equal(shown('gtk', '1'), '1');
});
