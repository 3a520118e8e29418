import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import sharp from 'sharp';
import type { ToolResult } from '../../../../packages/handeye/src/tools/frame/toolbox.ts';
import type { callers } from '../../../../packages/handeye/test/support/tools.ts';
import { until } from '../desktop-session.ts';
import { GnomeDesktop } from './gnome-session.ts';

/** Long enough for what the tests do, short enough to wait for a call that nobody answers. */
const ACTION_LIMIT_MS = 6000;

test('GNOME on Wayland: with the consent of its user, an agent writes a file by mouse, keys and clipboard, and sees the screen', async (t) => {
  const desktop = await GnomeDesktop.start(t);
  const file = join(desktop.home, 'note.txt');
  await writeFile(file, '');
  desktop.start('gedit', [file]);
  const { tools, end } = await desktop.tools({ action: ACTION_LIMIT_MS });
  await until('a window of gedit', async () => (await windowOf(tools, 'gedit')) !== undefined);

  await t.test('nobody is asked at the start, and the size of the screen is known', async () => {
    await desktop.answer('nobody-asks');
    assert.match(await tools.text('get_screen_state'), /1280x1024/);
  });

  await t.test('a refusal is a clear error, and the user is not asked again at once', async () => {
    const refused = tools.call('tap', { x: 640, y: 500 });
    await desktop.answer('cancel');
    assertDenied(await refused, /The user refused/);
    assertDenied(await tools.call('press_key', { key: 'ESCAPE' }), /The user refused/);
    await desktop.answer('nobody-asks');
  });
  await end();

  const { tools: granted } = await desktop.tools({ action: ACTION_LIMIT_MS });
  await t.test('a call that waits for the consent says so; the next one finds it granted', async () => {
    assertDenied(
      await granted.call('tap', { x: 640, y: 500 }),
      /nobody has answered yet.*Share.*repeat this call/s,
    );
    await desktop.answer('share');
    await granted.text('tap', { x: 640, y: 500 });
    await until('gedit in front', async () => (await windowOf(granted, 'gedit'))?.frontmost === true);
  });

  await t.test('keys and chords write the file', async () => {
    for (const key of ['H', 'SPACE', 'i']) await granted.text('press_key', { key: key.length > 1 ? key : `shift+${key}` });
    await granted.text('press_key', { key: 'ctrl+s' });
    await until('the file', async () => (await readFile(file, 'utf8')).startsWith('H I'));
  });

  await t.test('the clipboard is that of other programs', async () => {
    await granted.text('set_clipboard', { text: 'Grüße, 漢字 🙂' });
    assert.equal(await desktop.output('wl-paste', ['--no-newline']), 'Grüße, 漢字 🙂');
    assert.deepEqual(await granted.json('get_clipboard'), { text: 'Grüße, 漢字 🙂' });
    await granted.text('press_key', { key: 'ctrl+v' });
    await granted.text('press_key', { key: 'ctrl+s' });
    await until('the file', async () => (await readFile(file, 'utf8')).includes('Grüße, 漢字 🙂'));
  });

  await t.test('a picture shows the bar of GNOME above, and the white page of gedit', async () => {
    const picture = await pictureOf(granted);
    assert.deepEqual(await colourAt(picture, 0.3, 0.01), 'black');
    assert.deepEqual(await colourAt(picture, 0.5, 0.6), 'white');
  });
});

interface ListedWindow {
  readonly app: string;
  readonly frontmost: boolean;
}

async function windowOf(tools: ReturnType<typeof callers>, app: string): Promise<ListedWindow | undefined> {
  const { windows } = (await tools.json('list_windows', {})) as { windows: readonly ListedWindow[] };
  return windows.find((window) => window.app === app);
}

function assertDenied(result: ToolResult, text: RegExp): void {
  assert.equal(result.isError, true);
  const [first] = result.content;
  assert.match(first?.type === 'text' ? first.text : '', text);
}

async function pictureOf(tools: ReturnType<typeof callers>): Promise<Buffer> {
  const { content } = await tools.call('get_screen_state', { include_screenshot: true });
  const image = content.find((one) => one.type === 'image');
  assert.ok(image, JSON.stringify(content).slice(0, 500));
  return Buffer.from(image.data, 'base64');
}

/** The colour at a place of the picture, given in parts of its size. */
async function colourAt(picture: Buffer, x: number, y: number): Promise<string> {
  const { width, height } = await sharp(picture).metadata();
  const area = { left: Math.round(width * x), top: Math.round(height * y), width: 1, height: 1 };
  const [red = 0, green = 0, blue = 0] = await sharp(picture).removeAlpha().extract(area).raw().toBuffer();
  if (Math.max(red, green, blue) < 50) return 'black';
  return Math.min(red, green, blue) > 220 ? 'white' : `${red},${green},${blue}`;
}
