import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ADB } from '../node_modules/appium-adb/build/lib/index.js';
import { tinyApk } from '../../../packages/virtual-phone/test/commands/tiny-apk.ts';
import { androidHome } from './android-sdk.ts';
import { connectedPhone } from './real-phone.ts';

for (const release of [9, 12, 14] as const) {
  test(`appium-adb, unmodified, works with Android ${release}: focus, size, packages, keys, settings`, async (t) => {
    const { phone, adb } = await connectedPhone(t, { release });
    process.env.ANDROID_HOME = await androidHome(adb);
    const appium = await ADB.createADB({
      adbPort: adb.serverPort,
      udid: phone.serial,
      suppressKillServer: true,
    });
    appium.setDeviceId(phone.serial);

    assert.equal(await appium.getApiLevel(), phone.framework.shape.sdk);
    assert.equal(await appium.getModel(), 'Handeye Virtual Phone');
    assert.equal(
      await appium.getScreenSize(),
      `${phone.framework.shape.width}x${phone.framework.shape.height}`,
    );
    assert.equal(await appium.getScreenDensity(), phone.framework.shape.density);
    assert.equal(await appium.isAppInstalled('com.android.calculator2'), true);
    assert.equal(await appium.isAppInstalled('no.such.app'), false);

    await appium.startApp({ pkg: 'com.android.calculator2', activity: '.Calculator', waitForLaunch: true });
    assert.deepEqual(await appium.getFocusedPackageAndActivity(), {
      appPackage: 'com.android.calculator2',
      appActivity: '.Calculator',
    });
    assert.equal(await appium.processExists('com.android.calculator2'), true);
    await appium.keyevent(3);
    assert.equal(phone.framework.resumedActivity()?.package, 'com.android.launcher3');

    await appium.startUri('https://maps.example/', 'com.example.maps');
    assert.equal(phone.framework.resumedActivity()?.package, 'com.example.maps');
    await assert.rejects(appium.startUri('market://details?id=a'), /unable to resolve Intent/);

    assert.equal(await appium.isScreenLocked(), false);
    assert.deepEqual(await appium.isSoftKeyboardPresent(), {
      isKeyboardShown: false,
      canCloseKeyboard: false,
    });
    await appium.setSetting('system', 'font_scale', '1.3');
    assert.equal(await appium.getSetting('system', 'font_scale'), '1.3');
    await appium.forceStop('com.android.calculator2');
    assert.equal(await appium.processExists('com.android.calculator2'), false);
    const { versionName } = await appium.getPackageInfo('com.android.calculator2');
    assert.equal(typeof versionName, 'string');
    await appium.inputText('hello');
  });
}

test('appium-adb installs an app in parts, changes its permissions, and reads IMEs, services and files', async (t) => {
  const { phone, adb } = await connectedPhone(t);
  process.env.ANDROID_HOME = await androidHome(adb);
  const appium = await ADB.createADB({
    adbPort: adb.serverPort,
    udid: phone.serial,
    suppressKillServer: true,
  });
  appium.setDeviceId(phone.serial);
  const [name, camera] = ['com.acme.shop', 'android.permission.CAMERA'];
  const file = async (label: string, apk: Buffer) => {
    await writeFile(join(adb.home, label), apk);
    return join(adb.home, label);
  };
  const base = await file('base.apk', tinyApk({ package: name, targetSdk: 33, permissions: [camera] }));
  const pulled = await (async () => {
    await appium.install(base, { replace: true });
    return appium.pullApk(name, adb.home);
  })();
  assert.match(pulled, /com\.acme\.shop\.apk$/);
  assert.deepEqual(await appium.getDeniedPermissions(name), [camera]);
  await appium.grantPermission(name, camera);
  assert.deepEqual(await appium.getGrantedPermissions(name), [camera]);
  await appium.revokePermission(name, camera);
  assert.deepEqual(await appium.getGrantedPermissions(name), []);
  await assert.rejects(appium.grantPermission(name, 'no.such.PERMISSION'), /Unknown permission/);

  await appium.installMultipleApks(
    [base, await file('de.apk', tinyApk({ package: name, split: 'config.de' }))],
    {},
  );
  assert.match(
    await adb.expect('-s', phone.serial, 'shell', 'pm', 'path', name),
    /base\.apk\r?\npackage:.*split_config\.de\.apk/,
  );
  assert.match(await appium.resolveLaunchableActivity(name), /\.Main$/);
  assert.equal(await appium.uninstallApk(name), true);
  assert.equal(await appium.isAppInstalled(name), false);

  const keyboard = 'com.android.inputmethod.latin/.LatinIME';
  assert.deepEqual(await appium.enabledIMEs(), [keyboard]);
  assert.equal(await appium.defaultIME(), keyboard);
  await appium.push(base, '/sdcard/Download/base.apk');
  assert.equal(
    await appium.fileSize('/sdcard/Download/base.apk'),
    tinyApk({ package: name, targetSdk: 33, permissions: [camera] }).length,
  );
});
