import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { callWithoutDeadline, DeadlineExceeded, withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { type Bucket, type Entry, NoListener } from '@handeye/farm/bus/bus';
import { connectBus } from '@handeye/farm/bus/nats-bus';
import { TICKET_BEAT, TIME_TO_LIVE } from '@handeye/farm/protocol/records';
import { type NatsNode, startNats } from './nats.ts';

const call = callWithoutDeadline(realClock, new AbortController().signal);
const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (data: Uint8Array) => new TextDecoder().decode(data);

async function connected(t: TestContext, nodes: readonly NatsNode[], { makesBuckets = true } = {}) {
  const servers = nodes.map(({ url }) => url);
  const bus = await connectBus({ servers, name: 'test', inboxPrefix: '_INBOX', makesBuckets });
  t.after(() => bus.close());
  return bus;
}

/** On a busy machine the nodes of NATS need several elections to agree: half a minute and more was seen. */
const PATIENCE = 90_000;

async function eventually(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (!(await isSo())) {
    assert.ok(Date.now() < end, `${what} never came`);
    await sleep(20);
  }
}

/** Writes now and every few seconds until the work is done, like hosts: a bucket forgets after half a minute. */
async function kept<T>(bucket: Bucket, key: string, value: unknown, work: Promise<T>): Promise<T> {
  const done = new AbortController();
  const writing = async () => {
    while (!done.signal.aborted) {
      await putSurely(bucket, key, value);
      await sleep(5_000, undefined, { signal: done.signal }).catch(() => undefined);
    }
  };
  const written = writing();
  try {
    return await Promise.race([work, written.then(() => work)]);
  } finally {
    done.abort();
    await written;
  }
}

/** The reports of a watch, newest last, and a wait for one of them. */
function watched(t: TestContext, bucket: Bucket, filter = '>') {
  const entries: Entry[] = [];
  const watch = bucket.watch(filter, (entry) => entries.push(entry));
  t.after(() => {
    watch.close();
  });
  const until = (what: string, isSo: (entry: Entry) => boolean) =>
    eventually(`that the watch tells ${what}`, () => entries.some(isSo));
  return { entries, until, current: watch.current };
}

/** The first reports of each revision: a new consumer repeats earlier ones. */
function rising(entries: readonly Entry[]): Entry[] {
  let last = 0;
  return entries.filter(({ revision }) => {
    const isNew = revision > last;
    last = Math.max(last, revision);
    return isNew;
  });
}

const isValue = (key: string, value: unknown) => (entry: Entry) =>
  entry.key === key && JSON.stringify(entry.value) === JSON.stringify(value);

/** A write that is tried again until it succeeds, as hosts do with each beat. */
async function putSurely(bucket: Bucket, key: string, value: unknown): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await bucket.put(key, value, call);
      return;
    } catch (error) {
      if (tries === 10) throw error;
    }
  }
}

test('a request gets its answer, or fails without a listener', async (t) => {
  const bus = await connected(t, await startNats(t));
  await assert.rejects(bus.request('handeye.host.a.call', bytes('?'), call), NoListener);
  const { ready } = bus.subscribe('handeye.host.a.*', (message) => {
    message.reply(bytes(`${message.subject}: ${textOf(message.data)}`));
  });
  await ready;
  assert.equal(
    textOf(await bus.request('handeye.host.a.call', bytes('hi'), call)),
    'handeye.host.a.call: hi',
  );
});

test('a request without an answer ends with its call, and one that is over is not sent', async (t) => {
  const bus = await connected(t, await startNats(t));
  const heard: string[] = [];
  await bus.subscribe('handeye.host.a.*', ({ data }) => heard.push(textOf(data))).ready;
  await assert.rejects(
    withinLimit({ clock: realClock, limit: 100 }, (limited) =>
      bus.request('handeye.host.a.call', bytes('first'), limited),
    ),
    DeadlineExceeded,
  );
  const over = callWithoutDeadline(realClock, AbortSignal.abort(new Error('cancelled')));
  await assert.rejects(bus.request('handeye.host.a.call', bytes('second'), over), /cancelled/);
  await assert.rejects((await bus.bucket('queue')).put('a', 1, over), /cancelled/);
  assert.equal(await (await bus.bucket('queue')).get('a', call), undefined);
  assert.deepEqual(heard, ['first']);
});

/** Checks the conditions of writes, and what a watch reports of them. */
async function writesAreConditional(t: TestContext, bucket: Bucket): Promise<void> {
  const { entries, until, current } = watched(t, bucket);
  await current;
  // A bucket keeps the last value of a key only: each is waited for, or the watch could pass it over.
  const first = await bucket.create('a.b', { n: 1 }, call);
  assert.ok(first !== undefined);
  await until('the first value', isValue('a.b', { n: 1 }));
  assert.equal(await bucket.create('a.b', { n: 2 }, call), undefined);
  const second = await bucket.update('a.b', { n: 3 }, first, call);
  assert.ok(second !== undefined && second > first);
  await until('the second value', isValue('a.b', { n: 3 }));
  assert.equal(await bucket.update('a.b', { n: 4 }, first, call), undefined);
  assert.equal(await bucket.remove('a.b', first, call), false);
  assert.deepEqual((await bucket.get('a.b', call))?.value, { n: 3 });
  assert.equal(await bucket.remove('a.b', second, call), true);
  await until('that it is removed', isValue('a.b', undefined));
  assert.equal(await bucket.get('a.b', call), undefined);
  assert.ok(await bucket.create('a.b', { n: 5 }, call));
  await until('the last value', isValue('a.b', { n: 5 }));
  assert.deepEqual(
    rising(entries).map(({ key, value }) => [key, value]),
    [
      ['a.b', { n: 1 }],
      ['a.b', { n: 3 }],
      ['a.b', undefined],
      ['a.b', { n: 5 }],
    ],
  );
}

test('a bucket: create wins, a revision that is gone does not write', async (t) => {
  await writesAreConditional(t, await (await connected(t, await startNats(t))).bucket('leases'));
});

test('a watch is current when it has told all keys, the removed ones too, and knows how old they are', async (t) => {
  const nodes = await startNats(t);
  const bucket = await (await connected(t, nodes)).bucket('devices');
  for (let n = 0; n < 300; n++) await bucket.put(`host.d${n}`, { n }, call);
  await bucket.put('other', 1, call);
  await bucket.remove('host.d7', undefined, call);
  await sleep(300);
  const { entries, current } = watched(t, await (await connected(t, nodes)).bucket('devices'), 'host.*');
  await current;
  assert.equal(entries.length, 300);
  assert.equal(entries.find(({ key }) => key === 'host.d7')?.value, undefined);
  assert.ok(entries.every(({ age }) => age >= 250 && age < 30_000));
  assert.deepEqual(
    entries.map(({ revision }) => revision),
    entries.map(({ revision }) => revision).sort((a, b) => a - b),
  );
});

test('a server may start before the first host: nothing is there, and later entries are reported', async (t) => {
  const nodes = await startNats(t);
  const server = await connected(t, nodes, { makesBuckets: false });
  const devices = await server.bucket('devices');
  const { until, current } = watched(t, devices);
  await current;
  assert.equal(await devices.get('rack.pixel', call), undefined);
  await assert.rejects(
    (await server.bucket('queue')).create('ticket', {}, call),
    /No host of this farm has started yet\. Start one with: handeye host/,
  );
  const host = await connected(t, nodes);
  await (await host.bucket('devices')).put('rack.pixel', { title: 'Pixel' }, call);
  await until('the first device', isValue('rack.pixel', { title: 'Pixel' }));
  assert.ok(await (await server.bucket('queue')).create('ticket', {}, call));
});

test('a watch goes on over the restart of NATS, and tells everything again; lost buckets are made anew', async (t) => {
  const nodes = await startNats(t);
  const [node] = nodes;
  assert.ok(node);
  const bus = await connected(t, nodes);
  const bucket = await bus.bucket('devices');
  const { entries, until, current } = watched(t, bucket);
  await current;
  await bucket.put('a', 1, call);
  await until('a value', isValue('a', 1));
  await node.stop('SIGKILL');
  await eventually('that the loss is noticed', () => !bus.isConnected);
  entries.length = 0;
  const waiting = putSurely(bucket, 'b', 2);
  await node.start();
  await kept(bucket, 'a', 1, until('what it had told before', isValue('a', 1)));
  await waiting;
  await until('what was written since', isValue('b', 2));
  await node.stop('SIGKILL');
  rmSync(node.store, { recursive: true });
  await node.start();
  await putSurely(bucket, 'c', 3);
  await until('a key of the new bucket', isValue('c', 3));
});

test('lost buckets are made anew also if that failed once, or if no connection was lost', async (t) => {
  const nodes = await startNats(t);
  const [node = assert.fail()] = nodes;
  const bus = await connected(t, nodes);
  const bucket = await bus.bucket('devices');
  await bucket.put('a', 1, call);
  // It comes back without JetStream, and then with a new store.
  const configuration = readFileSync(node.file, 'utf8');
  await node.stop('SIGKILL');
  rmSync(node.store, { recursive: true });
  writeFileSync(node.file, configuration.replace(/^jetstream.*$/m, ''));
  await node.start();
  await eventually('the connection', () => bus.isConnected);
  await assert.rejects(bucket.put('b', 2, call), /cannot store anything now/);
  await node.stop('SIGKILL');
  writeFileSync(node.file, configuration);
  await node.start();
  await putSurely(bucket, 'c', 3);
  await bus.request('$JS.API.STREAM.DELETE.KV_devices', new Uint8Array(), call);
  await putSurely(bucket, 'd', 4);
  assert.equal((await bucket.get('d', call))?.value, 4);
});

test('a watch that reports everything again is current when all is reported, not before', async (t) => {
  const nodes = await startNats(t);
  const [node] = nodes;
  assert.ok(node);
  const bus = await connected(t, nodes);
  const bucket = await bus.bucket('queue');
  const keys = Array.from({ length: 200 }, (_, at) => `ticket-${at}`);
  for (const key of keys) await bucket.put(key, {}, call);
  const told: [key: string, isCurrent: boolean][] = [];
  const watch = bucket.watch(
    '>',
    ({ key }) => told.push([key, watch.isCurrent]),
    () => told.push(['all', watch.isCurrent]),
  );
  t.after(() => {
    watch.close();
  });
  await watch.current;
  const once = [...keys.map((key) => [key, false]), ['all', true]];
  assert.deepEqual(told, once);
  await node.stop('SIGKILL');
  await node.start();
  const isToldAgain = () => told.filter(([key]) => key === 'all').length > 1;
  await eventually('that all is told again', isToldAgain);
  // The watch may have been restarted in the middle: the last complete report counts.
  const last = told.slice(0, told.findLastIndex(([key]) => key === 'all') + 1);
  assert.deepEqual(last.slice(-once.length), once);
});

test('on three nodes writes are conditional, and watches and writes go on while a node is killed and comes back', async (t) => {
  const nodes = await startNats(t, { nodes: 3 });
  await writesAreConditional(t, await (await connected(t, nodes)).bucket('leases'));
  const writer = await (await connected(t, nodes)).bucket('devices');
  const readers = await Promise.all(
    nodes.map(async (node) => {
      const bus = await connected(t, [node], { makesBuckets: false });
      return watched(t, await bus.bucket('devices'));
    }),
  );
  await Promise.all(readers.map(({ current }) => current));
  await writer.put('kept', true, call);
  const killed = process.env.TEST_LONG === undefined ? nodes.slice(1, 2) : nodes.slice(1);
  for (const [at, node] of killed.entries()) {
    const allHear = (value: unknown) =>
      Promise.all(
        readers.map(({ until }) => until(`${JSON.stringify(value)} to all`, isValue('written', value))),
      );
    await node.stop('SIGKILL');
    await kept(writer, 'written', { without: at }, allHear({ without: at }));
    await putSurely(writer, 'written', { without: at });
    assert.deepEqual((await writer.get('written', call))?.value, { without: at });
    await node.start();
    await kept(writer, 'written', { with: at }, allHear({ with: at }));
  }
});

test('a cluster whose third node comes after the first host has three copies of its buckets in the end', async (t) => {
  const nodes = await startNats(t, { nodes: 3, started: 2 });
  const bus = await connected(t, nodes.slice(0, 2));
  await bus.bucket('leases');
  const copies = async () => {
    const told = await withinLimit({ clock: realClock, limit: 2_000 }, (own) =>
      bus.request('$JS.API.STREAM.INFO.KV_leases', new Uint8Array(), own),
    );
    return (JSON.parse(textOf(told)) as { config?: { num_replicas: number } }).config?.num_replicas;
  };
  assert.equal(await copies(), 1);
  await nodes[2]?.start();
  await eventually('three copies', async () => (await copies().catch(() => 0)) === 3);
});

test('a NATS without JetStream, or none at all, is reported at once', async (t) => {
  const [node] = await startNats(t, { jetstream: false });
  assert.ok(node);
  const bus = await connected(t, [node]);
  await assert.rejects(bus.bucket('devices'), /JetStream is not enabled in this NATS/);
  await node.stop();
  await assert.rejects(
    connected(t, [node]),
    /No NATS answers at nats:.* \(.*ECONNREFUSED.*\)\. Is nats-server running/,
  );
});

/** A NATS with a bucket that was made without the farm's settings. */
async function withForeignBucket(t: TestContext, deny = '') {
  const users = `{ user: admin, password: test }, { user: host, password: test ${deny} }`;
  const more = `no_auth_user: host\naccounts { A { jetstream: enabled, users: [ ${users} ] } }`;
  const nodes = await startNats(t, { more });
  const { connect } = await import('@nats-io/transport-node');
  const { jetstreamManager } = await import('@nats-io/jetstream');
  const servers = nodes.map(({ url }) => url);
  const admin = await connect({ servers, user: 'admin', pass: 'test' });
  t.after(() => admin.close());
  const { streams } = await jetstreamManager(admin);
  await streams.add({
    name: 'KV_leases',
    subjects: ['$KV.leases.>'],
    allow_rollup_hdrs: true,
    max_msgs_per_subject: 5,
  });
  return { nodes, streams };
}

test('a host makes a bucket that was there forget as all buckets of a farm do', async (t) => {
  const { nodes, streams } = await withForeignBucket(t);
  const bus = await connected(t, nodes);
  await bus.bucket('leases');
  const { config } = await streams.info('KV_leases');
  assert.deepEqual([config.max_age / 1e6, config.max_msgs_per_subject], [TIME_TO_LIVE, 1]);
});

test('the queue keeps every write of a ticket as long as it lives, so that no watch that lags passes one over', async (t) => {
  const { nodes, streams } = await withForeignBucket(t);
  const bucket = await (await connected(t, nodes)).bucket('queue');
  const writes = TIME_TO_LIVE / TICKET_BEAT;
  for (let write = 1; write <= writes; write += 1) await bucket.put('ticket', write, call);
  assert.equal((await bucket.get('ticket', call))?.value, writes);
  assert.equal((await streams.info('KV_queue')).state.messages, writes);
});

test('a bucket that keeps its keys, and that the host may not change, is refused with what to do', async (t) => {
  const deny = ', permissions: { publish: { deny: "$JS.API.STREAM.UPDATE.>" } }';
  const { nodes } = await withForeignBucket(t, deny);
  const bus = await connected(t, nodes);
  await assert.rejects(bus.bucket('leases'), /'leases' of this NATS does not forget.*nats kv del leases/);
});
