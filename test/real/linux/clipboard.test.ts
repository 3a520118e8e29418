import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import test from 'node:test';
import { promisify } from 'node:util';
import { createHiddenWindow } from '../../../packages/linux/src/x11/hidden-window.ts';
import { Properties } from '../../../packages/linux/src/x11/properties.ts';
import { Selection } from '../../../packages/linux/src/x11/selection.ts';
import { X11Connection } from '../../../packages/linux/src/x11/connection.ts';
import { editorText, type PrivateDesktop, sharedDesktop, until } from './desktop-session.ts';

const desktopFor = sharedDesktop();

const run = promisify(execFile);
const CONVERT_SELECTION = 24;
const SELECTION_NOTIFY = 31;
const MEGABYTE = `${'Ünïcödé 😀 '.repeat(66_000)}end`;

test('the clipboard: another program can paste what we copy, even a megabyte', async (t) => {
  const desktop = await desktopFor(t);
  const { tools } = desktop;
  assert.deepEqual(await tools.json('get_clipboard'), { text: null });
  for (const text of ['a short one', MEGABYTE]) {
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

test('the clipboard: a program that stopped pasting half-way and pastes again gets the current text', async (t) => {
  const desktop = await desktopFor(t);
  const { environment, tools } = desktop;
  const server = await desktop.during((call) =>
    X11Connection.connect(environment.DISPLAY ?? '', environment, call),
  );
  t.after(() => {
    server.close();
  });
  const properties = new Properties(server);
  const window = createHiddenWindow(server);
  await tools.text('set_clipboard', { text: MEGABYTE });
  await beginToPaste(server, properties, window);
  const now = 'something else '.repeat(50_000);
  await tools.text('set_clipboard', { text: now });
  const selection = new Selection(server, properties, window);
  assert.equal(await desktop.during((call) => selection.read(call)), now);
});

/** Requests the clipboard as our own reader does, but fetches nothing. */
async function beginToPaste(server: X11Connection, properties: Properties, window: number): Promise<void> {
  const names = ['CLIPBOARD', 'UTF8_STRING', 'HANDEYE_CLIPBOARD'];
  const atoms = await Promise.all(names.map((name) => properties.atom(name)));
  const offered = new Promise<Buffer>((resolve) => {
    server.listen((event) => {
      if (((event[0] ?? 0) & 0x7f) === SELECTION_NOTIFY) resolve(event);
    });
  });
  server.send({
    opcode: CONVERT_SELECTION,
    body: Buffer.from(Uint32Array.from([window, ...atoms, 0]).buffer),
  });
  await offered;
}

test('the clipboard: we can read what another program copied, even a megabyte', async (t) => {
  const desktop = await desktopFor(t);
  for (const text of ['a short one 😀', MEGABYTE]) {
    const xclip = spawn('xclip', ['-selection', 'clipboard', '-quiet'], {
      env: desktop.environment,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    xclip.stdin.end(text);
    await until('what xclip copied', async () => (await desktop.tools.json('get_clipboard')).text === text);
  }
});

test('a megabyte and emoji go through an editor: pasted into it, cut out of it', async (t) => {
  const desktop = await desktopFor(t);
  const { tools } = desktop;
  await desktop.launch('mousepad', [], /Mousepad/);
  await tools.text('set_clipboard', { text: MEGABYTE });
  // Items of closed menus can be clicked too. GTK pads their names.
  await tools.text('click_element', { element_id: await menuItem(desktop, 'Paste') });
  await until('the pasted text', async () => (await editorText(desktop)) === MEGABYTE);
  await tools.text('set_clipboard', { text: 'something else' });
  await tools.text('click_element', { element_id: await menuItem(desktop, 'Select All') });
  await tools.text('click_element', { element_id: await menuItem(desktop, 'Cut') });
  await until('an empty editor', async () => (await editorText(desktop)) === '');
  assert.deepEqual(await tools.json('get_clipboard'), { text: MEGABYTE });
});

async function menuItem(desktop: PrivateDesktop, name: string): Promise<string> {
  const found = await desktop.tools.json('find_elements', { by: 'text', value: name });
  const items = found.elements as { id: string; text: string; className: string }[];
  const item = items.find(({ text, className }) => className === 'menuitem' && text.trim() === name);
  assert.ok(item, `no menu item ${name}`);
  return item.id;
}
