import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { callWithoutDeadline } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { DeviceError } from '@handeye/core/device/errors';
import { type Bus, NoListener } from '@handeye/farm/bus/bus';
import { connectBus } from '@handeye/farm/bus/nats-bus';
import { leaseIdOf, newSecret } from '@handeye/farm/protocol/names';
import { bucketNames } from '@handeye/farm/protocol/records';
import { credentialsFile, writeFarmFolder } from '@handeye/farm/setup/farm-folder';
import { startNats } from './nats.ts';
import { startSecuredNats } from './secured.ts';

const call = callWithoutDeadline(realClock, new AbortController().signal);
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const DEVICE = { title: 'Pixel 7', state: 'free' };

const textOf = (data: Uint8Array) => new TextDecoder().decode(data);

/** Messages on subjects from now on; each gets an answer. */
async function listening(bus: Bus, ...subjects: string[]): Promise<string[]> {
  const heard: string[] = [];
  for (const subject of subjects)
    await bus.subscribe(subject, (message) => {
      heard.push(message.subject);
      message.reply(bytes('the answer'));
    }).ready;
  return heard;
}

/** Messages on subjects from now on, without answers. */
async function overhearing(bus: Bus, ...subjects: string[]): Promise<string[]> {
  const heard: string[] = [];
  for (const subject of subjects) await bus.subscribe(subject, ({ data }) => heard.push(textOf(data))).ready;
  return heard;
}

const isDenied = (error: unknown) => error instanceof DeviceError && error.kind === 'permission_denied';

async function cannotSend(bus: Bus, ...subjects: string[]): Promise<void> {
  for (const subject of subjects)
    await assert.rejects(bus.request(subject, bytes({}), call), isDenied, `may send to ${subject}`);
}

async function cannotListen(bus: Bus, ...subjects: string[]): Promise<void> {
  for (const subject of subjects)
    await assert.rejects(bus.subscribe(subject, () => undefined).ready, isDenied, `may listen on ${subject}`);
}

async function makeBuckets(host: Bus): Promise<void> {
  for (const name of bucketNames) await host.bucket(name);
}

async function keysOf(bus: Bus): Promise<string[]> {
  const keys: string[] = [];
  for (const name of bucketNames) {
    const watch = (await bus.bucket(name)).watch('>', ({ key }) => keys.push(`${name} ${key}`));
    await watch.current;
    watch.close();
  }
  return keys;
}

test('a tenant sees, leases, calls and hears nothing of another one', async (t) => {
  const { connect } = await startSecuredNats(t);
  const host = await connect('acme', 'host');
  const server = await connect('acme', 'server');
  await makeBuckets(host);
  await (await host.bucket('devices')).put('rack-2.pixel-7', DEVICE, call);
  const secret = newSecret();
  const lease = { id: leaseIdOf(secret), accepted: true };
  const created = await (await server.bucket('leases')).create('rack-2.pixel-7', lease, call);
  await (await server.bucket('queue')).create('ticket', {}, call);
  const called = await listening(host, 'handeye.host.rack-2.*');
  const ownInbox = await overhearing(await connect('acme', 'server'), '_INBOX_server.>');
  const own = await listening(server, 'handeye.frames.*.*', 'handeye.answers.*');

  const others = { host: await connect('beta', 'host'), server: await connect('beta', 'server') };
  await makeBuckets(others.host);
  const stolen = bytes({ id: 'c1', device: 'pixel-7', secret, tool: 'press_home', args: {} });
  for (const verb of ['accept', 'renew', 'release', 'call', 'cancel', 'watch'])
    await assert.rejects(others.server.request(`handeye.host.rack-2.${verb}`, stolen, call), NoListener);
  const overheard = [
    await overhearing(others.server, 'handeye.frames.*.*', 'handeye.answers.*', '_INBOX_server.>'),
    await overhearing(others.host, 'handeye.host.*.*', '_INBOX_host.>'),
  ];
  await server.request('handeye.host.rack-2.call', stolen, call);
  host.publish('handeye.frames.rack-2.pixel-7', bytes('picture'));
  await host.request('handeye.answers.c1', bytes({ event: 'begin' }), call);
  assert.deepEqual(own, ['handeye.frames.rack-2.pixel-7', 'handeye.answers.c1']);
  assert.deepEqual(called, ['handeye.host.rack-2.call']);

  assert.deepEqual(await keysOf(others.server), []);
  assert.deepEqual(await keysOf(others.host), []);
  assert.equal(await (await others.server.bucket('leases')).get('rack-2.pixel-7', call), undefined);
  assert.ok(await (await others.server.bucket('leases')).create('rack-2.pixel-7', { id: 'mine' }, call));
  const kept = await (await server.bucket('leases')).get('rack-2.pixel-7', call);
  assert.deepEqual([kept?.revision, kept?.value], [created, lease]);
  // It receives the answers to its own requests, and nothing of the other tenant.
  const secrets = [secret, 'the answer', 'picture', 'begin'];
  assert.deepEqual(
    overheard.flat().filter((text) => secrets.some((one) => text.includes(one))),
    [],
  );
  assert.ok(ownInbox.includes('"the answer"'));
});

test('an observer reads the farm, and can change, call and overhear nothing', async (t) => {
  const { connect } = await startSecuredNats(t, { tenants: ['acme'] });
  const host = await connect('acme', 'host');
  await makeBuckets(host);
  await (await host.bucket('devices')).put('rack-2.pixel-7', DEVICE, call);
  const observer = await connect('acme', 'observer');
  assert.deepEqual(await keysOf(observer), ['devices rack-2.pixel-7']);
  for (const name of bucketNames)
    await assert.rejects((await observer.bucket(name)).put('rack-2.pixel-7', {}, call), isDenied);
  await cannotSend(
    observer,
    'handeye.host.rack-2.call',
    'handeye.answers.c1',
    'handeye.frames.rack-2.pixel-7',
  );
  await cannotSend(observer, ...dangerous);
  await cannotListen(observer, 'handeye.frames.*.*', 'handeye.answers.*', 'handeye.host.*.*');
  await cannotListen(observer, '_INBOX_server.>', '_INBOX_host.>', '$KV.>', '>');
});

/** No role needs this: it would allow a tenant's buckets to be emptied unnoticed. */
const dangerous = [
  '$JS.API.STREAM.DELETE.KV_leases',
  '$JS.API.STREAM.PURGE.KV_leases',
  '$JS.API.STREAM.MSG.DELETE.KV_leases',
  '$JS.API.STREAM.CREATE.other',
  '$SYS.REQ.SERVER.PING',
];

test('a server leases and calls, and can neither announce devices nor answer in place of a host', async (t) => {
  const { connect } = await startSecuredNats(t, { tenants: ['acme'] });
  const host = await connect('acme', 'host');
  await makeBuckets(host);
  const called = await listening(host, 'handeye.host.rack-2.*');
  const server = await connect('acme', 'server');
  await server.request('handeye.host.rack-2.accept', bytes({}), call);
  assert.deepEqual(called, ['handeye.host.rack-2.accept']);
  await assert.rejects((await server.bucket('devices')).put('rack-2.pixel-7', DEVICE, call), isDenied);
  await cannotSend(server, 'handeye.frames.rack-2.pixel-7', 'handeye.answers.c1', ...dangerous);
  await cannotSend(server, '$JS.API.STREAM.UPDATE.KV_leases');
  await cannotListen(server, 'handeye.host.rack-2.*', 'handeye.host.*.*', '_INBOX_host.>', '$KV.>', '>');
});

test('a host serves its devices, and can neither call other hosts nor stand in the queue', async (t) => {
  const { connect } = await startSecuredNats(t, { tenants: ['acme'], onlyHosts: ['rack-2'] });
  const host = await connect('acme', 'host');
  await makeBuckets(host);
  await cannotSend(
    host,
    'handeye.host.rack-3.call',
    'handeye.host.rack-3.accept',
    '$KV.queue.ticket',
    ...dangerous,
  );
  await cannotListen(host, 'handeye.answers.*', 'handeye.frames.*.*', '_INBOX_server.>', '$KV.>', '>');

  const only = await connect('acme', 'host', 'rack-2');
  const devices = await only.bucket('devices');
  await devices.put('rack-2', {}, call);
  await devices.put('rack-2.pixel-7', DEVICE, call);
  await listening(only, 'handeye.host.rack-2.*');
  await assert.rejects(devices.put('rack-3.pixel-7', DEVICE, call), isDenied);
  await assert.rejects((await only.bucket('leases')).put('rack-3.pixel-7', {}, call), isDenied);
  await cannotListen(only, 'handeye.host.*.*', 'handeye.host.rack-3.*');
  // A bucket that also stored messages to other hosts would reveal their calls and leases.
  await cannotSend(only, ...bucketNames.map((name) => `$JS.API.STREAM.UPDATE.KV_${name}`), ...dangerous);
});

test('what JetStream is made to deliver elsewhere is neither an announcement nor a call', async (t) => {
  const { connect } = await startSecuredNats(t, { tenants: ['acme'] });
  const host = await connect('acme', 'host');
  await makeBuckets(host);
  const devices = await host.bucket('devices');
  await devices.put('rack-2.call', DEVICE, call);
  // NATS 2.9 delivers only to a subject with exactly this subscription.
  const called = await listening(host, 'handeye.host.rack-2.call');
  const server = await connect('acme', 'server');
  await (await server.bucket('queue')).create('ticket', { title: 'forged' }, call);
  // NATS' permissions name the bucket that may be watched, not where it is delivered.
  await deliver(server, 'queue', '$KV.devices.rack-9.forged');
  await deliver(await connect('acme', 'observer'), 'devices', 'handeye.host.rack-2.call');
  await sleep(500);
  assert.equal(await devices.get('rack-9.forged', call), undefined);
  const keys = (await keysOf(host)).filter((key) => key.startsWith('devices'));
  assert.deepEqual(keys, ['devices rack-2.call']);
  await server.request('handeye.host.rack-2.call', bytes({}), call);
  assert.deepEqual(called, ['handeye.host.rack-2.call']);
});

async function deliver(bus: Bus, bucket: string, to: string): Promise<void> {
  const policies = { deliver_policy: 'all', ack_policy: 'none', replay_policy: 'instant' };
  const config = { deliver_subject: to, ...policies };
  const wanted = bytes({ stream_name: `KV_${bucket}`, config });
  const made = textOf(await bus.request(`$JS.API.CONSUMER.CREATE.KV_${bucket}`, wanted, call));
  assert.ok(made.includes(`"deliver_subject":"${to}"`), made);
}

test('without TLS, the right authority or credentials there is no access, and the error gives the remedy', async (t) => {
  const { wish, nodes, address } = await startSecuredNats(t, { tenants: ['acme'] });
  const credentials = credentialsFile(wish.folder, 'acme', 'server');
  const attempt = async (options: object) => {
    const role = { name: 'x', inboxPrefix: '_INBOX_server', makesBuckets: false };
    const bus = await connectBus({ ...address, credentials, ...options, ...role });
    t.after(() => bus.close());
  };
  await attempt({});
  await assert.rejects(attempt({ ca: undefined }), /certificate .*not accepted.*Give --farm-ca the ca\.pem/);
  await assert.rejects(attempt({ credentials: undefined }), /wants credentials\. Give --farm-credentials/);

  const other = await writeFarmFolder({ folder: join(wish.folder, '..', 'other'), tenants: ['acme'] });
  await assert.rejects(attempt({ ca: other.ca }), /certificate .*not accepted.*is that of the same farm/);
  const unknown = credentialsFile(join(wish.folder, '..', 'other'), 'acme', 'server');
  await assert.rejects(attempt({ credentials: unknown }), /does not know the user of/);

  const open = join(wish.folder, '..', 'open.nk');
  writeFileSync(open, readFileSync(credentials));
  chmodSync(open, 0o644);
  await assert.rejects(attempt({ credentials: open }), /others can read or change .*chmod 600/);
  // A changed letter in the middle: the checksum at the end no longer matches.
  const another = readFileSync(credentials, 'utf8').replace(
    /^(SU.{20})(.)/m,
    (_, before: string, letter: string) => `${before}${letter === 'A' ? 'B' : 'A'}`,
  );
  for (const text of ['no seed', another]) {
    const damaged = join(wish.folder, '..', 'damaged.nk');
    writeFileSync(damaged, text, { mode: 0o600 });
    const isTold = (error: unknown) =>
      error instanceof Error &&
      error.message.includes('holds no seed') &&
      !/SU[A-Z2-7]{4}/.test(error.message);
    await assert.rejects(attempt({ credentials: damaged }), isTold);
  }
  await assert.rejects(
    attempt({ credentials: join(wish.folder, 'none') }),
    /--farm-credentials: .*cannot be read/,
  );

  const [plain] = await startNats(t);
  await assert.rejects(attempt({ servers: [plain?.url] }), /does not offer TLS/);
  const port = Number(new URL(nodes[0]?.url ?? '').port);
  assert.doesNotMatch(await saidWithoutTls(t, port), /PONG/);
});

/** NATS' answer to a client without TLS. */
async function saidWithoutTls(t: TestContext, port: number): Promise<string> {
  const socket = connectSocket({ port, host: '127.0.0.1' });
  t.after(() => socket.destroy());
  let said = '';
  socket.setEncoding('utf8').on('data', (text: string) => (said += text));
  socket.on('error', () => undefined);
  await once(socket, 'data');
  assert.match(said, /"tls_required":true/);
  socket.write('CONNECT {"verbose":false}\r\nPING\r\n');
  await once(socket, 'close');
  return said;
}

test('a tenant that is added later gets in after a reload, and the others keep their keys', async (t) => {
  const { wish, nodes, connect } = await startSecuredNats(t, { tenants: ['acme'] });
  const file = credentialsFile(wish.folder, 'acme', 'host');
  const before = readFileSync(file, 'utf8');
  const host = await connect('acme', 'host');
  await makeBuckets(host);
  await (await host.bucket('devices')).put('rack-2.pixel-7', DEVICE, call);
  const added = await writeFarmFolder({ folder: wish.folder, tenants: ['gamma'] });
  assert.deepEqual([added.tenants, added.addedTenants], [['acme', 'gamma'], ['gamma']]);
  assert.deepEqual(
    added.nodes.map(({ address }) => address),
    nodes.map(({ url }) => url),
  );
  assert.equal(readFileSync(file, 'utf8'), before);
  assert.equal(statSync(credentialsFile(wish.folder, 'gamma', 'host')).mode & 0o777, 0o600);
  await assert.rejects(connect('gamma', 'host'), /does not know the user/);
  process.kill(nodes[0]?.pid ?? 0, 'SIGHUP');
  const end = Date.now() + 20_000;
  let gamma: Bus | undefined;
  while (!gamma) {
    assert.ok(Date.now() < end, 'the new tenant does not get in');
    gamma = await connect('gamma', 'host').catch(() => undefined);
  }
  await makeBuckets(gamma);
  assert.deepEqual(await keysOf(gamma), []);
  // The reload may have taken longer than a key lives.
  await (await host.bucket('devices')).put('rack-2.pixel-7', DEVICE, call);
  assert.deepEqual(await keysOf(await connect('acme', 'observer')), ['devices rack-2.pixel-7']);
});

test('three nodes of farm init are a cluster whose buckets outlive the loss of one', async (t) => {
  const { nodes, connect } = await startSecuredNats(t, { tenants: ['acme'], nodes: 3 });
  const host = await connect('acme', 'host');
  await makeBuckets(host);
  await (await host.bucket('devices')).put('rack-2.pixel-7', DEVICE, call);
  await nodes[0]?.stop('SIGKILL');
  const server = await connect('acme', 'server');
  const devices = await server.bucket('devices');
  const end = Date.now() + 90_000;
  for (;;) {
    const found = await devices.get('rack-2.pixel-7', call).catch((error: unknown) => {
      if (Date.now() > end) throw error;
    });
    if (found) break;
    await (await host.bucket('devices')).put('rack-2.pixel-7', DEVICE, call).catch(() => undefined);
  }
});
