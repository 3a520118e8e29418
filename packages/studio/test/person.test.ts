import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { orAborted } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { Registry } from '@handeye/core/device/registry';
import { Asking } from '@handeye/core/guard/asking';
import { MemoryHolds } from '@handeye/core/guard/holds';
import { defaultPolicy } from '@handeye/core/guard/policy';
import type { Rule } from '@handeye/core/guard/rules';
import { Studio } from '../src/studio.ts';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { type Json, post, serving, toolCall } from '@handeye/testing/serving';
import { picture, ScriptedDevice, sourceOf } from '@handeye/testing/scripted-device';
import { box, button, full, node, viewOf } from '@handeye/testing/screens';
import { PlainPage } from './plain-page.ts';

const asksAboutPaying: Rule = { when: { label: 'Pay*' }, then: 'ask', why: 'it costs money', from: 'rule 1' };

interface Options {
  readonly rules?: readonly Rule[];
  /** Milliseconds that a person has to answer. */
  readonly limit?: number;
  /** A second device that looks the same; its acts are counted, too. */
  readonly other?: string;
}

/** A shop with Studio beside it, an agent, and as many pages as a test opens. */
async function shop(t: TestContext, { rules = [], limit = 20_000, other }: Options = {}) {
  const pay = button('Pay 49 €', box(0, 300, 1080, 900), { clickable: true });
  const view = viewOf(node('FrameLayout', full, { children: [pay] }), { app: 'Shop' });
  const device = new ScriptedDevice(view);
  device.picture = await picture(1080, 2400);
  const devices = [device, ...(other === undefined ? [] : [new ScriptedDevice(view, { id: other })])];
  const registry = new Registry({ sources: [sourceOf(devices)], configured: devices.map(({ id }) => id) });
  const holds = new MemoryHolds({ clock: realClock });
  const log = () => undefined;
  const studio = new Studio({ registry, holds, clock: realClock, log, version: '1.2.3', policy: 'open' });
  const asking = new Asking({ clock: realClock, askers: [studio.asker], limit });
  const policy = { ...defaultPolicy, writesPerSecond: 1000, rules };
  const toolbox = studio.watched(createToolbox({ registry, holds, policy, asking, clock: realClock }));
  const { server } = await serving(t, { toolbox, mount: studio });
  t.after(() => {
    studio.close();
  });
  return {
    device: device.id,
    acts: () => devices.flatMap(({ deeds }) => deeds).filter(({ did }) => did !== 'look').length,
    /** Holds every touch until `free` is called; `reached` resolves with the first one. */
    slow: () => {
      let [free, reach]: (() => void)[] = [];
      const gate = new Promise<void>((resolve) => (free = resolve));
      const reached = new Promise<void>((resolve) => (reach = resolve));
      const touch = device.touch.bind(device);
      device.touch = async (strokes, call) => {
        reach?.();
        await orAborted(gate, call.signal);
        return touch(strokes, call);
      };
      return { reached, free: () => free?.() };
    },
    agent: async (name: string, args: unknown): Promise<string> =>
      textOf((await post(server, toolCall(name, args))).json),
    page: async ({ visible = true } = {}) => {
      const page = await PlainPage.open(t, studio, server);
      await page.asks('watch', { device: device.id, visible });
      return page;
    },
  };
}

function textOf({ result }: Json): string {
  const text: unknown = result?.content?.[0]?.text;
  return typeof text === 'string' ? text : JSON.stringify(result);
}

const tapPay = { x: 500, y: 500 };

test('a question goes to every page; the first answer counts, and the others are told', async (t) => {
  const { agent, page, acts } = await shop(t, { rules: [asksAboutPaying] });
  const [one, other] = [await page(), await page()];
  const answer = agent('tap', tapPay);
  const asked = await one.hears('question');
  assert.equal((await other.hears('question')).number, asked.number);
  assert.equal(asked.tool, 'tap');
  assert.equal(asked.label, 'Pay 49 €');
  assert.match(asked.why, /costs money/);
  assert.ok(asked.left > 10_000 && asked.left <= 20_000, `${asked.left} ms left`);
  assert.equal(acts(), 0);
  await other.asks('answer', { question: asked.number, answer: 'once' });
  assert.match(await answer, /^Tap executed/);
  assert.deepEqual(await one.hears('questionOver'), { question: asked.number, how: 'Allowed, this once.' });
  assert.equal(acts(), 1);
  assert.match(
    await one.isRefused('answer', { question: asked.number, answer: 'no' }),
    /This question is over/,
  );
});

test('a picture of what the question is about follows it', async (t) => {
  const { agent, page } = await shop(t, { rules: [asksAboutPaying] });
  const one = await page();
  const answer = agent('tap', tapPay);
  const asked = await one.hears('question');
  assert.equal(asked.picture, undefined);
  assert.match((await one.hears('question')).picture ?? '', /^data:image\/jpeg;base64,/);
  await one.asks('answer', { question: asked.number, answer: 'no' });
  assert.match(await answer, /The user was asked, and said no/);
});

test('no answer in time allows nothing', async (t) => {
  const { agent, page, acts } = await shop(t, { rules: [asksAboutPaying], limit: 300 });
  const one = await page();
  assert.match(await agent('tap', tapPay), /did not answer within 0.3 s/);
  assert.match((await one.hears('questionOver')).how, /Nobody answered in time/);
  assert.equal(acts(), 0);
});

test('without a page there is no question, and the answer mentions Studio', async (t) => {
  const { agent, acts } = await shop(t, { rules: [asksAboutPaying] });
  assert.match(await agent('tap', tapPay), /Nobody could be asked: .*nobody has Studio open/);
  assert.equal(acts(), 0);
});

test('a page that opens while a question waits shows it', async (t) => {
  const { agent, page } = await shop(t, { rules: [asksAboutPaying] });
  const hidden = await page({ visible: false });
  const answer = agent('tap', tapPay);
  const asked = await hidden.hears('question');
  const late = await page();
  await late.asks('answer', { question: asked.number, answer: 'for this run' });
  assert.match(await answer, /^Tap executed/);
  assert.match(await agent('tap', tapPay), /^Tap executed/);
});

test('after a no for this run nothing is asked again, and the agent learns why', async (t) => {
  const { agent, page, acts } = await shop(t, { rules: [asksAboutPaying] });
  const one = await page();
  const answer = agent('tap', tapPay);
  const { number } = await one.hears('question');
  await one.asks('answer', { question: number, answer: 'no, for this run' });
  assert.match(await answer, /said no for this run/);
  assert.equal((await one.hears('questionOver')).how, 'Refused for this run.');
  assert.match(await agent('tap', tapPay), /said no for this run/);
  assert.equal(acts(), 0);
});

test('while a person has the device, agents read and do not write', async (t) => {
  const { agent, page, device, acts } = await shop(t);
  const one = await page();
  const call = { tool: 'tap', arguments: tapPay, device, from: 'hand' } as const;
  assert.match(await one.isRefused('call', call), /Take over first/);
  await one.asks('takeOver', { device });
  assert.deepEqual((await one.hears('hands')).takenOver, [device]);
  assert.match(await agent('tap', tapPay), /^busy: a person has taken over/);
  assert.match(await agent('get_screen_state', {}), /Pay 49 €/);
  assert.equal(acts(), 0);
  assert.equal((await one.asks('call', call)).isError, false);
  assert.equal(acts(), 1);
  // A form shows what a model sees.
  const tried = await one.asks('call', { ...call, from: 'form' });
  assert.match(tried.raw, /busy: a person has taken over/);
  await one.asks('handBack', { device });
  assert.match(await agent('tap', tapPay), /^Tap executed/);
});

test('a hand writes to the device that it has taken over, and to no other that its call names', async (t) => {
  const { page, device, acts } = await shop(t, { rules: [asksAboutPaying], other: 'another' });
  const one = await page();
  await one.asks('takeOver', { device });
  const call = { tool: 'tap', device, from: 'hand' } as const;
  for (const named of ['another', null, { id: 'another' }]) {
    const refused = await one.isRefused('call', { ...call, arguments: { ...tapPay, device: named } });
    assert.match(refused, /this call names another device/);
  }
  const steps = [{ tool: 'tap', arguments: { ...tapPay, device: 'another' } }];
  assert.equal((await one.asks('call', { ...call, tool: 'run_steps', arguments: { steps } })).isError, true);
  assert.equal(acts(), 0);
  for (const args of [tapPay, { ...tapPay, device }])
    assert.equal((await one.asks('call', { ...call, arguments: args })).isError, false);
  assert.equal(acts(), 2);
});

test('taking over ends what an agent is just writing', async (t) => {
  const { agent, page, device, acts } = await shop(t, { rules: [asksAboutPaying] });
  const one = await page();
  const answer = agent('tap', tapPay);
  await one.hears('question');
  await one.asks('takeOver', { device });
  assert.match(await answer, /^busy: a person has taken over while this was under way/);
  assert.equal(acts(), 0);
  assert.equal((await one.hears('questionOver')).how, 'Taken over: it was not done.');
  await one.asks('handBack', { device });
  const next = agent('tap', tapPay);
  await one.hears('question');
  await one.asks('stop', undefined);
  assert.match(await next, /^stopped: /);
  assert.equal((await one.hears('questionOver')).how, 'Stopped: it was not done.');
});

test('Stop ends every write at once and refuses new ones, but not the person’s; Resume lets them in again', async (t) => {
  const { agent, page, device, slow, acts } = await shop(t);
  const [one, { reached, free }] = [await page(), slow()];
  const underWay = agent('tap', tapPay);
  const queued = agent('tap', tapPay);
  await reached;
  await one.asks('stop', undefined);
  assert.match(await underWay, /^stopped: a person has stopped all writes while this call was under way/);
  assert.match(await queued, /^stopped: a person has stopped all writes/);
  assert.equal((await one.hears('hands')).stopped, true);
  free();
  const before = acts();
  assert.match(await agent('tap', tapPay), /^stopped: a person has stopped all writes\. Nothing was done/);
  assert.match(await agent('get_screen_state', {}), /Pay 49 €/);
  assert.equal(acts(), before);
  await one.asks('takeOver', { device });
  const { isError } = await one.asks('call', { tool: 'tap', arguments: tapPay, device, from: 'hand' });
  assert.equal(isError, false);
  await one.asks('handBack', { device });
  const [handedBack] = await one.asks('timeline', { limit: 1 });
  assert.equal(handedBack?.summary, 'agents are still stopped');
  await one.asks('resume', undefined);
  assert.match(await agent('tap', tapPay), /^Tap executed/);
});

test('the forms are the tools as models are served them', async (t) => {
  const { page } = await shop(t);
  const one = await page();
  const names = async (screen: 'lean' | 'compact') =>
    (await one.asks('tools', { screen })).map(({ name }) => name);
  assert.ok((await names('lean')).includes('run_steps'));
  assert.ok((await names('compact')).includes('get_screen_state'));
  const { items, tokens, raw } = await one.asks('call', {
    tool: 'get_screen_state',
    arguments: { include_screenshot: true },
    from: 'form',
    screen: 'lean',
  });
  assert.ok(items.some((item) => 'text' in item && item.text.includes('Pay 49 €')));
  assert.ok(items.some((item) => 'picture' in item && item.picture.startsWith('data:image/')));
  assert.ok(tokens > 5);
  assert.match(raw, /characters of base64/);
});

test('taking over, handing back, Stop and Resume are entries of the timeline, with who did it and when, and no calls', async (t) => {
  const { agent, page, device } = await shop(t);
  const start = Date.now();
  const one = await page();
  await one.asks('takeOver', { device });
  await agent('tap', tapPay);
  await one.asks('handBack', { device });
  // Nothing to give back.
  await one.asks('handBack', { device });
  await one.asks('stop', undefined);
  await one.asks('stop', undefined);
  await one.asks('resume', undefined);
  const entries = await one.asks('timeline', { limit: 100 });
  assert.deepEqual(
    entries
      .map(({ number, kind, tool, client, byPerson }) => [number, kind, tool, client, byPerson])
      .reverse(),
    [
      [1, 'control', 'Take over', 'a person', true],
      [2, 'call', 'tap', 'a client without a name', false],
      [3, 'control', 'Hand back', 'a person', true],
      [4, 'control', 'Stop', 'a person', true],
      [5, 'control', 'Resume', 'a person', true],
    ],
  );
  assert.equal(entries.at(-1)?.device, device);
  assert.ok(entries.every(({ at }) => at >= start && at <= Date.now()));
  const totals = await one.hears('totals');
  assert.deepEqual(
    totals.map(({ calls }) => calls),
    [1],
  );
});
