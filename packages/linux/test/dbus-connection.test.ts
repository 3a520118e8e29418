import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { Caller } from '../src/atspi/caller.ts';
import { DBusConnection } from '../src/dbus/connection.ts';
import { DBusError } from '../src/dbus/errors.ts';
import { MessageSplitter } from '../src/dbus/message.ts';
import { Writer } from '../src/dbus/writer.ts';

/** A peer that accepts every client and handles each call with `onCall`. */
async function connectedPeer(
  t: TestContext,
  onCall: (socket: Socket, serial: number, message: Buffer) => void,
): Promise<DBusConnection> {
  const folder = await mkdtemp(join(tmpdir(), 'handeye-bus-'));
  const path = join(folder, 'socket');
  const server = createServer((socket) => {
    const splitter = new MessageSplitter();
    let authenticated = false;
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (text.includes('AUTH')) socket.write('OK 1234\r\n');
      const begin = text.indexOf('BEGIN\r\n');
      const rest = authenticated ? bytes : bytes.subarray(begin + 'BEGIN\r\n'.length);
      if (begin !== -1) authenticated = true;
      if (!authenticated) return;
      for (const message of splitter.push(rest)) onCall(socket, message.readUInt32LE(8), message);
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  t.after(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  const bus = await withinLimit({ clock: realClock, limit: 10_000 }, (call) =>
    DBusConnection.connectToPeer(`unix:path=${path}`, call),
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

test('a call without a reply in time fails with NoReply; others are not delayed, and a late reply is ignored', async (t) => {
  const bus = await connectedPeer(t, (socket, serial, message) => {
    if (message.includes('Slow')) return;
    socket.write(answer(serial, message.includes('First') ? 'first' : 'second'));
  });
  // The assertion listens from the start: on a busy machine the call may be over before the others are answered.
  const slow = assert.rejects(
    bus.call({ ...who, member: 'Slow' }, 30),
    (error) => error instanceof DBusError && error.errorName.endsWith('.NoReply'),
  );
  const answers = await Promise.all([
    bus.call({ ...who, member: 'First' }, 60_000),
    bus.call({ ...who, member: 'Second' }, 60_000),
  ]);
  assert.deepEqual(answers, [['first'], ['second']]);
  await slow;
  assert.deepEqual(await bus.call({ ...who, member: 'First' }, 10_000), ['first']);
});

test('a peer that does not speak D-Bus ends the connection and every call on it, but not the process', async (t) => {
  const bus = await connectedPeer(t, (socket) => socket.write(Buffer.alloc(64, 0xff)));
  const calls = ['One', 'Two'].map((member) => bus.call({ ...who, member }, 10_000));
  for (const call of calls) {
    await assert.rejects(
      call,
      (error) => error instanceof DBusError && error.errorName.endsWith('.Disconnected'),
    );
  }
  assert.equal(bus.ended, true);
  await assert.rejects(bus.call({ ...who, member: 'Three' }, 10_000), DBusError);
});

test('after the first call without a reply the others fail at once; a slow application is distinguished from a silent one', async () => {
  const noReply = new DBusError('org.freedesktop.DBus.Error.NoReply', 'no answer');
  let asked = 0;
  await withinLimit({ clock: realClock, limit: 10_000 }, async (call) => {
    const stopped = new Caller(() => {
      asked += 1;
      return Promise.reject(noReply);
    }, call);
    const method = { ...who, member: 'GetRole' };
    await assert.rejects(stopped.call({ bus: ':1.1', path: '/a' }, method), noReply);
    await assert.rejects(stopped.call({ bus: ':1.1', path: '/b' }, method), noReply);
    assert.equal(asked, 1);
    const answers = ['yes'];
    const busy = new Caller(() => {
      const next = answers.pop();
      return next === undefined ? Promise.reject(noReply) : Promise.resolve([next]);
    }, call);
    await busy.call({ bus: ':1.1', path: '/a' }, method);
    await assert.rejects(busy.call({ bus: ':1.1', path: '/b' }, method), /takes longer than the time limit/);
  });
});

test('any signal counts, and does not disturb the replies around it', async (t) => {
  const bus = await connectedPeer(t, (socket, serial) => {
    const signal = answer(serial, 'changed');
    signal[1] = 4;
    socket.write(Buffer.concat([signal, answer(serial, 'answer')]));
  });
  assert.equal(bus.lastSignal, undefined);
  assert.deepEqual(await bus.call({ ...who, member: 'First' }, 10_000), ['answer']);
  assert.notEqual(bus.lastSignal, undefined);
});

const match = { sender: ':1.5', path: '/request/1', interface: 'a.Request', member: 'Response' };

function signal({ sender, path, interface: name, member }: typeof match, text: string): Buffer {
  const writer = new Writer();
  for (const word of [0x6c | (4 << 8) | (1 << 24), 0, 1]) writer.u32(word);
  const fields = [
    [1, { signature: 'o', value: path }],
    [2, { signature: 's', value: name }],
    [3, { signature: 's', value: member }],
    [7, { signature: 's', value: sender }],
    [8, { signature: 'g', value: 's' }],
  ];
  writer.all('a(yv)', [fields]);
  writer.align(8);
  const bodyAt = writer.length;
  writer.all('s', [text]);
  writer.u32At(4, writer.length - bodyAt);
  return writer.bytes();
}

test('who listens hears the signals of that object and that sender only, until it stops listening', async (t) => {
  const rules: string[] = [];
  const bus = await connectedPeer(t, (socket, serial, message) => {
    const rule = /(AddMatch|RemoveMatch)[^]*(type='signal'[^\0]*)/.exec(message.toString('latin1'));
    if (rule) rules.push(`${rule[1] ?? ''} ${rule[2] ?? ''}`);
    const others = [
      { ...match, sender: ':1.6' },
      { ...match, path: '/request/2' },
      { ...match, interface: 'a.Other' },
      { ...match, member: 'Closed' },
    ].map((other) => signal(other, 'another'));
    socket.write(Buffer.concat([answer(serial, 'done'), ...others, signal(match, 'ours')]));
  });
  const heard: unknown[] = [];
  let isEnded = false;
  const listener = {
    heard: (values: unknown) => heard.push(values),
    ended: () => (isEnded = true),
  };
  const stop = await bus.listen(match, listener, 10_000);
  await bus.call({ ...who, member: 'Again' }, 10_000);
  assert.deepEqual(heard, [['ours'], ['ours']]);
  const stopOther = await bus.listen({ ...match, path: '/request/3' }, listener, 10_000);
  stopOther();
  stop();
  await bus.call({ ...who, member: 'Again' }, 10_000);
  assert.equal(heard.length, 3, 'after stop() nothing more is heard than what came before');
  const rule = "type='signal',sender=':1.5',path='/request/1',interface='a.Request',member='Response'";
  assert.ok(rules.includes(`AddMatch ${rule}`) && rules.includes(`RemoveMatch ${rule}`), rules.join('\n'));
  assert.equal(isEnded, false);
});

test('listeners are notified when the connection ends', async (t) => {
  const bus = await connectedPeer(t, (socket, serial) => socket.write(answer(serial, 'done')));
  const ended = new Promise<void>((resolve) => {
    void bus.listen(match, { heard: () => undefined, ended: resolve }, 10_000).then(() => {
      bus.close();
    });
  });
  await ended;
  assert.equal(bus.ended, true);
});
