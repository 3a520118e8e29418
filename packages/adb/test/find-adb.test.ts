import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Environment, findAdb } from '../src/server/find-adb.ts';

/** A search on a computer that has only these programs. */
function find(platform: NodeJS.Platform, env: Environment, ...programs: string[]) {
  return findAdb(env, { platform, isProgram: (file) => Promise.resolve(programs.includes(file)) });
}

const WINDOWS = {
  LOCALAPPDATA: 'C:\\Users\\Zoë\\AppData\\Local',
  USERPROFILE: 'C:\\Users\\Zoë',
  ProgramData: 'C:\\ProgramData',
  'ProgramFiles(x86)': 'C:\\Program Files (x86)',
  Path: 'C:\\Windows;"C:\\Program Files\\adb;tools";D:\\platform-tools\\',
};

for (const adb of [
  'C:\\Users\\Zoë\\AppData\\Local\\Android\\Sdk\\platform-tools\\adb.exe',
  'C:\\Program Files (x86)\\Android\\android-sdk\\platform-tools\\adb.exe',
  'C:\\Program Files\\adb;tools\\adb.exe',
  'D:\\platform-tools\\adb.exe',
  'C:\\Users\\Zoë\\scoop\\shims\\adb.exe',
  'C:\\ProgramData\\chocolatey\\bin\\adb.exe',
])
  test(`on Windows adb is found at ${adb}`, async () => {
    assert.deepEqual(await find('win32', WINDOWS, adb), { found: adb });
  });

test('on Windows ADB may name the program, without its ending, or its folder, in quotes or not', async () => {
  for (const ADB of ['E:\\tools\\adb.exe', 'E:\\tools\\adb', 'E:\\tools', '"E:\\tools"']) {
    assert.deepEqual(await find('win32', { ADB }, 'E:\\tools\\adb.exe'), { found: 'E:\\tools\\adb.exe' });
  }
});

test("on Windows the SDK's variables come before everything but ADB, however they are spelled", async () => {
  const everywhere = () => Promise.resolve(true);
  const env = { ...WINDOWS, Android_Home: 'F:\\sdk' };
  assert.deepEqual(await findAdb(env, { platform: 'win32', isProgram: everywhere }), {
    found: 'F:\\sdk\\platform-tools\\adb.exe',
  });
});

for (const adb of [
  '/Users/zoe/Library/Android/sdk/platform-tools/adb',
  '/opt/homebrew/bin/adb',
  '/usr/local/bin/adb',
  '/opt/local/bin/adb',
])
  test(`on a Mac adb is found at ${adb}, also by a client that was not started from a terminal`, async () => {
    const env = { HOME: '/Users/zoe', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' };
    assert.deepEqual(await find('darwin', env, adb), { found: adb });
  });

for (const adb of [
  '/home/zoe/Android/Sdk/platform-tools/adb',
  '/usr/lib/android-sdk/platform-tools/adb',
  '/snap/bin/adb',
])
  test(`on Linux adb is found at ${adb}`, async () => {
    assert.deepEqual(await find('linux', { HOME: '/home/zoe', PATH: '/bin' }, adb), { found: adb });
  });

test('where there is none, the search says each place once', async () => {
  const search = await find('linux', { HOME: '/home/zoe', PATH: '/bin:/usr/bin:/bin' });
  assert.ok('tried' in search);
  assert.deepEqual(search.tried, [...new Set(search.tried)]);
  assert.ok(search.tried.includes('/usr/bin/adb'));
});
