import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appiumPhone, type AppiumPhone } from './appium.ts';

/** appium-adb's calls for what the toolset state does. */
for (const release of [5, 9, 12, 14] as const) {
  test(`appium-adb changes the settings of Android ${release}, as far as that version lets it`, async (t) => {
    const at = await appiumPhone(t, { release });
    await changesSettings(at);
    await switchesRadios(at);
    await changesLocation(at);
  });
}

async function changesSettings({ appium, phone }: AppiumPhone): Promise<void> {
  const { settings, display } = phone.framework;
  await appium.setSetting('system', 'font_scale', '1.3');
  assert.equal(await appium.getSetting('system', 'font_scale'), '1.3');
  assert.equal(settings.get('system', 'font_scale'), '1.3');
  await appium.setSetting('secure', 'a_name', "it's $(id) & more");
  assert.equal(await appium.getSetting('secure', 'a_name'), "it's $(id) & more");
  await appium.setAnimationScale(0);
  for (const name of ['window_animation_scale', 'transition_animation_scale', 'animator_duration_scale'])
    assert.equal(settings.get('global', name), '0');
  await appium.setHttpProxy('proxy.example', 8080);
  assert.equal(await appium.getSetting('global', 'http_proxy'), 'proxy.example:8080');
  await appium.deleteHttpProxy();
  assert.equal(await appium.getSetting('global', 'http_proxy'), 'null');
  await appium.setSetting('system', 'accelerometer_rotation', '0');
  await appium.setSetting('system', 'user_rotation', '1');
  assert.equal(display.rotation, 1);
  assert.ok(['GMT', 'UTC'].includes(await appium.getTimeZone()));
}

async function switchesRadios({ appium, phone }: AppiumPhone): Promise<void> {
  const { settings, shape } = phone.framework;
  const is = (name: string) => settings.get('global', name);
  await appium.setAirplaneMode(true);
  assert.equal(await appium.isAirplaneModeOn(), true);
  await appium.setAirplaneMode(false);
  assert.equal(is('airplane_mode_on'), '0');
  if (shape.release === 5) await appium.broadcastAirplaneMode(false);
  // From Android 7 on only the system may send it.
  else await assert.rejects(appium.broadcastAirplaneMode(false), /SecurityException/);

  if (shape.release === 5) {
    // Its svc wants root for this, and appium-adb has no word from a shell without exit codes: nothing happens.
    await appium.setWifiState(false);
    assert.equal(is('wifi_on'), '1');
    return;
  }
  if (shape.release === 9) {
    await assert.rejects(appium.setWifiState(false), /Can't find service: -w/);
    await assert.rejects(appium.setDataState(false), /No shell command implementation/);
  }
  const asEmulator = shape.release === 9;
  await appium.setWifiState(false, asEmulator);
  await appium.setDataState(false, asEmulator);
  assert.deepEqual([await appium.isWifiOn(), await appium.isDataOn()], [false, false]);
  await appium.setWifiState(true, asEmulator);
  await appium.setDataState(true, asEmulator);
  assert.deepEqual([is('wifi_on'), is('mobile_data')], ['1', '1']);
}

/** Up to Android 11 a provider is added to or taken from the list by a sign before its name. */
async function changesLocation({ appium }: AppiumPhone): Promise<void> {
  await appium.toggleGPSLocationProvider(false);
  assert.ok(!(await appium.getLocationProviders()).includes('gps'));
  await appium.toggleGPSLocationProvider(true);
  assert.ok((await appium.getLocationProviders()).includes('gps'));
}
