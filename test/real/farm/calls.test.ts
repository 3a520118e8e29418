import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { withinLimit } from '@handeye/core/call/call';
import { type Clock, realClock } from '@handeye/core/call/clock';
import { openFarm } from '@handeye/farm/server/open-farm';
import { SILENCE } from '../../../packages/farm/src/protocol/messages.ts';
import { connectBus } from '@handeye/farm/bus/nats-bus';
import type { Asker } from '@handeye/core/guard/questions';
import type { ToolResult } from '@handeye/core/tools/frame/toolbox';
import { startNats } from './nats.ts';
import {
  connected,
  failureIn,
  HandClock,
  keepLease,
  type HostedCall,
  LEASED,
  type Play,
  scriptedHost,
  serverOn,
} from './scripted-host.ts';

const done: ToolResult = { content: [{ type: 'text', text: 'Tap executed.' }] };

async function farm(t: TestContext, play: Play, options: Parameters<typeof serverOn>[1] = {}) {
  const [own, hosts] = await connected(t);
  assert.ok(own && hosts);
  const calls = await scriptedHost(hosts, play);
  return { ...serverOn(own, options), calls, own, hosts };
}

/** A host that may touch its device, and then falls silent. */
function touchesAndFalls(after: () => void): Play {
  return async (call: HostedCall) => {
    assert.deepEqual(await call.ask({ event: 'begin' }), { go: true });
    after();
  };
}

test('a call for a leased device is made by its host, with what the client chose', async (t) => {
  const { call, calls } = await farm(t, async (made) => {
    assert.deepEqual(await made.ask({ event: 'begin' }), { go: true });
    made.answer(done);
  });
  assert.deepEqual(await call('tap', { x: 1, y: 2 }), done);
  const [made] = calls;
  assert.ok(made);
  const { tool, device, secret, args, screen, canAsk } = made.request;
  assert.deepEqual({ tool, device, args }, { tool: 'tap', device: 'pixel', args: { x: 1, y: 2 } });
  assert.equal(`rack-1.pixel#${secret}`, LEASED);
  assert.deepEqual({ screen, canAsk }, { screen: 'compact', canAsk: false });
});

test('an answer larger than a message comes in parts', async (t) => {
  const text = 'Zürich 😀 '.repeat(300_000);
  const { call } = await farm(t, (made) => {
    made.answer({ content: [{ type: 'text', text }] }, 24);
  });
  assert.deepEqual((await call('get_screen_state', {})).content, [{ type: 'text', text }]);
});

test('without its host nothing is done, and that is said', async (t) => {
  const [own] = await connected(t, 1);
  assert.ok(own);
  await keepLease(own);
  const { kind, text } = failureIn(await serverOn(own).call('tap', { x: 1, y: 2 }));
  assert.equal(kind, 'action_failed');
  assert.match(text, /^Nothing was done: the host of 'rack-1\.pixel' is not connected/);
});

test('a lease without a key is over, and the error says so', async (t) => {
  const [own] = await connected(t, 1);
  assert.ok(own);
  const { kind, text } = failureIn(await serverOn(own).call('tap', { x: 1, y: 2 }));
  assert.equal(kind, 'permission_denied');
  assert.match(text, /^Nothing was done: the lease of 'rack-1\.pixel' is over.* Call lease_device/);
});

test('a server that lost its NATS says so, and that nothing was done', async (t) => {
  const [node] = await startNats(t);
  assert.ok(node);
  const bus = await connectBus({
    servers: [node.url],
    name: 'test',
    inboxPrefix: '_INBOX',
    makesBuckets: true,
  });
  t.after(() => bus.close());
  await bus.bucket('queue');
  let isHurried = false;
  const clock: Clock = {
    now: () => realClock.now(),
    after: (limit, then) => realClock.after(isHurried ? Math.min(limit, 100) : limit, then),
  };
  const farm = await openFarm({ servers: [node.url] }, { clock });
  t.after(() => farm.close());
  const { leases } = farm;
  await node.stop('SIGKILL');
  await until(() => !bus.isConnected && !leases.isConnected);
  isHurried = true;
  const { kind, text } = failureIn(await serverOn(bus).call('tap', { x: 1, y: 2 }));
  assert.equal(kind, 'action_failed');
  assert.match(text, /^Nothing was done: this server has lost its connection to the farm/);
  const wish = { wants: {}, minutes: 1, waitSeconds: 0, client: 'token\tAda' };
  await assert.rejects(
    withinLimit({ clock: realClock, limit: 13_000 }, (call) => leases.lease(wish, call)),
    /No device was leased: this server has lost its connection to the farm/,
  );
});

test('a host that falls silent before it begins has done nothing, and may not begin later', async (t) => {
  const clock = new HandClock();
  const { call, calls } = await farm(
    t,
    (made) => {
      made.tell({ event: 'progress', message: 'here' });
    },
    { clock },
  );
  const silent = call('tap', { x: 1, y: 2 });
  await until(() => calls.length > 0);
  await passUntilEnded(clock, silent);
  const { kind, text } = failureIn(await silent);
  assert.equal(kind, 'action_failed');
  assert.match(text, /^Nothing was done: the host of 'rack-1\.pixel' does not answer/);
  await assert.rejects(calls[0]?.ask({ event: 'begin' }) ?? Promise.resolve());
});

test('a host that falls silent after it began leaves an unknown outcome, and nothing is repeated', async (t) => {
  const clock = new HandClock();
  let hasBegun = false;
  const begins = touchesAndFalls(() => (hasBegun = true));
  const { call, calls } = await farm(t, begins, { clock });
  const lost = call('tap', { x: 1, y: 2 });
  await until(() => hasBegun);
  await passUntilEnded(clock, lost);
  const { kind, text } = failureIn(await lost);
  assert.equal(kind, 'action_failed');
  assert.match(text, /^unknown outcome: .*Look at the screen first/);
  assert.equal(calls.length, 1);
});

test('a host that says it is alive is waited for, longer than any silence', async (t) => {
  const clock = new HandClock();
  const heard: string[] = [];
  const { toolbox, calls } = await farm(t, () => undefined, { clock });
  const progress = (message: string) => heard.push(message);
  const slow = toolbox.call(
    'tap',
    { device: LEASED, x: 1, y: 2 },
    { signal: new AbortController().signal, progress },
  );
  await until(() => calls.length > 0);
  for (let beat = 1; beat <= 5; beat += 1) {
    calls[0]?.tell({ event: 'alive' });
    calls[0]?.tell({ event: 'progress', message: `beat ${beat}` });
    await until(() => heard.length === beat);
    clock.pass(SILENCE - 1);
  }
  calls[0]?.answer(done);
  assert.deepEqual(await slow, done);
  assert.equal(calls[0]?.request.wantsProgress, true);
});

test('cancelling reaches the host, and what has not begun then never does', async (t) => {
  const { call, calls } = await farm(t, () => undefined);
  const stop = new AbortController();
  const cancelled = call('tap', { x: 1, y: 2 }, stop.signal);
  await until(() => calls.length > 0);
  stop.abort(new Error('The client left.'));
  assert.match(failureIn(await cancelled).text, /cancelled/);
  await calls[0]?.cancelled;
  await assert.rejects(calls[0]?.ask({ event: 'begin' }) ?? Promise.resolve());
});

test("a question of the host's guard is answered by the client's user, and a wait for that is not cut short", async (t) => {
  const asked: unknown[] = [];
  const asker: Asker = {
    way: 'client',
    async ask(question) {
      const picture = await question.picture?.();
      asked.push([question.why, question.label, picture && Buffer.from(picture.bytes).toString()]);
      return 'once';
    },
  };
  const question = {
    tool: 'click_element',
    device: 'rack-1.pixel',
    label: 'Pay',
    why: 'It costs money.',
    picture: Buffer.from('JPEG').toString('base64'),
  };
  const { toolbox, calls } = await farm(t, async (made) => {
    assert.deepEqual(await made.ask({ event: 'ask', question, limit: 60_000 }), { answer: 'once' });
    made.answer(done);
  });
  const signal = new AbortController().signal;
  assert.deepEqual(await toolbox.call('tap', { device: LEASED, x: 1, y: 2 }, { signal, asker }), done);
  assert.deepEqual(asked, [['It costs money.', 'Pay', 'JPEG']]);
  assert.equal(calls[0]?.request.canAsk, true);
});

test('where the client cannot ask anybody, the server asks its own people; if none is there, the host learns that', async (t) => {
  const nobody: Asker = { way: 'client', ask: () => Promise.resolve(undefined) };
  const studio: Asker = { way: 'Studio', ask: () => Promise.resolve('no') };
  const question = { tool: 'tap', device: 'rack-1.pixel', why: '' };
  const told: unknown[] = [];
  const play: Play = async (made) => {
    told.push(await made.ask({ event: 'ask', question, limit: 60_000 }));
    made.answer(done);
  };
  const [one, two, hosts] = await connected(t, 3);
  assert.ok(one && two && hosts);
  await scriptedHost(hosts, play);
  await serverOn(one, { askers: [nobody, studio] }).call('tap', { x: 1, y: 2 });
  await serverOn(two, { askers: [nobody] }).call('tap', { x: 1, y: 2 });
  assert.deepEqual(told, [{ answer: 'no' }, {}]);
});

test('any server serves any lease', async (t) => {
  const [one, two, hosts] = await connected(t, 3);
  assert.ok(one && two && hosts);
  const calls = await scriptedHost(hosts, (made) => {
    made.answer({ content: [{ type: 'text', text: made.request.secret }] });
  });
  const answers = await Promise.all([one, two].map((bus) => serverOn(bus).call('get_screen_state', {})));
  assert.deepEqual(answers[0], answers[1]);
  assert.equal(calls.length, 2);
});

test("a host's refusal reaches the client unchanged", async (t) => {
  const [own, hosts] = await connected(t);
  assert.ok(own && hosts);
  const failure = { kind: 'permission_denied', message: 'The lease of rack-1.pixel is over.' } as const;
  await scriptedHost(
    hosts,
    () => undefined,
    () => ({ failure }),
  );
  const { kind, text } = failureIn(await serverOn(own).call('tap', { x: 1, y: 2 }));
  assert.deepEqual({ kind, text }, { kind: failure.kind, text: failure.message });
});

test('arguments that do not fit into a message are refused here', async (t) => {
  const { call, calls } = await farm(t, () => undefined);
  const { kind, text } = failureIn(await call('input_text', { text: 'x'.repeat(1_100_000) }));
  assert.equal(kind, 'invalid_params');
  assert.match(text, /Nothing was done/);
  assert.equal(calls.length, 0);
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Lets the host's silence pass, also if earlier messages take a while to arrive. */
async function passUntilEnded(clock: HandClock, ended: Promise<unknown>): Promise<void> {
  const over = { is: false };
  void ended.finally(() => (over.is = true));
  while (!over.is) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    clock.pass(SILENCE);
  }
}
