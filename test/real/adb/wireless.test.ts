import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { NetworkNamespace } from './network-namespace.ts';
import { newerAdb } from './newer-adb.ts';
import { eventually } from '@handeye/testing/attached';
import { centreOf } from '../phone/real-phone.ts';
import { startWirelessPhone } from './wireless-phone.ts';

/** Adb 34 against the virtual phone, in a network of their own. A person's steps on the phone are taps on its plain port. */

const PLAIN = '127.0.0.1:6555';

/** Adb 34 with a server and a key of its own. */
async function adbIn(network: NetworkNamespace, serverPort: number, more: NodeJS.ProcessEnv = {}) {
  const { program, environment } = await newerAdb();
  const home = await mkdtemp(join(tmpdir(), 'handeye-adb34-'));
  const own = { HOME: home, TMPDIR: home, ANDROID_ADB_SERVER_PORT: String(serverPort) };
  const all = { ...process.env, ...environment, ...own, ...more };
  const adb = async (...args: readonly string[]) => {
    const { stdout, stderr } = await network.run(program, args, all);
    return `${stdout}${stderr}`;
  };
  network.beforeEnd(async () => {
    await adb('kill-server');
    await rm(home, { recursive: true, force: true });
  });
  await adb('start-server');
  return { adb, home };
}

test('the real adb 34 and wireless debugging', async (t) => {
  const network = await NetworkNamespace.start(t);
  const phone = await startWirelessPhone(t, network);
  const wireless = `127.0.0.1:${phone.port}`;
  const { adb, home } = await adbIn(network, 5037);
  await adb('connect', PLAIN);

  /** Adb 34 may begin TLS before it has sent its own STLS: two of its threads race. The daemon cuts it off then; it tries again. */
  const connects = (by: typeof adb) =>
    eventually(async () => (await by('connect', wireless)).startsWith('connected to'), 'adb connects');
  const onPhone = (command: string) => adb('-s', PLAIN, 'shell', command);
  const screen = async () => {
    await onPhone('uiautomator dump /sdcard/window.xml >/dev/null');
    return onPhone('cat /sdcard/window.xml');
  };
  const screenWith = async (part: RegExp) => {
    let xml = '';
    await eventually(async () => part.test((xml = await screen())), String(part));
    return xml;
  };
  const tap = async (words: string) => {
    const { x, y } = centreOf(await screenWith(new RegExp(`"${words}"`)), words);
    await onPhone(`input tap ${x} ${y}`);
  };
  /** Opens the dialog by taps, and reads it. */
  const pairingDialog = async () => {
    await onPhone('am start -W -a android.settings.APPLICATION_DEVELOPMENT_SETTINGS');
    await tap('Wireless debugging');
    await tap('Pair device with pairing code');
    const xml = await screenWith(/text="127\.0\.0\.1:\d+" resource-id="[^"]*ip_addr"/);
    const [, code = ''] = /text="(\d{6})"/.exec(xml) ?? [];
    const [, address = ''] = /text="([\d.:]+)" resource-id="[^"]*ip_addr"/.exec(xml) ?? [];
    return { code, address };
  };

  await t.test('an unknown computer is let in by no port', async () => {
    assert.match(await adb('connect', wireless), /failed to connect/);
    assert.doesNotMatch(await adb('devices'), new RegExp(`${wireless}\\s+device`));
  });

  await t.test('a wrong code fails, and the right one then pairs', async () => {
    const { code, address } = await pairingDialog();
    const wrong = code === '000000' ? '000001' : '000000';
    assert.doesNotMatch(await adb('pair', address, wrong), /Successfully/);
    const paired = await adb('pair', address, code);
    assert.ok(paired.includes(`Successfully paired to ${address} [guid=${phone.instance}]`), paired);
    const xml = await screenWith(/Paired devices/);
    assert.ok(!xml.includes('Wi‑Fi pairing code'), 'the dialog is closed');
  });

  await t.test('it connects, and every kind of service works through TLS', async (t) => {
    await connects(adb);
    assert.match(await adb('devices'), new RegExp(`${wireless}\\s+device`));
    const over = (...args: readonly string[]) => adb('-s', wireless, ...args);
    assert.equal(
      await over('shell', 'getprop ro.product.model; echo oops >&2'),
      'Handeye Virtual Phone\noops\n',
    );

    const [here, back] = [join(home, 'here'), join(home, 'back')];
    await writeFile(here, randomBytes(3_000_000));
    assert.match(await over('push', here, '/sdcard/there'), /1 file pushed/);
    assert.match(await over('pull', '/sdcard/there', back), /1 file pulled/);
    assert.deepEqual(await readFile(back), await readFile(here));

    const script = `require('net').createServer((s) => s.end('from the computer')).listen(7070, '127.0.0.1', () => console.log('up'))`;
    const server = network.spawn(process.execPath, ['-e', script]);
    t.after(() => server.kill());
    await once(server.stdout, 'data');
    await over('reverse', 'tcp:7071', 'tcp:7070');
    assert.equal(await over('shell', 'nc localhost 7071'), 'from the computer');
    assert.match(await screen(), /text="Currently connected"/);
  });

  await t.test('a computer with several keys is told which of them the phone knows', async () => {
    const keys = { ADB_VENDOR_KEYS: join(home, '.android', 'adbkey') };
    const other = await adbIn(network, 5038, keys);
    await connects(other.adb);
    await other.adb('disconnect', wireless);
  });

  await t.test('a forgotten computer is cut off and stays out', async () => {
    const computer = /text="([^"]*@[^"]*)"/.exec(await screen())?.[1] ?? '';
    await tap(computer);
    await tap('Forget');
    const attached = new RegExp(`${wireless}\\s+device`);
    await eventually(async () => !attached.test(await adb('devices')), 'adb has lost the phone');
    await adb('disconnect', wireless);
    for (let tries = 0; tries < 3; tries += 1)
      assert.match(await adb('connect', wireless), /failed to connect/);
  });

  await t.test('the dialog closes when another app covers it, and with it the port', async () => {
    const { code, address } = await pairingDialog();
    await onPhone('input keyevent HOME');
    assert.doesNotMatch(await adb('pair', address, code), /Successfully/);
  });
});
