import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tinyApk } from '../../../../packages/virtual-phone/test/commands/tiny-apk.ts';
import { PROBE } from './probe-app.ts';
import { said, type Stage } from './stage.ts';
import type { Trial } from './trial.ts';

const SHOP = 'com.acme.shop';
const CAMERA = 'android.permission.CAMERA';

const isInstalled = ({ phone }: Stage) => phone.framework.apps.some((app) => app.package === SHOP);
const front = ({ phone }: Stage) => phone.framework.resumedActivity()?.package;

/** The phone's own package manager's output about the app. */
const dump = (stage: Stage) => said(stage, `dumpsys package ${SHOP}`);

/** Android 5 lists the granted permissions; later ones list each with its state. */
async function mayUseCamera(stage: Stage): Promise<boolean> {
  const granted = stage.release === 5 ? /grantedPermissions:[^:]*\bCAMERA\b/ : /\bCAMERA: granted=true/;
  return granted.test(await dump(stage));
}

async function putApk({ folder }: Stage, versionCode: number): Promise<void> {
  const apk = tinyApk({ package: SHOP, versionCode, targetSdk: 33, label: 'Shop', permissions: [CAMERA] });
  await writeFile(join(folder, 'shop.apk'), apk);
}

export const appTrials: readonly Trial[] = [
  {
    tool: 'install_app',
    before: (stage) => putApk(stage, 12),
    args: { path: 'shop.apk' },
    verify: (stage) => {
      assert.ok(isInstalled(stage));
    },
  },
  {
    tool: 'install_app',
    what: 'a newer version over it',
    before: (stage) => putApk(stage, 13),
    args: { path: 'shop.apk' },
    verify: async (stage) => {
      assert.match(await dump(stage), /versionCode=13\b/);
    },
  },
  {
    tool: 'get_app_info',
    args: { app: SHOP },
    verify: (_stage, answer) => {
      assert.match(answer, /code 13\b/);
    },
  },
  {
    tool: 'set_permission',
    what: 'grant',
    args: { app: SHOP, permission: 'CAMERA', granted: true },
    verify: async (stage) => {
      assert.equal(await mayUseCamera(stage), true);
    },
  },
  {
    tool: 'set_permission',
    what: 'revoke',
    args: { app: SHOP, permission: CAMERA, granted: false },
    verify: async (stage) => {
      assert.equal(await mayUseCamera(stage), false);
    },
  },
  {
    tool: 'close_app',
    before: async ({ open }) => {
      await open(`${PROBE}/.Main`);
    },
    args: { app: PROBE },
    verify: ({ phone }) => {
      assert.equal(phone.framework.processes.pidOf(PROBE), undefined);
    },
  },
  {
    tool: 'clear_app_data',
    before: ({ probe }) => {
      probe.beginnings = 0;
    },
    args: { app: PROBE },
    verify: ({ probe }) => {
      assert.equal(probe.beginnings, 1);
    },
  },
  {
    tool: 'uninstall_app',
    args: { app: SHOP },
    verify: (stage) => {
      assert.ok(!isInstalled(stage));
    },
  },
  {
    tool: 'open_uri',
    args: { uri: 'https://example.com/' },
    verify: (stage) => {
      assert.equal(front(stage), 'com.example.reader');
    },
  },
  {
    tool: 'send_intent',
    what: 'an activity',
    args: { type: 'activity', component: `${PROBE}/.Main` },
    verify: (stage) => {
      assert.equal(front(stage), PROBE);
    },
  },
  {
    tool: 'send_intent',
    what: 'a broadcast',
    args: { type: 'broadcast', component: `${PROBE}/.Receiver`, action: 'test.PING' },
    verify: ({ probe }, answer) => {
      assert.equal(probe.heard.at(-1), 'broadcast test.PING');
      assert.match(answer, /\b7\b/);
    },
  },
  {
    tool: 'send_intent',
    what: 'a service',
    args: { type: 'service', component: `${PROBE}/.Service`, action: 'test.START' },
    verify: ({ probe }) => {
      assert.equal(probe.heard.at(-1), 'service test.START');
    },
  },
];
