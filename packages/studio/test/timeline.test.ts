import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withinLimit } from '@handeye/core/call/call';
import { Asking } from '@handeye/core/guard/asking';
import { defaultPolicy } from '@handeye/core/guard/policy';
import type { Asker } from '@handeye/core/guard/questions';
import type { ToolResult } from '@handeye/core/tools/frame/toolbox';
import { box, button, calculator, field, form, full, node, viewOf } from '@handeye/testing/screens';
import { SkippingClock } from '@handeye/testing/clock';
import { picture } from '@handeye/testing/scripted-device';
import { watchedTools } from './watched-tools.ts';

/** Simulates a watched phone: a look with a picture, and its frame. */
async function watch({ registry, frames, clock }: ReturnType<typeof watchedTools>, number: number) {
  const { session, snapshot } = await withinLimit({ clock, limit: 1_000 }, async (call) => {
    const opened = await registry.sessionOf('scripted', call);
    return { session: opened, snapshot: await opened.look({ picture: true }, call) };
  });
  const kind = { device: 'scripted', at: 0, mimeType: 'image/jpeg', width: 1, height: 1 } as const;
  const frame = { ...kind, frame: number, picture: new Uint8Array(1_000).fill(number) };
  const inputs = session.inputsBefore(snapshot);
  frames.splice(0, 1, { session, snapshot, inputs, frame, screen: { device: 'scripted' } });
}

function textIn({ content: [item] }: ToolResult): string {
  return item?.type === 'text' ? item.text : '';
}

describe('the timeline', () => {
  test('tells of every call of every client: what it was, what it cost, what came of it', async () => {
    const { call, told, totals, details } = watchedTools(calculator());
    const screen = await call('get_screen_state', {}, { name: 'ada' });
    await call('click_element', { element_id: 'text:7' }, { name: 'ben' });
    await call('click_element', { element_id: 'node_999999' }, { name: 'ben' });
    await call('no_such_tool', {}, { name: 'ben' });
    assert.deepEqual(
      told
        .filter(({ outcome }) => outcome === undefined)
        .map(({ number, tool, client }) => [number, tool, client]),
      [
        [1, 'get_screen_state', 'ada'],
        [2, 'click_element', 'ben'],
        [3, 'click_element', 'ben'],
        [4, 'no_such_tool', 'ben'],
      ],
    );
    const first = await details(1);
    const [item] = screen.content;
    assert.equal(first.content[0], item?.type === 'text' ? item.text : undefined);
    assert.equal(first.device, 'scripted');
    assert.equal(first.app, 'com.example.calculator');
    assert.equal(first.outcome, 'ok');
    assert.ok((first.tokens ?? 0) > 100);
    const failed = await details(3);
    assert.equal(failed.outcome, 'element_not_found');
    assert.match(failed.told ?? '', /node_999999/);
    assert.deepEqual(JSON.parse(failed.arguments), { element_id: 'node_999999' });
    assert.equal((await details(4)).outcome, 'invalid_params');
    assert.deepEqual(
      totals.at(-1)?.map(({ client, calls, failed }) => ({ client, calls, failed })),
      [
        { client: 'ada', calls: 1, failed: 0 },
        { client: 'ben', calls: 3, failed: 2 },
      ],
    );
  });

  test('names the person where the person acted, and lists the steps of run_steps', async () => {
    const { call, details } = watchedTools(calculator(), { screenFormat: 'lean' });
    await call('click_element', { element_id: 'text:7' }, { byPerson: true, name: 'a person' });
    assert.equal((await details(1)).byPerson, true);
    const steps = [
      { tool: 'click_element', arguments: { element_id: 'text:8' } },
      { tool: 'click_element', arguments: { element_id: 'text:9' } },
    ];
    await call('run_steps', { steps });
    assert.equal((await details(2)).summary, 'steps: click_element, click_element');
    assert.deepEqual(
      (await details(2)).steps.map(({ tool, summary, outcome }) => ({ tool, summary, outcome })),
      [
        { tool: 'click_element', summary: 'element_id: "text:8"', outcome: 'ok' },
        { tool: 'click_element', summary: 'element_id: "text:9"', outcome: 'ok' },
      ],
    );
    await call('run_steps', { steps: [...steps, { tool: 'click_element', arguments: { element_id: '1' } }] });
    assert.match((await details(3)).told ?? '', /^3 click_element failed: /);
  });

  test('keeps the totals of the person apart from those of a client with the same name', async () => {
    const { call, totals } = watchedTools(calculator());
    await call('get_screen_state', {}, { byPerson: true, name: 'a person' });
    await call('get_screen_state', {}, { name: 'a person' });
    await call('no_such_tool', {}, { name: 'a person' });
    assert.deepEqual(
      totals.at(-1)?.map(({ client, byPerson, calls, failed }) => ({ client, byPerson, calls, failed })),
      [
        { client: 'a person', byPerson: true, calls: 1, failed: 0 },
        { client: 'a person', byPerson: false, calls: 2, failed: 1 },
      ],
    );
  });

  test('says which rule decided', async () => {
    const policy = { ...defaultPolicy, blockedApps: ['com.example.calculator'] };
    const { call, details, totals } = watchedTools(calculator(), { policy });
    await call('click_element', { element_id: 'text:7' });
    const { outcome, judged } = await details(1);
    assert.equal(outcome, 'permission_denied');
    // A refusal is not a failure.
    assert.deepEqual(
      totals.at(-1)?.map(({ failed, refused }) => [failed, refused]),
      [[0, 1]],
    );
    assert.match(judged.join('\n'), /click_element on com\.example\.calculator.*: deny by --block-app/);
  });

  test('tells the time that a call waited for a person apart from its own', async () => {
    const policy = {
      ...defaultPolicy,
      rules: [{ when: { label: '7' }, then: 'ask', from: 'rule 1' }] as const,
    };
    const clock = new SkippingClock();
    const seconds = (count: number) =>
      new Promise<void>((resolve) => {
        clock.after(count * 1000, resolve);
      });
    const waiting: (boolean | undefined)[] = [];
    const asker: Asker = {
      way: 'a test',
      ask: async () => {
        waiting.push(told.at(-1)?.isWaiting);
        await seconds(40);
        return 'once';
      },
    };
    const asking = new Asking({ clock, askers: [asker] });
    const { call, details, device, told, totals } = watchedTools(calculator(), {
      ...{ clock, policy, asking, screenFormat: 'lean' },
    });
    device.delay = 200;
    const steps = ['7', '8', '7'].map((key) => ({
      tool: 'click_element',
      arguments: { element_id: `text:${key}` },
    }));
    await call('click_element', { element_id: 'text:7' });
    await call('run_steps', { steps });
    const [one, many] = [await details(1), await details(2)];
    assert.deepEqual([one.waited, many.waited], [40_000, 80_000]);
    assert.deepEqual(waiting, [true, true, true]);
    assert.equal(told.at(-1)?.isWaiting, false);
    for (const { milliseconds = 0 } of [one, ...many.steps])
      assert.ok(milliseconds >= 200 && milliseconds < 10_000, `${milliseconds} ms`);
    assert.equal(totals.at(-1)?.[0]?.waited, 120_000);
    assert.ok((totals.at(-1)?.[0]?.milliseconds ?? 0) < 30_000);
  });

  test('tells what changed on the screen, from looks that were made anyway', async () => {
    const { call, details, device, until } = watchedTools(calculator('0'));
    device.react = ({ did }) => {
      if (did === 'act') device.view = calculator('7');
    };
    await call('get_screen_state');
    await call('click_element', { element_id: 'text:7' });
    await call('get_screen_state');
    const looks = device.deeds.length;
    await until(async () => (await details(2)).changes !== undefined);
    assert.match((await details(2)).changes ?? '', /7 \(was 0\)/);
    assert.equal(device.deeds.length, looks);
  });

  test('does not say that nothing changed if the only look that ended after a write began before it', async () => {
    const { call, details, device, clock, registry } = watchedTools(calculator('0'));
    await call('get_screen_state');
    const limits = { clock, limit: 5_000 };
    const session = await withinLimit(limits, (own) => registry.sessionOf('scripted', own));
    device.delay = 1_000;
    const looking = withinLimit(limits, (own) => session.watch({ picture: false }, own));
    device.delay = 0;
    await call('click_element', { element_id: 'text:7' });
    await looking;
    assert.ok(session.inputs > 0);
    await new Promise<void>((resolve) => {
      clock.after(2_000, resolve);
    });
    assert.equal((await details(2)).changes, undefined);
  });

  test('says what the element of a failed call once was, and keeps the screens: the one it was made on, and the last that the client had seen', async () => {
    const { call, details, device } = watchedTools(calculator(), { screenFormat: 'lean' });
    const screen = await call('get_screen_state', {}, { name: 'ada' });
    const id = /^ *(\d+).* 7$/m.exec(textIn(screen))?.[1] ?? '';
    device.view = form();
    // Another caller has looked since.
    await call('get_screen_state', {}, { name: 'ben' });
    await call('click_element', { element_id: id }, { name: 'ada' });
    const failed = await details(3);
    assert.equal(failed.outcome, 'element_not_found');
    const [named] = failed.elements;
    assert.equal(named?.id, `node_${id}`);
    assert.match(named.what, /^was “7” \(Button\); left the screen/);
    assert.match(failed.screen?.text ?? '', /Sign in/);
    assert.equal(failed.screen?.isCurrent, true);
    assert.equal(failed.lastScreen?.number, 1);
    assert.match(failed.lastScreen.text, new RegExp(`${id}.* 7$`, 'm'));
    await call('click_element', { element_id: 'node_1' }, { name: 'ada' });
    assert.match((await details(4)).elements[0]?.what ?? '', /^unknown: no screen/);
    assert.equal((await details(4)).lastScreen, undefined);
  });

  test('keeps the screen from before what a call did, and names the elements of steps', async () => {
    const { call, details, device } = watchedTools(calculator('0'), { screenFormat: 'lean' });
    device.react = ({ did }) => {
      if (did === 'act') device.view = calculator('789');
    };
    const screen = await call('get_screen_state');
    const ids = ['7', '8'].map((key) => new RegExp(`(\\d+).* ${key}$`, 'm').exec(textIn(screen))?.[1] ?? '');
    const steps = ids.map((id) => ({ tool: 'click_element', arguments: { element_id: id } }));
    await call('run_steps', { steps });
    const { screen: madeOn, elements } = await details(2);
    assert.match(madeOn?.text ?? '', /^- 0$/m);
    assert.match(madeOn?.text ?? '', / 7$/m);
    assert.deepEqual(
      elements.map(({ what }) => what),
      ['“7” (Button)', '“8” (Button)'],
    );
    // A read that worked contains its screen.
    assert.equal((await details(1)).screen, undefined);
  });

  test('shows pictures from before and after a write only of watched devices', async () => {
    const tools = watchedTools(calculator());
    const { call, details, device, timeline, pictures, frames } = tools;
    device.picture = await picture(10, 10);
    await call('click_element', { element_id: 'text:7' });
    await watch(tools, 1);
    await call('click_element', { element_id: 'text:8' });
    await watch(tools, 2);
    await call('click_element', { element_id: 'text:9' });
    // No look showed its effect before the next call.
    await call('click_element', { element_id: 'text:4' });
    frames.length = 0;
    await call('click_element', { element_id: 'text:5' });
    timeline.close();
    const addresses = await Promise.all(
      [1, 2, 3, 4, 5].map(async (number) => {
        const { before, after } = await details(number);
        return [before, after];
      }),
    );
    const [one, two] = [1, 2].map((number) => `/studio/pictures/frame-${number}`);
    const none = [undefined, undefined];
    assert.deepEqual(addresses, [[undefined, one], [one, two], [two, undefined], none, none]);
    assert.equal(pictures.at('/pictures/frame-2')?.bytes[0], 2);
  });

  test('waits for the picture of what came of a write while looks are late or fail', async () => {
    const tools = watchedTools(calculator());
    const { call, details, device, frames, clock } = tools;
    const pass = (milliseconds: number) => new Promise<void>((done) => clock.after(milliseconds, done));
    device.picture = await picture(10, 10);
    await watch(tools, 1);
    await call('click_element', { element_id: 'text:7' });
    // As Live leaves it after a look that failed.
    frames.splice(0, 1, ...frames.map((one) => ({ ...one, inputs: undefined, frame: undefined })));
    await pass(2_000);
    await watch(tools, 2);
    await pass(2_000);
    const { before, after } = await details(1);
    assert.deepEqual([before, after], ['/studio/pictures/frame-1', '/studio/pictures/frame-2']);
  });

  test('shows no frame as current that is older than what was done, or other than what was seen since', async () => {
    const tools = watchedTools(calculator('0'));
    const { call, details, device, timeline } = tools;
    device.picture = await picture(10, 10);
    await watch(tools, 1);
    await call('click_element', { element_id: 'text:7' });
    // An agent has a picture, the watcher has none yet.
    await call('get_screen_state', { include_screenshot: true });
    await call('click_element', { element_id: 'text:8' });
    await watch(tools, 2);
    // Without any action: the screen changed by itself.
    device.view = calculator('12345');
    await call('get_screen_state');
    await call('click_element', { element_id: 'text:9' });
    timeline.close();
    const first = await details(1);
    assert.deepEqual([first.before, first.after], ['/studio/pictures/frame-1', undefined]);
    for (const number of [2, 3, 4, 5]) assert.equal((await details(number)).before, undefined, `${number}`);
  });

  test('keeps a bounded number of calls, characters and bytes of pictures', async () => {
    const tools = watchedTools(calculator(), { mostPictureBytes: 3_500 });
    const { call, answered, details, device, timeline, pictures } = tools;
    device.picture = await picture(10, 10);
    for (let number = 1; number <= 8; number += 1) {
      await watch(tools, number);
      await call('get_screen_state');
    }
    assert.ok(pictures.bytes <= 3_500);
    assert.equal((await details(1)).before, undefined);
    assert.equal((await details(8)).before, '/studio/pictures/frame-8');
    for (let number = 9; number <= 2_010; number += 1) await call('no_such_tool');
    const kept = await answered('timeline', { limit: 5_000 });
    assert.equal(kept.length, 2_000);
    assert.deepEqual([kept[0]?.number, kept.at(-1)?.number], [2_010, 11]);
    assert.deepEqual(
      (await answered('timeline', { before: 2_000, limit: 2 })).map(({ number }) => number),
      [1_999, 1_998],
    );
    assert.throws(() => timeline.handlers.entry?.({ number: 3 }, undefined as never), /not kept any more/);
  });

  test('finds calls by a text in their arguments or answers', async () => {
    const { call, answered } = watchedTools(calculator('12345'));
    await call('get_screen_state');
    await call('click_element', { element_id: 'node_999999' });
    assert.deepEqual(await answered('search', { text: '12345' }), [1]);
    assert.deepEqual(await answered('search', { text: 'NODE_999999' }), [2]);
  });
});

describe('of typed text the timeline shows', () => {
  const noteScreen = () =>
    viewOf(
      node('FrameLayout', full, {
        children: [
          field('note', box(60, 320, 1020, 440), { focused: true }),
          button('Save', box(60, 640, 500, 760)),
        ],
      }),
    );

  test('what went to a screen without a password field', async () => {
    const { call, details, told } = watchedTools(noteScreen());
    await call('get_screen_state');
    await call('input_text', { text: 'buy milk' });
    assert.match((await details(2)).arguments, /buy milk/);
    assert.deepEqual((await details(2)).hidden, []);
    // Before the end it is unknown where the text goes.
    assert.doesNotMatch(told.find(({ number }) => number === 2)?.summary ?? '', /milk/);
  });

  test('nothing while a password field is on the screen, or without a look', async () => {
    const secret = 'correct horse';
    const { call, details, told, answered, device } = watchedTools(form({ focused: 'secret' }));
    await call('input_text', { text: secret });
    await call('get_screen_state');
    await call('input_text', { text: secret });
    await call('set_text', { element_id: 'res:secret', text: secret });
    await call('input_text', { text: secret, typo: secret });
    const all = await Promise.all([1, 3, 4, 5].map((number) => details(number)));
    assert.deepEqual(
      all.map(({ hidden }) => hidden),
      [['text'], ['text'], ['text'], ['text', 'typo']],
    );
    assert.ok(device.deeds.some((deed) => deed.did === 'type' && deed.text === secret));
    assert.doesNotMatch(JSON.stringify([all, told]), /horse/);
    assert.deepEqual(await answered('search', { text: 'horse' }), []);
  });

  test('the names of secrets, never their values', async () => {
    const value = 'hunter2-and-more';
    const { call, details, told } = watchedTools(noteScreen(), {
      secrets: [{ name: 'PIN', value, app: undefined }],
    });
    await call('get_screen_state');
    await call('input_text', { text: 'my {{PIN}}' });
    await call('input_text', { text: value });
    assert.match((await details(2)).arguments, /\{\{PIN\}\}/);
    // Another call with the name types the same.
    assert.deepEqual([(await details(2)).hidden, (await details(3)).hidden], [[], []]);
    assert.doesNotMatch(JSON.stringify([await details(2), await details(3), told]), /hunter2/);
  });
});
