import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { VirtualPhone } from '@handeye/virtual-phone';
import { scratchFolder } from '@handeye/testing/attached';
import { cli, onPhone, type OnPhone } from './commands/on-phone.ts';
import { type PhoneTools, phoneTools, type PhoneToolsOptions } from './phone-tools.ts';

const stateTools = (t: TestContext, options: PhoneToolsOptions = {}) =>
  phoneTools(t, { ...options, frame: { toolsets: ['device', 'state'] } });

const setting = ({ phone }: PhoneTools, table: 'system' | 'global', name: string) =>
  phone.framework.settings.get(table, name);

function factsIn(text: string): ReadonlyMap<string, string> {
  return new Map(text.split('\n').map((line) => [line.split(': ')[0] ?? '', line.replace(/^[^:]*: /, '')]));
}

/** Android writes down the night mode when it is first chosen. */
function withoutNight(tables: readonly (readonly (readonly [string, string])[])[]) {
  return tables.map((table) => table.filter(([name]) => name !== 'ui_night_mode'));
}

interface Server {
  readonly say: (name: string, args?: Record<string, unknown>) => Promise<string>;
  readonly kill: (signal?: 'SIGTERM') => Promise<void>;
  /** Ends it as a client does, by closing its input. */
  readonly end: () => Promise<void>;
  readonly log: () => string;
}

/** The real server in a process of its own. */
async function serverOn(
  t: TestContext,
  { device, spawnOptions }: OnPhone,
  ...flags: string[]
): Promise<Server> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...cli, 'stdio', '--device', device, '--tier', 'plain', '--toolset', 'state', ...flags],
    ...spawnOptions,
    stderr: 'pipe',
  });
  let log = '';
  transport.stderr?.on('data', (bytes: Buffer) => (log += bytes.toString()));
  const client = new Client({ name: 'tests', version: '1' });
  // A test that fails leaves no server behind.
  t.after(() => client.close());
  await client.connect(transport);
  const { pid } = transport;
  assert.ok(pid);
  const closed = new Promise<void>((resolve) => (client.onclose = resolve));
  return {
    log: () => log,
    async say(name, args = {}) {
      const { content } = await client.callTool({ name, arguments: args });
      const [first] = content;
      return first?.type === 'text' ? first.text : '';
    },
    async kill(signal) {
      process.kill(pid, signal ?? 'SIGKILL');
      await closed;
    },
    async end() {
      await client.close();
      await closed;
    },
  };
}

const fontScale = ({ framework }: VirtualPhone) => framework.settings.get('system', 'font_scale');
const timeout = ({ framework }: VirtualPhone) => framework.settings.get('system', 'screen_off_timeout');

// At once: nearly all of the time is spent waiting for the phone.
describe('the state of the device', { concurrency: 4 }, () => {
  test('the state of a phone is read on every release, and nothing of it is unknown', async (t) => {
    for (const release of [5, 9, 12, 14] as const) {
      const { text, phone } = await stateTools(t, { release });
      const answer = await text('get_device_state');
      assert.doesNotMatch(answer, /unknown/, `Android ${release}`);
      const facts = factsIn(answer);
      const { width, height } = phone.framework.display.size;
      assert.equal(facts.get('battery'), '85%, charging (USB)');
      assert.equal(facts.get('network'), 'wifi, internet works; wifi on; mobile_data on; airplane off');
      assert.match(facts.get('time') ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000 GMT$/);
      assert.equal(facts.get('locale'), 'en-US');
      assert.equal(facts.get('display'), `${width}x${height}, ${phone.framework.display.density} dpi`);
      assert.equal(facts.get('volume'), 'media 5 of 15; ringer normal');
      assert.match(facts.get('storage') ?? '', /^22\.\d GB free of 24\.\d GB$/);
      assert.match(facts.get('android') ?? '', new RegExp(`^${release}\\b.*\\(API \\d+\\), build \\S`));
      assert.equal(facts.get('app'), 'com.android.launcher3/.Launcher');
    }
  });

  for (const tier of ['plain', 'companion'] as const) {
    test(`what is set is read back, seen on the phone and put back, but not what its user changed (${tier})`, async (t) => {
      const tools = await stateTools(t, { tier, state: { overNetwork: false } });
      const { text, phone } = tools;
      phone.framework.settings.put('global', 'window_animation_scale', '0.5');
      phone.framework.settings.delete('global', 'transition_animation_scale');
      const before = (['system', 'secure', 'global'] as const).map((table) =>
        phone.framework.settings.list(table),
      );
      const set = await text('set_device_state', {
        ...{ rotation: 90, dark_theme: true, font_scale: 1.3, brightness: 80, screen_timeout: 30 },
        ...{ stay_awake: false, animations: false, wifi: false, mobile_data: false },
      });
      assert.deepEqual(set.split('\n'), [
        'wifi: off (was on)',
        'mobile_data: off (was on)',
        'rotation: 90, locked (was 0, locked)',
        'dark_theme: on (was off)',
        'font_scale: 1.3 (was 1)',
        'brightness: 80% (was 50%)',
        'screen_timeout: 30 s (was 60 s)',
        'stay_awake: off (was on while charging)',
        'animations: off (was scales 0.5, 1, 1)',
      ]);
      assert.equal(phone.framework.display.rotation, 1);
      assert.equal(phone.framework.configuration.night, true);
      assert.equal(setting(tools, 'system', 'screen_brightness'), '204');
      // A second change of the same setting: the first value is the one to come back.
      assert.equal(
        await text('set_device_state', { rotation: 'auto' }),
        'rotation: 0, auto (was 90, locked)',
      );
      assert.match(await text('get_device_state'), /^changed by this server: wifi, mobile_data, rotation, /m);
      phone.framework.settings.put('system', 'screen_off_timeout', '15000');
      const back = await text('set_device_state', { restore: true });
      assert.match(back, /^font_scale: put back to 1$/m);
      assert.match(back, /^screen_timeout: not done: left at 15 s: someone else changed it meanwhile$/m);
      phone.framework.settings.put('system', 'screen_off_timeout', '60000');
      const after = (['system', 'secure', 'global'] as const).map((table) =>
        phone.framework.settings.list(table),
      );
      assert.deepEqual(withoutNight(after), withoutNight(before));
      assert.equal(
        await text('set_device_state', { restore: true }),
        'Nothing to put back: everything is as it was.',
      );
    });
  }

  test('the companion sets the language, which everything shows at once; plain ADB says that it cannot', async (t) => {
    const { text, phone, open } = await stateTools(t, { tier: 'companion' });
    await open('com.android.settings/.Settings');
    assert.equal(
      await text('set_device_state', { locale: 'ar-EG' }),
      'locale: ar-EG (then en-US), right to left (was en-US)',
    );
    assert.match(await text('get_screen_state'), /\tالشبكة والإنترنت\t/);
    assert.equal(phone.framework.configuration.rightToLeft, true);
    assert.equal(
      await text('set_device_state', { locale: 'ja-jp' }),
      'locale: ja-JP (then ar-EG, en-US) (was ar-EG (then en-US), right to left)',
    );
    assert.match(await text('get_screen_state'), /\tネットワークとインターネット\t/);
    assert.equal(await text('set_device_state', { restore: true }), 'locale: put back to en-US');
    assert.match(await text('get_screen_state'), /\tNetwork & internet\t/);
    const plain = await stateTools(t);
    assert.match(
      await plain.fails('set_device_state', { locale: 'ar-EG' }, 'permission_denied'),
      /no command for the language over plain ADB; the companion can set it/,
    );
    const five = await stateTools(t, { tier: 'companion', release: 5 });
    assert.equal(
      await five.text('set_device_state', { locale: 'ar-EG' }),
      'locale: ar-EG, right to left (was en-US)',
    );
  });

  test('what a release cannot do is said, and what it can is done', async (t) => {
    const nine = await stateTools(t, { release: 9, state: { overNetwork: false } });
    const some = await nine.text('set_device_state', { dark_theme: true, airplane: true, locale: 'ar-EG' });
    assert.deepEqual(some.split('\n').slice(0, 2), [
      'airplane: on (was off)',
      "dark_theme: on (was off). Android 9's own screens have no dark theme; apps that have one follow",
    ]);
    assert.match(
      some,
      /^locale: not done: Android 9 gives a computer no command for the language over plain ADB/m,
    );
    const five = await stateTools(t, { release: 5, state: { overNetwork: false } });
    assert.equal(await five.text('set_device_state', { airplane: true }), 'airplane: on (was off)');
    assert.equal(setting(five, 'global', 'wifi_on'), '3');
    assert.equal(await five.text('set_device_state', { restore: true }), 'airplane: put back to off');
    assert.equal(setting(five, 'global', 'wifi_on'), '1');
    assert.match(
      await five.fails('set_device_state', { font_scale: 1.3, dark_theme: true }, 'permission_denied'),
      /^dark_theme: Android 5\.1\.1 has no command for the dark theme.* font_scale: .* only at its next start/,
    );
    const fourteen = await stateTools(t, { state: { overNetwork: false } });
    assert.equal(await fourteen.text('set_device_state', { airplane: true }), 'airplane: on (was off)');
    assert.match(
      await fourteen.text('get_device_state'),
      /^network: none; wifi off; mobile_data on; airplane on$/m,
    );
  });

  test('what would cut the connection is refused before anything is changed', async (t) => {
    const tools = await stateTools(t);
    for (const wish of [{ wifi: false }, { airplane: true }]) {
      const why = await tools.fails('set_device_state', { font_scale: 1.3, ...wish }, 'permission_denied');
      assert.match(
        why,
        /would cut the connection: this phone is reached over the network\. Nothing was changed/,
      );
    }
    assert.equal(setting(tools, 'system', 'font_scale'), '1.0');
    assert.equal(await tools.text('set_device_state', { wifi: true }), 'wifi: on, as before');
    await tools.fails('set_device_state', {}, 'invalid_params');
    await tools.fails('set_device_state', { restore: true, wifi: true }, 'invalid_params');
    await tools.fails('set_device_state', { rotation: 45 }, 'invalid_params');
    await tools.fails('set_device_state', { locale: 'ar; reboot' }, 'invalid_params');
  });

  test('what a killed server left changed is offered by the next one and put back on that phone only', async (t) => {
    const phone = await onPhone(t, { idleWaitMs: 10 });
    const first = await serverOn(t, phone);
    await first.say('set_device_state', { font_scale: 1.3, screen_timeout: 30 });
    await first.kill();
    assert.equal(fontScale(phone.phone), '1.3');

    // Another phone behind the same server is not offered it.
    const other = await onPhone(t, { idleWaitMs: 10 });
    other.phone.framework.settings.put('secure', 'android_id', 'another');
    other.phone.framework.settings.put('system', 'font_scale', '1.3');
    const elsewhere = await serverOn(t, { ...other, spawnOptions: phone.spawnOptions });
    assert.doesNotMatch(await elsewhere.say('get_device_state'), /earlier run/);
    assert.equal(
      await elsewhere.say('set_device_state', { restore: true }),
      'Nothing to put back: everything is as it was.',
    );

    const second = await serverOn(t, phone);
    assert.match(
      second.log(),
      /An earlier run was killed and left changed on tcp:.*: font_scale, screen_timeout\./,
    );
    assert.match(
      await second.say('get_device_state'),
      /^left changed by an earlier run: font_scale, screen_timeout; set_device_state restore puts it back$/m,
    );
    const back = await second.say('set_device_state', { restore: true });
    assert.deepEqual(back.split('\n'), ['screen_timeout: put back to 60 s', 'font_scale: put back to 1']);
    assert.deepEqual([fontScale(phone.phone), timeout(phone.phone)], ['1.0', '60000']);
    assert.deepEqual(await readdir(join(phone.folder, 'handeye', 'device-state')), []);
    await Promise.all([second.end(), elsewhere.end()]);
  });

  test('two servers on one phone do not fight; each puts back its own at its end, unless told to keep it', async (t) => {
    const phone = await onPhone(t, { idleWaitMs: 10 });
    const [one, two] = await Promise.all([serverOn(t, phone), serverOn(t, phone)]);
    await one.say('set_device_state', { font_scale: 1.3 });
    await two.say('set_device_state', { screen_timeout: 30 });
    assert.match(
      await two.say('set_device_state', { restore: true }),
      /^screen_timeout: put back to 60 s\nfont_scale: not done: Another Handeye that runs changed it/,
    );
    assert.equal(fontScale(phone.phone), '1.3');
    // The second one starts from the changes of the first one, and knows the values before both.
    await two.say('set_device_state', { font_scale: 1.5 });
    await one.end();
    assert.equal(fontScale(phone.phone), '1.5');
    await two.kill('SIGTERM');
    assert.equal(fontScale(phone.phone), '1.0');
    const kept = await serverOn(t, phone, '--keep-state');
    await kept.say('set_device_state', { font_scale: 1.15 });
    await kept.end();
    assert.equal(fontScale(phone.phone), '1.15');
    const { out } = await phone.handeye('clean', '--device', phone.device);
    assert.match(out, /font_scale: put back to 1$/m);
    assert.equal(fontScale(phone.phone), '1.0');
  });

  test('without a folder to write to, what is changed is changed, and the answer says what that means', async (t) => {
    const folder = join(await scratchFolder(t), 'taken');
    const { text } = await stateTools(t, { state: { folder: `${folder}\0` } });
    assert.match(
      await text('set_device_state', { font_scale: 1.3 }),
      /^font_scale: 1\.3 \(was 1\)\njournal: not done: Handeye could not write down what it changed/,
    );
  });
});
