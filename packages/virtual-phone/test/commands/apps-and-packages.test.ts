import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneShell } from './phone-shell.ts';
import { tinyApk } from './tiny-apk.ts';

const apk = tinyApk({ package: 'org.example.tiny' });

test('an APK is installed from stdin by its size, launched, stopped and uninstalled', async (t) => {
  const { phone, run } = await phoneShell(t);
  const installed = await run(`cmd package install -S ${apk.length}`, {
    input: Buffer.concat([apk, Buffer.from('more')]),
  });
  assert.deepEqual([installed.out, installed.code], ['Success\n', 0]);
  assert.match(
    (await run('pm path org.example.tiny')).out,
    /^package:\/data\/app\/~~\S+==\/org\.example\.tiny-\S+==\/base\.apk\n$/,
  );
  await run('am start -W -n org.example.tiny/.Main');
  assert.equal(phone.framework.resumedActivity()?.full, 'org.example.tiny.Main');
  assert.match((await run('pidof org.example.tiny')).out, /^\d+\n$/);
  await run('am force-stop org.example.tiny');
  assert.equal((await run('pidof org.example.tiny')).code, 1);
  assert.equal((await run('pm uninstall org.example.tiny')).out, 'Success\n');
  assert.deepEqual(
    (await run('pm uninstall org.example.tiny')).out,
    'Failure [DELETE_FAILED_INTERNAL_ERROR]\n',
  );
});

test("a build of one of the phone's own apps runs, and an update keeps what the app has stored", async (t) => {
  const { phone, run } = await phoneShell(t);
  const build = tinyApk({
    package: 'com.example.login',
    versionCode: 200,
    versionName: '2.0',
    launcher: '.LoginActivity',
  });
  assert.equal((await run('pm uninstall com.example.login')).out, 'Success\n');
  assert.equal((await run(`cmd package install -S ${build.length}`, { input: build })).out, 'Success\n');
  assert.match((await run('dumpsys package com.example.login')).out, /versionName=2\.0/);
  await run('am start -W -n com.example.login/.LoginActivity');
  assert.equal(phone.framework.resumedActivity()?.full, 'com.example.login.LoginActivity');
  assert.match((await run('uiautomator dump >/dev/null; cat /sdcard/window_dump.xml')).out, /User name/);

  const before = phone.framework.apps.find((app) => app.package === 'com.example.login');
  assert.equal((await run(`cmd package install -r -S ${build.length}`, { input: build })).out, 'Success\n');
  assert.equal(
    phone.framework.apps.find((app) => app.package === 'com.example.login'),
    before,
  );
  assert.equal(phone.framework.processes.pidOf('com.example.login'), undefined, 'an update ends the app');
});

test('an invalid or truncated APK, or one of another size than announced, is refused with a reason', async (t) => {
  const { run } = await phoneShell(t);
  for (const bytes of [
    Buffer.from('PK'),
    apk.subarray(0, 100),
    apk.subarray(50),
    Buffer.alloc(2000, 0xff),
    Buffer.alloc(0),
  ]) {
    const { out, code } = await run(`cmd package install -S ${bytes.length}`, { input: bytes });
    assert.match(out, /^Failure \[INSTALL_PARSE_FAILED_NOT_APK/);
    assert.equal(code, 1);
  }
  for (let at = 0; at < apk.length; at += 3) {
    const broken = Buffer.from(apk);
    broken.writeUInt8(broken.readUInt8(at) ^ 0xff, at);
    const { code } = await run(`cmd package install -S ${broken.length}`, { input: broken });
    assert.ok(code === 0 || code === 1);
  }
});

test('Android 5 installs over an existing app only with -r', async (t) => {
  const { phone, run } = await phoneShell(t, { release: 5 });
  phone.android.files.write('/data/local/tmp/t.apk', apk);
  assert.equal(
    (await run('pm install /data/local/tmp/t.apk')).text,
    '\tpkg: /data/local/tmp/t.apk\nSuccess\n',
  );
  assert.equal(
    (await run('pm install /data/local/tmp/t.apk')).text,
    '\tpkg: /data/local/tmp/t.apk\nFailure [INSTALL_FAILED_ALREADY_EXISTS]\n',
  );
  assert.match((await run('pm install -r /data/local/tmp/t.apk')).text, /Success/);
});

test('am start -W reports failures on stdout, and always exits with 0 up to Android 10', async (t) => {
  for (const [release, code] of [
    [9, 0],
    [12, 1],
  ] as const) {
    const { run } = await phoneShell(t, { release });
    const missing = await run('am start -W -n no.such/.Main');
    assert.match(
      missing.out,
      /^Error type 3\nError: Activity class \{no\.such\/no\.such\.Main\} does not exist\.\n$/m,
    );
    assert.deepEqual([missing.err, missing.code], ['', code]);
  }
});

test('am start reports its result, with an exit code', async (t) => {
  const { run } = await phoneShell(t);
  const missing = await run('am start -n no.such/.Main');
  assert.deepEqual(
    [missing.err, missing.code],
    ['Error type 3\nError: Activity class {no.such/no.such.Main} does not exist.\n', 1],
  );
  const unmatched = await run(
    'am start -a android.intent.action.SEARCH_LONG_PRESS -d http://example.com/path?q=1',
  );
  assert.match(unmatched.out, /dat=http:\/\/example\.com\/\.\.\./);
  assert.equal(unmatched.code, 1);
  const again = await run(
    'am start -n com.android.calculator2/.Calculator; am start -n com.android.calculator2/.Calculator',
  );
  assert.match(again.err, /its current task has been brought to the front/);
});

test('the package manager names the launcher activity, in the three forms that tools read', async (t) => {
  const { run } = await phoneShell(t);
  const launcher = '-a android.intent.action.MAIN -c android.intent.category.LAUNCHER';
  const { out } = await run(`cmd package query-activities ${launcher}`);
  assert.match(out, /^\d+ activities found:\n {2}Activity #0:\n/);
  assert.match(out, /^ +packageName=com\.android\.calculator2$/m);
  assert.doesNotMatch(out, /launcher3/);
  assert.equal(
    (await run('cmd package resolve-activity --brief com.android.calculator2')).out.split('\n')[1],
    'com.android.calculator2/.Calculator',
  );
  assert.equal((await run('cmd package resolve-activity --brief no.such')).out, 'No activity found\n');
});

test('settings change the phone at once, and so do content and wm', async (t) => {
  const { phone, run } = await phoneShell(t);
  await run('settings put system user_rotation 1');
  assert.equal(phone.framework.display.rotation, 1);
  await run('content insert --uri content://settings/system --bind name:s:user_rotation --bind value:i:3');
  assert.equal(phone.framework.display.rotation, 3);
  await run('settings put system user_rotation 0; wm size 720x1280; wm density 320');
  assert.match(
    (await run('dumpsys window displays')).out,
    /init=1080x2400 420dpi base=720x1280 320dpi cur=720x1280/,
  );
  await run('wm size reset; wm density reset');
  assert.equal((await run('wm size; wm density')).out, 'Physical size: 1080x2400\nPhysical density: 420\n');
});

test('the shade opens by cmd statusbar and gets the focus', async (t) => {
  const { run } = await phoneShell(t);
  await run('cmd statusbar expand-notifications');
  assert.match((await run('dumpsys window displays | grep mCurrentFocus')).out, /u0 NotificationShade\}$/m);
  await run('cmd statusbar collapse');
  assert.match((await run('dumpsys window displays | grep mCurrentFocus')).out, /launcher3\.Launcher\}$/m);
});

test('a service without a shell command says so, and one that is not there is not found', async (t) => {
  const { run } = await phoneShell(t);
  const clipboard = await run('cmd clipboard get-primary-clip');
  assert.deepEqual([clipboard.err, clipboard.code], ['No shell command implementation.\n', 255]);
  const none = await run('cmd nosuch');
  assert.deepEqual([none.err, none.code], ["cmd: Can't find service: nosuch\n", 20]);
});

test('the focus is printed where each release prints it', async (t) => {
  const focus = async (release: 5 | 9 | 12 | 14, part: string) => {
    const { run } = await phoneShell(t, { release });
    return (await run(`dumpsys window ${part} | grep mFocusedApp`)).out;
  };
  assert.equal(await focus(5, 'displays'), '');
  assert.match(
    await focus(5, 'windows'),
    /mFocusedApp=AppWindowToken\{\w+ token=Token\{\w+ ActivityRecord\{\w+ u0 \S+\/\.Launcher t2\}\}\}/,
  );
  assert.match(await focus(9, 'windows'), /mFocusedApp=AppWindowToken\{/);
  assert.match(await focus(12, 'displays'), /mFocusedApp=ActivityRecord\{\w+ u0 \S+\/\.Launcher\} t2\}/);
  assert.match(await focus(14, 'displays'), /mFocusedApp=ActivityRecord\{\w+ u0 \S+\/\.Launcher t2\}/);
  assert.equal(await focus(14, 'windows'), '');
});

test('dumpsys package prints one part of its dump, and the content of filters only on demand', async (t) => {
  for (const release of [5, 9, 12, 14] as const) {
    const { run } = await phoneShell(t, { release });
    const filter = /^ {8}[0-9a-f]+ com\.android\.calculator2\/\.Calculator filter [0-9a-f]+$/m;
    const category = /^ {10}Category: "android\.intent\.category\.LAUNCHER"$/m;
    const { out: resolvers } = await run('dumpsys package -f resolvers');
    assert.match(resolvers, filter);
    assert.match(resolvers, category);
    assert.doesNotMatch(resolvers, /versionName/);
    const { out: bare } = await run('dumpsys package r');
    assert.match(bare, filter);
    assert.doesNotMatch(bare, category);
    const { out: packages } = await run('dumpsys package packages');
    assert.match(packages, /^ {2}Package \[com\.android\.calculator2\] \([0-9a-f]+\):$/m);
    assert.doesNotMatch(packages, /Resolver Table/);
    assert.match((await run('dumpsys package com.android.calculator2')).out, category);
  }
});

test('a disabled app has no icon and starts nothing, until it is enabled again', async (t) => {
  const app = 'com.android.calculator2';
  for (const release of [5, 9, 12, 14] as const) {
    const { phone, run } = await phoneShell(t, { release });
    assert.equal(
      (await run(`pm disable-user --user 0 ${app}`)).out,
      `Package ${app} new state: disabled-user\n`,
    );
    assert.equal((await run('pm list packages -d')).out, `package:${app}\n`);
    assert.doesNotMatch((await run('pm list packages -e')).out, /calculator2/);
    assert.match((await run(`dumpsys package ${app}`)).out, /^ {4}User 0: .* enabled=3\b/m);
    assert.match((await run(`am start -n ${app}/.Calculator`)).err, /Activity class .* does not exist/);
    assert.equal((await run(`monkey -p ${app} -c android.intent.category.LAUNCHER 1`)).code, 252);
    if (release > 5) {
      const launchers = 'cmd package query-activities -a android.intent.action.MAIN';
      const { out } = await run(`${launchers} -c android.intent.category.LAUNCHER`);
      assert.doesNotMatch(out, /calculator2/);
      assert.match((await run(`pm disable ${app}`)).err, /SecurityException: Shell cannot change component/);
    }
    assert.notEqual((await run('pm disable-user no.such')).code, 0);
    assert.equal((await run(`pm enable ${app}`)).out, `Package ${app} new state: enabled\n`);
    await run(`am start -n ${app}/.Calculator`);
    assert.equal(phone.framework.resumedActivity()?.package, app);
  }
});
