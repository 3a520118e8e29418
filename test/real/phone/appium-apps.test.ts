import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tinyApk } from '../../../packages/virtual-phone/test/commands/tiny-apk.ts';
import { appiumPhone, type AppiumPhone } from './appium.ts';

const NAME = 'com.acme.shop';
const [CAMERA, INTERNET] = ['android.permission.CAMERA', 'android.permission.INTERNET'];

/** appium-adb's calls for what the toolsets apps, files and record do, each checked on the phone itself. */
for (const release of [5, 9, 12, 14] as const) {
  test(`appium-adb installs, changes, opens and removes an app on Android ${release}, and moves files`, async (t) => {
    const at = await appiumPhone(t, { release });
    await installs(at);
    await changesPermissions(at);
    await opensAndEnds(at);
    await removes(at);
    await opensLinks(at);
    await movesFiles(at);
    await records(at);
  });
}

const isInstalled = ({ phone }: AppiumPhone) => phone.framework.apps.some((app) => app.package === NAME);

async function file({ adb }: AppiumPhone, label: string, bytes: Buffer): Promise<string> {
  const path = join(adb.home, label);
  await writeFile(path, bytes);
  return path;
}

const base = (versionCode: number) =>
  tinyApk({ package: NAME, versionCode, targetSdk: 33, permissions: [CAMERA, INTERNET] });

/** A single APK with all permissions, again over it, and the same app in parts. */
async function installs(at: AppiumPhone): Promise<void> {
  const { appium } = at;
  const [first, second] = [await file(at, 'base.apk', base(12)), await file(at, 'newer.apk', base(13))];
  assert.equal(await appium.isAppInstalled(NAME), false);
  await appium.install(first, { grantPermissions: true });
  assert.ok(isInstalled(at));
  assert.equal(await appium.isAppInstalled(NAME), true);
  await appium.install(second, { replace: true });
  assert.equal((await appium.getPackageInfo(NAME)).versionCode, 13);
  await assert.rejects(appium.install(first, { replace: true }), /INSTALL_FAILED_VERSION_DOWNGRADE/);
  assert.equal(await appium.uninstallApk(NAME), true);
  assert.ok(!isInstalled(at));

  const german = await file(at, 'de.apk', tinyApk({ package: NAME, versionCode: 12, split: 'config.de' }));
  await appium.installMultipleApks([first, german], {});
  assert.ok(isInstalled(at));
  const paths = await at.shell('pm', 'path', NAME);
  assert.match(paths, /^package:\S+\/base\.apk\r?\npackage:\S+\/split_config\.de\.apk\r?$/m);
}

/** Android 5 grants everything at installation, and no one can change that. */
async function changesPermissions({ appium, phone, shell }: AppiumPhone): Promise<void> {
  if (phone.framework.shape.release === 5) {
    // appium-adb reads neither that version's list nor what pm says on it.
    assert.match(await shell('pm', 'revoke', NAME, CAMERA), /SecurityException: Can't change/);
    return;
  }
  const requested = await appium.getReqPermissions(NAME);
  assert.deepEqual(requested.sort(), [CAMERA, INTERNET]);
  assert.deepEqual(await appium.getDeniedPermissions(NAME), [CAMERA]);
  await appium.grantPermissions(NAME, [CAMERA]);
  assert.deepEqual(await appium.getDeniedPermissions(NAME), []);
  await appium.revokePermission(NAME, CAMERA);
  assert.deepEqual(await appium.getGrantedPermissions(NAME), [INTERNET]);
  await appium.grantAllPermissions(NAME);
  assert.deepEqual((await appium.getGrantedPermissions(NAME)).sort(), [CAMERA, INTERNET]);
  await assert.rejects(appium.grantPermission(NAME, 'no.such.PERMISSION'), /Unknown permission/);
}

async function opensAndEnds({ appium, phone }: AppiumPhone): Promise<void> {
  const front = () => phone.framework.resumedActivity()?.package;
  assert.equal(await appium.resolveLaunchableActivity(NAME), `${NAME}/.Main`);
  await appium.activateApp(NAME);
  assert.equal(front(), NAME);
  assert.equal(await appium.isAppRunning(NAME), true);
  await appium.forceStop(NAME);
  assert.equal(phone.framework.processes.pidOf(NAME), undefined);
  await appium.startApp({ pkg: NAME, activity: '.Main', waitForLaunch: true });
  assert.equal(front(), NAME);
  assert.equal(await appium.clear(NAME), 'Success');
  assert.equal(phone.framework.processes.pidOf(NAME), undefined, 'pm clear ends the app');
  await appium.stopAndClear(NAME);
  await assert.rejects(
    appium.startApp({ pkg: NAME, activity: '.NoSuch', retry: false }),
    /does(n't| not)\s+exist/,
  );
}

async function removes(at: AppiumPhone): Promise<void> {
  // The real adb itself refuses to leave data behind, and says how to insist.
  await assert.rejects(at.appium.uninstallApk(NAME, { keepData: true }), /retaining the data/);
  assert.ok(isInstalled(at));
  assert.equal(await at.appium.uninstallApk(NAME), true);
  assert.ok(!isInstalled(at));
  assert.equal(await at.appium.uninstallApk(NAME), false, 'it is not there any more');
}

async function opensLinks({ appium, phone }: AppiumPhone): Promise<void> {
  await appium.startUri('https://example.com/');
  assert.equal(phone.framework.resumedActivity()?.package, 'com.example.reader');
  await assert.rejects(appium.startUri('nothing-takes-this:1'), /unable to resolve Intent/);
  await appium.broadcast('com.acme.shop.NOBODY_LISTENS');
}

async function movesFiles(at: AppiumPhone): Promise<void> {
  const { appium, adb, phone } = at;
  const remote = "/sdcard/Download/it's here/notes & more.txt";
  const bytes = Buffer.from('Grüße\n'.repeat(5000));
  await appium.push(await file(at, 'notes.txt', bytes), remote);
  assert.deepEqual(Buffer.from(phone.android.files.read(remote)), bytes);
  assert.equal(await appium.fileExists(remote), true);
  assert.equal(await appium.fileExists(`${remote}.not`), false);
  assert.deepEqual(await appium.ls('/sdcard/Download'), ["it's here"]);
  await appium.pull(remote, join(adb.home, 'back.txt'));
  assert.deepEqual(await readFile(join(adb.home, 'back.txt')), bytes);
  await appium.rimraf("/sdcard/Download/it\\'s\\ here");
  assert.deepEqual(await appium.ls('/sdcard/Download'), []);
}

/** A film of one second; or, where the build has no screenrecord, what the shell says of that. */
async function records({ appium, phone, shell }: AppiumPhone): Promise<void> {
  const film = '/sdcard/film.mp4';
  const recorder = appium.screenrecord(film, { timeLimit: 1, videoSize: '360x640', bitRate: 1_000_000 });
  let said = '';
  recorder.on('output', (out: string, err: string) => {
    said += out + err;
  });
  await recorder.start(0);
  await recorder.join().catch((error: unknown) => {
    said += String(error);
  });
  if ((await shell('ls', '/system/bin')).includes('screenrecord')) {
    const bytes = Buffer.from(phone.android.files.read(film));
    assert.equal(bytes.subarray(4, 8).toString(), 'ftyp', said);
    assert.equal(await appium.fileSize(film), bytes.length);
  } else assert.match(said, /screenrecord: (inaccessible or )?not found/);
}
