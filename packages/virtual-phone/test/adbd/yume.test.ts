import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import test from 'node:test';
import { AdbFeature, type AdbSocket, LinuxFileType } from '@yume-chan/adb';
import { ReadableStream } from '@yume-chan/stream-extra';
import { smallPhone } from './raw-host.ts';
import { SmallDevice } from './small-device.ts';
import { newKeys, yumeHost } from './yume-host.ts';

const MEGABYTE = 1024 * 1024;

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

async function collect(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Echoes the phone's bytes. */
async function answerAsHost(socket: AdbSocket): Promise<void> {
  const writer = socket.writable.getWriter();
  for await (const bytes of socket.readable) {
    await writer.write(Buffer.from(`host heard ${Buffer.from(bytes).toString()}`));
  }
}

test('yume: a shell returns output, errors and the exit code, over delayed acks', async (t) => {
  const { adbd } = await smallPhone(t);
  const adb = await yumeHost(t, adbd.port);
  assert.ok(adb.canUseFeature(AdbFeature.DelayedAck));
  const result = await adb.subprocess.shellProtocol!.spawnWaitText('echo hi; fail 3 oops');
  assert.deepEqual(result, { stdout: 'hi\n', stderr: 'oops\n', exitCode: 3 });
});

for (const release of [5, 9, 14] as const) {
  test(`yume: a file of 20 MB comes back unchanged from Android ${release}`, async (t) => {
    const { adbd } = await smallPhone(t, { device: new SmallDevice(release) });
    const adb = await yumeHost(t, adbd.port);
    const sync = await adb.sync();
    const bytes = randomBytes(20 * MEGABYTE);
    const filename = '/data/local/tmp/deep/down/big.bin';
    await sync.write({ filename, file: streamOf(bytes), permission: 0o640, mtime: 1_600_000_000 });
    assert.equal(hash(await collect(sync.read(filename))), hash(bytes));
    const stat = await sync.lstat(filename);
    assert.deepEqual(
      [stat.type, stat.permission, stat.size, stat.mtime],
      [LinuxFileType.File, 0o666, BigInt(bytes.length), 1_600_000_000n],
    );
    const names = (await sync.readdir('/data/local/tmp/deep')).map((entry) => entry.name);
    assert.deepEqual(names, ['.', '..', 'down']);
    await sync.dispose();
  });
}

test("yume: a failed read or write has the kernel's reason, and ends its session as adbd does", async (t) => {
  const { adbd } = await smallPhone(t);
  const host = await yumeHost(t, adbd.port);
  const reading = await host.sync();
  await assert.rejects(collect(reading.read('/nowhere')), /No such file or directory/);
  await assert.rejects(reading.stat('/data'), 'it is over');
  const writing = await host.sync();
  await assert.rejects(
    writing.write({ filename: '/system/x', file: streamOf(randomBytes(300_000)) }),
    /Read-only file system/,
  );
  await assert.rejects(writing.stat('/data'), 'it is over');
  const sync = await host.sync();
  await assert.rejects(sync.stat('/nowhere'), /ENOENT/);
  assert.equal(await sync.isDirectory('/data'), true);
  await sync.dispose();
});

test(
  'yume: 100 MB of stdin reach a program, and 100 MB of output the host',
  { timeout: 60_000 },
  async (t) => {
    const { adbd } = await smallPhone(t);
    const adb = await yumeHost(t, adbd.port);
    const counting = await adb.subprocess.shellProtocol!.spawn('count');
    const writer = counting.stdin.getWriter();
    for (let sent = 0; sent < 100; sent += 1) await writer.write(new Uint8Array(MEGABYTE));
    await writer.close();
    assert.equal((await collect(counting.stdout)).toString(), `${100 * MEGABYTE}\n`);

    const flooding = await adb.subprocess.noneProtocol.spawn(`flood ${100 * MEGABYTE}`);
    let total = 0;
    for await (const chunk of flooding.output) total += chunk.length;
    assert.equal(total, 100 * MEGABYTE);
  },
);

test('yume: a connection to a reversed port on the phone reaches the host', async (t) => {
  const { adbd } = await smallPhone(t);
  const adb = await yumeHost(t, adbd.port);
  const address = await adb.reverse.add('tcp:0', (socket) => {
    void answerAsHost(socket);
  });
  assert.match(address, /^tcp:\d{5}$/);
  const [listed] = await adb.reverse.list();
  assert.deepEqual([listed?.deviceSerial, listed?.localName], ['host-1', address]);

  const connection = await adbd.connectReversed(address);
  assert.ok(connection);
  await connection.outgoing.write(Buffer.from('the phone'));
  for await (const bytes of connection.incoming) {
    assert.equal(Buffer.from(bytes).toString(), 'host heard the phone');
    break;
  }
  connection.close();

  await adb.reverse.remove(address);
  assert.equal(await adbd.connectReversed(address), undefined);
  await assert.rejects(adb.reverse.remove(address), /listener 'tcp:\d+' not found/);
});

test('yume: reversed ports end with the connection of their host, and another host cannot take them', async (t) => {
  const { adbd } = await smallPhone(t);
  const [first, second] = [await yumeHost(t, adbd.port), await yumeHost(t, adbd.port)];
  await first.reverse.addExternal('tcp:9000', 'tcp:1');
  await assert.rejects(second.reverse.addExternal('tcp:9000', 'tcp:2'), /cannot rebind/);
  await first.close();
  await first.disconnected;
  for (;;) {
    // The phone notices the end on the socket, a moment after the host has left.
    if ((await second.reverse.list()).length === 0) break;
  }
  assert.equal(await second.reverse.addExternal('tcp:9000', 'tcp:2'), 'tcp:9000');
});

test('yume: Android 5 cannot reverse over TCP and says so in its own odd words', async (t) => {
  const { adbd } = await smallPhone(t, { device: new SmallDevice(5) });
  const adb = await yumeHost(t, adbd.port);
  await assert.rejects(
    adb.reverse.addExternal('tcp:9000', 'tcp:1'),
    /not supported on this device when connected/,
  );
});

test('yume: the user admits a new computer, which next time connects with its key', async (t) => {
  const keys = newKeys();
  const knownKeys = new Set<string>();
  const names: string[] = [];
  const ask = ({ name }: { name: string }) => Promise.resolve(names.push(name) > 0);
  const { adbd } = await smallPhone(t, { auth: { accept: 'prompt', knownKeys, ask } });
  await yumeHost(t, adbd.port, keys);
  const adb = await yumeHost(t, adbd.port, keys);
  assert.deepEqual(names, ['yume@test']);
  assert.equal(await adb.subprocess.noneProtocol.spawnWaitText('echo in'), 'in\n');
});
