import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { defaultPolicy } from '@handeye/core/guard/policy';
import { servedPhone } from './served-phone.ts';
import { phoneTools } from './phone-tools.ts';

/** The commands of the phone's shells: every command, and the number of round trips that carried them. */
class ShellCount {
  readonly commands: string[] = [];
  readonly #turns = new Set<string>();

  readonly onCommand = (argv: readonly string[]): void => {
    this.commands.push(argv.join(' '));
    // Each round trip ends its commands with a mark of its own: 32 random hexadecimal digits.
    const mark = /[0-9a-f]{32}/.exec(argv.join(' '))?.[0];
    if (mark !== undefined) this.#turns.add(mark);
  };

  reset(): void {
    this.commands.length = 0;
    this.#turns.clear();
  }

  get turns(): number {
    return this.#turns.size;
  }

  times(command: string): number {
    return this.commands.filter((line) => line.startsWith(command)).length;
  }
}

type Options = Parameters<typeof phoneTools>[1];

async function plain(t: TestContext, options?: Options) {
  const count = new ShellCount();
  const tools = await phoneTools(t, { onCommand: count.onCommand, ...options });
  await tools.text('get_screen_state', { include_screenshot: true });
  count.reset();
  return { count, ...tools };
}

const guarded: Options = {
  frame: { policy: { ...defaultPolicy, writesPerSecond: 1000, blockedApps: ['com.example.bank'] } },
};

// At once: nearly all of the time is spent waiting for the phone.
describe('round trips', { concurrency: 4 }, () => {
  for (const release of [5, 9, 14] as const) {
    describe(`Android ${release}, over plain ADB`, () => {
      test('a click is one round trip to look and one to touch', async (t) => {
        const { count, idOf, text } = await plain(t, { release });
        const id = await idOf('Calculator');
        count.reset();
        await text('click_element', { element_id: id });
        assert.equal(count.turns, 2, count.commands.join('\n'));
        assert.equal(count.times('uiautomator dump'), 1);
        assert.equal(count.times('dumpsys window displays'), 1);
        assert.equal(count.times('dumpsys power'), 1);
      });

      test('what came of a click is one look more', async (t) => {
        const { count, idOf, observed } = await plain(t, { release, idleWaitMs: 1000 });
        const id = await idOf('Calculator');
        count.reset();
        await observed('click_element', { element_id: id });
        // Another app is in front now: did the one before crash?
        assert.equal(count.turns, 4, count.commands.join('\n'));
        assert.equal(count.times('uiautomator dump'), 2);
        const seven = await idOf('7');
        count.reset();
        await observed('click_element', { element_id: seven });
        assert.equal(count.turns, 3, count.commands.join('\n'));
        assert.equal(count.times('uiautomator dump'), 2);
      });

      test('a policy judges a click by the look that found the element', async (t) => {
        const { count, idOf, text } = await plain(t, { release, ...guarded });
        const id = await idOf('Calculator');
        count.reset();
        await text('click_element', { element_id: id });
        assert.equal(count.turns, 2, count.commands.join('\n'));
        assert.equal(count.times('uiautomator dump'), 1);
      });

      test('a state with a picture is one round trip', async (t) => {
        const { count, call } = await plain(t, { release });
        const { content } = await call('get_screen_state', { include_screenshot: true });
        assert.equal(content[1]?.type, 'image');
        assert.equal(count.turns, 1, count.commands.join('\n'));
      });

      test('a tap and a swipe read size and power together, then touch', async (t) => {
        const { count, text } = await plain(t, { release });
        await text('tap', { x: 10, y: 300 });
        assert.equal(count.turns, 2, count.commands.join('\n'));
        assert.equal(count.times('uiautomator dump'), 0);
        count.reset();
        await text('swipe', { x1: 200, y1: 600, x2: 200, y2: 300 });
        assert.equal(count.turns, 2, count.commands.join('\n'));
      });

      test('a policy judges a tap by one look, which also says how large the screen is', async (t) => {
        const { count, text } = await plain(t, { release, ...guarded });
        await text('tap', { x: 10, y: 300 });
        assert.equal(count.turns, 2, count.commands.join('\n'));
        assert.equal(count.times('uiautomator dump'), 1);
      });
    });
  }

  test('a display that is awake costs nothing; one that sleeps is woken, and looked at again', async (t) => {
    const { count, phone, idOf, text } = await plain(t);
    const id = await idOf('Calculator');
    await phone.android.spawn('input keyevent KEYCODE_SLEEP').exit;
    count.reset();
    await text('click_element', { element_id: id });
    const order = count.commands
      .map((line) => /^(uiautomator dump|input \w+)/.exec(line)?.[0])
      .filter((command) => command !== undefined);
    assert.deepEqual(order, ['uiautomator dump', 'input keyevent', 'uiautomator dump', 'input tap']);
  });

  describe('with the companion', () => {
    test('a click takes no round trip to the shell', async (t) => {
      const count = new ShellCount();
      const { idOf, text } = await servedPhone(t, { onCommand: count.onCommand });
      const id = await idOf('Calculator');
      await text('get_screen_state', { include_screenshot: true });
      count.reset();
      await text('click_element', { element_id: id });
      assert.equal(count.turns, 0, count.commands.join('\n'));
    });

    test('a state with a picture takes one', async (t) => {
      const count = new ShellCount();
      const { text, call } = await servedPhone(t, { onCommand: count.onCommand });
      await text('get_screen_state', { include_screenshot: true });
      count.reset();
      const { content } = await call('get_screen_state', { include_screenshot: true });
      assert.equal(content[1]?.type, 'image');
      assert.equal(count.turns, 1, count.commands.join('\n'));
    });
  });
});
