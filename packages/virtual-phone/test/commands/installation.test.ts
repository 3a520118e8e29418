import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readManifest } from '../../src/commands/apk/manifest.ts';
import { yumeHost } from '../adbd/yume-host.ts';
import { phoneShell } from './phone-shell.ts';
import { tinyApk } from './tiny-apk.ts';

const APP = 'com.acme.shop';
const CAMERA_PERMISSION = 'android.permission.CAMERA';
const INTERNET_PERMISSION = 'android.permission.INTERNET';

for (const release of [5, 9, 12, 14] as const) {
  test(`an app comes in parts on Android ${release}: created, written, committed, and each part is a file`, async (t) => {
    const { run } = await phoneShell(t, { release });
    const created = await run('pm install-create -r -t');
    const [, id = ''] = /^Success: created install session \[(\d+)\]\n$/.exec(created.out) ?? [];
    assert.notEqual(id, '', created.text);
    const parts = {
      base: tinyApk({ package: APP }),
      'config.de': tinyApk({ package: APP, split: 'config.de' }),
    };
    for (const [name, apk] of Object.entries(parts))
      assert.equal(
        (await run(`pm install-write -S ${apk.length} ${id} ${name}.apk -`, { input: apk })).out,
        `Success: streamed ${apk.length} bytes\n`,
      );
    assert.equal((await run(`pm install-commit ${id}`)).out, 'Success\n');
    const paths = (await run(`pm path ${APP}`)).out.match(/(?<=^package:).+$/gm) ?? [];
    assert.deepEqual(
      paths.map((path) => path.replace(/.*\//, '')),
      ['base.apk', 'split_config.de.apk'],
    );
    for (const path of paths) assert.equal((await run(`ls ${path}`)).out, `${path}\n`);
    assert.match((await run(`dumpsys package ${APP}`)).out, /splits=\[base, config\.de\]/);
    // The session is over.
    assert.match(
      (await run(`pm install-commit ${id}`)).text,
      /SecurityException: Caller has no access to session/,
    );
    assert.equal((await run(`pm uninstall ${APP}`)).out, 'Success\n');
    assert.notEqual((await run(`ls ${paths[0] ?? ''}`)).code, 0);
  });
}

test('parts that do not make one app are refused with the reason, and an abandoned session leaves nothing', async (t) => {
  const { phone, run } = await phoneShell(t);
  const session = async (...apks: readonly Buffer[]) => {
    const id = /\[(\d+)\]/.exec((await run('cmd package install-create')).out)?.[1] ?? '';
    for (const [place, apk] of apks.entries())
      await run(`cmd package install-write -S ${apk.length} ${id} ${place}.apk`, { input: apk });
    return id;
  };
  const commit = async (...apks: readonly Buffer[]) =>
    (await run(`cmd package install-commit ${await session(...apks)}`)).out;
  assert.match(
    await commit(tinyApk({ package: APP, split: 'de' })),
    /INSTALL_FAILED_INVALID_APK: Full install must include a base package/,
  );
  assert.match(
    await commit(tinyApk({ package: APP }), tinyApk({ package: APP, split: 'de', versionCode: 13 })),
    /version code 13 inconsistent with 12/,
  );
  assert.match(
    await commit(tinyApk({ package: APP }), tinyApk({ package: 'org.other', split: 'x' })),
    /inconsistent/,
  );
  const abandoned = await session(tinyApk({ package: APP }));
  assert.equal((await run(`cmd package install-abandon ${abandoned}`)).out, 'Success\n');
  assert.equal((await run(`pm list packages ${APP}`)).out, '');
  assert.equal(phone.android.files.exists(`/data/app/vmdl${abandoned}.tmp`), false);
});

for (const release of [5, 9, 12, 14] as const) {
  test(`pm path of Android ${release} names existing files, and a pulled file is the installed app`, async (t) => {
    const { phone, run } = await phoneShell(t, { release });
    const names = (await run('pm list packages')).out.match(/(?<=package:).+/g) ?? [];
    assert.ok(names.length > 10);
    for (const name of names) {
      const path = (await run(`pm path ${name}`)).out.trim().replace('package:', '');
      const manifest = readManifest(Buffer.from(phone.android.files.read(path)));
      assert.equal(manifest?.package, name, path);
    }
  });
}

test('permissions are granted one by one, listed as they are, and refused in the words of the package manager', async (t) => {
  const { run } = await phoneShell(t);
  const apk = tinyApk({
    package: APP,
    targetSdk: 33,
    permissions: [CAMERA_PERMISSION, INTERNET_PERMISSION, 'com.acme.UNKNOWN'],
  });
  assert.equal((await run(`pm install -S ${apk.length}`, { input: apk })).out, 'Success\n');
  const granted = async (name: string) =>
    new RegExp(`${name}: granted=(true|false)`).exec((await run(`dumpsys package ${APP}`)).out)?.[1];
  assert.deepEqual([await granted(CAMERA_PERMISSION), await granted(INTERNET_PERMISSION)], ['false', 'true']);
  assert.equal((await run(`pm grant ${APP} ${CAMERA_PERMISSION}`)).code, 0);
  assert.equal(await granted(CAMERA_PERMISSION), 'true');
  assert.equal((await run(`pm revoke ${APP} ${CAMERA_PERMISSION}`)).code, 0);
  assert.equal(await granted(CAMERA_PERMISSION), 'false');

  const refusal = async (line: string) => {
    const { code, err } = await run(line);
    return `${code} ${/java\.lang\.\S+ .*/.exec(err)?.[0] ?? err}`;
  };
  assert.equal(
    await refusal(`pm grant no.such.app ${CAMERA_PERMISSION}`),
    '255 java.lang.IllegalArgumentException: Unknown package: no.such.app',
  );
  assert.equal(
    await refusal(`pm grant ${APP} no.such.PERMISSION`),
    '255 java.lang.IllegalArgumentException: Unknown permission: no.such.PERMISSION',
  );
  assert.equal(
    await refusal(`pm grant ${APP} android.permission.READ_SMS`),
    `255 java.lang.SecurityException: Package ${APP} has not requested permission android.permission.READ_SMS`,
  );
  assert.equal(
    await refusal(`pm grant ${APP} ${INTERNET_PERMISSION}`),
    `255 java.lang.SecurityException: Permission ${INTERNET_PERMISSION} requested by ${APP} is not a changeable permission type`,
  );
  await run(`pm install -g -S ${apk.length}`, { input: apk });
  assert.equal(await granted(CAMERA_PERMISSION), 'true');
});

test('Android 5 grants everything at installation, and prints it in one list', async (t) => {
  const { phone, run } = await phoneShell(t, { release: 5 });
  phone.android.files.write(
    '/data/local/tmp/t.apk',
    tinyApk({ package: APP, permissions: [CAMERA_PERMISSION] }),
  );
  assert.deepEqual(
    [(await run('pm install -g /data/local/tmp/t.apk')).text, (await run('pm install-create -g')).code],
    ['Error: Unknown option: -g\n', 1],
  );
  await run('pm install /data/local/tmp/t.apk');
  assert.match(
    (await run(`dumpsys package ${APP}`)).out,
    new RegExp(`grantedPermissions:\r?\n\\s+${CAMERA_PERMISSION}`),
  );
  assert.match(
    (await run(`pm grant ${APP} ${CAMERA_PERMISSION}`)).text,
    /Operation not allowed: java\.lang\.SecurityException/,
  );
});

test('adbd reports each app that starts or ends to a debugger, as long as it is connected', async (t) => {
  const { phone, run } = await phoneShell(t);
  const apk = tinyApk({ package: APP, isDebuggable: true });
  await run(`pm install -S ${apk.length}`, { input: apk });
  const adb = await yumeHost(t, phone.port);
  const stream = await adb.createSocket('track-jdwp');
  const reader = stream.readable.getReader();
  const next = async () => Buffer.from((await reader.read()).value ?? []).toString();
  assert.equal(await next(), '0000');
  const { pid } = phone.framework.processes.ensure(APP).process;
  assert.equal(await next(), `${String(pid).length + 1 === 5 ? '0005' : '0006'}${pid}\n`);
  phone.framework.forceStop(APP);
  assert.equal(await next(), '0000');
  await stream.close();
});

test('an update has a new folder, and the old one is gone', async (t) => {
  for (const [release, folder] of [
    [5, /^package:\/data\/app\/org\.example\.tiny-[12]\/base\.apk\n$/],
    [9, /^package:\/data\/app\/org\.example\.tiny-\S+==\/base\.apk\n$/],
    [14, /^package:\/data\/app\/~~\S+==\/org\.example\.tiny-\S+==\/base\.apk\n$/],
  ] as const) {
    const { phone, run } = await phoneShell(t, { release });
    phone.android.files.write('/data/local/tmp/t.apk', tinyApk({ package: 'org.example.tiny' }));
    const paths: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      assert.match((await run('pm install -r /data/local/tmp/t.apk')).out, /Success/);
      paths.push((await run('pm path org.example.tiny')).out);
    }
    const [first = '', second = ''] = paths;
    assert.match(first, folder);
    assert.match(second, folder);
    assert.notEqual(first, second);
    const fileOf = (path: string) => path.slice('package:'.length).trim();
    assert.equal(phone.android.files.exists(fileOf(second)), true);
    assert.equal(phone.android.files.exists(fileOf(first)), false);
  }
});

test('a package whose name is not a Java name is refused, and no folder is made or removed for it', async (t) => {
  const { phone, run } = await phoneShell(t, { release: 5 });
  const before = phone.android.files.list('/data/app');
  for (const name of ['/sys', '../x', 'a b', 'nodots', 'com.1x', 'x;id', '']) {
    phone.android.files.write('/data/local/tmp/t.apk', tinyApk({ package: name }));
    for (let time = 0; time < 2; time += 1)
      assert.match(
        (await run('pm install -r /data/local/tmp/t.apk')).text,
        /Failure \[INSTALL_PARSE_FAILED_/,
      );
  }
  assert.deepEqual(phone.android.files.list('/data/app'), before);
});
