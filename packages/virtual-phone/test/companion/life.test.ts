import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apps } from '../../src/apps/registry.ts';
import { workbench } from '../framework/workbench.ts';
import { byId, companionOnPhone, type CompanionOnPhone } from './companion-on-phone.ts';

const RESTORE = '/data/local/tmp/handeye-restore.json';
const SERVICE = 'com.example.reader/.ScreenReader';

/** Waits for a condition without a limit of its own; the test's time limit ends it. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function isRunning({ run }: CompanionOnPhone): Promise<boolean> {
  return (await run('ps; ps -A')).out.includes('app_process');
}

for (const release of [5, 9, 14] as const) {
  test(`the end of the stream ends the companion and puts back what it changed on Android ${release}`, async (t) => {
    const phone = await companionOnPhone(t, { release });
    const { settings, display } = phone.phone.framework;
    await phone.companion.get('rotate', { to: 1, restore: true });
    const stay = { table: 'global', name: 'stay_on_while_plugged_in', value: '0', restore: true };
    await phone.companion.get('setting.put', stay);
    assert.equal(display.rotation, 1);
    assert.ok((await phone.run(`cat ${RESTORE}`)).out.includes('stay_on_while_plugged_in'));
    await phone.companion.close();
    await until(async () => !(await isRunning(phone)));
    assert.equal(display.rotation, 0);
    assert.equal(settings.get('global', 'stay_on_while_plugged_in'), '3');
    assert.notEqual((await phone.run(`ls ${RESTORE}`)).code, 0);
  });
}

test('a host that vanishes in the middle of a stroke leaves no process, no finger and no change', async (t) => {
  const phone = await companionOnPhone(t, {
    apps: [...apps, workbench],
    open: 'test.workbench/.Main',
  });
  await phone.companion.get('rotate', { to: 1, restore: true });
  const look = await phone.companion.look();
  const [left, top, right, bottom] = byId(look, 'canvas').b;
  const at = [(left + right) / 2, (top + bottom) / 2];
  void phone.companion.ask('touch', {
    strokes: [
      [
        [...at, 0],
        [...at, 9000],
      ],
    ],
  });
  const log = async () =>
    (await phone.companion.look()).windows.map((window) => JSON.stringify(window)).join();
  await until(async () => (await log()).includes('down0'));
  await phone.adb.close();
  await until(async () => !(await isRunning(phone)));
  const { framework } = phone.phone;
  assert.equal(framework.display.rotation, 0);
  assert.match(JSON.stringify(framework.focusedWindow()?.root()), /down0 cancel0/);
  assert.match((await phone.run('uiautomator dump')).out, /dumped to/);
});

test('quit puts changes back, names them, and ends', async (t) => {
  const phone = await companionOnPhone(t);
  await phone.companion.get('rotate', { to: 3, restore: true });
  await phone.companion.get('setting.put', { table: 'system', name: 'new', value: '1', restore: true });
  assert.deepEqual(await phone.companion.get('quit'), { restored: ['system/new', 'rotation'] });
  await phone.companion.ended;
  assert.equal(phone.phone.framework.settings.get('system', 'new'), undefined);
  assert.equal(phone.phone.framework.display.rotation, 0);
});

test('a killed companion leaves its changes, and the next start puts them back', async (t) => {
  const phone = await companionOnPhone(t);
  const { display } = phone.phone.framework;
  const { pid } = await phone.companion.greeting;
  await phone.companion.get('rotate', { to: 1, restore: true });
  await phone.run(`kill -9 ${String(pid)}`);
  await phone.companion.ended;
  assert.equal(display.rotation, 1);
  const next = await phone.start();
  assert.equal((await next.greeting).automation, 'connected');
  assert.equal(display.rotation, 0);
  assert.notEqual((await phone.run(`ls ${RESTORE}`)).code, 0);
});

test('a second companion leaves the changes of a living one alone', async (t) => {
  const { companion, start, phone } = await companionOnPhone(t);
  const { display } = phone.framework;
  await companion.get('rotate', { to: 1, restore: true });
  const second = await start();
  await second.greeting;
  assert.equal(display.rotation, 1);
  const put = { table: 'system', name: 'font_scale', value: '1.3', restore: true };
  const { code, done } = await second.fails('setting.put', put);
  assert.deepEqual([code, done], ['registered', 'no']);
  assert.equal(phone.framework.settings.get('system', 'font_scale'), '1.0');
  assert.deepEqual(await second.get('quit'), { restored: [] });
  assert.equal(display.rotation, 1);
  assert.deepEqual(await companion.get('quit'), { restored: ['rotation'] });
  assert.equal(display.rotation, 0);
});

test('a hang-up that is not ignored kills it: restore=only puts back, greets and exits', async (t) => {
  const phone = await companionOnPhone(t);
  await phone.companion.get('quit');
  const careless = await phone.start({ trap: false });
  await careless.get('rotate', { to: 1, restore: true });
  await careless.close();
  await until(async () => !(await isRunning(phone)));
  assert.equal(phone.phone.framework.display.rotation, 1);
  const restoring = await phone.start({ args: 'restore=only' });
  assert.equal((await restoring.greeting).companion, 1);
  await restoring.ended;
  assert.equal(phone.phone.framework.display.rotation, 0);
});

test('UiAutomation has one holder: a dump is killed, a second companion gets an error', async (t) => {
  const { companion, run, start } = await companionOnPhone(t);
  await companion.greeting;
  assert.match((await run('uiautomator dump; true')).text, /^Killed/);
  const second = await start();
  const { automation } = await second.greeting;
  const { code, message, names } = automation as { code: string; message: string; names: string[] };
  assert.deepEqual([code, names], ['registered', []]);
  assert.match(message, /already registered!/);
  assert.equal((await second.fails('look')).code, 'registered');
  assert.equal((await second.fails('text', { text: 'a' })).code, 'registered');
  await second.get('key', { codes: [3] });
  await second.get('display');
  // The first companion still works.
  await companion.look();
  await companion.get('quit');
  assert.match((await run('uiautomator dump')).out, /dumped to/);
});

test('on Android 5 the user\u2019s services are in the way: refused, or saved and put back', async (t) => {
  const { companion, start, run, phone } = await companionOnPhone(t, { release: 5 });
  await companion.get('quit');
  await companion.ended;
  const { accessibilityServices: services } = phone.framework;
  await run(`settings put secure enabled_accessibility_services ${SERVICE}`);
  await run('settings put secure accessibility_enabled 1');
  assert.deepEqual(services.bound, [SERVICE]);
  const refused = await start({ args: 'services=refuse' });
  const { code, names } = (await refused.greeting).automation as { code: string; names: string[] };
  assert.deepEqual([code, names], ['services', [SERVICE]]);
  assert.equal((await refused.fails('look')).code, 'services');
  assert.deepEqual(services.bound, [SERVICE]);
  const saving = await start({ args: 'services=save' });
  assert.equal((await saving.greeting).automation, 'connected');
  assert.deepEqual(services.bound, []);
  assert.deepEqual(await saving.get('quit'), { restored: ['services'] });
  await saving.ended;
  assert.deepEqual(services.bound, [SERVICE]);
  // After a kill they stay unbound until the next start, though the setting names them.
  const killed = await start({ args: 'services=save' });
  await run(`kill -9 ${String((await killed.greeting).pid)}`);
  await killed.ended;
  assert.deepEqual([services.bound, services.enabled], [[], [SERVICE]]);
  const restoring = await start({ args: 'services=refuse restore=only' });
  await restoring.ended;
  assert.deepEqual(services.bound, [SERVICE]);
});

test('since Android 7 the user\u2019s services stay on', async (t) => {
  const { companion, start, run, phone } = await companionOnPhone(t, { release: 9 });
  await companion.get('quit');
  await companion.ended;
  await run(`settings put secure enabled_accessibility_services ${SERVICE}`);
  await run('settings put secure accessibility_enabled 1');
  const next = await start({ args: 'services=refuse' });
  assert.equal((await next.greeting).automation, 'connected');
  assert.deepEqual(phone.framework.accessibilityServices.bound, [SERVICE]);
});

test('a restart of the phone ends the companion and frees UiAutomation', async (t) => {
  const { companion, phone, run } = await companionOnPhone(t);
  await companion.greeting;
  await run('reboot');
  await companion.ended;
  assert.match((await run('uiautomator dump')).out, /dumped to/);
  assert.equal(phone.framework.awake, true);
});
