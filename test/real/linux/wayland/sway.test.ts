import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { WaylandDisplay } from '../../../../packages/handeye/src/linux/wayland/wayland-display.ts';
import type { SwayWindow } from '../../../../packages/handeye/src/linux/wayland/sway-windows.ts';
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
    const field = await placeOf(desktop, /\[edit/);
    await tools.text('tap', centreOf(field));
    await tools.text('press_key', { key: 'ctrl+a' });
    await tools.text('press_key', { key: 'DEL' });
    await tools.text('input_text', { text: `${TEXT} typed` });
    await tools.text('press_key', { key: 'ctrl+s' });
    await until('the saved text', async () => (await readFile(file, 'utf8')).trimEnd() === `${TEXT} typed`);
    await tools.text('long_click_element', { element_id: field.id });
    await desktop.click('Select All');
    await tools.text('press_key', { key: 'ctrl+c' });
    await until('the copy', async () => (await pasted(desktop)) === `${TEXT} typed`);
    await tools.text('set_clipboard', { text: 'put\nhere' });
    assert.equal(await pasted(desktop), 'put\nhere');
    assert.match(await tools.text('get_clipboard'), /put\nhere/);
    await tools.text('press_key', { key: 'ctrl+v' });
    await tools.text('press_key', { key: 'ctrl+s' });
    await until('the pasted text', async () => (await readFile(file, 'utf8')).trimEnd() === 'put\nhere');
  });

  await t.test('GTK 4: buttons are hit by element and by coordinates, floating and tiled', async () => {
    await launch('gnome-calculator', [], /Calculator/);
    for (const floating of ['disable', 'enable']) {
      await inSession(desktop, 'swaymsg', 'floating', floating);
      await tools.text('press_key', { key: 'ESCAPE' });
      await tools.text('tap', centreOf(await placeOf(desktop, /^ *\d+ 7$/)));
      await tools.text('tap', centreOf(await placeOf(desktop, /^ *\d+ × \|/)));
      await desktop.click('6');
      await tools.text('press_key', { key: 'ENTER' });
      await until('42', async () => (await tools.text('get_screen_state')).includes('42'));
    }
  });

  await t.test('Qt 6: a form is filled in, its list scrolled, its context menu used', async () => {
    await launch('/usr/bin/python3', [QT_FORM], /Qt form/, { QT_QPA_PLATFORM: 'wayland' });
    const saved = join(desktop.home, 'qt-form.txt');
    await tools.text('set_text', { element_id: (await placeOf(desktop, /\[edit\] Name/)).id, text: 'Ada' });
    await tools.text('tap', centreOf(await placeOf(desktop, /Gift/)));
    await desktop.click('Save');
    await until('the saved form', () => existsSync(saved));
    assert.match(await readFile(saved, 'utf8'), /name=Ada\n[^]*gift=True/);
    await desktop.click('Rows');
    const first = await placeOf(desktop, /Row 0 /);
    await tools.text('scroll', { direction: 'down' });
    await until('another row', async () => {
      const row = await placeOf(desktop, /Row 0 /).catch(() => undefined);
      return row?.bounds[1] !== first.bounds[1];
    });
  });

  await t.test('X11 (Xwayland): a program is used like any other', async () => {
    const file = join(desktop.home, 'x11.txt');
    await writeFile(file, '');
    await launch('mousepad', ['--disable-server', file], /x11\.txt/, { GDK_BACKEND: 'x11' });
    await tools.text('tap', centreOf(await placeOf(desktop, /\[edit/)));
    await tools.text('input_text', { text: TEXT });
    await tools.text('press_key', { key: 'ctrl+s' });
    await until('the saved text', async () => (await readFile(file, 'utf8')).trimEnd() === TEXT);
  });

  await t.test('without accessibility: keys, windows and pictures of terminals', async (inner) => {
    const display = await opened(inner, desktop);
    for (const [program, args] of Object.entries({ foot: [], xterm: ['-u8', '-e'] })) {
      const file = join(desktop.home, `${program}.txt`);
      const child = start(program, [...args, 'sh', '-c', `cat > ${file}`], desktop.environment);
      await until(
        program,
        async () => existsSync(file) && (await active(desktop, display))?.pid === child.pid,
      );
      const long = 'The quick brown fox, äöü. '.repeat(12);
      await desktop.during(
        (call) => display.keyboard?.type(`${TEXT}\n${long}\n`, call) ?? Promise.reject(new Error()),
      );
      await desktop.during(
        (call) =>
          display.keyboard?.press('d'.charCodeAt(0), call, { control: true }) ?? Promise.reject(new Error()),
      );
      await once(child, 'exit');
      assert.equal(await readFile(file, 'utf8'), `${TEXT}\n${long}\n`, program);
    }
  });

  await t.test('windows are raised, hidden ones too, and asked to close', async (inner) => {
    const display = await opened(inner, desktop);
    const calculator = await window(desktop, display, 'Calculator');
    await inSession(desktop, 'swaymsg', `[con_id=${calculator.id}]`, 'move scratchpad');
    assert.equal((await window(desktop, display, 'Calculator')).minimized, true);
    assert.equal(
      await desktop.during(
        (call) => display.windowManager?.activate(calculator.id, call) ?? Promise.resolve(false),
      ),
      true,
    );
    assert.equal((await active(desktop, display))?.id, calculator.id);
    const picture = await desktop.during(
      (call) => display.screenshot?.(call, calculator) ?? Promise.reject(new Error()),
    );
    const { left, top, right, bottom } = calculator.bounds;
    assert.deepEqual([picture.raw.width, picture.raw.height], [right - left, bottom - top]);
    assert.deepEqual(
      programs.map(({ exitCode }) => exitCode),
      programs.map(() => null),
      'a program was lost',
    );
    await desktop.during(
      (call) => display.windowManager?.askToClose(calculator.id, call) ?? Promise.resolve(),
    );
    await once(programs[1] ?? assert.fail(), 'exit');
  });

  await t.test('a scaled monitor is counted in logical pixels, in its picture, too', async () => {
    await inSession(desktop, 'swaymsg', 'output HEADLESS-1 scale 2');
    await until('the scale', async () => (await tools.text('get_screen_state')).startsWith("640x512 "));
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

async function windows(desktop: PrivateDesktop, display: WaylandDisplay): Promise<SwayWindow[]> {
  return desktop.during((call) => display.windowManager?.windows(call) ?? Promise.resolve([]));
}

async function active(desktop: PrivateDesktop, display: WaylandDisplay): Promise<SwayWindow | undefined> {
  return (await windows(desktop, display)).find((one) => one.active);
}

async function window(desktop: PrivateDesktop, display: WaylandDisplay, title: string): Promise<SwayWindow> {
  const found = (await windows(desktop, display)).find((one) => one.title === title);
  assert.ok(found);
  return found;
}

interface Place {
  readonly id: string;
  readonly bounds: readonly number[];
}

/** The first element whose line of the lean screen matches, and where it says that it is. */
async function placeOf({ tools }: PrivateDesktop, line: RegExp): Promise<Place> {
  let id: string | undefined;
  await until(`an element ${String(line)}`, async () => {
    const lines = (await tools.text('get_screen_state')).split('\n');
    id = /\d+/.exec(lines.find((one) => /^ *\d+ /.test(one) && line.test(one)) ?? '')?.[0];
    return id !== undefined;
  });
  const details = await tools.text('get_element_details', { ids: [id] });
  const [, ...bounds] = /(\d+),(\d+),(\d+),(\d+)/.exec(details) ?? assert.fail(details);
  return { id: id ?? '', bounds: bounds.map(Number) };
}

function centreOf({ bounds: [left = 0, top = 0, right = 0, bottom = 0] }: Place): { x: number; y: number } {
  return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
}
