import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { realClock } from '../../src/call/clock.ts';
import type { InstalledApp } from '../../src/device/apps.ts';
import { defaultPolicy } from '../../src/guard/policy.ts';
import type { ToolboxOptions } from '../../src/tools/create-toolbox.ts';
import { scriptedAppManager } from '@handeye/testing/scripted-apps';
import { calculator } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';

const NOTES: InstalledApp = { id: 'com.example.notes', name: 'Notes', launchable: true };
const WORK: InstalledApp = { ...NOTES, profile: { user: 10, name: 'Work', paused: false } };

function served(options: Partial<ToolboxOptions> = {}, apps: readonly InstalledApp[] = [NOTES]) {
  const device = new ScriptedDevice(calculator());
  const done: string[] = [];
  device.installs(apps);
  device.services = { appManager: scriptedAppManager(done) };
  return { done, ...bench(calculator(), { device, toolsets: ['device', 'model', 'apps'], ...options }) };
}

test('apps are closed, cleared, permitted and uninstalled by the names that open them', async () => {
  const { text, done } = served();
  assert.equal(await text('close_app', { app: 'notes' }), 'Closed Notes (com.example.notes)');
  assert.match(await text('clear_app_data', { app: 'Notes' }), /^Cleared the data of Notes/);
  const camera = { app: 'note', permission: 'CAMERA', granted: false };
  assert.match(await text('set_permission', camera), /^Revoked android\.permission\.CAMERA from Notes/);
  assert.match(await text('uninstall_app', { app: NOTES.id, keep_data: true }), /, its data kept$/);
  assert.deepEqual(done, [
    'close com.example.notes',
    'clear com.example.notes',
    'revoke com.example.notes CAMERA',
    'uninstall com.example.notes kept',
  ]);
});

test('nothing is done to a blocked app, and nothing at all where the server only reads', async () => {
  const calls: readonly (readonly [string, Record<string, unknown>])[] = [
    ['close_app', { app: 'notes' }],
    ['clear_app_data', { app: 'notes' }],
    ['uninstall_app', { app: 'notes' }],
    ['set_permission', { app: 'notes', permission: 'CAMERA', granted: true }],
  ];
  for (const policy of [
    { ...defaultPolicy, writesPerSecond: 99, blockedApps: ['com.example.notes'] },
    { ...defaultPolicy, readOnly: true },
  ]) {
    const { fails, done } = served({ policy });
    for (const [name, args] of calls) await fails(name, args, 'permission_denied');
    assert.deepEqual(done, []);
  }
});

test('without a folder for files nothing is installed, and the flag is named', async () => {
  const { fails, done } = served();
  assert.match(await fails('install_app', { path: 'a.apk' }, 'permission_denied'), /--files FOLDER/);
  assert.deepEqual(done, []);
});

test('nothing is installed over a blocked app, whichever of its names is blocked', async (t) => {
  const files = await mkdtemp(join(tmpdir(), 'handeye-managing-'));
  t.after(() => rm(files, { recursive: true }));
  await writeFile(join(files, 'shop.apk'), 'read by the scripted device');
  const apps = [{ id: 'com.acme.shop', name: 'Acme Shop', launchable: true }];
  for (const blocked of ['com.acme.shop', 'acme shop']) {
    const policy = { ...defaultPolicy, blockedApps: [blocked] };
    const { fails, done } = served({ policy, files, clock: realClock }, apps);
    await fails('install_app', { path: 'shop.apk' }, 'permission_denied');
    assert.deepEqual(done, []);
  }
  const { text } = served({ files, clock: realClock }, apps);
  assert.equal(
    await text('install_app', { path: 'shop.apk' }),
    'Installed com.acme.shop 2.1 in place of 2.0',
  );
});

test('a device without packages says what it has instead', async () => {
  const { fails, device } = served();
  device.services = { appManager: { close: () => Promise.resolve(true) } };
  assert.match(
    await fails('get_app_info', { app: 'notes' }, 'permission_denied'),
    /^Only the apps of phones .* open_app, close_app and list_apps\.$/,
  );
});

test("the user's own app goes before the one of a profile, which is meant by its number or by its profile", async () => {
  const { text, fails } = served({}, [WORK, NOTES]);
  assert.equal(await text('open_app', { app: 'Notes' }), 'Opened Notes (com.example.notes)');
  assert.equal(await text('open_app', { app: 'com.example.notes' }), 'Opened Notes (com.example.notes)');
  const there = 'Opened Notes (Work) (com.example.notes@10)';
  for (const app of ['com.example.notes@10', 'Notes (Work)', 'notes (work)'])
    assert.equal(await text('open_app', { app }), there);
  await fails('open_app', { app: 'com.example.notes@11' }, 'element_not_found');
  const blocked = served({ policy: { ...defaultPolicy, blockedApps: [NOTES.id] } }, [WORK]);
  await blocked.fails('open_app', { app: 'com.example.notes@10' }, 'permission_denied');
  const only = served({}, [WORK]);
  assert.equal(await only.text('open_app', { app: 'notes' }), there);
});
