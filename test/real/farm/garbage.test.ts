import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Bus } from '@handeye/farm/bus/bus';
import { connectBus } from '@handeye/farm/bus/nats-bus';
import { type HostVerb, subjects } from '@handeye/farm/protocol/names';
import type { ToolResult } from '@handeye/core/tools/frame/toolbox';
import { runs } from '@handeye/testing/runs';
import { farmWithHost } from './hosts.ts';
import { connected, scriptedHost, serverOn } from './scripted-host.ts';

const verbs: readonly HostVerb[] = ['accept', 'renew', 'release', 'call', 'cancel', 'watch'];
const cases = { numRuns: runs(300) };

/** The room in a message beside its field names. */
const HUGE = 'x'.repeat(1_048_000);

const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>('virtual-1', 'a.b', '>', '*', ' ', '#', -1, 1e308, 'constructor', '__proto__'),
);

/** The shape of all requests, with something odd in every place. */
const almostRequest = fc.record(
  {
    device: fc.oneof(fc.constant('virtual-1'), odd),
    id: odd,
    offer: odd,
    secret: odd,
    minutes: odd,
    tool: odd,
    args: odd,
    limit: odd,
    screen: fc.oneof(fc.constant('lean'), odd),
    toolsets: odd,
    canAsk: fc.oneof(fc.boolean(), odd),
    wantsProgress: fc.boolean(),
  },
  { requiredKeys: [] },
);

const almostEvent = fc.record(
  {
    event: fc.oneof(fc.constantFrom('alive', 'progress', 'ask'), odd),
    message: fc.oneof(fc.string(), odd),
    part: odd,
    parts: odd,
    json: odd,
    question: odd,
    limit: odd,
  },
  { requiredKeys: [] },
);

const bytesOf = (message: fc.Arbitrary<unknown>) =>
  fc.oneof(
    message.map((value) => new TextEncoder().encode(JSON.stringify(value))),
    fc.uint8Array({ maxLength: 200 }),
  );

/** Sends with a reply subject, like a request. */
async function send(bus: Bus, url: string, messages: readonly [subject: string, data: Uint8Array][]) {
  const { connect } = await import('@nats-io/transport-node');
  const connection = await connect({ servers: [url] });
  for (const [subject, data] of messages) connection.publish(subject, data, { reply: 'handeye.test.nobody' });
  await connection.flush();
  await connection.close();
  assert.ok(bus.isConnected);
}

test('a host survives any message and goes on serving', async (t) => {
  const { farm, server } = await farmWithHost(t);
  const secret = await server.lease('virtual-1');
  const messages: [string, Uint8Array][] = [];
  for (const field of ['device', 'id', 'secret', 'offer', 'tool']) {
    const good = {
      ...{ device: 'virtual-1', id: 'one', secret, offer: 'an-offer', minutes: 5 },
      ...{ tool: 'nothing', args: {}, limit: 1_000, screen: 'lean', canAsk: false, wantsProgress: false },
    };
    const data = new TextEncoder().encode(JSON.stringify({ ...good, [field]: HUGE }));
    // The lease itself must last.
    for (const verb of verbs)
      if (verb !== 'release' || field === 'secret') messages.push([subjects.host('rack-1', verb), data]);
  }
  await send(farm.bus, farm.url, messages);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...verbs), bytesOf(almostRequest), (verb, data) => {
      farm.bus.publish(subjects.host('rack-1', verb), data);
      return Promise.resolve();
    }),
    cases,
  );
  assert.deepEqual(await server.ask('renew', { device: 'virtual-1', secret, minutes: 7 }), {
    ok: true,
    minutes: 7,
  });
  assert.equal((await server.call('press_home', {}, { secret })).isError, undefined);
  assert.equal(await server.ask('accept', { device: HUGE.slice(0, 900_000) }).then(kindIn), 'invalid_params');
});

test('a server survives any message of a host about a call and goes on serving', async (t) => {
  const [own, hosts] = await connected(t);
  assert.ok(own && hosts);
  const done: ToolResult = { content: [{ type: 'text', text: 'Done.' }] };
  const events = fc.sample(bytesOf(almostEvent), cases.numRuns);
  await scriptedHost(hosts, (call) => {
    for (const data of events) hosts.publish(subjects.answers(call.request.id), data);
    call.tell({ event: 'progress', message: HUGE });
    call.answer(done);
  });
  const { call } = serverOn(own);
  for (let count = 0; count < 3; count += 1) assert.deepEqual(await call('get_screen_state', {}), done);
});

test('a message handler that throws, or answers too much, is reported and goes on', async (t) => {
  const { farm } = await farmWithHost(t, { virtualPhones: 0 });
  const faults: unknown[] = [];
  const bus = await connectBus({
    servers: [farm.url],
    name: 'test',
    inboxPrefix: '_INBOX',
    makesBuckets: false,
    onFault: (error) => faults.push(error),
  });
  farm.ends.push(() => bus.close());
  let read = 0;
  const { ready } = bus.subscribe('handeye.test.one', (message) => {
    read += 1;
    if (read === 1) throw new Error('A fault.');
    message.reply(new Uint8Array(2 * bus.maxPayload));
  });
  await ready;
  await send(bus, farm.url, Array(3).fill(['handeye.test.one', new Uint8Array()]) as [string, Uint8Array][]);
  const end = Date.now() + 20_000;
  while (read < 3 && Date.now() < end) await sleep(10);
  assert.equal(faults.length, 3);
});

function kindIn(answer: unknown): string | undefined {
  const { failure } = answer as { failure?: { kind?: string } };
  return failure?.kind;
}
