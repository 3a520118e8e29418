import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { Fault } from '@handeye/virtual-phone';
import { eventually } from '@handeye/testing/attached';
import { servedPhone, type ServedPhone, type ServedPhoneOptions } from '../served-phone.ts';
import { phoneTools } from '../phone-tools.ts';
import { companionsOn } from './on-phone.ts';

/**
 * The companion, its connection and other servers come and go in mid-request; nothing is done twice, and the next call works.
 */

/** A phone with the calculator open, and an event that happens when the companion gets the next request of a kind. */
async function interrupted(t: TestContext, options: ServedPhoneOptions = {}) {
  let next: { readonly method: string; readonly happens: () => void } | undefined;
  const tools = await servedPhone(t, {
    tier: 'auto',
    onCompanionRequest: (method) => {
      if (method !== next?.method) return;
      const { happens } = next;
      next = undefined;
      happens();
    },
    ...options,
  });
  await tools.opens('Calculator', 'formula');
  const during = (method: string, happens: () => void) => {
    next = { method, happens };
  };
  return { tools, during };
}

/** Events that can happen to the companion in the middle of a request. */
const mishaps: readonly { readonly what: string; readonly happens: (tools: ServedPhone) => void }[] = [
  {
    what: 'kill -9 of the companion',
    happens: ({ phone }) => {
      // Slow enough that the signal comes before the answer does.
      phone.faults.apply({ kind: 'companion-slow', delayMs: 60_000 });
      const [pid = 0] = companionsOn(phone);
      void phone.android.spawn(`kill -9 ${pid}`).exit.then(() => {
        phone.faults.clear();
      });
    },
  },
  {
    what: 'a cut of the ADB connection',
    happens: ({ phone }) => {
      phone.faults.apply({ kind: 'offline' }); // drops the connections
      phone.faults.clear();
    },
  },
];

async function formula(tools: Pick<ServedPhone, 'json'>): Promise<string> {
  const { elements } = await tools.json('find_elements', { by: 'resource_id', value: 'formula' });
  return (elements as { text: string }[])[0]?.text ?? '';
}

// At once: nearly all of the time is spent waiting for the phone.
describe('the life of a companion', { concurrency: 4 }, () => {
  for (const { what, happens } of mishaps) {
    test(`${what} in the middle of a click: it may have been done, is not repeated, and the next call works`, async (t) => {
      const { tools, during } = await interrupted(t);
      const five = await tools.idOf('digit_5');
      during('act', () => {
        happens(tools);
      });
      assert.match(
        await tools.fails('click_element', { element_id: five }, 'action_failed'),
        /it may or may not have been done\. Look at the screen before you try again\.$/,
      );
      const before = await formula(tools);
      assert.ok(['', '5'].includes(before), `it was repeated: ${before}`);
      await tools.text('click_element', { element_id: five });
      assert.equal(await formula(tools), `${before}5`, 'the id still works');
      await eventually(() => companionsOn(tools.phone).length === 1, 'one companion is left');
      assert.deepEqual([...new Set(tools.tiers)], ['the companion on the phone'], 'it serves again');
    });

    test(`${what} in the middle of a look: it looks again`, async (t) => {
      const { tools, during } = await interrupted(t);
      during('look', () => {
        happens(tools);
      });
      const state = await tools.text('get_screen_state');
      assert.match(state, /formula/);
      assert.doesNotMatch(state, /without the companion/);
      await eventually(() => companionsOn(tools.phone).length === 1, 'one companion is left');
    });
  }

  test('a click that the companion did not get to is a time-out, and was not done', async (t) => {
    const tools = await phoneTools(t, {
      tier: 'companion',
      limits: { action: 10_000 },
      onCompanionRequest: (method) => {
        if (method === 'act') tools.phone.faults.apply({ kind: 'companion-slow', delayMs: 20_000 });
      },
    });
    await tools.open('com.android.calculator2/.Calculator');
    const five = await tools.idOf('digit_5');
    assert.match(
      await tools.fails('click_element', { element_id: five }, 'timeout'),
      /did not get to it in time; nothing was done/,
    );
    tools.phone.faults.clear();
    assert.equal(await formula(tools), '');
  });

  test('on Android 5, services that a killed companion left switched off are on again when the next one has ended', async (t) => {
    const service = 'com.example.talk/.TalkService';
    const tools = await servedPhone(t, { tier: 'companion', release: 5 });
    await tools.shell(
      `settings put secure enabled_accessibility_services ${service}; settings put secure accessibility_enabled 1`,
    );
    const bound = () => tools.phone.framework.accessibilityServices.bound;
    assert.deepEqual(bound(), [service]);
    await tools.text('get_screen_state');
    assert.deepEqual(bound(), [], 'the companion needs them off');
    const [pid = 0] = companionsOn(tools.phone);
    await tools.shell(`kill -9 ${pid}`);
    assert.deepEqual(bound(), [], 'nobody could put them back');
    await tools.text('get_screen_state');
    await tools.leave();
    await eventually(() => bound().includes(service), 'the service is on again');
  });

  test('of two servers on a phone the second does without and says why; when the first ends, it takes over', async (t) => {
    const first = await servedPhone(t, { tier: 'auto' });
    await first.opens('Calculator', 'formula');
    const second = await servedPhone(t, { tier: 'auto', on: first.phone });
    const why =
      /without the companion on the phone: Another program holds the phone's accessibility \(.*another Handeye\)/;
    assert.match(await second.text('get_screen_state'), why);
    assert.match(second.tiers.join(), /^plain ADB \(the companion is out of use: Another program holds/);
    await second.text('click_element', { element_id: await second.idOf('digit_5') });
    assert.equal(await formula(first), '5', 'the second can click, too, and the first is unharmed');
    assert.deepEqual(first.tiers, ['the companion on the phone']);
    await first.leave();
    await eventually(() => companionsOn(first.phone).length === 0, 'the companion of the first ends');
    assert.match(await second.text('get_screen_state'), why, 'it rests for ten minutes');
    second.rests(601_000);
    assert.doesNotMatch(await second.text('get_screen_state'), /without the companion/);
    assert.deepEqual(second.tiers.slice(1), ['the companion on the phone']);
  });

  test('however often the companion dies or hangs, no dump runs while one is connected', async (t) => {
    const beside: number[] = [];
    const tools = await servedPhone(t, {
      tier: 'auto',
      onCommand: ([name, verb]) => {
        if (name === 'uiautomator' && verb === 'dump') beside.push(companionsOn(phone).length);
      },
    });
    const { phone } = tools;
    await tools.opens('Calculator', 'formula');
    const troubles: readonly Fault[] = [
      { kind: 'companion-dies', afterRequests: 1 },
      { kind: 'companion-slow', delayMs: 20_000 },
      { kind: 'companion-garbage', afterRequests: 1 },
    ];
    for (const trouble of troubles) {
      phone.faults.apply(trouble);
      await Promise.all([1, 2, 3].map(() => tools.text('get_screen_state')));
      phone.faults.clear();
      tools.rests(601_000);
      await Promise.all([1, 2, 3].map(() => tools.text('get_screen_state')));
    }
    assert.ok(beside.length >= troubles.length, `plain ADB had to look: ${beside.length} times`);
    assert.deepEqual([...new Set(beside)], [0]);
  });

  test('a phone that was out of reach for a while is served by the companion again as soon as it is back', async (t) => {
    const { tools } = await interrupted(t);
    tools.phone.faults.apply({ kind: 'offline' });
    // More often than a companion may fail before it is not started any more.
    for (let time = 0; time < 3; time += 1) await tools.fails('get_screen_state', {}, 'timeout');
    tools.phone.faults.clear();
    await tools.text('get_screen_state');
    await eventually(() => companionsOn(tools.phone).length === 1, 'a companion runs');
    assert.deepEqual([...new Set(tools.tiers)], ['the companion on the phone'], 'it serves again');
  });
});
