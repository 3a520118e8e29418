import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { HierarchyError, HierarchyReader, readHierarchy } from '../../src/screen/hierarchy.ts';
import { Hints } from '../../src/screen/hints.ts';
import { windowsOf } from '../../src/screen/windows.ts';
import type { UiNode } from '@handeye/screen/node';
import type { UiWindow } from '@handeye/screen/snapshot';
import { recordedDump, recordedDumpNames } from '../recorded.ts';
import { runs } from '@handeye/testing/runs';

const screen = { width: 480, height: 800 };

function windows(xml: string, size = screen): UiWindow[] {
  return windowsOf(readHierarchy(xml), { screen: size });
}

function all(root: UiNode | undefined): UiNode[] {
  const found: UiNode[] = [];
  const open = root === undefined ? [] : [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    found.push(node);
    open.push(...node.children);
  }
  return found;
}

const nodesIn = (xml: string, size = screen) => windows(xml, size).flatMap(({ root }) => all(root));

function nodeXml(attributes: Record<string, string>, inner = ''): string {
  const text = Object.entries({ bounds: '[0,0][100,50]', package: 'com.example', ...attributes })
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
  return `<node${text}>${inner}</node>`;
}

const hierarchy = (inner: string) => `<?xml version='1.0' ?><hierarchy rotation="0">${inner}</hierarchy>`;
const only = (attributes: Record<string, string>) => {
  const [node] = nodesIn(hierarchy(nodeXml(attributes)));
  assert.ok(node);
  return node;
};

test('every recorded screen is read with all its nodes, in one active window of its application', () => {
  for (const name of recordedDumpNames()) {
    const xml = recordedDump(name);
    const [window, ...others] = windows(
      xml,
      name.includes('landscape') ? { width: 800, height: 480 } : screen,
    );
    assert.equal(all(window?.root).length, xml.split('<node ').length - 1, name);
    assert.deepEqual([others.length, window?.active, window?.app], [0, true, 'io.appium.android.apis'], name);
  }
});

test('the controls of a recorded screen have their states', () => {
  const nodes = nodesIn(recordedDump('06-controls1-filled'));
  const named = (id: string) =>
    nodes.find(({ resourceId }) => resourceId === `io.appium.android.apis:id/${id}`);
  assert.equal(named('check1')?.checked, true);
  assert.equal(named('check1')?.checkable, true);
  assert.equal(named('edit')?.editable, true);
  assert.equal(named('edit')?.focused, true);
  assert.equal(named('button_disabled')?.enabled, false);
  assert.equal(named('spinner1')?.scrollable, true);
});

test('a password field is masked, by one bullet where the phone does not tell its length', () => {
  const typed = nodesIn(recordedDump('41-alert-text-entry-typed')).find(({ password }) => password);
  assert.deepEqual([typed?.editable, typed?.text, typed?.rawText], [true, '•', undefined]);
  const empty = windowsOf(readHierarchy(recordedDump('40-alert-text-entry')), {
    screen,
    tellsPasswords: true,
  });
  const told = empty.flatMap(({ root }) => all(root)).find(({ password }) => password);
  assert.deepEqual([told?.editable, told?.text], [true, undefined], 'Android 8 and later tell its length');
  const bullets = only({
    class: 'android.widget.EditText',
    focusable: 'true',
    password: 'true',
    text: 'abc',
  });
  assert.deepEqual([bullets.text, bullets.rawText], ['•••', undefined]);
});

test('text fields are known by their class, whoever made them, if they can take the focus', () => {
  const fields = [
    'android.widget.EditText',
    'android.widget.AutoCompleteTextView',
    'android.widget.MultiAutoCompleteTextView',
    'android.widget.SearchView$SearchAutoComplete',
    'android.inputmethodservice.ExtractEditText',
    'com.google.android.material.textfield.TextInputEditText',
    'com.example.ui.FancyEditText',
  ];
  for (const name of fields) assert.equal(only({ class: name, focusable: 'true' }).editable, true, name);
  assert.equal(
    only({ class: 'android.widget.EditText', focusable: 'false', clickable: 'true' }).editable,
    false,
  );
  assert.equal(only({ class: 'android.view.View', focusable: 'true', password: 'true' }).editable, true);
  for (const name of ['android.widget.TextView', 'android.widget.SearchView', 'android.widget.EditTextLabel'])
    assert.equal(only({ class: name, focusable: 'true' }).editable, false, name);
});

test('a field that shows its hint is empty, wherever the hint can be told', () => {
  const field = { class: 'android.widget.EditText', focusable: 'true', 'resource-id': 'a:id/to' };
  const told = only({ ...field, text: 'Search', hint: 'Search' });
  assert.deepEqual([told.text, told.hint], [undefined, 'Search']);
  const filled = only({ ...field, text: 'cats', hint: 'Search' });
  assert.deepEqual([filled.text, filled.hint], ['cats', 'Search']);
  const old = only({ ...field, text: 'Search' });
  assert.deepEqual([old.text, old.hint], ['Search', undefined]);
  const learned = windowsOf(readHierarchy(hierarchy(nodeXml({ ...field, text: 'Search' }))), {
    screen,
    hintOf: ({ app, resourceId }) =>
      app === 'com.example' && resourceId === 'a:id/to' ? 'Search' : undefined,
  });
  assert.deepEqual([learned[0]?.root?.text, learned[0]?.root?.hint], [undefined, 'Search']);
});

test('a node is visible if a part of it is on the screen', () => {
  const visible = (bounds: string, more = {}) => only({ bounds, ...more }).visible;
  assert.equal(visible('[-50,-50][10,10]'), true);
  assert.equal(visible('[-50,-50][0,10]'), false);
  assert.equal(visible('[480,0][500,10]'), false);
  assert.equal(visible('[10,10][10,40]'), false);
  assert.equal(visible('garbage'), false);
  assert.equal(visible('[0,0][10,10]', { 'visible-to-user': 'false' }), false);
});

test('broken entities, control characters and old surrogate references are read as a person would', () => {
  assert.equal(only({ text: 'Fish & chips &bogus; &lt;3 a&#10;b' }).text, 'Fish & chips &bogus; <3 a\nb');
  assert.equal(only({ text: 'a\u0001b\u0000c' }).text, 'abc');
  assert.equal(only({ text: '&#55357;&#56832;!' }).text, '😀!');
  assert.equal(only({ text: 'x < y > z' }).text, 'x < y > z');
});

test('what the tool prints before and after the document does not matter', () => {
  const xml = `WARNING: linker: odd <thing> happened\n${hierarchy(nodeXml({ text: 'Hi', NAF: 'true' }))}`;
  assert.equal(nodesIn(`${xml}UI hierchary dumped to: /dev/tty\n`)[0]?.text, 'Hi');
  assert.equal(nodesIn(`${xml}${hierarchy(nodeXml({}))}`).length, 1);
});

test('a dump cut anywhere is an error that says so, never half a screen', () => {
  const xml = recordedDump('04-controls1');
  for (let end = 0; end < xml.length; end += 97) {
    assert.throws(() => readHierarchy(xml.slice(0, end)), HierarchyError);
  }
  assert.throws(() => readHierarchy(''), /empty/);
  assert.throws(
    () => readHierarchy('ERROR: could not get idle state.\n'),
    /the phone said: ERROR: could not get idle state\./,
  );
});

test('chunks may end anywhere', () => {
  const xml = hierarchy(nodeXml({ text: 'a &amp; &#55357;&#56832; b &#10; c' }));
  const whole = readHierarchy(xml);
  for (const size of [1, 2, 3, 5, 7, 11]) {
    const reader = new HierarchyReader();
    for (let at = 0; at < xml.length; at += size) reader.write(xml.slice(at, at + size));
    assert.deepEqual(reader.end(), whole, `chunks of ${size}`);
  }
});

test('an empty hierarchy is a screen without a root', () => {
  assert.deepEqual(windows('<hierarchy rotation="0"></hierarchy>'), []);
  assert.deepEqual(windows('<hierarchy rotation="0"/>'), []);
});

test('10,000 nodes are read, and 5,000 levels without running out of stack', () => {
  const rows = Array.from({ length: 10_000 }, (_, row) =>
    nodeXml({ text: `Row ${row}`, class: 'android.widget.TextView' }),
  );
  assert.equal(nodesIn(hierarchy(nodeXml({}, rows.join('')))).length, 10_001);
  let deep = '';
  for (let level = 0; level < 5000; level++) deep = nodeXml({ text: String(level) }, deep);
  assert.equal(nodesIn(hierarchy(deep)).length, 5000);
});

test('children keep the order of the dump', () => {
  const xml = hierarchy(
    nodeXml({ text: 'p' }, nodeXml({ text: 'a' }, nodeXml({ text: 'a1' })) + nodeXml({ text: 'b' })),
  );
  const [window] = windows(xml);
  assert.deepEqual(
    window?.root?.children.map(({ text }) => text),
    ['a', 'b'],
  );
});

test('whatever bytes come, the reader answers with windows or its own error', () => {
  const scraps = fc.constantFrom(
    '<',
    '>',
    '</',
    '/>',
    '<node ',
    '<hierarchy>',
    '</hierarchy>',
    '<window type="',
    '"',
    '=',
    '&#',
    ';',
    '</node>',
    '<displays>',
    '</displays>',
    '<![CDATA[',
    '<!--',
    ' bounds="[0,0][9,9]"',
  );
  const soup = fc.array(fc.oneof(scraps, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 40 });
  fc.assert(
    fc.property(soup, (pieces) => {
      try {
        windows(pieces.join(''));
      } catch (error) {
        assert.ok(error instanceof HierarchyError, String(error));
      }
    }),
    { numRuns: runs(3000) },
  );
});

test('the hint that Android 16 says of every node is a name, never content', () => {
  const said = { 'drawing-order': '3', 'resource-id': 'a:id/when' };
  const picker = only({ ...said, class: 'android.widget.TextView', text: 'Date', hint: 'Date' });
  assert.deepEqual([picker.text, picker.hint], [undefined, 'Date']);
  const chosen = only({ ...said, class: 'android.widget.TextView', text: 'Sunday', hint: 'Date' });
  assert.deepEqual([chosen.text, chosen.hint], ['Sunday', 'Date']);
  const plain = only({ ...said, class: 'android.widget.TextView', text: 'Hello', hint: '' });
  assert.deepEqual([plain.text, plain.hint], ['Hello', undefined]);
  const password = only({
    ...said,
    class: 'android.widget.EditText',
    focusable: 'true',
    password: 'true',
    text: 'PIN',
    hint: 'PIN',
  });
  assert.deepEqual([password.text, password.hint], [undefined, 'PIN'], 'an empty password');
});

test('what was learned of a field is not applied to another that looks the same', () => {
  const field = { class: 'android.widget.EditText', focusable: 'true', 'resource-id': 'a:id/0_obfuscated' };
  const xml = hierarchy(
    nodeXml({}, nodeXml({ ...field, text: 'my own words' }) + nodeXml({ ...field, text: 'Search' })),
  );
  const hints = new Hints();
  const look = (dump: string) => {
    const [window] = windowsOf(readHierarchy(dump), { screen, hintOf: hints.hintOf });
    hints.looked();
    assert.ok(window);
    return window;
  };
  const second = look(xml).root?.children[1];
  assert.ok(second);
  const window = look(xml);
  hints.emptied({ id: 'node_1', node: second, window, parent: undefined, order: 2 }, undefined);
  const texts = (dump: string) => all(look(dump).root).map(({ text }) => text);
  assert.deepEqual(texts(xml), [undefined, 'Search', 'my own words']);
  const alone = hierarchy(nodeXml({ ...field, text: 'typed since' }));
  assert.deepEqual(texts(alone), ['typed since'], 'and not to the only one of a later look');
});

test('odd dumps of real phones are read as a person sees them', () => {
  const deep = (level: number): string => (level === 0 ? '' : nodeXml({ index: '7' }, deep(level - 1)));
  const xml =
    'UI hierchary dumped to: /sdcard/window_dump.xml\n' +
    hierarchy(
      `<node index='4' text='say "hi"' class='' package='com.example' bounds='[0,0][480,800]'>` +
        nodeXml({ text: 'beside', bounds: '[600,10][480,50]' }) +
        nodeXml({ text: 'inside out', bounds: '[300,300][200,200]' }) +
        nodeXml({ text: 'nothing', bounds: '[100,100][100,100]' }) +
        nodeXml({ text: 'an \ufffc image', 'resource-id': 'a:id/0_obfuscated' }) +
        nodeXml({ text: 'the same id', 'resource-id': 'a:id/0_obfuscated' }) +
        `${deep(41)}</node>`,
    ) +
    'UI hierchary dumped to: /sdcard/window_dump.xml\n';
  const [root, ...others] = nodesIn(xml).filter(({ text }) => text !== undefined);
  assert.deepEqual([root?.text, root?.className], ['say "hi"', undefined]);
  assert.deepEqual(
    others.map(({ text, visible }) => [text, visible]),
    [
      ['the same id', true],
      ['an  image', true],
      ['nothing', false],
      ['inside out', false],
      ['beside', false],
    ],
  );
  for (const { bounds } of nodesIn(xml)) {
    assert.ok(bounds.left <= bounds.right && bounds.top <= bounds.bottom, JSON.stringify(bounds));
  }
  assert.equal(nodesIn(xml).length, 6 + 41);
});
