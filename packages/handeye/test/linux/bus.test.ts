import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { realClock, withinLimit } from '../../src/device/call.ts';
import { Conversation } from '../../src/linux/atspi/conversation.ts';
import { Bus, BusError } from '../../src/linux/dbus/bus.ts';
import { Inbox } from '../../src/linux/dbus/inbox.ts';
import { Writer } from '../../src/linux/dbus/writer.ts';

/** A program that lets anybody in and then does with each call what it is told. */
async function program(
  t: TestContext,
  onCall: (socket: Socket, serial: number, message: Buffer) => void,
): Promise<Bus> {
  const folder = await mkdtemp(join(tmpdir(), 'handeye-bus-'));
  const path = join(folder, 'socket');
  const server = createServer((socket) => {
    const inbox = new Inbox();
    let isIn = false;
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (text.includes('AUTH')) socket.write('OK 1234\r\n');
      const begin = text.indexOf('BEGIN\r\n');
      const rest = isIn ? bytes : bytes.subarray(begin + 'BEGIN\r\n'.length);
      if (begin !== -1) isIn = true;
      if (!isIn) return;
      for (const message of inbox.take(rest)) onCall(socket, message.readUInt32LE(8), message);
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  t.after(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  const bus = await withinLimit({ clock: realClock, limit: 10_000 }, (call) =>
    Bus.dial(`unix:path=${path}`, call),
  );
  t.after(() => {
    bus.close();
  });
  return bus;
}

function answer(serial: number, text: string): Buffer {
  const writer = new Writer();
  for (const word of [0x6c | (2 << 8) | (1 << 24), 0, 1]) writer.u32(word);
  const fields = [
    [5, { signature: 'u', value: serial }],
    [8, { signature: 'g', value: 's' }],
  ];
  writer.all('a(yv)', [fields]);
  writer.align(8);
  const bodyAt = writer.length;
  writer.all('s', [text]);
  writer.u32At(4, writer.length - bodyAt);
  return writer.bytes();
}

const who = { destination: ':1.1', path: '/a', interface: 'a.b' };

test('an answer that does not come in time is NoReply; the others are not held up, nor is one that comes late heard', async (t) => {
  const bus = await program(t, (socket, serial, message) => {
    if (message.includes('Slow')) return;
    socket.write(answer(serial, message.includes('First') ? 'first' : 'second'));
  });
  const slow = bus.call({ ...who, member: 'Slow' }, 30);
  const answers = await Promise.all([
    bus.call({ ...who, member: 'First' }, 10_000),
    bus.call({ ...who, member: 'Second' }, 10_000),
  ]);
  assert.deepEqual(answers, [['first'], ['second']]);
  await assert.rejects(slow, (error) => error instanceof BusError && error.errorName.endsWith('.NoReply'));
  assert.deepEqual(await bus.call({ ...who, member: 'First' }, 10_000), ['first']);
});

test('one who speaks no D-Bus ends the connection, and with it every call, but not us', async (t) => {
  const bus = await program(t, (socket) => socket.write(Buffer.alloc(64, 0xff)));
  const calls = ['One', 'Two'].map((member) => bus.call({ ...who, member }, 10_000));
  for (const call of calls) {
    await assert.rejects(
      call,
      (error) => error instanceof BusError && error.errorName.endsWith('.Disconnected'),
    );
  }
  assert.equal(bus.ended, true);
  await assert.rejects(bus.call({ ...who, member: 'Three' }, 10_000), BusError);
});

test('the first question without an answer ends a conversation; one that answers is told apart from one that is silent', async () => {
  const silence = new BusError('org.freedesktop.DBus.Error.NoReply', 'no answer');
  let asked = 0;
  await withinLimit({ clock: realClock, limit: 10_000 }, async (call) => {
    const stopped = new Conversation(() => {
      asked += 1;
      return Promise.reject(silence);
    }, call);
    const question = { ...who, member: 'GetRole' };
    await assert.rejects(stopped.ask({ bus: ':1.1', path: '/a' }, question), silence);
    await assert.rejects(stopped.ask({ bus: ':1.1', path: '/b' }, question), silence);
    assert.equal(asked, 1);
    const answers = ['yes'];
    const busy = new Conversation(() => {
      const next = answers.pop();
      return next === undefined ? Promise.reject(silence) : Promise.resolve([next]);
    }, call);
    await busy.ask({ bus: ':1.1', path: '/a' }, question);
    await assert.rejects(busy.ask({ bus: ':1.1', path: '/b' }, question), /more to tell than the time limit/);
  });
});
