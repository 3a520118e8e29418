import assert from 'node:assert/strict';
import test from 'node:test';
import { yumeHost } from '../adbd/yume-host.ts';
import { phoneShell } from '../commands/phone-shell.ts';
import { call, helperOnPhone, ready, RUNNER, startInstrumentation } from './helper-on-phone.ts';

const SERVER = 'io.appium.uiautomator2.server';
const STARTED = '\nio.appium.uiautomator2.server.test.AppiumUiAutomator2Server:';
const CRASHED = 'INSTRUMENTATION_RESULT: shortMsg=Process crashed.\nINSTRUMENTATION_CODE: 0\n';

test('the helper comes with every phone that can run it, and its packages tell their versions', async (t) => {
  for (const release of [9, 12, 14] as const) {
    const { run } = await phoneShell(t, { release });
    const packages = await run('pm list packages appium');
    assert.equal(packages.out, `package:${SERVER}\npackage:${SERVER}.test\n`);
    const instrumentations = await run('pm list instrumentation');
    assert.equal(instrumentations.out, `instrumentation:${RUNNER} (target=${SERVER})\n`);
    const facts = await run(`dumpsys package ${SERVER}`);
    assert.match(facts.out, /versionCode=278 minSdk=26 targetSdk=34\n {4}versionName=10\.6\.6\n/);
  }
});

test('Android 5 and a phone that is told so have no helper, and cannot start it', async (t) => {
  for (const options of [{ release: 5 } as const, { helper: false }]) {
    const { run } = await phoneShell(t, options);
    assert.equal((await run('pm list packages appium')).out, '');
    const { text, code } = await run(`am instrument -w ${RUNNER}`);
    assert.match(text, /Unable to find instrumentation info for: ComponentInfo\{io\.appium/);
    assert.match(text, /INSTRUMENTATION_FAILED/);
    assert.equal(code, 1);
  }
});

test('while the helper runs nobody else gets UiAutomation, and when it ends the next one does', async (t) => {
  const { run, request, printed, instrument } = await helperOnPhone(t);
  assert.equal((await run('uiautomator dump')).code, 137);
  assert.match((await run('ps -A')).out, new RegExp(`${SERVER}\n`));

  assert.equal((await request('DELETE', '/session/:')).status, 200);
  assert.equal(await instrument.exit, 0);
  assert.match(printed(), /Time: [\d.]+\n\nOK \(1 test\)/);
  assert.equal((await run('uiautomator dump')).code, 0);
});

for (const [how, command] of [
  ['a force-stop', `am force-stop ${SERVER}`],
  ['uninstalling its app', `pm uninstall ${SERVER}`],
] as const) {
  test(`${how} ends the helper as a crash, and nothing listens any more`, async (t) => {
    const { phone, run, instrument, printed } = await helperOnPhone(t);
    await run(command);
    assert.equal(await instrument.exit, 0);
    assert.equal(printed(), STARTED + CRASHED);
    assert.equal(await phone.android.connect('tcp:6790'), undefined);
    assert.equal((await run('uiautomator dump')).code, 0);
  });
}

test('closing the stream of am instrument ends the helper and its connections', async (t) => {
  const { phone, instrument, request } = await helperOnPhone(t);
  phone.framework.setFaults({ endlessEventsMs: 20 });
  const waiting = request('GET', '/session/:/source');
  instrument.kill();
  await instrument.exit;
  await assert.rejects(waiting);
  assert.equal(await phone.android.connect('tcp:6790'), undefined);
  assert.equal(phone.framework.processes.pidOf(SERVER), undefined);
});

test('a second am instrument stops the first and serves in its place', async (t) => {
  const { phone, instrument, printed, request } = await helperOnPhone(t);
  const second = startInstrumentation(phone);
  await instrument.exit;
  assert.equal(printed(), STARTED + CRASHED);
  assert.equal((await ready(request)).status, 200);
  assert.deepEqual((await request('GET', '/sessions')).value, []);
  second.process.kill();
  await second.process.exit;
});

test('the helper fails to start while a dump holds UiAutomation', async (t) => {
  const { phone, run } = await phoneShell(t, { idleWaitMs: 1500 });
  const dump = run('uiautomator dump');
  const { text, code } = await run(`am instrument -w -r ${RUNNER}`);
  assert.match(text, /INSTRUMENTATION_STATUS_CODE: 1\n/);
  assert.match(text, /java\.lang\.IllegalStateException: UiAutomationService .* already registered!/);
  assert.match(text, /FAILURES!!!\nTests run: 1, {2}Failures: 1/);
  assert.equal(code, 0);
  assert.equal((await dump).code, 0);
  assert.equal(await phone.android.connect('tcp:6790'), undefined);
});

test('a reboot ends the helper and keeps it installed', async (t) => {
  const { phone, run } = await helperOnPhone(t);
  phone.android.reboot('test');
  assert.equal(await phone.android.connect('tcp:6790'), undefined);
  assert.match((await run('pm list packages appium')).out, /server\.test/);
  const again = startInstrumentation(phone);
  const adb = await yumeHost(t, phone.port);
  assert.equal((await ready((method, path) => call(adb, { method, path }))).status, 200);
  again.process.kill();
  await again.process.exit;
});
