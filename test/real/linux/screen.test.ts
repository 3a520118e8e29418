import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { promisify } from 'node:util';
import { realClock, withinLimit } from '../../../src/device/call.ts';
import { LinuxSource } from '../../../src/linux/index.ts';
import { PrivateDesktop } from './desktop-session.ts';

const run = promisify(execFile);

test('the screen is captured in its own size and colours', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  await run('xsetroot', ['-solid', '#ff8000'], { env: desktop.environment });
  const device = await desktop.device();
  const { picture } = await desktop.during((call) => device.look({ picture: true }, call));
  assert.deepEqual(picture?.raw, { width: 1280, height: 1024, channels: 3 });
  assert.deepEqual([...picture.bytes.subarray(0, 3)], [0xff, 0x80, 0x00]);
  assert.deepEqual([...picture.bytes.subarray(-3)], [0xff, 0x80, 0x00]);
});

test('accessibility of the session is on while we are here, and then what it was before', async (t) => {
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

test('a Wayland session is read by accessibility, and says what it cannot do', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  await desktop.launch('gnome-calculator', [], /Calculator/);
  const { DISPLAY: _, ...environment } = desktop.environment;
  const source = new LinuxSource({ environment: { ...environment, XDG_SESSION_TYPE: 'wayland' } });
  await withinLimit({ clock: realClock, limit: 30_000 }, async (call) => {
    const device = await source.open('linux', call);
    assert.match(String(device.capabilities.touch), /X11/);
    assert.match(String(device.capabilities.picture), /X11/);
    assert.equal(device.capabilities.click, true);
    assert.equal(device.clipboard, undefined);
    const [app] = (await device.desktop?.applications(call)) ?? [];
    assert.equal(app?.name, 'gnome-calculator');
    const windows = await device.desktop?.windows(app, call);
    assert.equal(windows?.[0]?.title, 'Calculator');
    const tree = await device.desktop?.tree(app, call);
    assert.ok(tree && tree.children.length > 0);
    await device.close();
  });
});
