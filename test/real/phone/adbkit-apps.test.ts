import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import { tinyApk } from '../../../packages/virtual-phone/test/commands/tiny-apk.ts';
import { adbkit, type AdbkitPhone } from './adbkit.ts';

const NAME = 'org.example.tiny';

/** adbkit's calls for what the toolsets apps, files and state do, each checked on the phone itself. */
for (const release of [5, 9, 12, 14] as const) {
  test(`adbkit installs, opens, clears and removes an app on Android ${release}, moves files and changes settings`, async (t) => {
    const at = await adbkit(t, { release });
    await manages(at);
    await opensLinks(at);
    await movesFiles(at);
    await changesSettings(at);
  });
}

async function manages({ device, phone, adb }: AdbkitPhone): Promise<void> {
  const { framework } = phone;
  const apk = join(adb.home, 'tiny.apk');
  await writeFile(apk, tinyApk({ package: NAME }));
  assert.equal(await device.isInstalled(NAME), false);
  await device.install(apk);
  assert.ok(framework.apps.some((app) => app.package === NAME));
  assert.equal(await device.isInstalled(NAME), true);
  assert.deepEqual(
    (await device.getPackages('-3')).filter((name) => name === NAME),
    [NAME],
  );
  await device.startActivity({ component: `${NAME}/.Main`, wait: true });
  assert.equal(framework.resumedActivity()?.package, NAME);
  await device.clear(NAME);
  assert.equal(framework.processes.pidOf(NAME), undefined, 'pm clear ends the app');
  await assert.rejects(device.clear('no.such.app'), /could not be cleared/);
  await device.uninstall(NAME);
  assert.ok(!framework.apps.some((app) => app.package === NAME));
  await assert.rejects(
    device.startActivity({ component: `${NAME}/.Main`, wait: true }),
    /Activity class .* does not exist/,
  );
}

async function opensLinks({ device, phone }: AdbkitPhone): Promise<void> {
  const action = 'android.intent.action.VIEW';
  await device.startActivity({ action, data: 'https://example.com/?a=1&b=2', wait: true });
  assert.equal(phone.framework.resumedActivity()?.package, 'com.example.reader');
  await assert.rejects(
    device.startActivity({ action, data: 'nothing-takes-this:1', wait: true }),
    /unable to resolve Intent/,
  );
  await assert.rejects(
    device.startService({ component: 'no.such/.Service' }),
    /Not found; no service started/,
  );
}

async function movesFiles({ device, phone, adb }: AdbkitPhone): Promise<void> {
  const path = "/sdcard/Download/it's größer.txt";
  const bytes = Buffer.from('0123456789'.repeat(30_000));
  const source = join(adb.home, 'source.txt');
  await writeFile(source, bytes);
  const sent = await device.push(source, path);
  await once(sent, 'end');
  assert.deepEqual(Buffer.from(phone.android.files.read(path)), bytes);
  const [entry, ...others] = await device.readdir('/sdcard/Download');
  assert.deepEqual(
    [entry?.name, entry?.size, entry?.isFile(), others],
    ["it's größer.txt", 300_000, true, []],
  );
  assert.equal((await device.stat(path)).size, 300_000);
  assert.deepEqual(await allOf(await device.pull(path)), bytes);
  await assert.rejects(device.stat('/sdcard/none'), /no such file/i);
}

async function changesSettings({ device, phone }: AdbkitPhone): Promise<void> {
  const said = async (...line: string[]) => (await allOf(await device.shell(line))).toString().trim();
  await said('settings', 'put', 'system', 'font_scale', '1.3');
  assert.equal(phone.framework.settings.get('system', 'font_scale'), '1.3');
  assert.equal(await said('settings', 'get', 'system', 'font_scale'), '1.3');
  const properties = await device.getProperties();
  assert.equal(properties['ro.build.version.sdk'], String(phone.framework.shape.sdk));
  const picture = await allOf(await device.screencap());
  assert.equal(picture.subarray(1, 4).toString(), 'PNG');
}

async function allOf(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
