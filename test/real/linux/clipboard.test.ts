import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import test from 'node:test';
import { promisify } from 'node:util';
import { editorText, PrivateDesktop, until } from './desktop-session.ts';

const run = promisify(execFile);
const megabyte = `${'Ünïcödé 😀 '.repeat(66_000)}end`;

test('the clipboard: what we copy another program pastes, a megabyte included', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  const { tools } = desktop;
  assert.deepEqual(await tools.json('get_clipboard'), { text: null });
  for (const text of ['a short one', megabyte]) {
    await tools.text('set_clipboard', { text });
    const { stdout } = await run('xclip', ['-selection', 'clipboard', '-o', '-target', 'UTF8_STRING'], {
      env: desktop.environment,
      maxBuffer: 16 << 20,
      timeout: 30_000,
    });
    assert.equal(stdout, text);
    assert.deepEqual(await tools.json('get_clipboard'), { text });
  }
});

test('the clipboard: what another program copied we read, a megabyte included', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  for (const text of ['a short one 😀', megabyte]) {
    const xclip = spawn('xclip', ['-selection', 'clipboard', '-quiet'], {
      env: desktop.environment,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    xclip.stdin.end(text);
    await until('what xclip copied', async () => (await desktop.tools.json('get_clipboard')).text === text);
  }
});

test('a megabyte and emoji go through an editor: pasted into it, cut out of it', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  const { tools } = desktop;
  await desktop.launch('mousepad', [], /Mousepad/);
  await tools.text('set_clipboard', { text: megabyte });
  // Items of closed menus can be clicked too: accessibility needs no open menu. Their names carry GTK's padding.
  await tools.text('click_element', { element_id: await menuItem(desktop, 'Paste') });
  await until('the pasted text', async () => (await editorText(desktop)) === megabyte);
  await tools.text('set_clipboard', { text: 'something else' });
  await tools.text('click_element', { element_id: await menuItem(desktop, 'Select All') });
  await tools.text('click_element', { element_id: await menuItem(desktop, 'Cut') });
  await until('an empty editor', async () => (await editorText(desktop)) === '');
  assert.deepEqual(await tools.json('get_clipboard'), { text: megabyte });
});

async function menuItem(desktop: PrivateDesktop, name: string): Promise<string> {
  const found = await desktop.tools.json('find_elements', { by: 'text', value: name });
  const items = found.elements as { id: string; text: string; className: string }[];
  const item = items.find(({ text, className }) => className === 'menuitem' && text.trim() === name);
  assert.ok(item, `no menu item ${name}`);
  return item.id;
}
