import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { editorText, PrivateDesktop, sharedDesktop, until } from './desktop-session.ts';
import { inSight, middleOf, rowsOf } from './rows.ts';

const desktopFor = sharedDesktop();

const names = Array.from({ length: 200 }, (_, row) => `Person ${row}`);

test('scroll turns the wheel over a list: what is below becomes visible, and nothing is selected', async (t) => {
  const desktop = await desktopFor(t);
  await desktop.launch(
    'zenity',
    ['--list', '--title=People', '--column=Name', '--height=400', ...names],
    /People/,
  );
  await until('the rows', async () => (await inSight(desktop, 'cell')).length > 3);
  const before = await inSight(desktop, 'cell');
  assert.equal(before[0], 'Person 0');
  assert.equal(
    await desktop.tools.text('scroll', { direction: 'down', amount: 'small' }),
    'Scroll down (small) executed',
  );
  const small = firstNumber(await inSight(desktop, 'cell'));
  await desktop.tools.text('scroll', { direction: 'down', amount: 'large' });
  const large = firstNumber(await inSight(desktop, 'cell')) - small;
  assert.ok(0 < small && small < large && large < before.length, `${small}, then ${large}`);
  for (let turn = 0; turn < 3; turn += 1)
    await desktop.tools.text('scroll', { direction: 'up', amount: 'large' });
  assert.deepEqual(await inSight(desktop, 'cell'), before);
  const selected = await desktop.tools.text('get_screen_state', { format: 'lean' });
  assert.ok(!selected.includes('selected'), selected);
});

test('scroll_to_element scrolls a row into view in both directions, and a click selects it', async (t) => {
  const desktop = await desktopFor(t);
  await desktop.launch(
    'zenity',
    ['--list', '--title=People', '--column=Name', '--height=400', ...names],
    /People/,
  );
  const row = await desktop.find('text', 'Person 30');
  const first = await desktop.find('text', 'Person 0');
  assert.match(await desktop.tools.text('scroll_to_element', { element_id: row }), /^Scrolled to element/);
  assert.ok((await inSight(desktop, 'cell')).includes('Person 30'));
  await desktop.tools.text('click_element', { element_id: row });
  await until('the selection', async () =>
    (await desktop.tools.text('get_screen_state', { format: 'lean' })).includes('selected'),
  );
  assert.match(await desktop.tools.text('scroll_to_element', { element_id: first }), /^Scrolled to element/);
  assert.ok((await inSight(desktop, 'cell')).includes('Person 0'));
});

test('a double tap selects a word, a swipe over text selects it, a key replaces what is selected', async (t) => {
  const desktop = await editing(t, 'alpha beta gamma');
  const { tools } = desktop;
  const [field] = (await rowsOf(desktop)).filter(({ role }) => role === 'textarea');
  assert.ok(field);
  const line = { x: field.bounds.left, y: field.bounds.top + 10 };
  await tools.text('double_tap', { x: line.x + 15, y: line.y });
  await tools.text('press_key', { key: 'DEL' });
  await until('the word to go', async () => (await editorText(desktop)) === ' beta gamma');
  await tools.text('swipe', { x1: line.x + 1, y1: line.y, x2: line.x + 600, y2: line.y, duration: 200 });
  await tools.text('press_key', { key: 'SPACE' });
  await until('a space instead', async () => (await editorText(desktop)) === ' ');
  await tools.text('press_key', { key: 'TAB' });
  await until('a tab', async () => (await editorText(desktop)) === ' \t');
  assert.equal(await tools.text('clear_text'), 'Text cleared successfully');
  assert.equal(await editorText(desktop), '');
});

test("a long click opens a field's context menu, and its items can be clicked", async (t) => {
  const desktop = await editing(t, 'to be copied');
  const { tools } = desktop;
  const field = await desktop.find('class_name', 'textarea');
  await tools.text('long_click_element', { element_id: field });
  const item = async (name: string) =>
    (await rowsOf(desktop)).find(
      ({ role, text, flags }) => role === 'menuitem' && text.trim() === name && flags.startsWith('vc'),
    );
  await until('the menu', async () => (await item('Select All')) !== undefined);
  await tools.text('click_element', { element_id: (await item('Select All'))?.id });
  await until('the menu to close', async () => (await item('Select All')) === undefined);
  await tools.text('long_click_element', { element_id: field });
  await until('the menu again', async () => (await item('Cut')) !== undefined);
  await tools.text('click_element', { element_id: (await item('Cut'))?.id });
  await until('an empty field', async () => (await editorText(desktop)) === '');
  assert.deepEqual(await tools.json('get_clipboard'), { text: 'to be copied' });
});

test('a swipe drags a window by its title bar', async (t) => {
  const desktop = await desktopFor(t);
  await desktop.launch('zenity', ['--info', '--title=Dragged', '--text=Hello'], /Dragged/);
  const place = async () => {
    const { windows } = await desktop.tools.json('list_windows');
    const [window] = windows as { position: { x: number; y: number }; size: { width: number } }[];
    assert.ok(window);
    return window;
  };
  const { position, size } = await place();
  const handle = { x: position.x + (size.width >> 1), y: position.y + 8 };
  await desktop.tools.text('swipe', { x1: handle.x, y1: handle.y, x2: handle.x + 90, y2: handle.y + 60 });
  await until('the window to move', async () => {
    const now = (await place()).position;
    return now.x === position.x + 90 && now.y === position.y + 60;
  });
});

test('phone-only tools and two-finger gestures are rejected with the reason', async (t) => {
  const { tools } = await desktopFor(t);
  const keys = ['press_back', 'press_home', 'press_recents', 'open_notifications', 'open_quick_settings'];
  for (const key of keys) assert.match(await tools.fails(key, {}, 'permission_denied'), /belongs to phones/);
  for (const key of ['BACK', 'HOME'])
    assert.match(await tools.fails('press_key', { key }, 'permission_denied'), /belongs to phones/);
  const pinch = { center_x: 300, center_y: 300, scale: 2 };
  assert.match(await tools.fails('pinch', pinch, 'permission_denied'), /one pointer/);
  const finger = (y: number) => [
    { x: 100, y, time: 0 },
    { x: 200, y, time: 100 },
  ];
  const two = { paths: [finger(100), finger(200)] };
  assert.match(await tools.fails('custom_gesture', two, 'permission_denied'), /one pointer/);
  assert.match(await tools.fails('tap', { x: 5000, y: 1 }, 'invalid_params'), /1280x1024/);
});

test('an application that the policy blocks can be read but gets no click, key, wheel or tap', async (t) => {
  const desktop = await PrivateDesktop.start(t, {}, { blockedApps: ['gnome-calculator'] });
  await desktop.launch('gnome-calculator', [], /Calculator/);
  const { tools } = desktop;
  const seven = await desktop.find('text', '7');
  const [row] = (await rowsOf(desktop)).filter(({ id }) => id === seven);
  assert.ok(row);
  for (const [tool, args] of [
    ['click_element', { element_id: seven }],
    ['tap', middleOf(row)],
    ['press_key', { key: 'ENTER' }],
    ['scroll', { direction: 'down' }],
  ] as const) {
    assert.match(await tools.fails(tool, args, 'permission_denied'), /forbids acting on 'gnome-calculator'/);
  }
});

async function editing(t: TestContext, text: string): Promise<PrivateDesktop> {
  const desktop = await desktopFor(t);
  const file = join(desktop.home, 'note.txt');
  await writeFile(file, text);
  await desktop.launch('mousepad', [file], /note\.txt/);
  const field = await desktop.find('class_name', 'textarea');
  await desktop.tools.text('click_element', { element_id: field });
  return desktop;
}

function firstNumber(texts: readonly string[]): number {
  return Number(/\d+/.exec(texts[0] ?? '')?.[0]);
}
