import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AndroidSource } from '../../../packages/handeye/src/android/source.ts';
import { withinLimit } from '../../../packages/handeye/src/call/call.ts';
import { realClock } from '../../../packages/handeye/src/call/clock.ts';
import { NO_ADB, scratchFolder } from '../../../packages/handeye/test/android/adb/attached.ts';
import { tinyApk } from '../../../packages/virtual-phone/test/commands/tiny-apk.ts';
import { helped, type Helped } from './helped.ts';

/** The helper comes and goes; the tools go on, and say what happened. */

const HELPER_TIER = 'the helper 10.6.6 on the phone';
const SERVER = 'io.appium.uiautomator2.server';

/** A phone where the companion does not start: the helper's turn comes next. */
const noCompanion = [{ kind: 'companion-refuses' }] as const;
const COMPANION_PROBLEM = 'the companion is out of use: The phone ended the companion without a word.';

/** The screen without the time in its status bar, which goes on. */
async function screenOf(tools: Pick<Helped, 'text'>): Promise<string> {
  return (await tools.text('get_screen_state')).replace(/\t\d\d:\d\d\t/, '\t');
}

test('--tier plain leaves the helper alone', async (t) => {
  const tools = await helped(t, { tier: 'plain' });
  await tools.text('get_screen_state');
  assert.deepEqual(tools.tiers, ['plain ADB (--tier plain)']);
  assert.doesNotMatch(await tools.shell('ps -A'), new RegExp(SERVER));
});

test('--helper on installs both packages where they are missing; auto does without and says why', async (t) => {
  const tools = await helped(t, { tier: 'on' });
  await tools.shell(`pm uninstall ${SERVER}; pm uninstall ${SERVER}.test`);
  await tools.text('get_screen_state');
  assert.deepEqual(tools.tiers, [HELPER_TIER]);
  assert.match(await tools.shell('pm list packages io.appium'), /server\.test/);

  const without = await helped(t, { tier: 'auto', faults: noCompanion });
  await without.shell(`pm uninstall ${SERVER}.test`);
  await without.text('get_screen_state');
  assert.match(
    without.tiers.join(),
    /^plain ADB \(the companion is out of use: .*the helper is not installed; .*handeye helper install/,
  );
});

test('a helper of another version is left alone by auto, and replaced by on', async (t) => {
  for (const [versionName, versionCode] of [
    ['4.27.0', 12],
    ['11.0.0', 999], // Android replaces no newer version by an older one: it has to go first
  ] as const) {
    const other = tinyApk({ package: SERVER, versionName, versionCode });
    for (const tier of ['auto', 'on'] as const) {
      const tools = await helped(t, { tier, faults: noCompanion });
      tools.phone.android.files.write('/data/local/tmp/other.apk', other);
      assert.match(await tools.shell('pm install -r -d /data/local/tmp/other.apk'), /Success/);
      await tools.text('get_screen_state');
      const why = `plain ADB (${COMPANION_PROBLEM} Also: the helper on the phone has another version (${versionName}); 'handeye helper install' replaces it)`;
      assert.deepEqual(tools.tiers, [tier === 'on' ? HELPER_TIER : why]);
    }
  }
});

test('Android 5 is too old for it', async (t) => {
  const tools = await helped(t, { release: 5, tier: 'auto', faults: noCompanion });
  await tools.text('get_screen_state');
  assert.deepEqual(tools.tiers, [`plain ADB (${COMPANION_PROBLEM} Also: the helper needs Android 8)`]);
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
    if (way === 'leave') assert.doesNotMatch(await tools.shell('ps -A'), new RegExp(SERVER));
  });
}

test('a helper that was killed is started again, and the looks that missed it are none the worse', async (t) => {
  const tools = await helped(t);
  const before = await screenOf(tools);
  await tools.shell(`am force-stop ${SERVER}`);
  assert.equal(await screenOf(tools), before, 'killed before a look: the same ids');
  const [during] = await Promise.all([screenOf(tools), tools.shell(`am force-stop ${SERVER}`)]);
  assert.deepEqual(idsOf(during), idsOf(before), 'killed in the middle of one');
  assert.ok(
    tools.tiers.every(
      (tier) => tier === HELPER_TIER || tier.startsWith('plain ADB (The helper keeps ending or hanging'),
    ),
  );
});

test('an action that finds the helper dead is done once, by its successor', async (t) => {
  const tools = await helped(t);
  await tools.opens('Notes', 'fab_new_note');
  await tools.text('click_element', { element_id: await tools.idOf('fab_new_note') });
  await tools.sees('edit_body', 'resource_id');
  const body = await tools.idOf('edit_body');
  await tools.text('input_text', { element_id: body, text: 'ä' });
  await tools.shell(`am force-stop ${SERVER}`);
  assert.equal(await tools.text('input_text', { text: 'ö' }), 'Text input completed (1 characters)');
  assert.equal(tools.phone.framework.textInput.target?.editing.text, 'äö');
  assert.equal(tools.tiers.at(-1), HELPER_TIER);
});

test('a text is typed once, although the helper dies right after it', async (t) => {
  const typed = 'Zürich';
  let deaths = 0;
  const tools = await helped(t, {
    async meddle({ android, framework }) {
      if (deaths > 0 || framework.textInput.target?.editing.text !== typed) return undefined;
      deaths += 1;
      await android.spawn(`am force-stop ${SERVER}`).exit;
      return undefined;
    },
  });
  await tools.opens('Login', 'username');
  const name = await tools.idOf('username');
  // The look that reads it back finds the helper dead, and its successor reads.
  assert.equal(
    await tools.text('input_text', { element_id: name, text: typed }),
    'Text input completed (6 characters)',
  );
  assert.equal(deaths, 1);
  assert.equal(tools.phone.framework.textInput.target?.editing.text, typed);
});

test('a helper that hangs is replaced, and the look that met it gets its screen', async (t) => {
  let hangs = 0;
  const tools = await helped(t, {
    meddle: () => Promise.resolve(hangs-- > 0 ? 'hang' : undefined),
  });
  const before = await screenOf(tools);
  hangs = 1;
  assert.equal(await screenOf(tools), before);
  assert.deepEqual(tools.tiers, [HELPER_TIER, HELPER_TIER], 'a new one was started');
});

test('a helper that hangs does not hold up the end of Handeye, and ends with it', async (t) => {
  let hangs = false;
  const tools = await helped(t, { meddle: () => Promise.resolve(hangs ? 'hang' : undefined) });
  await tools.text('get_screen_state');
  hangs = true;
  const start = performance.now();
  await tools.leave();
  assert.ok(performance.now() - start < 4000, 'less than all the time that an end may take');
  assert.doesNotMatch(await tools.shell('ps -A'), new RegExp(SERVER));
});

test('an action over which the helper died is not repeated: the model is told to look', async (t) => {
  const tools = await helped(t);
  await tools.opens('Maps', 'scale');
  const press = tools.fails('long_press', { x: 300, y: 1500, duration: 5000 }, 'action_failed');
  // The pin comes under the finger that is still down.
  await tools.sees('Dropped pin', 'content_desc');
  await tools.shell(`am force-stop ${SERVER}`);
  assert.equal(
    await press,
    'The helper on the phone ended during the action, which may or may not have taken effect. Look at the screen before you try again.',
  );
  const { elements } = await tools.json('find_elements', { by: 'content_desc', value: 'Dropped pin' });
  assert.equal((elements as unknown[]).length, 1, 'it was done, once');
});

test('a helper that is uninstalled while it runs is done without, said, and used again once it is back', async (t) => {
  const tools = await helped(t);
  const before = await tools.text('get_screen_state');
  await tools.shell(`pm uninstall ${SERVER}; pm uninstall ${SERVER}.test`);
  const after = await tools.text('get_screen_state');
  assert.match(
    after,
    /^note:read over plain ADB, without the helper on the phone: The helper is no longer installed on the phone\.$/m,
  );
  assert.deepEqual(idsOf(after), idsOf(before), 'ids outlive the change of tier');
  assert.equal(tools.tiers.at(-1), 'plain ADB (The helper is no longer installed on the phone.)');
  await tools.opens('Login', 'username');
  const name = await tools.idOf('username');
  assert.equal(
    await tools.text('set_text', { element_id: name, text: 'by keys' }),
    `Text set on element '${name}'`,
  );
  assert.match(
    await tools.fails('set_text', { element_id: name, text: 'é' }, 'permission_denied'),
    /cannot be typed over ADB alone.*helper install.*no longer installed on the phone/,
  );
  assert.match(
    await tools.fails('set_clipboard', { text: 'a' }, 'permission_denied'),
    /needs the helper\. The helper is no longer installed on the phone/,
  );
  assert.equal(await tools.text('get_clipboard'), '{"text":null}', 'the shell reads it without the helper');
  assert.match(await tools.shell('uiautomator dump /data/local/tmp/x.xml'), /dumped to/, 'nobody holds it');

  const source = new AndroidSource({ keyFolder: await scratchFolder(t), env: NO_ADB });
  t.after(() => source.close());
  await withinLimit({ clock: realClock, limit: 20_000 }, (call) =>
    source.helper(`tcp:${tools.phone.serial}`, 'install', call),
  );
  tools.restsAWhile();
  assert.equal(
    await tools.text('set_text', { element_id: name, text: 'é' }),
    `Text set on element '${name}'`,
    'the same id, too',
  );
  assert.equal(tools.tiers.at(-1), HELPER_TIER);
});

test('where another program holds the accessibility, the helper stays out until it is free', async (t) => {
  const tools = await helped(t, { idleWaitMs: 3000 });
  const other = tools.shell('uiautomator dump /data/local/tmp/x.xml');
  while (!(await tools.shell('ps -A')).includes('uiautomator')) await new Promise(setImmediate);
  const said = await tools.text('get_screen_state');
  assert.match(said, /^note:no texts.*Another program on the phone holds its accessibility/m);
  assert.equal(
    tools.tiers.at(-1),
    "plain ADB (Another program holds the phone's accessibility (a test runner, a recorder).)",
  );
  assert.match(await other, /dumped to/, 'nobody was disturbed');
  tools.restsAWhile();
  assert.doesNotMatch(await tools.text('get_screen_state'), /plain ADB/);
  assert.equal(tools.tiers.at(-1), HELPER_TIER);
});

test('where another program has the port, the helper stays out until it is free', async (t) => {
  const tools = await helped(t, { portTaken: true });
  const problem = 'Another program on the phone listens on port 6790, which the helper needs.';
  assert.ok(
    (await tools.text('get_screen_state')).endsWith(
      `note:read over plain ADB, without the helper on the phone: ${problem}`,
    ),
  );
  assert.deepEqual(tools.tiers, [`plain ADB (${problem})`]);
  await tools.opens('Login', 'username');
  assert.match(await tools.shell('uiautomator dump /data/local/tmp/x.xml'), /dumped to/, 'nobody holds it');
  tools.freesPort();
  tools.restsAWhile();
  assert.doesNotMatch(await tools.text('get_screen_state'), /plain ADB/);
  assert.equal(tools.tiers.at(-1), HELPER_TIER);
});

function idsOf(state: string): string[] {
  return state
    .split('\n')
    .filter((line) => line.startsWith('node_'))
    .map((line) => line.split('\t').slice(0, 3).join(' '));
}
