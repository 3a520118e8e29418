import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, test, type TestContext } from 'node:test';
import { MemoryHolds, type Held, type Hold } from '../../src/guard/holds.ts';
import { defaultPolicy } from '../../src/guard/policy.ts';
import { serveStdio } from '../../src/server/stdio.ts';
import type { Toolbox } from '../../src/tools/frame/toolbox.ts';
import { handClock } from '@handeye/testing/hand-clock';
import {
  ask,
  authorized,
  identity,
  type Json,
  modern,
  post,
  serving,
  toolCall,
} from '@handeye/testing/serving';
import { calculator } from '@handeye/testing/screens';
import { bench } from '@handeye/testing/tools';

const HOLD = 30_000;

function holding(milliseconds = HOLD) {
  const { clock, pass } = handClock();
  const holds = new MemoryHolds({ clock, milliseconds });
  const take = async (client: string, device = 'phone'): Promise<Hold> => {
    const hold = await holds.take(device, client);
    assert.ok('done' in hold, `${client} was refused`);
    return hold;
  };
  const wrote = async (client: string, device?: string) => {
    (await take(client, device)).done({ wrote: true });
  };
  const refused = async (client: string, device = 'phone'): Promise<Held> => {
    const held = await holds.take(device, client);
    assert.ok('by' in held, `${client} was let through`);
    return held;
  };
  return { pass, holds, take, wrote, refused };
}

describe('a hold', () => {
  test('begins with the first write and ends that long after the last one', async () => {
    const { pass, wrote, refused } = holding();
    await wrote('one');
    pass(20_000);
    assert.deepEqual(await refused('two'), { by: 'one', left: 10_000 });
    await wrote('one');
    pass(29_999);
    assert.deepEqual(await refused('two'), { by: 'one', left: 1 });
    pass(1);
    await wrote('two');
    assert.deepEqual(await refused('one'), { by: 'two', left: HOLD });
  });

  test('lasts as long as a write goes on, and is of one device', async () => {
    const { pass, take, wrote, refused } = holding();
    const long = await take('one');
    pass(10 * HOLD);
    assert.deepEqual(await refused('two'), { by: 'one', left: HOLD });
    await wrote('two', 'another phone');
    long.done({ wrote: true });
    assert.deepEqual(await refused('two'), { by: 'one', left: HOLD });
  });

  test('is not taken or prolonged by what was refused before it wrote', async () => {
    const { pass, take, wrote, refused } = holding();
    (await take('one')).done({ wrote: false });
    await wrote('two');
    pass(20_000);
    (await take('two')).done({ wrote: false });
    assert.deepEqual(await refused('one'), { by: 'two', left: 10_000 });
  });

  test('can be given back, by its holder alone', async () => {
    const { holds, wrote, refused } = holding();
    await wrote('one');
    await holds.release('phone', 'two');
    await refused('two');
    await holds.release('phone', 'one');
    await wrote('two');
  });

  for (const milliseconds of [0, HOLD]) {
    test(`of a person who takes over goes before all others, with ${milliseconds} ms for clients`, async () => {
      const { holds, wrote, refused } = holding(milliseconds);
      await wrote('one');
      const handBack = holds.takeOver('phone', 'a person');
      assert.deepEqual(await refused('one'), { by: 'a person', left: undefined });
      await wrote('a person');
      handBack();
      await wrote('one');
    });
  }

  test('is nobody’s without a time', async () => {
    const { take } = holding(0);
    await take('one');
    await take('two');
  });
});

/** A way for several clients to call tools. */
type Door = (
  t: TestContext,
  toolbox: Toolbox,
) => Promise<(client: string, tool: string, args?: unknown) => Promise<Json>>;

const doors: Readonly<Record<string, Door>> = {
  'HTTP 2026-07-28, by the name they give': async (t, toolbox) => {
    const { server } = await serving(t, { toolbox });
    return async (client, name, args = {}) => {
      const { message, headers } = modern('tools/call', { name, arguments: args }, { client });
      return (await post(server, message, headers)).json;
    };
  },
  'HTTP 2025-11-25, by the name in their address': async (t, toolbox) => {
    const { server } = await serving(t, { toolbox });
    return async (client, name, args) => {
      const path = `/mcp?client=${encodeURIComponent(client)}`;
      const body = JSON.stringify(toolCall(name, args));
      return (await ask(server, { method: 'POST', path, headers: authorized, body })).json;
    };
  },
  'HTTP 2025-11-25, by their program': async (t, toolbox) => {
    const { server } = await serving(t, { toolbox });
    return async (client, name, args) =>
      (await post(server, toolCall(name, args), { 'User-Agent': `${client}/1.0 (linux)` })).json;
  },
};

function heldCalculator() {
  const policy = { ...defaultPolicy, writesPerSecond: 1000 };
  const { clock, pass } = handClock();
  const holds = new MemoryHolds({ clock, milliseconds: HOLD });
  const { toolbox, device } = bench(calculator(), { holds, policy });
  const touches = () => device.deeds.filter(({ did }) => did !== 'look').length;
  return { toolbox, touches, pass, holds };
}

const textIn = ({ result }: Json): string => JSON.stringify(result?.content);

for (const [door, open] of Object.entries(doors)) {
  test(`over ${door}, one client at a time writes, and all read`, async (t) => {
    const { toolbox, touches, pass } = heldCalculator();
    const call = await open(t, toolbox);
    assert.doesNotMatch(textIn(await call('ada', 'tap', { x: 10, y: 20 })), /busy/);
    const before = touches();
    const refused = await call('bob', 'tap', { x: 10, y: 20 });
    assert.match(textIn(refused), /busy: 'ada' is using this device, for 30 s more/);
    assert.match(JSON.stringify(refused), /permission_denied/);
    assert.equal(touches(), before);
    assert.doesNotMatch(textIn(await call('bob', 'get_screen_state')), /busy/);
    pass(20_000);
    assert.doesNotMatch(textIn(await call('ada', 'press_home')), /busy/);
    pass(29_000);
    assert.match(textIn(await call('bob', 'press_home')), /busy: 'ada' .* for 1 s more/);
    pass(1_000);
    assert.doesNotMatch(textIn(await call('bob', 'press_home')), /busy/);
    assert.match(textIn(await call('ada', 'press_home')), /busy: 'bob'/);
  });
}

test('over stdio there is one client, and a person who takes over goes before it', async (t) => {
  const { toolbox, touches, holds } = heldCalculator();
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveStdio({ toolbox, ...identity, log: () => undefined, input, output });
  t.after(async () => {
    input.end();
    await served;
  });
  const answers = output[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const call = async (name: string, client: string) => {
    input.write(`${JSON.stringify(modern('tools/call', { name, arguments: {} }, { client }).message)}\n`);
    const { value } = (await answers.next()) as { value: Buffer };
    return value.toString();
  };
  assert.doesNotMatch(await call('press_home', 'ada'), /busy/);
  assert.doesNotMatch(await call('press_back', 'bob'), /busy/);
  const handBack = holds.takeOver('scripted', 'a person');
  const before = touches();
  assert.match(await call('press_home', 'ada'), /busy: a person has taken over/);
  assert.equal(touches(), before);
  assert.doesNotMatch(await call('get_screen_state', 'ada'), /busy/);
  handBack();
  assert.doesNotMatch(await call('press_home', 'ada'), /busy/);
});

test('a call with wrong arguments takes no device, and one that found nothing to touch takes none', async (t) => {
  const { toolbox } = heldCalculator();
  const call = await doors['HTTP 2026-07-28, by the name they give']!(t, toolbox);
  await call('ada', 'tap', { x: -1, y: 0 });
  await call('ada', 'click_element', { element_id: 'text:not there' });
  assert.doesNotMatch(textIn(await call('bob', 'press_home')), /busy/);
});
