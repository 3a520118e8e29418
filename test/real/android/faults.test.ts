import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fault } from '@handeye/virtual-phone';
import { connectionTo, type PhoneTools, phoneTools } from './phone-tools.ts';

/** For calls that have to time out. */
const short = { look: 500, action: 500, gesture: 500, logs: 500 };
/** For calls that try again until their time is over, and tell why the last try failed. */
const forTries = { look: 5_000, action: 5_000, logs: 5_000 };
const CALCULATOR = 'com.android.calculator2/.Calculator';

/** A fault, and the report of a look: the kind and the helpful words. */
const unreachable: readonly { fault: Fault; kind: string; says: RegExp }[] = [
  { fault: { kind: 'offline' }, kind: 'timeout', says: /does not answer.*USB debugging off and on/ },
  {
    fault: { kind: 'unauthorized' },
    kind: 'permission_denied',
    says: /has not allowed this computer.*tap "Allow"/,
  },
  {
    fault: { kind: 'slow', delayMs: 10_000 },
    kind: 'timeout',
    says: /did not answer within \d+ ms|does not answer/,
  },
];

describe('what goes wrong is told, and the next call works', { concurrency: 4 }, () => {
  for (const { fault, kind, says } of unreachable) {
    test(`a phone that is ${fault.kind}`, async (t) => {
      const tools = await phoneTools(t);
      await tools.text('get_screen_state');
      tools.phone.faults.apply(fault);
      await tools.limited(fault.kind === 'slow' ? short : forTries, async () => {
        for (const name of ['get_screen_state', 'press_home', 'get_device_logs'])
          assert.match(await tools.fails(name, {}, kind), says);
      });
      tools.phone.faults.clear();
      assert.match(await tools.text('get_screen_state'), /^app:/m);
    });
  }

  for (const tier of ['plain', 'companion'] as const) {
    test(`where nobody listens any more (connection refused), every call is permission_denied, tier ${tier}`, async (t) => {
      const tools = await phoneTools(t, { tier, limits: forTries });
      await tools.phone.close();
      const calls = ['get_screen_state', 'press_home', 'get_device_logs'].map((name) =>
        tools.fails(name, {}, 'permission_denied'),
      );
      for (const words of await Promise.all(calls))
        assert.match(words, /No phone answers at tcp:127\.0\.0\.1/);
    });
  }

  test('a phone that comes back while a call waits serves that call', async (t) => {
    const { phone, text } = await phoneTools(t);
    phone.faults.apply({ kind: 'offline' });
    const reached = connectionTo(t, phone.serial);
    const looking = text('get_screen_state');
    await reached; // from now on it waits for the phone's first bytes
    phone.faults.clear();
    assert.match(await looking, /^app:/m);
  });

  for (const [what, bytes, args] of [
    ['the dump', 300, {}],
    ['the picture', 100_000, { include_screenshot: true }],
  ] as const) {
    test(`a connection cut in the middle of ${what} costs time, not the call`, async (t) => {
      const { phone, call, text } = await phoneTools(t);
      await text('get_screen_state', args);
      phone.faults.apply({ kind: 'cut', afterBytes: bytes });
      const { isError, content } = await call('get_screen_state', args);
      assert.equal(isError, undefined, JSON.stringify(content));
      assert.equal(content.length, 'include_screenshot' in args ? 2 : 1);
    });
  }

  test('a connection that breaks again and again ends the call', async (t) => {
    let phone: PhoneTools['phone'] | undefined;
    const onCommand = ([name]: readonly string[]) => {
      if (name === 'uiautomator') phone?.faults.apply({ kind: 'cut', afterBytes: 0 });
    };
    const tools = await phoneTools(t, { onCommand });
    ({ phone } = tools);
    assert.match(await tools.fails('get_screen_state', {}, 'action_failed'), /was lost/);
    phone = undefined;
    await tools.text('get_screen_state');
  });

  test('a connection cut during an action is not repaired in secret: it may have had its effect', async (t) => {
    const pressed: string[] = [];
    const onCommand = (argv: readonly string[]) => {
      if (argv[0] !== 'input') return;
      if (pressed.length === 0) tools.phone.faults.apply({ kind: 'cut', afterBytes: 0 });
      pressed.push(argv.join(' '));
    };
    const tools = await phoneTools(t, { onCommand });
    assert.match(
      await tools.fails('press_home', {}, 'action_failed'),
      /may or may not have taken effect\. Look at the screen before you repeat it/,
    );
    assert.deepEqual(pressed, ['input keyevent 3']);
    await tools.text('press_home');
  });

  test('logs that are cut off are read again, not handed out in part', async (t) => {
    const { phone, json } = await phoneTools(t);
    const message = 'x'.repeat(1000);
    for (let line = 0; line < 200; line++)
      phone.framework.log.write({ pid: 1, level: 'I', tag: 'Long', message });
    phone.faults.apply({ kind: 'cut', afterBytes: 50_000 });
    const logs = await json('get_device_logs', { tag: 'Long', last_lines: 200 });
    assert.equal(logs.line_count, 200);
  });

  test('a reboot during use', async (t) => {
    const { phone, open, text, call } = await phoneTools(t);
    await open(CALCULATOR);
    assert.match(await text('get_screen_state'), /app:com\.android\.calculator2/);
    const looking = call('get_screen_state');
    await phone.android.spawn('reboot').exit;
    await looking; // it may fail or show the phone after it; it must end
    assert.match(await text('get_screen_state'), /app:com\.android\.launcher3/);
    await text('press_home');
  });

  for (const how of ['killed', 'null-root'] as const) {
    test(`a dump that fails twice (${how}) is asked for again`, async (t) => {
      const { phone, open, text } = await phoneTools(t);
      await open(CALCULATOR);
      phone.faults.apply({ kind: 'dump', how, times: 2 });
      assert.match(await text('get_screen_state'), /^node_\d+\tButton\t7\t/m);
    });

    test(`where dumps always fail (${how}), the screen is shown without its texts, and why`, async (t) => {
      const { phone, open, text } = await phoneTools(t);
      await open(CALCULATOR);
      phone.faults.apply({ kind: 'dump', how, times: 4 });
      const says = how === 'killed' ? /holds its accessibility.*Stop it/ : /No window can be read right now/;
      const screen = await text('get_screen_state');
      assert.match(screen, /:id\/digit_7\t/);
      assert.match(screen, says);
      assert.match(await text('get_screen_state'), /^node_\d+\tButton\t7\t/m);
    });
  }

  test('a dump of all windows that crashes is followed by one of the active window, and ids outlive that', async (t) => {
    const commands: string[] = [];
    const onCommand = (argv: readonly string[]) => {
      if (argv[0] === 'uiautomator') commands.push(argv.filter((word) => !word.startsWith('/')).join(' '));
    };
    const { phone, open, text, idOf } = await phoneTools(t, { onCommand });
    await open(CALCULATOR);
    const seven = await idOf('digit_7');
    phone.faults.apply({ kind: 'dump', how: 'crash', times: 1 });
    commands.length = 0;
    const screen = await text('get_screen_state');
    assert.deepEqual(commands, ['uiautomator dump --windows', 'uiautomator dump']);
    assert.match(screen, /^note:only the active window could be read: Android's uiautomator failed/m);
    assert.match(screen, new RegExp(`^${seven}\tButton\t7\t`, 'm'));
    const after = await text('get_screen_state');
    assert.match(after, new RegExp(`^${seven}\tButton\t7\t`, 'm'));
    assert.match(after, /^window:system /m);
    assert.doesNotMatch(after, /^note:only/m);
  });

  for (const release of [9, 14] as const) {
    test(`Android ${release}: half a character on the screen crashes every dump: shown without texts, at once, and why`, async (t) => {
      const commands: string[] = [];
      const onCommand = ([name = '']: readonly string[]) => {
        if (name === 'uiautomator') commands.push(name);
      };
      const { phone, open, text, idOf } = await phoneTools(t, { release, onCommand });
      await open('com.example.login/.LoginActivity');
      await text('click_element', { element_id: await idOf('username') });
      phone.framework.commitText('half \ud83d of an emoji');
      commands.length = 0;
      const screen = await text('get_screen_state');
      assert.equal(commands.length, 2);
      assert.match(screen, /uiautomator crashed on it/);
      assert.match(screen, /:id\/username\t/);
    });
  }

  test('one dump that finds no rest is enough for the next best source, and the next look has the texts', async (t) => {
    const { phone, open, text } = await phoneTools(t);
    await open(CALCULATOR);
    phone.faults.apply({ kind: 'dump', how: 'idle', times: 1 });
    assert.match(await text('get_screen_state'), /never comes to rest/);
    assert.match(await text('get_screen_state'), /^node_\d+\tButton\t7\t/m);
  });

  test('a screen that forbids pictures gives its rows and says that there is no picture', async (t) => {
    const { phone, call } = await phoneTools(t);
    phone.faults.apply({ kind: 'secure' });
    const hidden = await call('get_screen_state', { include_screenshot: true });
    assert.equal(hidden.content.length, 1);
    assert.match(JSON.stringify(hidden.content), /note:the screen is protected or black/);
    phone.faults.clear();
    assert.equal((await call('get_screen_state', { include_screenshot: true })).content.length, 2);
  });

  test('an application that dies during use leaves the screen to the next one', async (t) => {
    const { phone, open, text, idOf, fails } = await phoneTools(t);
    await open(CALCULATOR);
    const seven = await idOf('digit_7');
    phone.faults.apply({ kind: 'kill', package: 'com.android.calculator2' });
    await fails('click_element', { element_id: seven }, 'element_not_found');
    assert.doesNotMatch(await text('get_screen_state'), /app:com\.android\.calculator2/);
  });

  test('an application that does not respond: its call ends, and the next one works', async (t) => {
    const tools = await phoneTools(t);
    await tools.open(CALCULATOR);
    const seven = await tools.idOf('digit_7');
    tools.phone.faults.apply({ kind: 'hang', package: 'com.android.calculator2' });
    await tools.limited(short, async () => {
      await tools.call('click_element', { element_id: seven });
      await tools.call('get_screen_state');
    });
    tools.phone.faults.clear();
    await tools.text('press_home');
    assert.match(await tools.text('get_screen_state'), /app:com\.android\.launcher3/);
  });
});
