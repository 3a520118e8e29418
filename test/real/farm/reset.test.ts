import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { type AndroidRelease, startPhone, type VirtualPhone } from '@handeye/virtual-phone';
import { AndroidSource } from '@handeye/android/source';
import type { TierName } from '@handeye/android/tier-choice';
import { type Call, withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { Device } from '@handeye/core/device/port';
import { ChangedFiles } from '../../../packages/farm/src/host/changed-files.ts';
import { FencedDevice } from '@handeye/farm/host/fenced-device';
import { DeviceReset } from '@handeye/farm/reset/device-reset';
import { NO_ADB, scratchFolder } from '@handeye/testing/attached';
import { endings } from '../../support/endings.ts';
import { tinyApk } from '../../../packages/virtual-phone/test/commands/tiny-apk.ts';

const CONTACTS = 'com.android.contacts';
const SHOP = 'com.acme.shop';
const LAUNCHER = 'com.android.launcher3';

const during = <T>(work: (call: Call) => Promise<T>) =>
  withinLimit({ clock: realClock, limit: 60_000 }, work);

/** A phone behind a tier, and the actions of a lease's holder. */
async function leasedPhone(t: TestContext, tier: TierName, release: AndroidRelease = 14) {
  const atEnd = endings(t);
  const phone = await startPhone({ release, idleWaitMs: 10 });
  atEnd(() => phone.close());
  const keyFolder = join(await scratchFolder(t), 'key');
  const source = new AndroidSource({ keyFolder, env: NO_ADB, tier, overNetwork: false });
  atEnd(() => source.close());
  const device = await during((call) => source.open(`tcp:${phone.serial}`, call));
  atEnd(() => device.close());
  const unproven: string[] = [];
  const reset = new DeviceReset({ onUnproven: (_, what) => unproven.push(what) });
  const shell = async (line: string) => {
    const { stdout, exit } = phone.android.spawn(line);
    let out = '';
    for await (const bytes of stdout) out += Buffer.from(bytes).toString();
    await exit;
    return out;
  };
  return { phone, device, reset, shell, unproven };
}

const running = async (shell: (line: string) => Promise<string>, app: string) =>
  (await shell('ps -A')).split('\n').some((line) => line.trim().endsWith(app));

const settingsOf = ({ framework }: VirtualPhone) =>
  (['system', 'global'] as const).map((table) => framework.settings.list(table));

const front = async (device: Device) => (await during((call) => device.look({ picture: false }, call))).app;

for (const tier of ['plain', 'companion'] as const) {
  test(`a phone is after a reset as it was before the lease: home, apps, clipboard, settings (${tier})`, async (t) => {
    const { phone, device, reset, shell, unproven } = await leasedPhone(t, tier);
    await during((call) => reset.reset(device, undefined, call));
    const before = await during((call) => reset.baseline(device, call));
    assert.equal(before.home, LAUNCHER);
    const settings = settingsOf(phone);

    await shell(`am start -W -n ${CONTACTS}/.activities.PeopleActivity`);
    assert.equal(await front(device), CONTACTS);
    phone.framework.clipboard.text = 'copied by the holder';
    await during(async (call) => {
      await device.services?.state?.set?.({ font_scale: 1.3, wifi: false }, call);
      const apk = { name: 'shop.apk', bytes: tinyApk({ package: SHOP, label: 'Shop', targetSdk: 33 }) };
      const packages = device.services?.appManager?.packages;
      await (
        await packages?.read([apk], call)
      )?.install({ replace: false, downgrade: false, grantPermissions: false }, call);
    });
    // By hand, in the phone's own settings.
    await shell('settings put system screen_off_timeout 15000');
    assert.match(await shell('pm list packages'), /com\.acme\.shop/);

    await during((call) => reset.reset(device, before, call));
    assert.equal(await front(device), LAUNCHER);
    assert.equal(await running(shell, CONTACTS), false);
    assert.equal(phone.framework.clipboard.text, '');
    assert.deepEqual(settingsOf(phone), settings);
    assert.doesNotMatch(await shell('pm list packages'), /com\.acme\.shop/);
    assert.deepEqual(unproven, []);
  });
}

test('an app that was uninstalled during a lease keeps the phone in quarantine until it is back', async (t) => {
  const { device, reset, shell } = await leasedPhone(t, 'companion');
  const manager = device.services?.appManager?.packages;
  const apk = { name: 'shop.apk', bytes: tinyApk({ package: SHOP, label: 'Shop', targetSdk: 33 }) };
  const install = () =>
    during(async (call) =>
      (await manager?.read([apk], call))?.install(
        { replace: false, downgrade: false, grantPermissions: false },
        call,
      ),
    );
  await install();
  await during((call) => reset.reset(device, undefined, call));
  const before = await during((call) => reset.baseline(device, call));
  await shell(`pm uninstall ${SHOP}`);
  await assert.rejects(
    during((call) => reset.reset(device, before, call)),
    /^DeviceError: Apps are missing: com\.acme\.shop was uninstalled during the lease\. Install it again/,
  );
  await install();
  await during((call) => reset.reset(device, before, call));
});

test('another phone that answers in the place of one is not made like it', async (t) => {
  const { device, reset } = await leasedPhone(t, 'companion');
  await during((call) => reset.reset(device, undefined, call));
  const before = await during((call) => reset.baseline(device, call));
  const other = await leasedPhone(t, 'companion');
  await during(async (call) => {
    const apk = { name: 'shop.apk', bytes: tinyApk({ package: SHOP, label: 'Shop', targetSdk: 33 }) };
    const found = await other.device.services?.appManager?.packages?.read([apk], call);
    await found?.install({ replace: false, downgrade: false, grantPermissions: false }, call);
  });
  await during((call) => reset.reset(other.device, before, call));
  assert.match(await other.shell('pm list packages'), /com\.acme\.shop/);
});

test('a phone that sleeps is woken for its reset; one whose home key leads elsewhere is not offered', async (t) => {
  const { device, reset, shell } = await leasedPhone(t, 'companion');
  await shell('input keyevent 223');
  assert.equal((await during((call) => device.screen(call))).awake, false);
  await during((call) => reset.reset(device, undefined, call));
  assert.equal((await during((call) => device.screen(call))).awake, true);
  const before = await during((call) => reset.baseline(device, call));
  await assert.rejects(
    during((call) => reset.reset(device, { ...before, home: 'com.other.launcher' }, call)),
    /It does not show its home screen: com\.android\.launcher3 is in front after the home key, not com\.other\.launcher/,
  );
});

test('a phone whose clipboard cannot be cleared is offered, and its owner is informed once', async (t) => {
  const { device, reset, unproven } = await leasedPhone(t, 'plain', 9);
  await during((call) => reset.reset(device, undefined, call));
  await during((call) => reset.reset(device, undefined, call));
  assert.equal(unproven.length, 1);
  assert.match(unproven[0] ?? '', /^Its clipboard is not cleared between two leases/);
});

test('a host that is killed in the middle of a lease resets to how the phone was before it; what its owner changes later stays', async (t) => {
  const { device, shell } = await leasedPhone(t, 'companion');
  const folder = await scratchFolder(t);
  const install = () =>
    during(async (call) => {
      const apk = { name: 'shop.apk', bytes: tinyApk({ package: SHOP, label: 'Shop', targetSdk: 33 }) };
      const found = await device.services?.appManager?.packages?.read([apk], call);
      await found?.install({ replace: false, downgrade: false, grantPermissions: false }, call);
    });
  const killed = new DeviceReset({ folder });
  await during((call) => killed.reset(device, undefined, call));
  await shell('echo -n of the owner > /sdcard/Download/owner.txt; mkdir /sdcard/Download/folder');
  const before = await during((call) => killed.baseline(device, call));
  killed.begun(before);
  await install();
  await shell('settings put system screen_off_timeout 15000');
  const changed = new ChangedFiles((file) => {
    killed.changing(before, file);
  });
  const lent = new FencedDevice(device, {
    id: 'rack.phone',
    fence: () => Promise.resolve(),
    onFile: (file, files, call) => changed.note(file, files, call),
  });
  for (const path of ['owner.txt', 'folder/new.txt', 'owner.txt']) {
    const bytes = Buffer.from('of the holder');
    await during(async (call) =>
      lent.device.services?.files?.write({ location: 'download', path }, bytes, call),
    );
  }
  assert.match(
    await shell('cat /sdcard/Download/owner.txt /sdcard/Download/folder/new.txt'),
    /(of the holder){2}/,
  );

  const restarted = new DeviceReset({ folder });
  await during((call) => restarted.reset(device, undefined, call));
  assert.doesNotMatch(await shell('pm list packages'), /com\.acme\.shop/);
  assert.equal((await shell('settings get system screen_off_timeout')).trim(), '60000');
  assert.equal(await shell('cat /sdcard/Download/owner.txt'), 'of the owner');
  assert.equal((await shell('ls /sdcard/Download/folder')).trim(), '');
  assert.deepEqual(await readdir(join(folder, 'farm-leases')), []);

  await install();
  await during((call) => new DeviceReset({ folder }).reset(device, undefined, call));
  assert.match(await shell('pm list packages'), /com\.acme\.shop/);
});
