import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import { AndroidSource } from '@handeye/android/source';
import { loadKey } from '@handeye/adb/adb-key';
import { VirtualSource } from '../packages/handeye/src/cli/devices/virtual-source.ts';
import type { Device } from '@handeye/core/device/port';
import { NO_ADB, eventually, scratchFolder, within } from '@handeye/testing/attached';
import { RawHost } from '../packages/virtual-phone/test/adbd/raw-host.ts';
import { PrivateAdb } from '@handeye/testing/private-adb';

const LIMIT = 60_000;
const TOKEN = 1;
const SIGNATURE = 2;
const PUBLIC_KEY = 3;

/** The built-in phone as a server has it, in use. */
async function inUse(t: TestContext): Promise<{ device: Device; port: number; keyFolder: string }> {
  const keyFolder = await scratchFolder(t);
  const started: string[] = [];
  const silence = () => undefined;
  const log = {
    error: silence,
    warn: silence,
    info: (_event: string, details?: { address?: unknown }) => started.push(String(details?.address)),
    debug: silence,
    conceal: silence,
    mask: silence,
  };
  const source = new VirtualSource({ keyFolder, log, env: NO_ADB });
  t.after(() => source.close());
  const device = await within(LIMIT, (call) => source.open('virtual', call));
  return { device, port: Number(started[0]?.split(':')[1]), keyFolder };
}

test('the phone inside a server lets Handeye in without a question, by a key that is written nowhere', async (t) => {
  const { device, keyFolder } = await inUse(t);
  const view = await within(LIMIT, (call) => device.look({ picture: false }, call));
  assert.ok(view.windows.length > 0);
  assert.deepEqual(await readdir(keyFolder), []);
});

test('no other client gets into the phone inside a server, with any key', async (t) => {
  const { port, keyFolder } = await inUse(t);
  const key = await loadKey(keyFolder); // the key that other phones know Handeye by
  const host = await RawHost.connect(t, port);
  host.greet('shell_v2');
  const first = await host.expect('AUTH');
  assert.equal(first.arg0, TOKEN);
  host.send('AUTH', SIGNATURE, 0, key.sign(first.payload));
  const second = await host.expect('AUTH');
  host.send('AUTH', PUBLIC_KEY, 0, `${key.publicKey}\0`);
  host.send('AUTH', SIGNATURE, 0, key.sign(second.payload));
  await host.expect('AUTH'); // so it had no answer to the public key
  host.send('OPEN', 1, 0, 'shell:id\0');
  assert.equal(await host.next(), undefined, 'a stream before it is let in ends the connection');

  const another = new AndroidSource({ keyFolder, env: NO_ADB });
  t.after(() => another.close());
  await assert.rejects(
    within(2000, (call) => another.open(`tcp:127.0.0.1:${port}`, call)),
    { kind: 'permission_denied', message: /has not allowed this computer/ },
  );
});

test('adb connect to the phone inside a server stays unauthorized, and the phone goes on serving', async (t) => {
  const { port, device } = await inUse(t);
  const adb = await PrivateAdb.start(t);
  await adb.run(['connect', `127.0.0.1:${port}`]);
  await eventually(
    async () => (await adb.expect('devices')).includes(`127.0.0.1:${port}\tunauthorized`),
    'adb says unauthorized',
  );
  assert.notEqual((await adb.run(['-s', `127.0.0.1:${port}`, 'shell', 'id'])).code, 0);
  const view = await within(LIMIT, (call) => device.look({ picture: false }, call));
  assert.ok(view.windows.length > 0);
});
