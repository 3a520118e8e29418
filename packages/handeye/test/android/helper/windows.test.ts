import assert from 'node:assert/strict';
import { test } from 'node:test';
import { focusedField } from '../../../src/android/helper/field.ts';
import { windowsOfSource } from '../../../src/android/helper/windows.ts';
import { readHierarchy } from '../../../src/android/screen/hierarchy.ts';
import { windowsOf } from '../../../src/android/screen/windows.ts';
import type { UiNode } from '../../../src/ui/node.ts';

const screen = { width: 1080, height: 2400 };

/** A node of a source as the server writes it. */
function node(attributes: Readonly<Record<string, string>>, inside = ''): string {
  const all = { package: 'com.example', class: 'android.view.View', bounds: '[0,0][100,100]', ...attributes };
  const written = Object.entries(all).map(([name, value]) => `${name}="${value}"`);
  return `<${all.class} ${written.join(' ')}>${inside}</${all.class}>`;
}

function hierarchy(...roots: string[]): string {
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\r\n<hierarchy index="0" class="hierarchy" rotation="0" width="1080" height="2400">${roots.join('')}</hierarchy>`;
}

function listed(windowId: number, more: Readonly<Record<string, unknown>> = {}) {
  const rect = { x: 0, y: 0, width: 1080, height: 2400 };
  const states = { isActive: false, isFocused: false };
  return {
    windowId,
    displayId: 0,
    type: 1,
    layer: windowId,
    title: `window ${windowId}`,
    rect,
    ...states,
    ...more,
  };
}

function read(xml: string, windows: readonly unknown[]) {
  return windowsOf(windowsOfSource(readHierarchy(xml), windows), { screen });
}

function root(xml: string): UiNode {
  const [window] = read(hierarchy(xml), [listed(1, { isActive: true })]);
  assert.ok(window?.root);
  return window.root;
}

test('trees are brought together with what the server lists of their windows', () => {
  const keyboard = { windowId: 2, type: 2, isFocused: true, title: 'Keyboard' };
  const windows = read(
    hierarchy(
      node({ 'window-id': '2', package: 'com.keyboard', bounds: '[0,1600][1080,2400]', clickable: 'true' }),
      node({ 'window-id': '1' }, node({ text: 'inside', 'window-id': '1' })),
    ),
    [listed(2, keyboard), listed(1, { isActive: true, isFocused: true }), listed(3, { type: 3, layer: 0 })],
  );
  assert.deepEqual(
    windows.map(({ key, type, title, active, root: tree }) => [key, type, title, active, tree !== undefined]),
    [
      ['#1', 'application', 'window 1', true, true],
      ['#2', 'keyboard', 'Keyboard', false, true],
      ['#3', 'system', 'window 3', false, false],
    ],
  );
  assert.equal(windows[0]?.root?.children[0]?.text, 'inside');
});

test('windows of other displays are left out', () => {
  const windows = read(hierarchy(node({ 'window-id': '1' })), [listed(1), listed(7, { displayId: 5 })]);
  assert.deepEqual(
    windows.map(({ key }) => key),
    ['#1'],
  );
});

test('a toast is a window of its own, visible although nobody says where', () => {
  const toast =
    '<android.widget.Toast index="1" package="com.android.settings" class="android.widget.Toast" text="Saved" displayed="true" />';
  const windows = read(hierarchy(node({ 'window-id': '1' }), toast), [listed(1, { isActive: true })]);
  const [, last] = windows;
  assert.deepEqual(
    [last?.type, last?.title, last?.root?.text, last?.root?.visible],
    ['other', 'Toast', 'Saved', true],
  );
});

test('the title of a pane describes it, and names a window that has no title', () => {
  const xml = hierarchy(node({ 'window-id': '1' }, node({ 'pane-title': 'Drawer' })));
  const [titled] = read(xml, [listed(1)]);
  assert.deepEqual([titled?.title, titled?.root?.children[0]?.description], ['window 1', 'Drawer']);
  const [untitled] = read(xml, [listed(1, { title: '' })]);
  assert.equal(untitled?.title, 'Drawer');
});

test('a field tells its hint from its content, also where both read the same', () => {
  const field = { class: 'android.widget.EditText', focusable: 'true', 'window-id': '1', hint: 'Name' };
  const empty = root(node({ ...field, text: 'Name', 'showing-hint': 'true' }));
  assert.deepEqual([empty.text, empty.hint], [undefined, 'Name']);
  const filled = root(node({ ...field, text: 'Name', 'showing-hint': 'false' }));
  assert.deepEqual([filled.text, filled.hint], ['Name', 'Name']);
});

test('what only the helper knows comes through: errors, headings, several lines, what is out of view', () => {
  const all = root(
    node({
      class: 'android.widget.EditText',
      focusable: 'true',
      'window-id': '1',
      error: 'Too short',
      heading: 'true',
      'input-type': String(0x20001),
      displayed: 'false',
    }),
  );
  assert.deepEqual([all.error, all.heading, all.multiline, all.visible], ['Too short', true, true, false]);
});

test('a field takes line breaks by the same rule as when it is typed into', () => {
  const takes = (attributes: Record<string, string>) =>
    root(node({ class: 'android.widget.EditText', focusable: 'true', 'window-id': '1', ...attributes }))
      .multiline;
  const subject = { 'input-type': String(0x20031), multiline: 'true', text: 'Hello' };
  assert.equal(takes(subject), false, 'Enter in a subject moves on');
  assert.equal(takes({ 'input-type': String(0x20021) }), false, 'and in an address');
  assert.equal(takes({ 'input-type': String(0x20002) }), false, 'a number has no lines');
  assert.equal(takes({ 'input-type': String(0x20001) }), true);
  // What is no TextView says no type.
  assert.equal(takes({ 'input-type': '0', multiline: 'true' }), true);
  assert.equal(takes({ text: 'one\ntwo' }), true);
});

test('of several windows with a focused field, the one in use is typed into', () => {
  const field = (id: string) =>
    node({ class: 'android.widget.EditText', focusable: 'true', focused: 'true', 'resource-id': id });
  const windows = windowsOfSource(
    readHierarchy(
      hierarchy(
        node({ 'window-id': '1' }, field('a:id/over')),
        node({ 'window-id': '2' }, field('b:id/below')),
      ),
    ),
    [listed(1, { isActive: true, isFocused: true, layer: 2 }), listed(2, { layer: 1 })],
  );
  assert.equal(focusedField(windows).resourceId, 'a:id/over');
  const turned = [listed(1, { layer: 2 }), listed(2, { isActive: true, isFocused: true, layer: 1 })];
  const other = windowsOfSource(
    readHierarchy(hierarchy(node({ 'window-id': '1' }, field('a:id/over')), node({ 'window-id': '2' }))),
    turned,
  );
  assert.throws(() => focusedField(other), /No focused editable element/, 'not the field of another window');
});
