import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test, type TestContext } from 'node:test';
import { withinLimit } from '@handeye/core/call/call';
import { type Clock, realClock } from '@handeye/core/call/clock';
import { connectBus } from '@handeye/farm/bus/nats-bus';
import { openView } from '@handeye/farm/leases/farm-view';
import type { DeviceRecord, HostRecord } from '@handeye/farm/protocol/records';
import { scratchFolder } from '@handeye/testing/attached';
import { cli } from '../android/commands/on-phone.ts';
import { startNats } from './nats.ts';

const host: HostRecord = { incarnation: 'one', version: '1.2.3', devices: 2, calls: 1, load: 0.25 };
const phone: DeviceRecord = {
  title: 'Pixel 7',
  kind: 'phone',
  platform: 'android',
  version: '14',
  capabilities: ['touch'],
  labels: { rack: '2' },
  state: 'free',
  offer: 'an-offer',
  incarnation: 'one',
};

/** A farm whose records a test writes, and the status command. */
async function farm(t: TestContext) {
  const [node] = await startNats(t);
  assert.ok(node);
  const bus = await connectBus({
    servers: [node.url],
    name: 'test',
    inboxPrefix: '_INBOX_host',
    makesBuckets: true,
  });
  t.after(() => bus.close());
  const [devices, , queue] = await Promise.all([
    bus.bucket('devices'),
    bus.bucket('leases'),
    bus.bucket('queue'),
  ]);
  const folder = await scratchFolder(t);
  const argv = (...args: string[]) => [...cli, 'farm', ...args, '--farm', node.url];
  const options = { env: { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder } };
  const during = <T>(work: Parameters<typeof withinLimit<T>>[1]) =>
    withinLimit({ clock: realClock, limit: 20_000 }, work);
  const put = (bucket: typeof devices, key: string, value: unknown) =>
    during((call) => bucket.put(key, value, call));
  const run = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      execFile(process.execPath, argv(...args), options, (error, out, err) => {
        resolve({ code: error === null ? 0 : Number(error.code), out, err });
      });
    });
  return { devices, queue, put, run, argv, options };
}

test('farm status shows hosts, devices with their state, holder and reason, and who waits', async (t) => {
  const { devices, queue, put, run } = await farm(t);
  assert.match((await run('status')).out, /^No host is in this farm\. Start one with: handeye host/);
  // They live for 30 s, which a slow command may take.
  const announce = async () => {
    await put(devices, 'rack-2', host);
    const leased = { state: 'leased', holder: 'claude-code', offer: undefined };
    await put(devices, 'rack-2.pixel-10', { ...phone, ...leased });
    const reason = 'Its clipboard could not\nbe cleared.';
    await put(devices, 'rack-2.pixel-7', { ...phone, state: 'quarantined', reason });
    await put(queue, 'late', { wants: {}, holder: 'second', order: 9 });
    await put(queue, 'early', { wants: { platform: 'android' }, holder: 'first', order: 4 });
  };
  await announce();
  const { code, out, err } = await run('status');
  assert.equal(code, 0, err);
  const lines = out.split('\n').map((line) => line.replace(/\d+ s ago/, 'N s ago'));
  assert.deepEqual(lines, [
    'HOST    VERSION  DEVICES  CALLS  LOAD  SEEN',
    'rack-2  1.2.3    2        1      25%   N s ago',
    '',
    'DEVICE           STATE        HOLDER       SYSTEM      TITLE    LABELS',
    'rack-2.pixel-7   quarantined  -            android 14  Pixel 7  rack=2',
    'rack-2.pixel-10  leased       claude-code  android 14  Pixel 7  rack=2',
    '',
    'rack-2.pixel-7:',
    '  Its clipboard could not be cleared.',
    '',
    '2 devices, 1 leased, 1 quarantined; 2 waiting:',
    '  1. first wants {"platform":"android"}',
    '  2. second wants any device',
    '',
  ]);
  await announce();
  const told = JSON.parse((await run('status', '--json')).out) as Record<string, unknown[]>;
  assert.deepEqual(Object.keys(told), ['isConnected', 'hosts', 'devices', 'totals', 'queue']);
  assert.equal(told.devices?.length, 2);
});

test('farm status --watch --json tells each change on a line of its own, and ends with the signal', async (t) => {
  const { devices, put, argv, options } = await farm(t);
  await put(devices, 'rack-2', host);
  await put(devices, 'rack-2.pixel-7', phone);
  const child = spawn(process.execPath, argv('status', '--watch', '--json'), options);
  t.after(() => child.kill('SIGKILL'));
  const states: unknown[] = [];
  let rest = '';
  const wanted = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        states.push((JSON.parse(line) as { devices: { state: string }[] }).devices[0]?.state);
        if (states.length === 1) void put(devices, 'rack-2.pixel-7', { ...phone, state: 'unwell' });
        else resolve();
      }
    });
  });
  await wanted;
  assert.deepEqual(states, ['free', 'unwell']);
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  assert.deepEqual(await ended, [0, null]);
});

test('farm status without an address, or where no farm is, says what to do', async (t) => {
  const folder = await scratchFolder(t);
  const env = { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder };
  const run = (...args: string[]) =>
    new Promise<string>((resolve) => {
      execFile(process.execPath, [...cli, 'farm', ...args], { env }, (_error, _out, err) => {
        resolve(err);
      });
    });
  assert.match(await run('status'), /needs the address of the farm: --farm nats:\/\//);
  assert.match(await run('fly'), /handeye farm takes /);
});

test('farm status at a NATS that stores nothing ends with the signal, and says so after its limit', async (t) => {
  const folder = await scratchFolder(t);
  const env = { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder };
  const [node] = await startNats(t, { jetstream: false });
  assert.ok(node);
  const bus = await connectBus({
    servers: [node.url],
    name: 'test',
    inboxPrefix: '_INBOX',
    makesBuckets: false,
  });
  t.after(() => bus.close());
  let hear: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => (hear = resolve));
  await bus.subscribe('$JS.API.>', hear).ready;
  const argv = [...cli, 'farm', 'status', '--farm', node.url];
  const stopped = spawn(process.execPath, argv, { env, stdio: 'ignore' });
  t.after(() => stopped.kill('SIGKILL'));
  const ended = once(stopped, 'exit');
  await isAsked;
  stopped.kill('SIGINT');
  await ended;
  const soon: Clock = { now: () => realClock.now(), after: (_, then) => realClock.after(100, then) };
  await assert.rejects(
    openView(bus, soon),
    /JetStream is not enabled there \(nats-server -js\), or too few of its nodes run/,
  );
});

test('farm status --watch ends with the signal while it connects to a NATS that does not answer', async (t) => {
  const folder = await scratchFolder(t);
  // The servers are tried one after the other, for 5 s each: the signal must end that long before the last one.
  const tried = new Set<number>();
  const servers = Array.from({ length: 12 }, (_, at) => createServer(() => tried.add(at)));
  const heard = Promise.race(servers.map((silent) => once(silent, 'connection')));
  const addresses: string[] = [];
  for (const silent of servers) {
    silent.listen(0, '127.0.0.1');
    t.after(() => silent.close());
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo; // it listens on TCP
    addresses.push('--farm', `nats://127.0.0.1:${port}`);
  }
  const argv = [...cli, 'farm', 'status', '--watch', ...addresses];
  const env = { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(process.execPath, argv, { env, stdio: 'ignore' });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await heard;
  child.kill('SIGINT');
  assert.deepEqual(await ended, [0, null]);
  assert.ok(tried.size < servers.length, 'it waited for the connection');
});

test('farm up says how to get nats-server where there is none', async (t) => {
  const folder = await scratchFolder(t);
  const env = { PATH: '', HOME: folder, XDG_CONFIG_HOME: folder, TMPDIR: folder };
  const { code, err } = await new Promise<{ code: number; err: string }>((resolve) => {
    execFile(process.execPath, [...cli, 'farm', 'up'], { env }, (error, _out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), err });
    });
  });
  assert.equal(code, 1);
  assert.match(err, /nats-server, which is not installed here\. Debian and Ubuntu: apt install nats-server/);
});
