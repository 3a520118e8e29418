import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { tinyApk } from '../../../packages/virtual-phone/test/commands/tiny-apk.ts';
import { centreOf, connectedPhone } from './real-phone.ts';

test('adb lists the phone, which says plainly what it is', async (t) => {
  const { adb, phone } = await connectedPhone(t);
  const listed = await adb.expect('devices', '-l');
  assert.match(
    listed,
    new RegExp(`^${phone.serial} +device product:virtual model:Handeye_Virtual_Phone device:virtual`, 'm'),
  );
});

test('adb shell keeps output, errors and exit code apart', async (t) => {
  const { adb } = await connectedPhone(t);
  const ran = await adb.run(['shell', 'getprop ro.build.version.sdk; ls /nosuch; exit 7']);
  assert.equal(ran.text, '34\n');
  assert.equal(ran.stderr, 'ls: /nosuch: No such file or directory\n');
  assert.equal(ran.code, 7);
});

test('adb exec-out screencap -p brings a PNG of the screen', async (t) => {
  const { adb } = await connectedPhone(t);
  const { stdout } = await adb.run(['exec-out', 'screencap', '-p']);
  const { format, width, height } = await sharp(stdout).metadata();
  assert.deepEqual([format, width, height], ['png', 1080, 2400]);
  const { entropy } = await sharp(stdout).stats();
  assert.ok(entropy > 0.5, 'the screen is not one colour');
});

for (const release of [5, 9, 12, 14] as const) {
  test(`Android ${release}: the calculator computes 7 + 3 by taps only, and the dump shows 10`, async (t) => {
    const { adb } = await connectedPhone(t, { release });
    await adb.expect('shell', 'am', 'start', '-W', '-n', 'com.android.calculator2/.Calculator');
    const dump = async () => {
      await adb.expect('shell', 'uiautomator', 'dump', '/data/local/tmp/ui.xml');
      return adb.expect('shell', 'cat', '/data/local/tmp/ui.xml');
    };
    const keys = await dump();
    for (const key of ['7', 'plus', '3', 'equals']) {
      const { x, y } = centreOf(keys, key);
      await adb.expect('shell', 'input', 'tap', String(x), String(y));
    }
    assert.match(await dump(), /text="10" resource-id="com.android.calculator2:id\/formula"/);
  });
}

test('adb logcat streams what happens', async (t) => {
  const { adb, phone } = await connectedPhone(t);
  const child = spawn('adb', ['logcat', '-v', 'threadtime', '-T', '1', 'Test:I', '*:S'], {
    env: adb.environment,
  });
  t.after(() => child.kill());
  let text = '';
  const seen = new Promise<void>((resolve) => {
    child.stdout.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      if (text.includes('the second')) resolve();
    });
  });
  await once(child.stdout, 'data');
  for (const message of ['the first', 'the second'])
    phone.framework.log.write({ pid: 1, level: 'I', tag: 'Test', message });
  await seen;
  assert.match(text, /^\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +1 +1 I Test {4}: the first$/m);
});

for (const release of [5, 9, 14] as const) {
  test(`Android ${release}: adb installs an APK, the launcher has it, and uninstalls it`, async (t) => {
    const { adb } = await connectedPhone(t, { release });
    const file = join(adb.home, 'tiny.apk');
    await writeFile(file, tinyApk({ package: 'org.example.tiny', versionName: '1.2' }));
    assert.match(await adb.expect('install', file), /Success/);
    assert.match(await adb.expect('shell', 'pm', 'list', 'packages', '-3'), /^package:org.example.tiny\r?$/m);
    assert.match(await adb.expect('shell', 'dumpsys', 'package', 'org.example.tiny'), /versionName=1.2/);
    await adb.expect('shell', 'monkey -p org.example.tiny -c android.intent.category.LAUNCHER 1');
    const focus = await adb.expect('shell', 'dumpsys window | grep mCurrentFocus');
    assert.match(focus, /org.example.tiny\/org.example.tiny.Main/);
    assert.match(await adb.expect('uninstall', 'org.example.tiny'), /Success/);
    assert.doesNotMatch(await adb.expect('shell', 'pm', 'list', 'packages'), /tiny/);
  });
}

test('adb install says why a file that is no APK is refused', async (t) => {
  const { adb } = await connectedPhone(t);
  const file = join(adb.home, 'no.apk');
  await writeFile(file, 'not a zip');
  const { code, text, stderr } = await adb.run(['install', file]);
  assert.notEqual(code, 0);
  assert.match(text + stderr, /INSTALL_PARSE_FAILED_NOT_APK/);
});

test('adb reboot drops the phone, and it comes back with its files, settings and apps but nothing that ran', async (t) => {
  const { adb, phone } = await connectedPhone(t);
  await adb.expect('shell', 'echo kept > /sdcard/kept.txt; settings put system font_scale 1.3');
  await adb.expect('shell', 'am', 'start', '-n', 'com.android.calculator2/.Calculator');
  const before = phone.framework;
  await adb.run(['reboot']);
  await adb.expect('wait-for-disconnect');
  await adb.run(['disconnect']);
  await adb.connect(phone.port);
  assert.notEqual(phone.framework, before);
  assert.equal(
    await adb.expect('shell', 'cat /sdcard/kept.txt; settings get system font_scale'),
    'kept\n1.3\n',
  );
  assert.equal((await adb.run(['shell', 'pidof', 'com.android.calculator2'])).code, 1);
});
