import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { servedPhone, type ServedPhone, type ServedPhoneOptions } from '../served-phone.ts';

/** The cost of a call with the companion, as the phone counts it: requests to it, and commands of the shell. */

interface Cost {
  /** The requests by their methods, in the order in which the companion got them. */
  readonly requests: readonly string[];
  readonly commands: readonly string[];
}

interface Counted {
  readonly tools: ServedPhone;
  /** The cost of some work. */
  readonly cost: (work: () => Promise<unknown>) => Promise<Cost>;
  /** The requests of a call that must run no command. */
  readonly requests: (tool: string, args?: Record<string, unknown>) => Promise<readonly string[]>;
}

async function counted(t: TestContext, options: ServedPhoneOptions = {}): Promise<Counted> {
  let asked: string[] = [];
  let ran: string[] = [];
  const tools = await servedPhone(t, {
    tier: 'companion',
    onCommand: (argv) => ran.push(argv.join(' ')),
    onCompanionRequest: (method) => asked.push(method),
    ...options,
  });
  const cost: Counted['cost'] = async (work) => {
    [asked, ran] = [[], []];
    await work();
    return { requests: asked, commands: ran };
  };
  return {
    tools,
    cost,
    requests: async (tool, args = {}) => {
      const { requests, commands } = await cost(() => tools.text(tool, args));
      assert.deepEqual(commands, [], `${tool} needs no shell`);
      return requests;
    },
  };
}

for (const release of [5, 14] as const) {
  describe(`Android ${release}, with the companion`, () => {
    test('a click is a look and an act; a policy judges it by that look', async (t) => {
      for (const blockedApps of [[], ['com.example.bank']]) {
        const { tools, requests } = await counted(t, { release, policy: { blockedApps } });
        await tools.opens('Calculator', 'formula');
        const five = await tools.idOf('digit_5');
        assert.deepEqual(await requests('click_element', { element_id: five }), ['look', 'act']);
      }
    });

    test('what came of a click is a wait for rest, a look and what was heard', async (t) => {
      const { tools, cost } = await counted(t, { release });
      await tools.opens('Calculator', 'formula');
      const five = await tools.idOf('digit_5');
      const after = ['settle', 'look', 'events'];
      assert.deepEqual(await cost(() => tools.observed('click_element', { element_id: five })), {
        requests: ['look', 'act', ...after],
        commands: [],
      });
      assert.deepEqual(await cost(() => tools.observed('press_home')), {
        requests: ['display', 'global', ...after],
        commands: [],
      });
    });

    test('a state is one request; its picture comes with it', async (t) => {
      const { tools, cost, requests } = await counted(t, { release });
      assert.match(await tools.text('get_screen_state'), /Calculator/);
      assert.deepEqual(await requests('get_screen_state'), ['look']);
      const pictured = await cost(async () => {
        const { content } = await tools.call('get_screen_state', { include_screenshot: true });
        assert.equal(content[1]?.type, 'image');
      });
      assert.deepEqual(pictured.requests, ['look']);
      // Only the window manager knows whether a window is protected.
      assert.ok(
        pictured.commands.some((line) => line.startsWith('dumpsys window')),
        pictured.commands.join('\n'),
      );
      assert.ok(!pictured.commands.some((line) => /^(uiautomator|screencap)/.test(line)));
    });

    test('a tap, a swipe, a key and the clipboard are a request or two', async (t) => {
      const { tools, requests } = await counted(t, { release });
      await tools.text('get_screen_state');
      assert.deepEqual(await requests('tap', { x: 10, y: 300 }), ['display', 'touch']);
      assert.deepEqual(await requests('swipe', { x1: 200, y1: 600, x2: 200, y2: 300 }), ['display', 'touch']);
      assert.deepEqual(await requests('press_back'), ['display', 'global']);
      assert.deepEqual(await requests('press_home'), ['display', 'global']);
      assert.deepEqual(await requests('set_clipboard', { text: 'a' }), ['display', 'clipboard.set']);
      assert.deepEqual(await requests('get_clipboard'), ['clipboard.get']);
    });

    test('a policy judges a tap by one look, which also says how large the screen is', async (t) => {
      const { tools, requests } = await counted(t, {
        release,
        policy: { blockedApps: ['com.example.bank'] },
      });
      await tools.text('get_screen_state');
      assert.deepEqual(await requests('tap', { x: 10, y: 300 }), ['look', 'touch']);
    });

    test('a scroll is a look and a swipe; text is a look, the act, a wait for rest, and a look', async (t) => {
      const { tools, requests } = await counted(t, { release });
      await tools.opens('Contacts', 'android:id/list');
      assert.deepEqual(await requests('scroll', { direction: 'down' }), ['look', 'touch']);
      await tools.opens('Notes', 'fab_new_note');
      await tools.text('click_element', { element_id: await tools.idOf('fab_new_note') });
      await tools.sees('edit_body', 'resource_id');
      const body = await tools.idOf('edit_body');
      await tools.text('click_element', { element_id: body });
      const written = ['look', 'act', 'settle', 'look'];
      assert.deepEqual(await requests('set_text', { element_id: body, text: 'a b' }), written);
      assert.deepEqual(await requests('input_text', { element_id: body, text: ' c' }), written);
    });
  });
}
