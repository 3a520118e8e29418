import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { eventually } from '@handeye/testing/attached';
import { CompanionConnection } from '../../../../packages/android/src/companion/connection.ts';
import { loadDex } from '../../../../packages/android/src/companion/dex.ts';
import { textIn } from '../../../../packages/android/src/companion/wire.ts';
import type { FileSystem } from '@handeye/virtual-phone';
import { servedPhone, type ServedPhone, type ServedPhoneOptions } from '../served-phone.ts';
import { watchRequests } from './watch-requests.ts';

/** The companion fails in every possible way; the tools go on, nothing is done twice, and each problem is reported once. */

const PLAIN = /^plain ADB \(the companion is out of use: /;

/** A phone served by the companion, or by plain ADB where it cannot run. */
function served(t: TestContext, options: ServedPhoneOptions = {}): Promise<ServedPhone> {
  return servedPhone(t, { tier: 'auto', ...options });
}

async function openNote(tools: ServedPhone): Promise<string> {
  await tools.opens('Notes', 'fab_new_note');
  await tools.text('click_element', { element_id: await tools.idOf('fab_new_note') });
  await tools.sees('edit_body', 'resource_id');
  return tools.idOf('edit_body');
}

const held = ({ phone }: ServedPhone) => phone.framework.textInput.target?.editing.text;

const processes = async (tools: ServedPhone) =>
  (await tools.shell('ps -A')).split('\n').filter((line) => line.includes('app_process')).length;

test('where it does not start, plain ADB serves: said once to the person, and in each look to the model', async (t) => {
  const tools = await served(t, { faults: [{ kind: 'companion-refuses' }] });
  const body = await openNote(tools);
  await tools.text('input_text', { element_id: body, text: 'plainly' });
  assert.equal(held(tools), 'plainly');
  assert.match(
    await tools.text('get_screen_state'),
    /^note:read without the companion on the phone: The phone ended the companion without a word\.$/m,
  );
  assert.equal(tools.tiers.length, 1);
  assert.match(tools.tiers[0] ?? '', PLAIN);
});

test('after two failures in a minute it rests for ten; then it serves again, and ids live on', async (t) => {
  const tools = await served(t, { faults: [{ kind: 'companion-refuses' }] });
  await tools.opens('Calculator', 'formula');
  const five = await tools.idOf('digit_5');
  tools.phone.faults.clear();
  await tools.text('get_screen_state');
  assert.equal(tools.tiers.length, 1, 'it was not even tried');
  tools.rests(500_000);
  await tools.text('get_screen_state');
  assert.equal(tools.tiers.length, 1);
  tools.rests(101_000);
  await tools.text('click_element', { element_id: five });
  assert.deepEqual(tools.tiers.slice(1), ['the companion on the phone']);
});

/** The companion dies over the next request of this kind: it carries it out, and does not answer. */
function diesOver(t: TestContext, { phone }: ServedPhone, method: string): void {
  let isOver = false;
  watchRequests(t, (asked) => {
    if (isOver || asked !== method) return undefined;
    isOver = true;
    phone.faults.apply({ kind: 'companion-dies', afterRequests: 0 });
    return () => {
      phone.faults.clear();
    };
  });
}

const MAYBE_DONE =
  'The companion on the phone ended during the action, so it may or may not have been done. Look at the screen before you try again.';

test('a look over which it died is looked again, by a new one', async (t) => {
  const tools = await served(t);
  await tools.text('get_screen_state');
  diesOver(t, tools, 'look');
  const state = await tools.text('get_screen_state');
  assert.match(state, /Calculator/);
  assert.doesNotMatch(state, /without the companion/);
  assert.deepEqual(tools.tiers, ['the companion on the phone'], 'nothing to say: it serves');
});

test('a text over which it died is not written again: the model is told to look', async (t) => {
  const tools = await served(t);
  const body = await openNote(tools);
  await tools.text('input_text', { element_id: body, text: 'a' });
  diesOver(t, tools, 'act');
  assert.equal(await tools.fails('input_text', { text: 'b' }, 'action_failed'), MAYBE_DONE);
  assert.equal(held(tools), 'ab', 'once, not twice');
  await tools.text('input_text', { text: 'c' });
  assert.equal(held(tools), 'abc', 'and it goes on');
});

test('a click over which it died is not repeated, nor a touch, nor a key', async (t) => {
  const tools = await served(t);
  await tools.opens('Calculator', 'formula');
  const five = await tools.idOf('digit_5');
  diesOver(t, tools, 'act');
  assert.equal(await tools.fails('click_element', { element_id: five }, 'action_failed'), MAYBE_DONE);
  assert.equal(await formula(tools), '5');
  const at = await middleOf(tools, 'digit_5');
  tools.rests(61_000);
  diesOver(t, tools, 'touch');
  assert.equal(await tools.fails('tap', at, 'action_failed'), MAYBE_DONE);
  assert.equal(await formula(tools), '55');
  tools.rests(61_000);
  diesOver(t, tools, 'global');
  assert.match(await tools.fails('press_home', {}, 'action_failed'), /may or may not have been done/);
});

test('an element whose companion died before the click is touched with a finger', async (t) => {
  const tools = await served(t);
  await tools.opens('Calculator', 'formula');
  const five = await tools.idOf('digit_5');
  await tools.shell('kill -9 $(pidof app_process)');
  await tools.text('click_element', { element_id: five });
  assert.equal(await formula(tools), '5');
});

test('garbage on its stream ends it; the look is looked again', async (t) => {
  const tools = await served(t);
  await tools.text('get_screen_state');
  tools.phone.faults.apply({ kind: 'companion-garbage', afterRequests: 2 });
  assert.match(await tools.text('get_screen_state'), /Calculator/);
  tools.phone.faults.clear();
  assert.match(await tools.text('get_screen_state'), /Calculator/);
});

test("another program that holds the phone's accessibility is named, and plain ADB serves", async (t) => {
  const tools = await served(t, {
    faults: [{ kind: 'companion-registered', package: 'com.example.tests' }],
  });
  assert.match(
    await tools.text('get_screen_state'),
    /^note:read without the companion on the phone: Another program holds the phone's accessibility .*com\.example\.tests/m,
  );
  assert.match(tools.tiers[0] ?? '', /com\.example\.tests/);
});

test('windows that Android leaves out come back by themselves', async (t) => {
  const tools = await served(t, { faults: [{ kind: 'companion-no-windows' }] });
  assert.match(await tools.text('get_screen_state'), /^window:system /m);
  assert.deepEqual(tools.tiers, ['the companion on the phone']);
});

test('an application that hangs costs its own window, not the look', async (t) => {
  const tools = await served(t);
  await tools.opens('Calculator', 'formula');
  tools.phone.faults.apply({ kind: 'hang', package: 'com.android.calculator2' });
  const state = await tools.text('get_screen_state');
  assert.match(state, /^note:.*does not respond/m);
  assert.match(state, /^window:system /m);
  assert.deepEqual(tools.tiers, ['the companion on the phone']);
});

test('a slow companion is waited for', async (t) => {
  const tools = await served(t);
  await tools.opens('Calculator', 'formula');
  tools.phone.faults.apply({ kind: 'companion-slow', delayMs: 700 });
  await tools.text('click_element', { element_id: await tools.idOf('digit_5') });
  assert.equal(await formula(tools), '5');
  assert.deepEqual(tools.tiers, ['the companion on the phone']);
});

test('where the phone forbids input, clicks go by accessibility, and a tap says which switch to turn', async (t) => {
  const tools = await served(t);
  await tools.opens('Calculator', 'formula');
  tools.phone.faults.apply({ kind: 'inject-denied' });
  await tools.text('click_element', { element_id: await tools.idOf('digit_5') });
  assert.equal(await formula(tools), '5');
  assert.match(
    await tools.fails('tap', { x: 100, y: 900 }, 'permission_denied'),
    /USB debugging \(Security settings\)/,
  );
  assert.equal(await formula(tools), '5');
});

test('a dump of plain ADB never runs beside it, and nothing of it stays on the phone', async (t) => {
  const tools = await served(t);
  await tools.text('get_screen_state');
  assert.equal(await processes(tools), 1);
  assert.match(await tools.shell('uiautomator dump /data/local/tmp/x.xml'), /exit 137$/, 'it holds it');
  tools.phone.faults.apply({ kind: 'companion-slow', delayMs: 20_000 });
  assert.match(await tools.text('get_screen_state'), /^note:read without the companion on the phone: /m);
  tools.phone.faults.clear();
  await tools.leave();
  await eventually(async () => (await processes(tools)) === 0, 'it ends with Handeye');
  assert.match(await tools.shell('uiautomator dump /data/local/tmp/x.xml'), /dumped to/);
  assert.match(await tools.shell('ls /data/local/tmp/handeye-companion'), /^[0-9a-f]{16}\.jar/);
});

test('--tier companion fails with the reason where it cannot serve', async (t) => {
  const tools = await servedPhone(t, { tier: 'companion', faults: [{ kind: 'companion-refuses' }] });
  assert.match(
    await tools.fails('get_screen_state', {}, 'permission_denied'),
    /--tier companion allows no other way: The phone ended the companion without a word/,
  );
});

test('on Android 5 auto leaves accessibility services that are on alone and says why; forced, they are back afterwards', async (t) => {
  const services = 'com.example.talk/.TalkService';
  const on = `settings put secure enabled_accessibility_services ${services}; settings put secure accessibility_enabled 1`;
  const tools = await servedPhone(t, { tier: 'auto', release: 5 });
  await tools.shell(on);
  assert.match(
    await tools.text('get_screen_state'),
    /^note:read without the companion on the phone: On Android 5 and 6 .*com\.example\.talk/m,
  );
  const forced = await servedPhone(t, { tier: 'companion', release: 5 });
  await forced.shell(on);
  await forced.text('get_screen_state');
  await forced.leave();
  await eventually(
    async () => (await forced.shell('settings get secure enabled_accessibility_services')).includes(services),
    'the services are on again',
  );
});

test('what lies in its place is compared byte for byte before it runs, and replaced; other versions are removed', async (t) => {
  const greeted: unknown[] = [];
  const open = CompanionConnection.open.bind(CompanionConnection);
  t.mock.method(CompanionConnection, 'open', async (...args: Parameters<typeof open>) => {
    const opened = await open(...args);
    greeted.push(textIn(opened.greeting, 'dex'));
    return opened;
  });
  const folder = '/data/local/tmp/handeye-companion';
  const first = await served(t);
  await first.text('get_screen_state');
  assert.equal(first.replaced(), 0);
  assert.match(await first.shell('ls -ld /data/local/tmp/handeye-companion'), /^drwx------ .*shell/);
  const [name = ''] = first.phone.android.files.list(folder);
  const path = `${folder}/${name}`;
  const { mode } = first.phone.android.files.stat(path);
  assert.equal(mode, 0o600);
  const bytes = Buffer.from(first.phone.android.files.read(path));
  const changed = Buffer.from(bytes);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;

  const inPlace: ((files: FileSystem) => void)[] = [
    (files) => {
      files.makeDirectory(folder);
      files.write(path, changed, { mode: 0o666 });
    },
    (files) => {
      files.makeDirectory(folder, { mode: 0o777 });
      files.write(path, bytes.subarray(0, 1_000));
    },
    (files) => {
      files.makeDirectory('/data/local/tmp/elsewhere');
      files.write(`/data/local/tmp/elsewhere/${name}`, bytes);
      files.link('elsewhere', folder);
    },
    (files) => {
      files.write(folder, bytes);
    },
  ];
  for (const put of inPlace) {
    const tools = await served(t);
    const { files } = tools.phone.android;
    put(files);
    await tools.text('get_screen_state');
    assert.deepEqual(tools.tiers, ['the companion on the phone']);
    assert.equal(tools.replaced(), 1);
    assert.deepEqual(Buffer.from(files.read(path)), bytes);
    assert.equal(files.lstat(folder).mode, 0o700);
    assert.equal(files.lstat(folder).kind, 'directory');
  }

  const updated = await served(t);
  const { files } = updated.phone.android;
  files.write('/data/local/tmp/handeye-companion-0123456789abcdef.jar', changed);
  files.makeDirectory(folder, { mode: 0o700 });
  files.write(`${folder}/0123456789abcdef.jar`, changed);
  await updated.text('get_screen_state');
  assert.equal(updated.replaced(), 0);
  assert.doesNotMatch(await updated.shell(`ls /data/local/tmp ${folder}`), /0123456789abcdef/);
  const { hash } = await loadDex();
  assert.deepEqual(new Set(greeted), new Set([hash]), 'nothing else was ever run');
});

async function middleOf(tools: ServedPhone, resource: string): Promise<{ x: number; y: number }> {
  const { elements } = await tools.json('find_elements', { by: 'resource_id', value: resource });
  const [{ bounds } = { bounds: { left: 0, top: 0, right: 0, bottom: 0 } }] = elements as {
    bounds: { left: number; top: number; right: number; bottom: number };
  }[];
  return { x: Math.round((bounds.left + bounds.right) / 2), y: Math.round((bounds.top + bounds.bottom) / 2) };
}

async function formula(tools: ServedPhone): Promise<string> {
  const { elements } = await tools.json('find_elements', { by: 'resource_id', value: 'formula' });
  return (elements as { text: string }[])[0]?.text ?? '';
}
