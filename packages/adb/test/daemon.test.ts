import assert from 'node:assert/strict';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { AdbDevices } from '../src/adb-devices.ts';
import { sh } from '../src/shell/quote.ts';
import { daemonAddress } from '../src/daemon/daemon.ts';
import { loadKey } from '../src/adb-key.ts';
import { PacketCommand, PacketReader, encodePacket } from '../src/daemon/packet.ts';
import { parseHostKey } from '@handeye/virtual-phone';
import { NO_ADB, attach, eventually, scratchFolder, text, within } from '@handeye/testing/attached';

test('an address is tcp:host:port, with 5555 unless said', () => {
  assert.deepEqual(daemonAddress('tcp:192.168.1.5:5556'), { host: '192.168.1.5', port: 5556 });
  assert.deepEqual(daemonAddress('tcp:phone.local'), { host: 'phone.local', port: 5555 });
  assert.deepEqual(daemonAddress('tcp:[fe80::1]:5555'), { host: 'fe80::1', port: 5555 });
  assert.equal(daemonAddress('emulator-5554'), undefined);
  assert.equal(daemonAddress('192.168.1.5:5555'), undefined);
});

test('the key is made once, readable by its owner only, and in the form that Android takes', async (t) => {
  const folder = join(await scratchFolder(t), 'keys');
  const [key, again] = [await loadKey(folder), await loadKey(folder)];
  assert.equal(key.publicKey, again.publicKey);
  assert.equal((await stat(join(folder, 'adbkey'))).mode & 0o777, 0o600);
  assert.match(parseHostKey(Buffer.from(key.publicKey))?.name ?? '', /^handeye@/);
});

test('a phone that does not know us asks its user once, and knows the key from then on', async (t) => {
  const asked: string[] = [];
  const ask = ({ name }: { name: string }) => Promise.resolve(asked.push(name) > 0);
  const { phone, adbd } = await attach(t, { auth: { accept: 'prompt', knownKeys: new Set(), ask } });
  assert.equal(text((await within(60_000, (call) => phone.run(sh`echo hi`, call))).stdout), 'hi\n');
  adbd.dropConnections();
  await eventually(() => phone.openStreams === 0, 'the cut was noticed');
  assert.equal(text((await within(60_000, (call) => phone.run(sh`echo again`, call))).stdout), 'again\n');
  assert.equal(asked.length, 1);
});

test('until its user has tapped Allow a call waits, or says what to tap; one dialog serves all calls', async (t) => {
  let allow: (answer: boolean) => void = () => undefined;
  let questions = 0;
  const ask = () => {
    questions += 1;
    return new Promise<boolean>((resolve) => (allow = resolve));
  };
  const { phone } = await attach(t, { auth: { accept: 'prompt', knownKeys: new Set(), ask } });
  const waiting = within(60_000, (call) => phone.run(sh`echo in`, call));
  await eventually(() => questions === 1, 'the phone asks');
  await assert.rejects(
    within(500, (call) => phone.run(sh`true`, call)),
    { name: 'Unreachable', state: 'unauthorized', message: /tap "Allow"/ },
  );
  allow(true);
  assert.equal(text((await waiting).stdout), 'in\n');
  assert.equal(questions, 1);
});

test('another program, or nothing, at the address is an error within the time limit', async (t) => {
  const keyFolder = join(await scratchFolder(t), 'key');
  await loadKey(keyFolder); // on a busy machine, making it can take longer than the limits of the calls below
  const phones = new AdbDevices({ key: () => loadKey(keyFolder), env: NO_ADB });
  t.after(() => phones.close());
  const port = await listen(t, (socket) =>
    socket.end('HTTP/1.1 400 Bad Request: this is a web server, sorry\r\n\r\n'),
  );
  await assert.rejects(
    within(60_000, (call) => phones.phone(`tcp:127.0.0.1:${port}`).run(sh`true`, call)),
    /does not speak the ADB protocol/,
  );
  await assert.rejects(
    within(3000, (call) => phones.phone('tcp:127.0.0.1:1').run(sh`true`, call)),
    { name: 'Unreachable', state: 'absent', message: /No phone answers at tcp:127.0.0.1:1/ },
  );
});

test('packets cut anywhere are put together again', () => {
  const packets = [1, 2, 3].map((n) => ({
    command: PacketCommand.WRTE,
    arg0: n,
    arg1: n,
    data: Buffer.alloc(n * 7, n),
  }));
  const bytes = Buffer.concat(packets.map((packet) => encodePacket(packet, true)));
  for (let size = 1; size <= bytes.length; size++) {
    const reader = new PacketReader();
    const read = [];
    for (let i = 0; i < bytes.length; i += size) read.push(...reader.push(bytes.subarray(i, i + size)));
    assert.deepEqual(read, packets);
  }
});

async function listen(t: TestContext, serve: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    serve(socket);
    t.after(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}
