import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually } from '@handeye/testing/attached';
import { phoneTools, type PhoneTools } from './phone-tools.ts';

const LOGIN = 'com.example.login';
const frame = { toolsets: ['device', 'crashes'] as const };

/** Signs in under a name with the tools, as a user would. */
async function signIn({ open, text, idOf }: PhoneTools, user: string): Promise<void> {
  await open(`${LOGIN}/.LoginActivity`);
  await text('set_text', { element_id: await idOf('username'), text: user });
  await text('set_text', { element_id: await idOf('password'), text: 'secret123' });
  await text('press_key', { key: 'ENTER' });
}

const firstWord = (line: string | undefined) => line?.split(' ')[0] ?? '';

// At once: nearly all of the time is spent waiting for the phone.
describe('crashes', { concurrency: 4 }, () => {
  for (const release of [5, 9, 12, 14] as const) {
    test(`Android ${release}: a crash, a native crash and a hang are listed, and told in full by their ids`, async (t) => {
      const tools = await phoneTools(t, { release, frame, tier: release === 9 ? 'companion' : 'plain' });
      const { framework } = tools.phone;
      const { dropBox } = framework.crashReports;
      assert.equal(await tools.text('get_crashes'), 'no crashes');

      await signIn(tools, 'crash');
      await eventually(() => dropBox.entries.length === 1, 'the crash');
      const list = (await tools.text('get_crashes')).split('\n');
      assert.equal(list.length, 3, list.join('\n'));
      assert.match(
        list[0] ?? '',
        /^\w{5} crash com\.example\.login \d{4}-\d\d-\d\d \d\d:\d\d:\d\d java\.lang\.IllegalStateException: The server sent no session for crash$/,
      );
      assert.equal(list[1], '  at com.example.login.Session.of(Session.java:31)');
      const whole = await tools.text('get_crashes', { id: firstWord(list[0]) });
      assert.match(whole, /ActivityThread\.main/);
      assert.match(whole, /^Process: com\.example\.login$/m);

      framework.crash(LOGIN, new Error('again'));
      framework.crashReports.hangs(LOGIN, [`${LOGIN}.Session.waitForKey(Session.java:52)`]);
      framework.crashReports.notResponding(LOGIN);
      const [hang = '', hangs, ...others] = (await tools.text('get_crashes')).split('\n');
      assert.match(hang, /^\w{5} not responding com\.example\.login .* Input dispatching timed out/);
      assert.equal(hangs, '  at com.example.login.Session.waitForKey(Session.java:52)');
      assert.equal(others.filter((line) => line.includes(' crash ')).length, 2, others.join('\n'));
      assert.match(await tools.text('get_crashes', { id: firstWord(hang) }), /^"main" prio=5/m);

      assert.equal(
        await tools.text('get_crashes', { package_name: 'com.example' }),
        `no crashes of 'com.example'\nnote: other apps that crashed: ${LOGIN}`,
      );
      assert.equal(await tools.text('get_crashes', { since: '2099-01-01T00:00:00' }), 'no crashes');
      assert.match(await tools.text('get_crashes', { since: '2020-01-01T00:00:00Z' }), /not responding/);
      await tools.fails('get_crashes', { id: 'zzzzz' }, 'element_not_found');
      await tools.fails('get_crashes', { since: 'yesterday' }, 'invalid_params');
    });
  }

  test('a native crash is one crash although the phone keeps it three times', async (t) => {
    const tools = await phoneTools(t, { frame });
    await signIn(tools, 'native-crash');
    await eventually(() => tools.phone.framework.crashReports.dropBox.entries.length === 2, 'the tombstone');
    const list = (await tools.text('get_crashes')).split('\n');
    assert.match(list[0] ?? '', /^\w{5} native crash com\.example\.login .* signal 11 \(SIGSEGV\), code 1/);
    assert.equal(list[1], '  at libsession.so (session_open+44)');
    assert.equal(list.length, 3, list.join('\n'));
  });

  test('a long trace keeps its beginning and its end within the budget', async (t) => {
    const tools = await phoneTools(t, { frame: { ...frame, maxTokens: 400 } });
    const lines = Array.from({ length: 300 }, (_, at) => `\n\tat com.example.login.A.m${at}(A.java:${at})`);
    tools.phone.framework.crash(LOGIN, new Error(`deep${lines.join('')}\nCaused by: the reason`));
    const [head] = (await tools.text('get_crashes')).split('\n');
    const whole = await tools.text('get_crashes', { id: firstWord(head) });
    assert.ok(whole.length < 2_500, `${whole.length} characters`);
    assert.match(whole, /A\.m0\(A\.java:0\)[^]*\n…\d+ lines left out…\n[^]*ZygoteInit\.main/);
  });

  test('what get_crashes is given never reaches the shell', async (t) => {
    const ran = new Set<string>();
    const tools = await phoneTools(t, { frame, onCommand: ([name = '']) => ran.add(name) });
    await tools.text('get_crashes');
    const usual = [...ran].sort();
    for (const hostile of [
      '$(reboot)',
      "'; reboot; '",
      '`id`',
      '-h',
      '2024-01-15T10:30:00; id',
      '\u0000',
      '../x',
    ]) {
      await tools.call('get_crashes', { package_name: hostile });
      await tools.call('get_crashes', { id: hostile });
      await tools.call('get_crashes', { since: hostile });
    }
    assert.deepEqual([...ran].sort(), usual);
  });

  for (const [release, tier] of [
    [5, 'plain'],
    [9, 'plain'],
    [14, 'companion'],
  ] as const) {
    test(`Android ${release}, ${tier}: a crash is told with the act that it followed, with the id to ask for`, async (t) => {
      const tools = await phoneTools(t, { release, tier, frame });
      const { framework } = tools.phone;
      await tools.open(`${LOGIN}/.LoginActivity`);
      await tools.text('get_screen_state');
      framework.crash(LOGIN, new Error('for the test'));
      const { content } = await tools.observed('tap', { x: 5, y: 500 });
      const told = content.map((item) => (item.type === 'text' ? item.text : '')).join('\n');
      const who = release === 5 ? 'Unfortunately, Login has stopped' : 'com\\.example\\.login';
      const words = `crash: ${who}: java\\.lang\\.RuntimeException: for the test`;
      const [, id = ''] = new RegExp(`^${words} \\(get_crashes id (\\w+)\\)$`, 'm').exec(told) ?? [];
      assert.notEqual(id, '', told);
      assert.match(await tools.text('get_crashes', { id }), /RuntimeException: for the test/);
      const again = await tools.observed('tap', { x: 5, y: 500 });
      assert.doesNotMatch(JSON.stringify(again.content), /crash: /);
    });
  }

  test('an app that is left and has not crashed is not said to have', async (t) => {
    const tools = await phoneTools(t, { frame });
    await tools.open(`${LOGIN}/.LoginActivity`);
    await tools.text('get_screen_state');
    assert.doesNotMatch(JSON.stringify((await tools.observed('press_home')).content), /crash/);
  });

  for (const tier of ['plain', 'companion'] as const) {
    test(`${tier}: a crash between steps is told, although the screen is as it was before them`, async (t) => {
      const tools = await phoneTools(t, {
        release: 14,
        tier,
        frame: { toolsets: ['device', 'model', 'crashes'], screenFormat: 'lean' },
      });
      await tools.text('get_screen_state');
      const { content } = await tools.call('run_steps', {
        steps: [
          { tool: 'open_app', arguments: { app: LOGIN } },
          { tool: 'set_text', arguments: { element_id: 'res:username', text: 'crash' } },
          { tool: 'set_text', arguments: { element_id: 'res:password', text: 'secret123' } },
          { tool: 'click_element', arguments: { element_id: 'text:Sign in' } },
          { tool: 'wait_for_element', arguments: { by: 'text', value: 'Calculator', timeout: 15_000 } },
        ],
      });
      const told = content.map((item) => (item.type === 'text' ? item.text : '')).join('\n');
      assert.match(
        told,
        /^crash: com\.example\.login: java\.lang\.IllegalStateException: .*\(get_crashes id \w+\)$/m,
      );
    });
  }
});
