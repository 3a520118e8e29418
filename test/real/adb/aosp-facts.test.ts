import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { VirtualPhone } from '@handeye/virtual-phone';
import { connectedPhone } from '../phone/real-phone.ts';
import type { PrivateAdb } from '@handeye/testing/private-adb';

/** The requests that AOSP's own tests of adb (test_device.py) send to a phone. */

/** More than enough to catch what went wrong 29 times of 30. */
const TIMES = 40;

async function listening(t: TestContext): Promise<{ server: Server; port: number }> {
  const server = createServer();
  t.after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

async function everything(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

for (const release of [9, 12, 14] as const) {
  test(`Android ${release}: what is sent through forward and closed at once arrives through reverse, ${TIMES} times`, async (t) => {
    const { adb } = await connectedPhone(t, { release });
    const { server, port } = await listening(t);
    await adb.expect('reverse', 'tcp:12345', `tcp:${port}`);
    const entrance = Number(await adb.expect('forward', 'tcp:0', 'tcp:12345'));
    const arrived: string[] = [];
    for (let time = 0; time < TIMES; time++) {
      const accepted = once(server, 'connection') as Promise<[Socket]>;
      const client = connect(entrance, '127.0.0.1');
      const [socket] = await accepted;
      client.end(`hello ${time}`);
      arrived.push(await everything(socket));
    }
    assert.deepEqual(
      arrived,
      Array.from({ length: TIMES }, (_, time) => `hello ${time}`),
    );
  });
}

test('what a server says first does not cost its client what it sent and closed', async (t) => {
  const { adb } = await connectedPhone(t);
  const { server, port } = await listening(t);
  await adb.expect('reverse', 'tcp:12345', `tcp:${port}`);
  const entrance = Number(await adb.expect('forward', 'tcp:0', 'tcp:12345'));
  const payload = 'x'.repeat(200_000);
  for (let time = 0; time < TIMES; time++) {
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const client = connect(entrance, '127.0.0.1');
    client.on('error', () => undefined);
    const [socket] = await accepted;
    socket.write('220 welcome\r\n');
    client.end(payload);
    assert.equal((await everything(socket)).length, payload.length);
    client.destroy();
  }
});

test('a program on the phone reaches the computer by a reversed port, and a taken port cannot be reversed', async (t) => {
  const { adb } = await connectedPhone(t);
  const { server, port } = await listening(t);
  server.on('connection', (socket: Socket) => {
    socket.once('data', (bytes: Buffer) => socket.end(`heard ${bytes.toString()}`));
  });
  await adb.expect('reverse', 'tcp:9000', `tcp:${port}`);
  // Its input stays open a while: at the end of that nc would end its direction, and adbd the whole connection.
  assert.equal(await adb.expect('shell', '(echo phone; sleep 1) | nc localhost 9000'), 'heard phone\n');
  assert.equal((await adb.run(['shell', 'nc -l -p 9000'])).stderr, 'nc: bind: Address already in use\n');
  await adb.expect('reverse', '--remove', 'tcp:9000');
  assert.equal((await adb.run(['shell', 'nc localhost 9000'])).stderr, 'nc: connect: Connection refused\n');
});

test('nc on the phone answers over forward and ends with its client', async (t) => {
  const { adb, phone } = await connectedPhone(t);
  const entrance = Number(await adb.expect('forward', 'tcp:0', 'tcp:12345'));
  for (const size of [512, 1024]) {
    const serving = adb.run(['shell', 'echo foo | nc -l -p 12345; echo done']);
    await listensOn(phone, 12345);
    const client = connect(entrance, '127.0.0.1');
    client.write('a'.repeat(size));
    const [answer] = (await once(client, 'data')) as [Buffer];
    assert.equal(answer.toString(), 'foo\n');
    client.destroy();
    assert.match((await serving).text, /done\n$/);
  }
});

test('nc on the phone gets all bytes of a client that closes behind them', async (t) => {
  const { adb, phone } = await connectedPhone(t);
  const entrance = Number(await adb.expect('forward', 'tcp:0', 'tcp:12345'));
  // Its input stays open: at the end of that nc would end its own direction, and with it the stream.
  const child = spawn('adb', ['shell', 'nc -l -p 12345 | wc -c'], { env: adb.environment });
  t.after(() => child.kill());
  await listensOn(phone, 12345);
  connect(entrance, '127.0.0.1').end('a'.repeat(3_000_000));
  const [counted] = (await once(child.stdout, 'data')) as [Buffer];
  assert.equal(counted.toString(), '3000000\n');
});

/** Waits until a program on the phone listens: the port can then no longer be taken. */
async function listensOn(phone: VirtualPhone, port: number): Promise<void> {
  const accept = () => assert.fail('nobody connects to it');
  for (let free = phone.android.listen(`tcp:${port}`, accept); free !== undefined;) {
    free();
    await setImmediate();
    free = phone.android.listen(`tcp:${port}`, accept);
  }
}

test('a shell that is left by ^C gets SIGHUP, and its trap runs', async (t) => {
  const { adb, phone } = await connectedPhone(t);
  const script =
    'trap "echo SIGINT > /data/local/tmp/log; exit 0" SIGINT; ' +
    'trap "echo SIGHUP > /data/local/tmp/log; exit 0" SIGHUP; echo Waiting; read';
  const child = spawn('adb', ['shell', script], { env: adb.environment });
  const exited = once(child, 'close');
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  await exited;
  const { files } = phone.android;
  const log = '/data/local/tmp/log';
  while (!files.exists(log) || files.stat(log).size === 0) await adb.expect('shell', 'true');
  assert.equal(await adb.expect('shell', 'cat', log), 'SIGHUP\n');
});

test('dd is silent when it is told to be, so bytes over a raw shell are only its own', async (t) => {
  const { adb } = await connectedPhone(t);
  const { stdout } = await adb.run(['shell', '-x', 'dd if=/dev/zero bs=1m count=1 status=none; echo foo']);
  assert.equal(stdout.length, 1024 * 1024 + 4);
});

for (const release of [12, 14] as const) {
  test(`Android ${release}: abb says what cmd says when it fails`, async (t) => {
    const { adb } = await connectedPhone(t, { release });
    for (const args of [[], ['nosuch'], ['clipboard', 'x'], ['package', 'nosuch'], ['settings', 'get']]) {
      const [abb, cmd] = [await adb.run(['abb', ...args]), await adb.run(['shell', 'cmd', ...args])];
      assert.deepEqual([abb.text, abb.stderr], [cmd.text, cmd.stderr], args.join(' '));
      assert.equal(abb.code === 0, cmd.code === 0, args.join(' '));
      assert.ok(abb.code <= 1);
    }
  });
}

/** Asks the phone for a service by the adb server's own protocol, which the adb command has no word for. */
async function openService(adb: PrivateAdb, serial: string, service: string): Promise<Buffer> {
  const socket = connect(adb.serverPort, '127.0.0.1');
  const ask = (request: string) => socket.write(`${request.length.toString(16).padStart(4, '0')}${request}`);
  ask(`host:transport:${serial}`);
  const [okay] = (await once(socket, 'data')) as [Buffer];
  assert.equal(okay.toString(), 'OKAY');
  ask(service);
  const chunks: Buffer[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
  const answer = Buffer.concat(chunks);
  assert.equal(answer.toString('latin1', 0, 4), 'OKAY');
  return answer.subarray(4);
}

for (const release of [5, 9, 14] as const) {
  test(`Android ${release}: framebuffer: gives the picture that screencap takes`, async (t) => {
    const { adb, phone } = await connectedPhone(t, { release });
    const { stdout: raw } = await adb.run(['exec-out', 'screencap']);
    const image = await openService(adb, phone.serial, 'framebuffer:');
    const [width, height] = [raw.readUInt32LE(0), raw.readUInt32LE(4)];
    const size = width * height * 4;
    const words = Array.from({ length: release === 5 ? 13 : 14 }, (_, place) =>
      image.readUInt32LE(place * 4),
    );
    const channels = [0, 8, 16, 8, 8, 8, 24, release === 5 ? 0 : 8];
    const head = release === 5 ? [1, 32] : [2, 32, 1];
    assert.deepEqual(words, [...head, size, width, height, ...channels]);
    assert.equal(image.length, words.length * 4 + size);
    // The clock in the status bar may go on between the two; most of the picture stays.
    const [pixels, expected] = [image.subarray(words.length * 4), raw.subarray(release === 5 ? 12 : 16)];
    const half = Math.floor(size / 2);
    assert.ok(pixels.subarray(half).equals(expected.subarray(half)));
  });
}
