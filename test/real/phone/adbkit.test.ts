import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { tinyApk } from '../../../packages/virtual-phone/test/commands/tiny-apk.ts';
import { adbkit } from './adbkit.ts';

interface Entry {
  readonly pid: number;
  readonly priority: number;
  readonly tag: string;
  readonly message: string;
  readonly date: Date;
}

for (const release of [5, 14] as const) {
  test(`adbkit pushes to, lists and pulls from Android ${release}, and hears why it may not`, async (t) => {
    const { phone, device, adb } = await adbkit(t, { release });
    const bytes = Buffer.alloc(300_000, 'adbkit');
    const file = join(adb.home, 'file.bin');
    await writeFile(file, bytes);
    const path = '/sdcard/Download/a "1".bin';
    await once(await device.push(file, path), 'end');
    assert.ok(bytes.equals(phone.android.files.read(path)));
    const [entry] = (await device.readdir('/sdcard/Download')).filter((one) => one.isFile());
    assert.deepEqual([entry?.name, entry?.size], ['a "1".bin', bytes.length]);
    assert.ok(bytes.equals(await buffer(await device.pull(path))));
    const [why] = (await once(await device.pull('/sdcard/none'), 'error')) as [Error];
    assert.match(why.message, /No such file/);
  });
}

for (const release of [5, 9, 14] as const) {
  test(`adbkit reads the log of Android ${release} as bytes, with who wrote it and when`, async (t) => {
    const { phone, device } = await adbkit(t, { release });
    const reader = await device.openLogcat({ clear: true });
    const heard = new Promise<Entry>((resolve) => {
      reader.on('entry', (one: Entry) => {
        if (one.tag === 'Adbkit') resolve(one);
      });
    });
    const begin = Date.now();
    const stop = setInterval(() => {
      phone.framework.log.write({ pid: 2218, level: 'W', tag: 'Adbkit', message: 'Grüße\nin two lines' });
    }, 20);
    const entry = await heard;
    clearInterval(stop);
    assert.deepEqual(
      [entry.pid, entry.priority, entry.tag, entry.message],
      [2218, 5, 'Adbkit', 'Grüße\nin two lines'],
    );
    assert.ok(Math.abs(entry.date.getTime() - begin) < 60_000, entry.date.toISOString());
    reader.end();
  });
}

test('adbkit installs, starts, finds and removes an app, and reads how busy the phone is', async (t) => {
  const { adb, phone, device } = await adbkit(t, { release: 9 });
  const apk = join(adb.home, 'tiny.apk');
  await writeFile(apk, tinyApk({ package: 'org.example.tiny' }));
  await device.install(apk);
  assert.equal(await device.isInstalled('org.example.tiny'), true);
  await device.startActivity({ component: 'org.example.tiny/.Main', wait: true });
  assert.equal(phone.framework.resumedActivity()?.package, 'org.example.tiny');
  await device.uninstall('org.example.tiny');
  assert.equal(await device.isInstalled('org.example.tiny'), false);
  assert.ok((await device.getPackages()).includes('com.android.settings'));

  const busy = await device.openProcStat();
  const [loads] = (await once(busy, 'load')) as [Readonly<Record<string, { idle: number; total: number }>>];
  busy.end();
  const { idle = 0, total = 0 } = loads.cpu0 ?? {};
  assert.ok(total === 100 && idle > 50 && idle <= 100, JSON.stringify(loads));
});

test('adbkit and adb are told which processes can be debugged', async (t) => {
  const { adb, phone, device } = await adbkit(t);
  const name = 'org.example.tiny';
  const apk = join(adb.home, 'tiny.apk');
  await writeFile(apk, tinyApk({ package: name, isDebuggable: true }));
  await device.install(apk);
  phone.framework.start({ component: 'com.android.calculator2/.Calculator' });
  const { pid } = phone.framework.processes.ensure(name).process;
  const tracker = await device.trackJdwp();
  const [added] = (await once(tracker, 'add')) as [string];
  assert.equal(added, String(pid));
  tracker.end();

  assert.equal(await adb.expect('-s', phone.serial, 'jdwp'), `${pid}\n`);
  phone.framework.forceStop(name);
  assert.equal(await adb.expect('-s', phone.serial, 'jdwp'), '');
});
