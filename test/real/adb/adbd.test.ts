import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import test from 'node:test';
import type { TestContext } from 'node:test';
import type { Adbd, AdbdOptions, HostKey } from '@handeye/virtual-phone';
import { smallPhone } from '../../../packages/virtual-phone/test/adbd/raw-host.ts';
import { SmallDevice } from '../../../packages/virtual-phone/test/adbd/small-device.ts';
import { PrivateAdb } from '@handeye/testing/private-adb';

const TWENTY_MEGABYTES = 20 * 1024 * 1024;

interface Setup {
  readonly adb: PrivateAdb;
  readonly adbd: Adbd;
  readonly device: SmallDevice;
  readonly serial: string;
}

async function connected(t: TestContext, options: Parameters<typeof smallPhone>[1] = {}): Promise<Setup> {
  const { adbd, device } = await smallPhone(t, options);
  const adb = await PrivateAdb.start(t);
  return { adb, adbd, device, serial: await adb.connect(adbd.port) };
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Runs adb until it prints what is awaited: the server learns of some things a moment later than the phone. */
async function eventually(adb: PrivateAdb, args: readonly string[], awaited: RegExp): Promise<string> {
  for (const deadline = Date.now() + 15_000; ;) {
    const { text, stderr } = await adb.run(args);
    if (awaited.test(text + stderr)) return text;
    if (Date.now() > deadline)
      throw new Error(`adb ${args.join(' ')} never printed ${awaited.source}: ${text}${stderr}`);
  }
}

test('adb: lists the phone with its product', async (t) => {
  const { adb, serial } = await connected(t);
  const listed = await adb.expect('devices', '-l');
  assert.match(
    listed,
    new RegExp(`^${serial}\\s+device product:small model:Small_Machine device:small_device`, 'm'),
  );
});

test('adb: a shell command has its output, its errors and its exit code', async (t) => {
  const { adb } = await connected(t);
  const { code, text, stderr } = await adb.run(['shell', 'echo out; fail 42 oops']);
  assert.deepEqual([code, text, stderr], [42, 'out\n', 'oops\n']);
});

test('adb: exec-out brings every byte as it is', async (t) => {
  const { adb } = await connected(t);
  const { stdout } = await adb.run(['exec-out', 'every']);
  assert.deepEqual(
    [...stdout],
    Array.from({ length: 256 }, (_, value) => value),
  );
});

test('adb: an interactive shell takes commands from a pipe and ends with their exit code', async (t) => {
  const { adb } = await connected(t);
  const { code, text } = await adb.run(['shell'], { input: 'echo one\necho two\nexit 5\n' });
  assert.deepEqual([code, text], [5, 'one\ntwo\n']);
});

test('adb: a terminal on demand turns LF into CR LF and tells its kind', async (t) => {
  const { adb } = await connected(t);
  const { text } = await adb.run(['shell', '-t', '-t', 'tty']);
  assert.match(text, /^terminal TERM=\S*\r\n$/);
});

test('adb: stdin reaches a program to its end', async (t) => {
  const { adb } = await connected(t);
  const { text } = await adb.run(['shell', 'count'], { input: randomBytes(3_000_000) });
  assert.equal(text, '3000000\n');
});

test('adb: exec-in delivers its last bytes before it hangs up', async (t) => {
  const { adb, device } = await connected(t);
  const bytes = randomBytes(300_000);
  await adb.run(['exec-in', 'save', '/data/local/tmp/in'], { input: bytes });
  await device.idle();
  assert.equal(hash(device.files.read('/data/local/tmp/in')), hash(bytes));
});

for (const release of [5, 9, 12, 14] as const) {
  test(`adb: a file of 20 MB goes to Android ${release} and comes back unchanged`, async (t) => {
    const { adb } = await connected(t, { device: new SmallDevice(release) });
    const bytes = randomBytes(TWENTY_MEGABYTES);
    const [there, back] = [join(adb.home, 'there'), join(adb.home, 'back')];
    await writeFile(there, bytes);
    await adb.expect('push', there, '/data/local/tmp/');
    await adb.expect('pull', '/data/local/tmp/there', back);
    assert.equal(hash(await readFile(back)), hash(bytes));
  });
}

test('adb: a directory goes there and back, with links, and ls shows it', async (t) => {
  const { adb, device } = await connected(t);
  const folder = join(adb.home, 'folder');
  await mkdir(join(folder, 'inner'), { recursive: true });
  await writeFile(join(folder, 'inner', 'a.txt'), 'a');
  await symlink('a.txt', join(folder, 'inner', 'link'));
  await adb.expect('push', folder, '/data/local/tmp');
  assert.equal(device.files.lstat('/data/local/tmp/folder/inner/link').kind, 'link');
  const listed = await adb.expect('ls', '/data/local/tmp/folder/inner');
  assert.match(listed, /^000081[0-9a-f]{2} 00000001 [0-9a-f]{8} a\.txt$/m);
  await adb.expect('pull', '/data/local/tmp/folder', join(adb.home, 'returned'));
  assert.equal(await readFile(join(adb.home, 'returned', 'inner', 'a.txt'), 'utf8'), 'a');
});

test('adb: a push to where nothing may be written fails with the reason', async (t) => {
  const { adb } = await connected(t);
  const file = join(adb.home, 'file');
  await writeFile(file, 'x');
  const { code, text, stderr } = await adb.run(['push', file, '/system/file']);
  assert.equal(code, 1);
  assert.match(text + stderr, /Read-only file system/);
});

test('adb: forward leads from a port of the computer to what listens on the phone', async (t) => {
  const { adb } = await connected(t);
  for (const target of ['tcp:7', 'localabstract:echo']) {
    const port = Number(await adb.expect('forward', 'tcp:0', target));
    const socket = connect(port, '127.0.0.1');
    socket.write('there and back');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    assert.equal(answer.toString(), 'there and back');
  }
});

test('adb: reverse leads from a port of the phone to what listens on the computer', async (t) => {
  const { adb, adbd } = await connected(t);
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (bytes: Buffer) => socket.end(`heard ${bytes.toString()}`));
  });
  t.after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = `tcp:${(server.address() as AddressInfo).port}`;

  assert.equal(await adb.expect('reverse', 'tcp:9000', target), '9000\n');
  assert.match(await adb.expect('reverse', '--list'), new RegExp(`^host-1 tcp:9000 ${target}$`, 'm'));
  const connection = await adbd.connectReversed('tcp:9000');
  assert.ok(connection);
  await connection.outgoing.write(Buffer.from('the phone'));
  const heard: Uint8Array[] = [];
  for await (const bytes of connection.incoming) heard.push(bytes);
  assert.equal(Buffer.concat(heard).toString(), 'heard the phone');

  await adb.expect('reverse', '--remove', 'tcp:9000');
  assert.equal((await adb.expect('reverse', '--list')).trim(), '');
});

for (const [release, how] of [
  [5, 'pushed and installed by pm'],
  [9, 'streamed into cmd package'],
  [14, 'streamed through abb_exec'],
] as const) {
  test(`adb: an app is ${how} on Android ${release}`, async (t) => {
    const { adb, device } = await connected(t, { device: new SmallDevice(release) });
    const apk = join(adb.home, 'app.apk');
    await writeFile(apk, randomBytes(3_000_000));
    assert.match(await adb.expect('install', apk), /Success/);
    const streamed = ['cmd', 'package', 'install', '-S', '3000000'];
    assert.deepEqual(device.executed, release === 14 ? [streamed] : []);
  });
}

test('adb: reboot drops the connection, and the server comes back by itself', async (t) => {
  const { adb, device } = await connected(t);
  await adb.expect('reboot');
  assert.deepEqual(device.reboots, ['']);
  await eventually(adb, ['shell', 'echo', 'back'], /^back$/m);
});

test('adb: two computers work with the phone at once', async (t) => {
  const { adb, adbd } = await connected(t);
  const other = await PrivateAdb.start(t);
  await other.connect(adbd.port);
  const bytes = randomBytes(TWENTY_MEGABYTES);
  const file = join(adb.home, 'file');
  await writeFile(file, bytes);
  const [, answers] = await Promise.all([
    adb.expect('push', file, '/data/local/tmp/file'),
    Promise.all(Array.from({ length: 5 }, (_, turn) => other.expect('shell', 'echo', String(turn)))),
  ]);
  assert.deepEqual(answers, ['0\n', '1\n', '2\n', '3\n', '4\n']);
});

test('adb: Android 5 has one shell, on a terminal, without an exit code', async (t) => {
  const { adb } = await connected(t, { device: new SmallDevice(5) });
  const { code, text } = await adb.run(['shell', 'echo out; fail 42 oops']);
  assert.deepEqual([code, text], [0, 'out\r\noops\r\n']);
  const { stdout } = await adb.run(['exec-out', 'every']);
  assert.equal(stdout.length, 256);
});

test('adb: root is refused as on a phone of the shop', async (t) => {
  const { adb } = await connected(t);
  assert.equal(await adb.expect('root'), 'adbd cannot run as root in production builds\n');
});

async function prompting(t: TestContext, ask: (key: HostKey) => boolean) {
  const auth: AdbdOptions['auth'] = {
    accept: 'prompt',
    knownKeys: new Set<string>(),
    ask: (key) => Promise.resolve(ask(key)),
  };
  const { adbd } = await smallPhone(t, { auth });
  return { adbd, knownKeys: auth.knownKeys, adb: await PrivateAdb.start(t) };
}

test('adb: the user allows a new computer, and the phone remembers its key', async (t) => {
  let questions = 0;
  const { adb, adbd, knownKeys } = await prompting(t, () => (questions += 1) > 0);
  // adb 29 says "failed to authenticate" although the phone lets it in a moment later.
  await adb.run(['connect', `127.0.0.1:${adbd.port}`]);
  await eventually(adb, ['shell', 'echo', 'in'], /^in$/m);
  const publicKey = await readFile(join(adb.home, '.android', 'adbkey.pub'), 'utf8').catch(() => undefined);
  if (publicKey !== undefined) assert.ok(knownKeys.has(publicKey.split(' ')[0]!.trim()));
  assert.equal(knownKeys.size, 1);
  await adb.expect('disconnect');
  await adb.connect(adbd.port);
  assert.equal(await adb.expect('shell', 'echo', 'again'), 'again\n');
  assert.equal(questions, 1);
});

test('adb: a computer that the user refuses is unauthorized', async (t) => {
  const { adb, adbd } = await prompting(t, () => false);
  await adb.run(['connect', `127.0.0.1:${adbd.port}`]);
  await eventually(adb, ['devices'], new RegExp(`^127.0.0.1:${adbd.port}\\s+unauthorized$`, 'm'));
});

test('adb: faults show as what they are: unauthorized, offline, cut', async (t) => {
  const { adb, adbd, serial } = await connected(t);
  adbd.faults.cutAfterBytes = 2_000_000;
  const { stdout } = await adb.run(['exec-out', 'flood', '50000000']);
  assert.ok(stdout.length < 2_000_000);
  await eventually(adb, ['shell', 'echo', 'back'], /^back$/m);

  adbd.faults.unauthorized = true;
  adbd.dropConnections();
  await eventually(adb, ['devices'], new RegExp(`^${serial}\\s+unauthorized$`, 'm'));

  adbd.faults.unauthorized = false;
  adbd.faults.offline = true;
  adbd.dropConnections();
  await eventually(adb, ['devices'], new RegExp(`^${serial}\\s+offline$`, 'm'));
});
