import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { parseFault } from '@handeye/virtual-phone';
import type { PrivateAdb } from '@handeye/testing/private-adb';
import { connectedPhone } from './real-phone.ts';

/** Asks until the answer is as awaited: the adb server learns of a lost connection a moment later. */
async function state(adb: PrivateAdb, serial: string, awaited: string): Promise<void> {
  for (const deadline = Date.now() + 10_000; ;) {
    await adb.run(['connect', serial]);
    const listed = await adb.expect('devices');
    if (listed.includes(`${serial}\t${awaited}`)) return;
    assert.ok(Date.now() < deadline, `${awaited} is never shown: ${listed}`);
  }
}

test('a phone can be offline or unauthorized, and well again', async (t) => {
  const { adb, phone } = await connectedPhone(t);
  for (const fault of ['offline', 'unauthorized'] as const) {
    phone.faults.apply(parseFault(fault));
    await state(adb, phone.serial, fault);
    phone.faults.clear();
    await adb.run(['disconnect']);
    await state(adb, phone.serial, 'device');
  }
});

test('the connection can break in the middle of an answer', async (t) => {
  const { adb, phone } = await connectedPhone(t);
  phone.faults.apply(parseFault('cut:100000'));
  const { stdout } = await adb.run(['exec-out', 'screencap']);
  assert.ok(stdout.length < 1080 * 2400 * 4);
  await adb.run(['disconnect']);
  await state(adb, phone.serial, 'device');
});

test('answers can be slow', async (t) => {
  const { adb, phone } = await connectedPhone(t);
  phone.faults.apply(parseFault('slow:200'));
  const start = performance.now();
  await adb.expect('shell', 'true');
  assert.ok(performance.now() - start >= 200);
});

test('a secure window is black in the screenshot', async (t) => {
  const { adb, phone } = await connectedPhone(t);
  phone.faults.apply(parseFault('secure'));
  const { stdout } = await adb.run(['exec-out', 'screencap', '-p']);
  const { channels } = await sharp(stdout).stats();
  assert.deepEqual(
    channels.map(({ max }) => max),
    [0, 0, 0, 255],
  );
});

test('an app can be killed as by low memory', async (t) => {
  const { adb, phone } = await connectedPhone(t);
  await adb.expect('shell', 'am', 'start', '-W', '-n', 'com.android.calculator2/.Calculator');
  phone.faults.apply(parseFault('kill:com.android.calculator2'));
  assert.equal((await adb.run(['shell', 'pidof', 'com.android.calculator2'])).code, 1);
});

test('what is no fault is refused with the list of all', () => {
  assert.throws(() => parseFault('gremlins'), /There are: offline, unauthorized, slow:MILLISECONDS/);
  assert.throws(() => parseFault('slow:fast'), RangeError);
  assert.deepEqual(parseFault('dump-null-root:3'), { kind: 'dump', how: 'null-root', times: 3 });
});
