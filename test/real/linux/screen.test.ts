import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { Registry } from '@handeye/core/device/registry';
import { LinuxSource } from '@handeye/linux/source';
import { defaultLimits } from '@handeye/core/tools/frame/defaults';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { freePort } from '@handeye/testing/ports';
import { PrivateDesktop, sharedDesktop, start, until } from './desktop-session.ts';
import { toolsOverMcp } from './mcp-tools.ts';
import { generous } from './own-tools.ts';

const run = promisify(execFile);
const desktopFor = sharedDesktop();

test('pictures of the screen', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  const device = await desktop.device();

  await t.test(
    'an agent gets the screen as a JPEG of at most 700 pixels, or a note if it is black',
    async () => {
      const picture = async () => {
        const { content } = await desktop.tools.call('get_screen_state', { include_screenshot: true });
        const image = content.find((item) => item.type === 'image');
        const [text] = content;
        return { text: text?.type === 'text' ? text.text : '', image };
      };
      assert.match(
        (await picture()).text,
        /note:no window is open.*\nnote:the screen is protected or black/s,
      );
      await run('xsetroot', ['-solid', '#ff8000'], { env: desktop.environment });
      const { image } = await picture();
      assert.equal(image?.mimeType, 'image/jpeg');
      const decoded = await sharp(Buffer.from(image.data, 'base64'))
        .raw()
        .toBuffer({ resolveWithObject: true });
      assert.deepEqual([decoded.info.width, decoded.info.height], [700, 560]);
      const [red = 0, green = 0, blue = 0] = decoded.data;
      assert.ok(red > 245 && Math.abs(green - 128) < 10 && blue < 10);
    },
  );

  await t.test('the screen is captured with its size and colours', async () => {
    await run('xsetroot', ['-solid', '#ff8000'], { env: desktop.environment });
    const { picture } = await desktop.during((call) => device.look({ picture: true }, call));
    assert.deepEqual(picture?.raw, { width: 1280, height: 1024, channels: 3 });
    assert.deepEqual([...picture.bytes.subarray(0, 3)], [0xff, 0x80, 0x00]);
    assert.deepEqual([...picture.bytes.subarray(-3)], [0xff, 0x80, 0x00]);
  });

  await t.test('a screen that was resized is captured with its new size', async () => {
    const xrandr = (...args: string[]) => run('xrandr', args, { env: desktop.environment });
    await xrandr('--newmode', 'small', ...'38.25 800 832 912 1024 600 603 607 624'.split(' '));
    await xrandr('--addmode', 'screen', 'small');
    await xrandr('--output', 'screen', '--mode', 'small');
    const view = await desktop.during((call) => device.look({ picture: true }, call));
    const { picture } = view;
    assert.deepEqual([view.screen.width, view.screen.height], [800, 600]);
    assert.deepEqual(picture?.raw, { width: 800, height: 600, channels: 3 });
  });
});

test('accessibility is switched on while we are connected, and restored afterwards', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  const enabled = async () => {
    const property = ['org.a11y.Bus', '/org/a11y/bus', 'org.freedesktop.DBus.Properties.Get'];
    const [destination, path, method] = property;
    const args = ['--session', '--print-reply', `--dest=${destination!}`, path!, method!];
    const { stdout } = await run('dbus-send', [...args, 'string:org.a11y.Status', 'string:IsEnabled'], {
      env: desktop.environment,
    });
    return stdout.includes('true');
  };
  assert.equal(await enabled(), true);
  await (await desktop.device()).close();
  assert.equal(await enabled(), false);
});

test('a window without accessibility is listed with advice, and can be clicked', async (t) => {
  const desktop = await desktopFor(t);
  const silent = { ...desktop.environment, NO_AT_BRIDGE: '1' };
  const zenity = spawn('zenity', ['--info', '--title=Silent', '--text=Hello'], {
    env: silent,
    stdio: 'ignore',
  });
  const ended = once(zenity, 'exit');
  const { tools } = desktop;
  let state = '';
  await until('the window', async () => (state = await tools.text('get_screen_state')).includes('Silent'));
  assert.match(state, /activity:Silent\n/);
  assert.match(
    state,
    /note:the active window belongs to 'Zenity', which offers no accessibility; use a screenshot/,
  );
  const row = state.split('\n').find((line) => line.includes('\twindow\tSilent\t'));
  const [, , right = 0, bottom = 0] = row?.split('\t')[5]?.split(',').map(Number) ?? [];
  // Its only button is at the bottom, in the right half.
  await tools.text('tap', { x: right - 60, y: bottom - 25 });
  await ended;
});

test('a Wayland session is read through accessibility, and says what it cannot do', async (t) => {
  const desktop = await desktopFor(t);
  const { DISPLAY: _, ...rest } = desktop.environment;
  const environment = { ...rest, WAYLAND_DISPLAY: 'wayland-test', GDK_BACKEND: 'wayland' };
  start(
    'weston',
    ['--backend=headless-backend.so', '--socket=wayland-test', '--idle-time=0'],
    environment,
    false,
  );
  await until('the compositor', () => existsSync(`${rest.XDG_RUNTIME_DIR ?? ''}/wayland-test`));
  const note = join(desktop.home, 'note.txt');
  await writeFile(note, 'written on Wayland');
  start('mousepad', [note], environment, false);
  const registry = new Registry({ sources: [new LinuxSource({ environment })], configured: ['linux'] });
  t.after(() => registry.close());
  const { tools, end } = await toolsOverMcp(
    createToolbox({ registry, toolsets: ['device', 'desktop'], limits: { ...defaultLimits, ...generous } }),
  );
  t.after(end);
  await until('the editor', async () => {
    const { windows } = await tools.json('list_windows');
    return (windows as { title: string }[]).some(({ title }) => title.includes('note.txt'));
  });
  const { elements } = await tools.json('find_element', { app: 'mousepad', value: 'written on Wayland' });
  assert.equal((elements as unknown[]).length, 1);
  assert.match(await tools.text('get_screen_state'), /^screen:1024x640 /m);
  for (const [tool, args] of [
    ['tap', { x: 1, y: 1 }],
    ['scroll', { direction: 'down' }],
    ['press_key', { key: 'ENTER' }],
    ['get_clipboard', {}],
    ['get_screen_state', { include_screenshot: true }],
  ] as const) {
    assert.match(await tools.fails(tool, args, 'permission_denied'), /offers no way to its mouse/);
  }
});

test('handeye doctor reports what works on the desktop, and which windows cannot be read', async (t) => {
  const desktop = await desktopFor(t);
  await desktop.launch('gnome-calculator', [], /Calculator/);
  const silent = { ...desktop.environment, NO_AT_BRIDGE: '1' };
  spawn('zenity', ['--info', '--title=Silent', '--text=Hello'], { env: silent, stdio: 'ignore' });
  await until('both windows', async () => {
    const { windows } = await desktop.tools.json('list_windows');
    return (windows as unknown[]).length === 2;
  });
  const examine = async (environment: NodeJS.ProcessEnv) => {
    const args = [
      '--import',
      'tsx',
      'packages/handeye/src/cli/bin.ts',
      'doctor',
      '--json',
      '--device',
      'linux',
    ];
    const port = ['--port', String(await freePort())];
    const doctor = run(process.execPath, [...args, ...port], { env: environment });
    const { stdout } = await doctor.catch((failed: unknown) => failed as { stdout: string });
    const findings = JSON.parse(stdout) as { check: string; state: string; found: string; fix?: string }[];
    return findings.find(({ check }) => check === 'Desktop');
  };
  const well = await examine(desktop.environment);
  assert.equal(well?.state, 'note');
  assert.match(well.found, /accessibility bus reached, X11 :\d+, 1 readable application/);
  assert.match(
    well.found,
    /desktop on X11.*; what works: .*accessibility, mouse, keys, clipboard, pictures, windows$/,
  );
  assert.match(well.fix ?? '', /'Zenity' has a window but offers no accessibility\. It is a GTK program/);
  const ill = await examine({ ...desktop.environment, DISPLAY: ':4711' });
  assert.equal(ill?.state, 'broken');
  assert.match(ill.found, /The X display :4711 cannot be used/);
});
