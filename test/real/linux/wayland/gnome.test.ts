import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import sharp from 'sharp';
import { type Call, withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { openPortalDisplay } from '../../../../packages/linux/src/portal/open-portal.ts';
import type { ToolResult } from '@handeye/core/tools/frame/toolbox';
import type { callers } from '@handeye/testing/tools';
import { until } from '../desktop-session.ts';
import { GnomeDesktop, type ListedWindow } from './gnome-session.ts';

/** Long enough for what the tests do, short enough to wait for a call that gets no consent. */
const ACTION_LIMIT_MS = 6000;

test('GNOME on Wayland: with the consent of its user, an agent writes a file by mouse, keys and clipboard, and sees the screen', async (t) => {
  const desktop = await GnomeDesktop.start(t);
  const file = join(desktop.home, 'note.txt');
  await writeFile(file, '');
  desktop.start('gedit', [file]);
  const { tools: granted } = await desktop.tools({ action: ACTION_LIMIT_MS });
  await until('a window of gedit', async () => (await windowOf(granted, 'gedit')) !== undefined);

  await t.test('nobody is asked at the start, and the size of the screen is known', async () => {
    await desktop.answer('nobody-asks');
    assert.match(await granted.text('get_screen_state'), /1280x1024/);
  });

  await t.test('a call that waits for the consent says so; the next one finds it granted', async () => {
    assertDenied(
      await granted.call('tap', { x: 640, y: 500 }),
      /has no answer yet.*Share.*repeat this call/s,
    );
    await desktop.answer('share');
    await granted.text('tap', { x: 640, y: 500 });
    await until('gedit in front', async () => (await windowOf(granted, 'gedit'))?.frontmost === true);
  });

  await t.test('keys and chords write the file', async () => {
    for (const key of ['shift+h', 'SPACE', 'shift+i']) await granted.text('press_key', { key });
    await granted.text('press_key', { key: 'ctrl+s' });
    await until('the file', async () => (await readFile(file, 'utf8')).startsWith('H I'));
    await endOfSaving(granted);
  });

  await t.test('elements lie where they are told: a tap on the place of Save saves', async () => {
    await granted.text('press_key', { key: 'shift+x' });
    const save = await centreOf(granted, 'Save');
    await granted.text('tap', save);
    await until('the file', async () => (await readFile(file, 'utf8')).startsWith('H IX'));
    await endOfSaving(granted);
    const { position, positionUnknown, size } = (await windowOf(granted, 'gedit')) ?? {};
    assert.ok(position && size && positionUnknown === undefined, 'the place of the window is known');
    assert.ok(
      position.x < save.x && save.x < position.x + size.width,
      JSON.stringify({ position, size, save }),
    );
    // The bar of GNOME is 32 pixels high. GTK 3 draws a shadow around its window, up to 30 pixels wide.
    assert.ok(position.y > 0 && position.y < save.y, JSON.stringify({ position, save }));
    await granted.text('tap', { x: 640, y: 500 });
  });

  await t.test('the clipboard is that of other programs', async () => {
    await granted.text('set_clipboard', { text: 'Grüße, 漢字 🙂' });
    assert.equal(await desktop.output('wl-paste', ['--no-newline']), 'Grüße, 漢字 🙂');
    assert.deepEqual(await granted.json('get_clipboard'), { text: 'Grüße, 漢字 🙂' });
    await granted.text('press_key', { key: 'ctrl+v' });
    await change(granted);
    await granted.text('press_key', { key: 'ctrl+s' });
    await until('the file', async () => (await readFile(file, 'utf8')).includes('Grüße, 漢字 🙂'));
    await endOfSaving(granted);
  });

  await t.test('a picture shows the bar of GNOME above, and the white page of gedit', async () => {
    const picture = await pictureOf(granted);
    assert.deepEqual(await colourAt(picture, 0.3, 0.01), 'black');
    assert.deepEqual(await colourAt(picture, 0.5, 0.6), 'white');
  });

  await t.test('a text that no keyboard has is pasted, and the clipboard keeps what it held', async () => {
    const { environment } = desktop;
    const display = await during((call) => openPortalDisplay({ environment, stateFolder: undefined }, call));
    const typed = during((call) => display?.keyboard?.type(' ünï 漢🙂', call));
    await Promise.all([typed, desktop.answer('share')]);
    await change(granted);
    await granted.text('press_key', { key: 'ctrl+s' });
    await until('the file', async () => (await readFile(file, 'utf8')).includes(' ünï 漢🙂'));
    assert.equal(await desktop.output('wl-paste', ['--no-newline']), 'Grüße, 漢字 🙂');
    await display?.close();
  });

  // The last: GNOME 43 may lose a question that comes right after one that was refused.
  await t.test(
    'an agent cannot grant itself what the desktop asks its user, whose refusal is a clear error',
    async () => {
      const { tools: other } = await desktop.tools({ action: ACTION_LIMIT_MS });
      assertDenied(await other.call('tap', { x: 640, y: 500 }), /has no answer yet/);
      await until('the dialog in front', async () =>
        (await other.text('get_screen_state')).includes('Share'),
      );
      const found = await other.text('find_elements', { by: 'text', value: 'Share' });
      const [, id] = /^(\d+) .*Share/m.exec(found) ?? [];
      assert.ok(id, found);
      assertDenied(await other.call('click_element', { element_id: id }), /Only the user may answer/);
      await desktop.answer('cancel');
      assertDenied(await other.call('tap', { x: 640, y: 500 }), /The user refused/);
      assertDenied(await other.call('press_key', { key: 'ESCAPE' }), /The user refused/);
      await desktop.answer('nobody-asks');
    },
  );
});

function during<T>(work: (call: Call) => Promise<T> | undefined): Promise<T | undefined> {
  return withinLimit({ clock: realClock, limit: 60_000 }, async (call) => work(call));
}

/** gedit takes no text until it has finished saving, and then has no star in its title. */
function endOfSaving(tools: ReturnType<typeof callers>): Promise<void> {
  return until('the end of saving', async () =>
    ((await windowOf(tools, 'gedit'))?.title ?? '').startsWith('note.txt'),
  );
}

/** gedit pastes when the other program has sent the text: what is saved before does not have it. */
function change(tools: ReturnType<typeof callers>): Promise<void> {
  return until('a change', async () => ((await windowOf(tools, 'gedit'))?.title ?? '').startsWith('*'));
}

/** The middle of a button of gedit. */
async function centreOf(tools: ReturnType<typeof callers>, title: string): Promise<{ x: number; y: number }> {
  const { elements } = (await tools.json('find_element', { app: 'gedit', role: 'button', title })) as {
    elements: readonly { title: string; bounds?: Record<'left' | 'top' | 'right' | 'bottom', number> }[];
  };
  const bounds = elements.find((one) => one.title === title && one.bounds)?.bounds;
  assert.ok(bounds, `no button ${title}`);
  return { x: Math.round((bounds.left + bounds.right) / 2), y: Math.round((bounds.top + bounds.bottom) / 2) };
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
