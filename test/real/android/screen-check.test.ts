import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, suite, test, type TestContext } from 'node:test';
import { HARM_TAG, startPhone, type StartPhoneOptions, text as label } from '@handeye/virtual-phone';
import { AndroidSource } from '@handeye/android/source';
import { Registry } from '@handeye/core/device/registry';
import { defaultPolicy, type Policy } from '@handeye/core/guard/policy';
import { profiles } from '@handeye/core/guard/profiles';
import type { Rule } from '@handeye/core/guard/rules';
import { type Audit, createToolbox } from '@handeye/core/tools/create-toolbox';
import type { ToolResult } from '@handeye/core/tools/frame/toolbox';
import { eventually, NO_ADB, scratchFolder } from '@handeye/testing/attached';
import { patientLimits } from '@handeye/testing/patience';
import { endings } from '../../support/endings.ts';
import { callers, textOf } from '@handeye/testing/tools';

const SHOP = 'com.example.shop';
const FLASHLIGHT = 'com.lucky.flashlight';

interface Setting {
  readonly tier: 'plain' | 'companion';
  readonly policy?: Partial<Policy>;
  readonly screenFormat?: 'lean';
  readonly release?: 9 | 14;
}

/** The host's time, moved to the start of a minute: the clock in the status bar shows the same time throughout a test. */
function fromFullMinute(): NonNullable<StartPhoneOptions['clock']> {
  const ahead = -(Date.now() % 60_000);
  return {
    now: () => Date.now() + ahead,
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => {
        clearTimeout(timer);
      };
    },
  };
}

/** A phone with hostile apps, the shop in front, and the requests of each call to it. */
async function shopping(t: TestContext, { tier, policy, screenFormat, release = 14 }: Setting) {
  const atEnd = endings(t);
  const asked: string[] = [];
  const phone = await startPhone({
    release,
    idleWaitMs: 50,
    hostile: true,
    clock: fromFullMinute(),
    onCommand: (argv) => asked.push(argv.join(' ')),
    onCompanionRequest: (method) => asked.push(method),
  });
  atEnd(() => phone.close());
  const keyFolder = join(await scratchFolder(t), 'key');
  const source = new AndroidSource({ keyFolder, env: NO_ADB, tier });
  const registry = new Registry({ sources: [source], configured: [`tcp:${phone.serial}`] });
  atEnd(() => registry.close());
  const records: Audit[] = [];
  const toolbox = createToolbox({
    registry,
    limits: patientLimits,
    policy: { ...defaultPolicy, writesPerSecond: 1000, ...policy },
    audit: (audit) => records.push(audit),
    ...(screenFormat && { screenFormat }),
  });
  const { call, text } = callers(toolbox);
  phone.framework.start({ component: `${SHOP}/.Basket` });
  // Another client waits: the calling client has not looked.
  const { signal } = new AbortController();
  const shop = { by: 'text', value: 'Cancel', timeout: 15_000 };
  const came = await toolbox.call('wait_for_element', shop, { signal, client: 'setup' });
  assert.equal(came.isError, undefined, textOf(came));
  const button = () => {
    const { bounds } = [...nodesOf(phone.framework.focusedWindow()?.root())].find(
      ({ text }) => text === 'Cancel',
    )!;
    return {
      x: Math.round((bounds.left + bounds.right) / 2),
      y: Math.round((bounds.top + bounds.bottom) / 2),
    };
  };
  return {
    phone,
    call,
    text,
    button,
    look: () => text('get_screen_state'),
    noted: () => records.flatMap(({ notes }) => notes),
    spring: (trap: string) => {
      phone.framework.broadcasts.send({ component: `${FLASHLIGHT}/.Spring`, extras: { trap } });
    },
    harms: () =>
      phone.framework.log.entries.filter(({ tag }) => tag === HARM_TAG).map(({ message }) => message),
    /** The phone's requests during some work. */
    costOf: async (work: () => Promise<unknown>): Promise<readonly string[]> => {
      asked.length = 0;
      await work();
      return [...asked];
    },
  };
}

interface Node {
  readonly text: string;
  readonly bounds: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  readonly children: readonly Node[];
}

function* nodesOf(node: Node | null | undefined): Generator<Node> {
  if (!node) return;
  yield node;
  for (const child of node.children) yield* nodesOf(child);
}

const refusing: Partial<Policy> = { changedScreen: 'refuse' };
const withRules: Partial<Policy> = {
  ...refusing,
  rules: [{ when: { kind: 'payment' }, then: 'ask', from: 'rule 1' } satisfies Rule],
};

const second = ({ content }: ToolResult) => (content[1]?.type === 'text' ? content[1].text : '');

// At once: nearly all of the time is spent waiting for the phone.
describe('what was judged is what is touched', { concurrency: 4 }, () => {
  for (const tier of ['plain', 'companion'] as const) {
    suite(`what was judged is what is touched (${tier})`, () => {
      for (const [how, policy] of [
        ['without rules', refusing],
        ['with rules about what is hit', withRules],
      ] as const) {
        test(`an overlay, another app and a heads-up notification that came are refused, ${how}`, async (t) => {
          for (const [trap, app] of [
            ['overlay-pay', FLASHLIGHT],
            ['overlay-clear', FLASHLIGHT],
            ['front-pay', FLASHLIGHT],
            ['heads-up', 'com.android.systemui'],
          ] as const) {
            const { look, spring, call, button, harms } = await shopping(t, { tier, policy });
            const point = trap === 'heads-up' ? { x: 540, y: 200 } : button();
            await look();
            spring(trap);
            const result = await call('tap', point);
            assert.equal(result.isError, true, `${trap}: ${textOf(result)}`);
            const said = `\\(${app.replaceAll('.', '\\.')}\\) is at \\(${point.x}, ${point.y}\\)`;
            assert.match(
              textOf(result),
              new RegExp(`^The screen changed since you looked: now .*${said}`),
              trap,
            );
            assert.deepEqual(harms(), [], trap);
          }
        });
      }

      test('what did not change is touched, and nothing is noted', async (t) => {
        for (const policy of [{}, refusing, withRules]) {
          const { look, text, button, noted } = await shopping(t, { tier, policy });
          await look();
          await text('tap', button());
          await text('tap', { x: 540, y: 20 });
          assert.deepEqual(noted(), []);
        }
      });

      test('where nothing is refused, it is noted in the second item', async (t) => {
        const { look, spring, call, button, harms } = await shopping(t, { tier, screenFormat: 'lean' });
        await look();
        spring('overlay-pay');
        const result = await call('tap', button());
        assert.match(second(result), /^note: .*\(com\.lucky\.flashlight\) is at/m);
        assert.equal(second(result).match(/draws over the screen of com\.example\.shop/g)?.length, 1);
        assert.equal(harms().length, 1);
      });

      test('a swipe on what a step before opened is made, under careful', async (t) => {
        for (const policy of [refusing, profiles.careful]) {
          const { phone, look, call } = await shopping(t, { tier, policy, screenFormat: 'lean' });
          await look();
          const steps = [
            { tool: 'open_app', arguments: { app: 'com.android.settings' } },
            { tool: 'swipe', arguments: { x1: 540, y1: 1500, x2: 540, y2: 900 } },
          ];
          const result = await call('run_steps', { steps });
          assert.equal(result.isError, undefined, textOf(result));
          assert.match(textOf(result), /^1-2 ok$/);
          assert.equal(phone.framework.focusedWindow()?.package, 'com.android.settings');
        }
      });

      test('keys for another app that took the focus are refused where that is, and else noted', async (t) => {
        for (const policy of [{}, refusing, withRules]) {
          const { phone, look, spring, call } = await shopping(t, { tier, policy, screenFormat: 'lean' });
          await look();
          spring('front-note');
          const inFront = () => phone.framework.focusedWindow()?.package === FLASHLIGHT;
          await eventually(() => Promise.resolve(inFront()), 'the form is in front');
          // A key that needs no look of its own.
          const result = await call('press_key', { key: 'DOWN' });
          const isRefused = 'changedScreen' in policy ? true : undefined;
          assert.equal(result.isError, isRefused, textOf(result));
          const said = isRefused ? textOf(result) : second(result);
          assert.match(
            said,
            /the screen changed since you looked: now .*\(com\.lucky\.flashlight\) has the focus/i,
          );
        }
      });

      test('a touch costs no request more than before anybody compared anything', async (t) => {
        const { look, text, button, costOf } = await shopping(t, { tier });
        const point = button();
        const unjudged = await costOf(() => text('tap', point));
        // The client has looked now.
        await look();
        const judged = await costOf(() => text('tap', point));
        const rounds = (asked: readonly string[]) =>
          asked.filter((one) => /^(look|display|touch|input )/.test(one)).length;
        assert.equal(rounds(judged), rounds(unjudged), `${unjudged.join('; ')} / ${judged.join('; ')}`);
        assert.ok(!judged.some((one) => one.startsWith('uiautomator')), judged.join('; '));
      });
    });
  }

  test('a window that came over the whole screen is known by the companion, though nothing on it can be pressed', async (t) => {
    const { phone, look, call, button } = await shopping(t, { tier: 'companion', policy: refusing });
    const point = button();
    await look();
    phone.framework.overlays.add({
      package: FLASHLIGHT,
      frame: (screen) => screen,
      opacity: 0.01,
      view: () => label('', { width: 'fill', height: 'fill' }),
    });
    const result = await call('tap', point);
    assert.equal(result.isError, true, textOf(result));
    assert.match(textOf(result), /^The screen changed since you looked: now something else is at /);
    // What was there when the client looked is no change.
    await look();
    assert.equal((await call('tap', point)).isError, undefined);
  });

  test('another element of the same app is known by the companion, without rules', async (t) => {
    for (const policy of [{}, refusing]) {
      const { look, spring, call, button, costOf } = await shopping(t, {
        tier: 'companion',
        policy,
        screenFormat: 'lean',
      });
      const point = button();
      await look();
      spring('swap-keep');
      let result: ToolResult | undefined;
      const asked = await costOf(async () => (result = await call('tap', point)));
      assert.ok(result);
      const told = "he screen changed since you looked: now 'Keep' (com.example.shop) is at";
      // The touch itself compares: nothing is looked at before it.
      assert.deepEqual(asked.slice(0, 2), ['display', 'touch']);
      assert.equal(result.isError, 'changedScreen' in policy ? true : undefined);
      if (result.isError) {
        assert.ok(textOf(result).startsWith(`T${told}`), textOf(result));
        continue;
      }
      const [first = ''] = textOf(result).split('\n');
      assert.match(first, /^Tap executed at .*\. It hit 'Keep' \(com\.example\.shop\), not 'Cancel' /);
      assert.ok(second(result).startsWith(`note: t${told}`), second(result));
      assert.match(second(result), /^hit: 'Keep' \(com\.example\.shop\), not 'Cancel'/m);
    }
  });

  test('a picture over the app that takes no touches is known by the window manager', async (t) => {
    for (const release of [9, 14] as const) {
      const { spring, call } = await shopping(t, { tier: 'plain', screenFormat: 'lean', release });
      spring('mask');
      const result = await call('get_screen_state');
      assert.equal(second(result), 'note: com.lucky.flashlight draws over the screen of com.example.shop');
    }
  });

  test('a notification that speaks to agents is told as what it is', async (t) => {
    const { look, spring, call } = await shopping(t, { tier: 'companion', screenFormat: 'lean' });
    await look();
    spring('notification-to-agents');
    assert.match(second(await call('get_screen_state')), /speaks to an agent/);
  });
});
