import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helped } from './helped.ts';

/** The helper comes and goes; the tools go on, and say what happened. */

const helperTier = 'the helper 10.6.6 on the phone';
const server = 'io.appium.uiautomator2.server';

test('--helper off leaves the helper alone', async (t) => {
  const tools = await helped(t, { tier: 'off' });
  await tools.text('get_screen_state');
  assert.deepEqual(tools.tiers, ['plain ADB (--helper off)']);
  assert.doesNotMatch(await tools.shell('ps -A'), new RegExp(server));
});

test('--helper on installs both packages where they are missing; auto does without and says why', async (t) => {
  const tools = await helped(t, { tier: 'on' });
  await tools.shell(`pm uninstall ${server}; pm uninstall ${server}.test`);
  await tools.text('get_screen_state');
  assert.deepEqual(tools.tiers, [helperTier]);
  assert.match(await tools.shell('pm list packages io.appium'), /server\.test/);

  const without = await helped(t);
  await without.shell(`pm uninstall ${server}.test`);
  await without.text('get_screen_state');
  assert.match(without.tiers.join(), /^plain ADB \(the helper is not installed; .*handeye helper install/);
});

test('Android 5 is too old for it', async (t) => {
  const tools = await helped(t, { release: 5 });
  await tools.text('get_screen_state');
  assert.deepEqual(tools.tiers, ['plain ADB (the helper needs Android 8)']);
  const wanted = await helped(t, { release: 5, tier: 'on' });
  assert.match(await wanted.fails('get_screen_state', {}, 'permission_denied'), /needs Android 8/);
});

for (const way of ['leave', 'crash'] as const) {
  test(`after a ${way === 'leave' ? 'clean end' : 'crash'} nobody holds the phone's accessibility`, async (t) => {
    const tools = await helped(t);
    await tools.text('get_screen_state');
    assert.match(
      await tools.shell('uiautomator dump /data/local/tmp/x.xml'),
      /exit 137$/,
      'while it runs, it does',
    );
    await tools[way]();
    // A connection that broke is noticed by the phone in its own time.
    const dumped = () => tools.shell('uiautomator dump /data/local/tmp/x.xml');
    for (const end = Date.now() + 5000; Date.now() < end;) if ((await dumped()).includes('dumped to')) break;
    assert.match(await dumped(), /dumped to/);
    if (way === 'leave') assert.doesNotMatch(await tools.shell('ps -A'), new RegExp(server));
  });
}

test('a helper that was killed is started again, and the look that missed it is none the worse', async (t) => {
  const tools = await helped(t);
  const before = await tools.text('get_screen_state');
  await tools.shell(`am force-stop ${server}`);
  assert.equal(await tools.text('get_screen_state'), before, 'the same ids');
  assert.deepEqual(tools.tiers, [helperTier, helperTier]);
});

test('an action over which the helper died is not repeated: the model is told to look', async (t) => {
  const tools = await helped(t);
  await tools.opens('Maps', 'scale');
  const press = tools.fails('long_press', { x: 300, y: 1500, duration: 5000 }, 'action_failed');
  // The pin comes under the finger that is still down.
  await tools.sees('Dropped pin', 'content_desc');
  await tools.shell(`am force-stop ${server}`);
  assert.match(await press, /may or may not have been done. Look at the screen/);
  assert.match(await tools.text('get_screen_state'), /Dropped pin/);
});

test('a helper that is uninstalled while it runs is done without, and the look says so', async (t) => {
  const tools = await helped(t);
  const before = await tools.text('get_screen_state');
  await tools.shell(`pm uninstall ${server}; pm uninstall ${server}.test`);
  const after = await tools.text('get_screen_state');
  assert.match(after, /^note:read over plain ADB, without the helper on the phone: .*not installed/m);
  assert.deepEqual(idsOf(after), idsOf(before), 'ids outlive the change of tier');
  await tools.text('tap', { x: 540, y: 1200 });
  assert.match(tools.tiers.at(-1) ?? '', /^plain ADB \(.*not installed/);
  assert.match(await tools.fails('get_clipboard', {}, 'permission_denied'), /helper/);
});

test('where another program holds the accessibility, the helper stays out, and that is said', async (t) => {
  const tools = await helped(t, { idleWaitMs: 4000 });
  const other = tools.shell('uiautomator dump /data/local/tmp/x.xml');
  while (!(await tools.shell('ps -A')).includes('uiautomator')) await new Promise(setImmediate);
  const said = await tools.text('get_screen_state');
  assert.match(said, /^note:no texts.*Another program on the phone holds its accessibility/m);
  assert.match(tools.tiers.at(-1) ?? '', /^plain ADB \(Another program holds/);
  assert.match(await other, /dumped to/, 'nobody was disturbed');
  assert.match(await tools.text('get_screen_state'), /^note:read over plain ADB/m);
});

test('where another program has the port, the helper stays out, and that is said', async (t) => {
  const tools = await helped(t, { portTaken: true });
  assert.match(
    await tools.text('get_screen_state'),
    /^note:read over plain ADB, .*Another program on the phone listens on port 6790/m,
  );
});

function idsOf(state: string): string[] {
  return state
    .split('\n')
    .filter((line) => line.startsWith('node_'))
    .map((line) => line.split('\t').slice(0, 3).join(' '));
}
