import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { findAdb } from '../src/server/find-adb.ts';
import { parseDeviceList } from '../src/device-list.ts';
import { AdbServer, serverAddress } from '../src/server/server.ts';
import { realClock } from '@handeye/core/call/clock';
import { PrivateAdb } from '@handeye/testing/private-adb';
import { attach, eventually, scratchFolder, within } from '@handeye/testing/attached';

test('the server is looked for where adb itself would', () => {
  assert.deepEqual(serverAddress({}), { host: '127.0.0.1', port: 5037 });
  assert.deepEqual(serverAddress({ ANDROID_ADB_SERVER_PORT: '6000' }), { host: '127.0.0.1', port: 6000 });
  assert.deepEqual(serverAddress({ ADB_SERVER_SOCKET: 'tcp:6001' }), { host: '127.0.0.1', port: 6001 });
  assert.deepEqual(serverAddress({ ADB_SERVER_SOCKET: 'tcp:lab:6002' }), { host: 'lab', port: 6002 });
  assert.throws(() => serverAddress({ ADB_SERVER_SOCKET: 'localfilesystem:/x' }), /only tcp/);
});

test('every state of a list is read', () => {
  const listed = parseDeviceList(
    [
      'R58M123ABC             device usb:1-1 product:a51 model:SM_A515F device:a51 transport_id:3',
      '192.168.1.5:5555       offline transport_id:4',
      'emulator-5554          unauthorized transport_id:5',
      '????????????           no permissions (user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html] usb:1-2 transport_id:6',
      '',
    ].join('\n'),
  );
  assert.deepEqual(
    listed.map(({ serial, state, model }) => [serial, state, model]),
    [
      ['R58M123ABC', 'device', 'SM_A515F'],
      ['192.168.1.5:5555', 'offline', undefined],
      ['emulator-5554', 'unauthorized', undefined],
      ['????????????', 'no permissions', undefined],
    ],
  );
});

test('adb is found by its variables first, then along PATH', async (t) => {
  const folder = await scratchFolder(t);
  const inSdk = join(folder, 'platform-tools', 'adb');
  await mkdir(join(folder, 'platform-tools'));
  await writeFile(inSdk, '');
  await chmod(inSdk, 0o755);
  assert.deepEqual(await findAdb({ ANDROID_HOME: folder, PATH: process.env.PATH }, { platform: 'linux' }), {
    found: inSdk,
  });
  assert.deepEqual(
    await findAdb({ PATH: join(folder, 'platform-tools'), HOME: '/x' }, { platform: 'darwin' }),
    {
      found: inSdk,
    },
  );
  const none = await findAdb(
    { ADB: '/a/adb', ANDROID_SDK_ROOT: '/b', HOME: '/h', PATH: '/c' },
    { platform: 'darwin' },
  );
  assert.ok('tried' in none);
  assert.deepEqual(none.tried, [
    '/a/adb',
    '/a/adb/adb',
    '/b/platform-tools/adb',
    '/h/Library/Android/sdk/platform-tools/adb',
    '/c/adb',
    '/opt/homebrew/bin/adb',
    '/usr/local/bin/adb',
    '/opt/local/bin/adb',
  ]);
});

test('the list is followed: phones that come and go, and a server that restarts', async (t) => {
  const { adb, adbd } = await attach(t, { way: 'server' });
  assert.ok(adb);
  const server = new AdbServer({ env: adb.environment, clock: realClock });
  const seen: string[] = [];
  t.after(server.follow((phones) => seen.push(phones.map(({ state }) => state).join())));
  const latestIs = (state: string) => eventually(() => seen.at(-1) === state, `the list says "${state}"`);
  await latestIs('device');
  await adb.expect('disconnect');
  await latestIs('');
  await adb.expect('kill-server');
  await adb.expect('start-server');
  await adb.connect(adbd.port);
  await latestIs('device');
});

test('the server is asked for its version, and to connect to an address', async (t) => {
  const { adb, adbd } = await attach(t, { way: 'server' });
  assert.ok(adb instanceof PrivateAdb);
  const server = new AdbServer({ env: adb.environment, clock: realClock });
  assert.equal(await within(60_000, (call) => server.version(call)), 41);
  assert.match(
    await within(60_000, (call) => server.connectTo(`127.0.0.1:${adbd.port}`, call)),
    /already connected/,
  );
});
