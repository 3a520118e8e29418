import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { PacketCommand } from '../../src/adbd/packet.ts';
import { RECEIVE_WINDOW } from '../../src/adbd/stream.ts';
import { RawHost, smallPhone } from './raw-host.ts';

const MEGABYTE = 1024 * 1024;
const FLOOD = 200 * MEGABYTE;
/** The most garbage that may be uncollected. A phone that keeps what it sends grows by the whole flood. */
const MOST_GARBAGE = FLOOD / 2;

/** Reads a flood to its end, acknowledging each packet by `acknowledge`; returns the bytes and the highest resident memory. */
async function drain(host: RawHost, acknowledge: (id: number, bytes: number) => void) {
  let total = 0;
  let highest = 0;
  for (;;) {
    const packet = await host.next();
    if (packet === undefined || packet.command === PacketCommand.CLSE) return { total, highest };
    total += packet.payload.length;
    highest = Math.max(highest, process.memoryUsage().rss);
    acknowledge(packet.arg0, packet.payload.length);
  }
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

test('a program writes no more than the host has taken', async (t) => {
  const { adbd, device } = await smallPhone(t);
  const host = await RawHost.online(t, adbd.port);
  host.send('OPEN', 1, 0, `exec:flood ${FLOOD}\0`);
  await host.expect('OKAY');
  await host.expect('WRTE');
  // Meanwhile a second service runs through the same connection, so the flood had time to continue, but did not.
  assert.equal(await host.call('shell:echo still here', 2), 'still here\n');
  assert.ok(device.flooded <= MEGABYTE, `${device.flooded} bytes were produced for a host that took none`);
});

test('200 MB to a host that acknowledges one by one do not grow the memory', async (t) => {
  const { adbd } = await smallPhone(t);
  const host = await RawHost.online(t, adbd.port);
  const before = process.memoryUsage().rss;
  host.send('OPEN', 1, 0, `exec:flood ${FLOOD}\0`);
  await host.expect('OKAY');
  const { total, highest } = await drain(host, (id) => {
    host.send('OKAY', 1, id);
  });
  assert.equal(total, FLOOD);
  assert.ok(highest - before < MOST_GARBAGE, `memory grew by ${highest - before} bytes`);
});

test('with delayed acks the phone sends what the host granted and then waits', async (t) => {
  const { adbd, device } = await smallPhone(t);
  const host = await RawHost.online(t, adbd.port, 'delayed_ack');
  const granted = 3 * MEGABYTE + 17;
  host.send('OPEN', 1, granted, `exec:flood ${FLOOD}\0`);
  const { arg0: id, payload } = await host.expect('OKAY');
  assert.equal(Buffer.from(payload).readInt32LE(), RECEIVE_WINDOW);
  for (let received = 0; received < granted;) received += (await host.expect('WRTE')).payload.length;
  assert.ok(device.flooded <= granted + MEGABYTE);
  host.send('OKAY', 1, id, int32(-5));
  host.send('OKAY', 1, id, int32(1000));
  assert.equal((await host.expect('WRTE')).payload.length, 995);
});

test('200 MB with delayed acks do not grow the memory', async (t) => {
  const { adbd } = await smallPhone(t);
  const host = await RawHost.online(t, adbd.port, 'delayed_ack');
  const before = process.memoryUsage().rss;
  host.send('OPEN', 1, 2 * MEGABYTE, `exec:flood ${FLOOD}\0`);
  await host.expect('OKAY');
  const { total, highest } = await drain(host, (id, bytes) => {
    host.send('OKAY', 1, id, int32(bytes));
  });
  assert.equal(total, FLOOD);
  assert.ok(highest - before < MOST_GARBAGE, `memory grew by ${highest - before} bytes`);
});

test('a host may send up to a window without acknowledgement, as adb does when its client is gone', async (t) => {
  const { adbd } = await smallPhone(t);
  const host = await RawHost.online(t, adbd.port);
  host.send('OPEN', 1, 0, 'exec:sleep 1000\0');
  const { arg0: id } = await host.expect('OKAY');
  host.send('WRTE', 1, id, 'one');
  assert.equal(await host.call('shell:echo no OKAY came before this', 2), 'no OKAY came before this\n');
  host.send('WRTE', 1, id, 'two without being allowed');
  assert.equal(await host.call('shell:echo it goes on', 3), 'it goes on\n');
  for (let sent = 0; sent <= RECEIVE_WINDOW + MEGABYTE; sent += MEGABYTE) {
    host.send('WRTE', 1, id, Buffer.alloc(MEGABYTE));
  }
  assert.equal(await host.next(), undefined, 'the connection is dropped');
});

test('a host that overdraws its window of delayed acks is dropped', async (t) => {
  const { adbd, log } = await smallPhone(t);
  const host = await RawHost.online(t, adbd.port, 'delayed_ack');
  host.send('OPEN', 1, MEGABYTE, 'exec:sleep 1000\0');
  const { arg0: id } = await host.expect('OKAY');
  for (let sent = 0; sent <= RECEIVE_WINDOW + MEGABYTE; sent += MEGABYTE) {
    host.send('WRTE', 1, id, Buffer.alloc(MEGABYTE));
  }
  assert.equal(await host.next(), undefined);
  assert.match(log.join('\n'), /more bytes than were acknowledged/);
});

test('the grant of an OPEN has to match the negotiated features', async (t) => {
  const { adbd } = await smallPhone(t);
  const without = await RawHost.online(t, adbd.port);
  without.send('OPEN', 1, 1000, 'shell:echo\0');
  assert.equal((await without.expect('CLSE')).arg0, 0);
  const withAcks = await RawHost.online(t, adbd.port, 'delayed_ack');
  withAcks.send('OPEN', 1, 0, 'shell:echo\0');
  assert.equal((await withAcks.expect('CLSE')).arg0, 0);
});

test('a new greeting ends all streams of the host', async (t) => {
  const { adbd, device } = await smallPhone(t);
  const host = await RawHost.online(t, adbd.port);
  host.send('OPEN', 1, 0, 'exec:sleep 1000\0');
  await host.expect('OKAY');
  host.greet();
  await host.expect('CNXN');
  await device.idle();
  assert.deepEqual(device.hangUps, [1]);
});

test('closing the daemon ends connections and programs and frees the port', async (t) => {
  const { adbd, device } = await smallPhone(t);
  const host = await RawHost.online(t, adbd.port);
  host.send('OPEN', 1, 0, 'exec:sleep 1000\0');
  await host.expect('OKAY');
  const ended = once(host.socket, 'close');
  await adbd.close();
  assert.equal(await host.next(), undefined);
  await ended;
  await device.idle();
  const again = await smallPhone(t, { port: adbd.port });
  assert.equal(again.adbd.port, adbd.port);
});
