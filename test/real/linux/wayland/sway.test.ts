import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { WaylandDisplay } from '../../../../packages/linux/src/wayland/wayland-display.ts';
import { centre, type Point } from '@handeye/screen/bounds';
import type { UiNode } from '@handeye/screen/node';
import type { ManagedWindow } from '../../../../packages/linux/src/display.ts';
import type { PrivateDesktop } from '../desktop-session.ts';
import { start, until } from '../desktop-session.ts';
import { inSession, startSway } from './sway-session.ts';

const QT_FORM = join(import.meta.dirname, '../programs/qt-form.py');
/** Accents, other scripts, an emoji, what a shell or an option parser would take for something else, and a line break. */
const TEXT = '-x -- Grüße, 漢字 🙂 "$HOME" `id` \\n\n--two\tthree';

test('sway: programs of every toolkit are read, clicked and typed into', async (t) => {
  const desktop = await startSway(t, { screenFormat: 'lean' });
  const programs: ChildProcess[] = [];
  const launch = async (...args: Parameters<PrivateDesktop['launch']>) => {
    const child = await desktop.launch(...args);
    programs.push(child);
    return child;
  };
  const { tools } = desktop;

  await t.test('GTK 3: a text is typed, saved, copied and pasted', async () => {
    const file = join(desktop.home, 'note.txt');
    await writeFile(file, 'first');
    await launch('mousepad', [file], /note\.txt/);
    await tools.text('tap', await placeOf(desktop, ({ editable }) => editable));
    await tools.text('press_key', { key: 'ctrl+a' });
    await tools.text('press_key', { key: 'DEL' });
    await tools.text('input_text', { text: `${TEXT} typed` });
    await tools.text('press_key', { key: 'ctrl+s' });
    await until('the saved text', async () => (await readFile(file, 'utf8')).trimEnd() === `${TEXT} typed`);
    await tools.text('long_click_element', { element_id: await idOf(desktop, /\[edit/) });
    await tools.text('click_element', { element_id: 'text:Select All' });
    await tools.text('press_key', { key: 'ctrl+c' });
    await until('the copy', async () => (await pasted(desktop)) === `${TEXT} typed`);
    await tools.text('set_clipboard', { text: 'put\nhere' });
    assert.equal(await pasted(desktop), 'put\nhere');
    assert.equal((await tools.json('get_clipboard')).text, 'put\nhere');
    await tools.text('press_key', { key: 'ctrl+v' });
    await tools.text('press_key', { key: 'ctrl+s' });
    await until('the pasted text', async () => (await readFile(file, 'utf8')).trimEnd() === 'put\nhere');
  });

  await t.test('GTK 4: buttons are hit by element and by coordinates, floating and tiled', async () => {
    await launch('gnome-calculator', [], /Calculator/);
    for (const floating of ['enable', 'disable']) {
      await inSession(desktop, 'swaymsg', 'floating', floating);
      await tools.text('press_key', { key: 'ESCAPE' });
      await tools.text('tap', await placeOf(desktop, ({ text }) => text === '7'));
      await tools.text('tap', await placeOf(desktop, ({ text }) => text === '×'));
      await tools.text('click_element', { element_id: 'text:6' });
      await tools.text('press_key', { key: 'ENTER' });
      await until('42', async () => (await tools.text('get_screen_state')).includes('42'));
    }
  });

  await t.test('Qt 6: a form is filled in, its table is scrolled', async (inner) => {
    await launch('/usr/bin/python3', [QT_FORM], /Qt form/, { QT_QPA_PLATFORM: 'wayland' });
    const saved = join(desktop.home, 'qt-form.txt');
    await tools.text('set_text', { element_id: await idOf(desktop, /\[edit\] Name/), text: 'Ada' });
    await tools.text('tap', await placeOf(desktop, ({ text }) => text === 'Gift'));
    await tools.text('click_element', { element_id: 'text:Save' });
    await until('the saved form', () => existsSync(saved));
    assert.match(await readFile(saved, 'utf8'), /name=Ada\n[^]*gift=True/);
    await tools.text('click_element', { element_id: 'text:Rows' });
    const before = await placeOf(desktop, ({ text }) => text === 'Row 20');
    const display = await opened(inner, desktop);
    await desktop.during((call) => display.pointer.scroll(before, { direction: 'down', notches: 3 }, call));
    const row = () => placeOf(desktop, ({ text }) => text === 'Row 20');
    await until('the row to move', async () => (await row()).y < before.y);
  });

  await t.test('X11 (Xwayland): a program is used like any other', async () => {
    const file = join(desktop.home, 'x11.txt');
    await writeFile(file, '');
    await launch('mousepad', ['--disable-server', file], /x11\.txt/, { GDK_BACKEND: 'x11' });
    await tools.text('tap', await placeOf(desktop, ({ editable }) => editable));
    await tools.text('input_text', { text: TEXT });
    await tools.text('press_key', { key: 'ctrl+s' });
    await until('the saved text', async () => (await readFile(file, 'utf8')).trimEnd() === TEXT);
  });

  await t.test('without accessibility: keys reach terminals, native and X11', async (inner) => {
    const display = await opened(inner, desktop);
    const keyboard = display.keyboard ?? assert.fail();
    const text = `${TEXT}\n${'The quick brown fox, äöü. '.repeat(12)}\n`;
    for (const [program, args] of Object.entries({ foot: [], xterm: ['-u8', '-e'] })) {
      const file = join(desktop.home, `${program}.txt`);
      const child = start(program, [...args, 'sh', '-c', `cat > ${file}`], desktop.environment);
      const ended = once(child, 'exit');
      const isReady = async () => existsSync(file) && (await active(desktop, display))?.pid === child.pid;
      await until(program, isReady);
      await desktop.during((call) => keyboard.type(text, call));
      await desktop.during((call) => keyboard.press('d'.charCodeAt(0), call, { control: true }));
      await ended;
      assert.equal(await readFile(file, 'utf8'), text, program);
    }
  });

  await t.test('windows are raised, hidden ones too, and asked to close', async (inner) => {
    const display = await opened(inner, desktop);
    const manager = display.windowManager ?? assert.fail();
    const { id } = await window(desktop, display, 'Calculator');
    await inSession(desktop, 'swaymsg', `[con_id=${id}]`, 'move scratchpad');
    assert.equal((await window(desktop, display, 'Calculator')).minimized, true);
    assert.equal(await desktop.during((call) => manager.activate(id, call)), true);
    const shown = (await active(desktop, display)) ?? assert.fail();
    assert.equal(shown.id, id);
    const screenshot = display.screenshot ?? assert.fail();
    const { raw } = await desktop.during((call) => screenshot(call, shown));
    const { left, top, right, bottom } = shown.bounds;
    assert.deepEqual([raw.width, raw.height], [right - left, bottom - top]);
    const lost = programs.filter(({ exitCode }) => exitCode !== null);
    assert.deepEqual(
      lost.map(({ spawnargs }) => spawnargs),
      [],
    );
    const ended = once(programs[1] ?? assert.fail(), 'exit');
    await desktop.during((call) => manager.askToClose(id, call));
    await ended;
  });

  await t.test('a scaled monitor is counted in logical pixels, in its picture, too', async () => {
    await inSession(desktop, 'swaymsg', 'output HEADLESS-1 scale 2');
    await until('the scale', async () => (await tools.text('get_screen_state')).startsWith('640x512 '));
    const device = await desktop.device();
    const { picture } = await desktop.during((call) => device.look({ picture: true }, call));
    assert.ok(picture && 'raw' in picture);
    assert.deepEqual([picture.raw.width, picture.raw.height], [640, 512]);
  });
});

async function pasted(desktop: PrivateDesktop): Promise<string> {
  return inSession(desktop, 'wl-paste', '--no-newline').catch(() => '');
}

async function opened(t: TestContext, desktop: PrivateDesktop): Promise<WaylandDisplay> {
  const display = await desktop.during((call) => WaylandDisplay.open(desktop.environment, call));
  assert.ok(display);
  t.after(() => {
    display.close();
  });
  assert.deepEqual(display.missing, {});
  return display;
}

async function windows(desktop: PrivateDesktop, display: WaylandDisplay): Promise<ManagedWindow[]> {
  return desktop.during((call) => display.windowManager?.windows(call) ?? Promise.resolve([]));
}

async function active(desktop: PrivateDesktop, display: WaylandDisplay): Promise<ManagedWindow | undefined> {
  return (await windows(desktop, display)).find((one) => one.active);
}

async function window(
  desktop: PrivateDesktop,
  display: WaylandDisplay,
  title: string,
): Promise<ManagedWindow> {
  const found = (await windows(desktop, display)).find((one) => one.title === title);
  assert.ok(found);
  return found;
}

/** The id in the first line of the lean screen that matches. */
async function idOf({ tools }: PrivateDesktop, line: RegExp): Promise<string> {
  let id: string | undefined;
  await until(`an element ${String(line)}`, async () => {
    const lines = (await tools.text('get_screen_state')).split('\n');
    id = /\d+/.exec(lines.find((one) => /^ *\d+ /.test(one) && line.test(one)) ?? '')?.[0];
    return id !== undefined;
  });
  return id ?? '';
}

/** The middle of the first visible element that fits. */
async function placeOf(desktop: PrivateDesktop, fits: (node: UiNode) => boolean): Promise<Point> {
  const device = await desktop.device();
  let found: UiNode | undefined;
  await until('the element', async () => {
    const view = await desktop.during((call) => device.look({ picture: false }, call));
    found = view.windows
      .flatMap(({ root }) => (root ? nodes(root) : []))
      .find((node) => node.visible && fits(node));
    return found !== undefined;
  });
  return centre(found?.bounds ?? assert.fail());
}

function nodes(node: UiNode): UiNode[] {
  return [node, ...node.children.flatMap(nodes)];
}
