import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneShell, type PhoneShell } from './phone-shell.ts';

async function says(
  run: PhoneShell['run'],
  answers: readonly (readonly [string, string, number?, string?])[],
) {
  for (const [line, out, code = 0, err = ''] of answers) {
    const ran = await run(line);
    assert.deepEqual([ran.out, ran.err, ran.code], [out, err, code], line);
  }
}

const APP = 'com.android.calculator2';

test('appops keeps the set modes, by appops and by cmd appops', async (t) => {
  const { run } = await phoneShell(t);
  await says(run, [
    [`appops get ${APP}`, 'No operations.\n'],
    [`appops get ${APP} CAMERA`, 'No operations.\nDefault mode: allow\n'],
    [`appops set ${APP} CAMERA ignore`, ''],
    [`cmd appops set --user 0 ${APP} android:record_audio deny`, ''],
    [`cmd appops get ${APP}`, 'CAMERA: ignore\nRECORD_AUDIO: deny\n'],
    [`appops set ${APP} NOSUCH allow`, '', 255, 'Error: Unknown operation string: NOSUCH\n'],
    [`appops set ${APP} CAMERA maybe`, '', 255, 'Error: Mode maybe is not valid\n'],
    ['appops set no.such CAMERA allow', '', 255, 'Error: No UID for no.such in user 0\n'],
  ]);
});

test('cmd wifi, phone, bluetooth_manager and location change the switches in Settings', async (t) => {
  const { run } = await phoneShell(t);
  await says(run, [
    ['cmd wifi set-wifi-enabled disabled; settings get global wifi_on', '0\n'],
    ['cmd wifi status', 'Wifi is disabled\nWifi scanning is only available when wifi is enabled\n'],
    ['cmd -w wifi set-wifi-enabled enabled; settings get global wifi_on', '1\n'],
    ['cmd wifi nosuch', 'Unknown command: nosuch\n', 255],
    ['cmd phone data disable; settings get global mobile_data', '0\n'],
    ['cmd bluetooth_manager disable; settings get global bluetooth_on', 'disable: Success\n0\n'],
    ['cmd location set-location-enabled false; cmd location is-location-enabled', 'false\n'],
    ['cmd location set-location-enabled true; settings get secure location_mode', '3\n'],
  ]);
  assert.match((await run('cmd wifi status')).out, /^Wifi is enabled\n[^]*connected to "Lighthouse"/);
});

test('cmd -w waits for a service that never comes until it is ended; Android 9 takes -w for a name', async (t) => {
  const { run } = await phoneShell(t);
  assert.equal((await run('cmd -w nosuch & sleep 0.2; kill %1; wait %1')).code, 143);
  const old = await phoneShell(t, { release: 9 });
  assert.match((await old.run('cmd -w package list users')).err, /Can't find service: -w/);
  assert.match((await old.run('cmd wifi status')).out, /SecurityException: Uid 2000 does not have access/);
});
