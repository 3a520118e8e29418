import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permissionDenied } from '@handeye/core/device/errors';
import { calculator } from '@handeye/testing/screens';
import { picture } from '@handeye/testing/scripted-device';
import { watchable } from './watched.ts';

const MINUTE = 60_000;

test('nothing is read while no page watches', async (t) => {
  const { looks, pass, watch, leave } = watchable(t, calculator());
  await pass(MINUTE);
  assert.equal(looks(), 0);
  watch();
  await pass(1_000);
  assert.ok(looks() > 0);
  leave();
  const before = looks();
  await pass(MINUTE);
  assert.equal(looks(), before);
});

test('a device whose looks are cheap is looked at five times a second, one on plain ADB once', async (t) => {
  for (const [looksAreCheap, most] of [
    [true, 50],
    [false, 10],
  ] as const) {
    const { device, looks, pass, watch, leave } = watchable(t, calculator());
    device.tier = { name: 'a tier', looksAreCheap };
    device.delay = 30;
    watch();
    await pass(10_000);
    leave();
    assert.ok(looks() >= most - 1 && looks() <= most + 1, `${looks()} looks in 10 seconds`);
  }
});

test('a phone whose dumps take long is left alone for as long', async (t) => {
  const { device, looks, pass, watch, leave } = watchable(t, calculator());
  device.tier = { name: 'plain ADB', looksAreCheap: false };
  device.delay = 3_000;
  watch();
  await pass(MINUTE);
  leave();
  assert.ok(looks() >= 9 && looks() <= 11, `${looks()} looks in a minute`);
});

test('a page hears of a slow phone at least every two seconds, until it takes longer than usual', async (t) => {
  for (const [looksAreCheap, delay] of [
    [true, 30],
    [false, 30],
    [false, 1_200],
    [false, 3_000],
  ] as const) {
    const { device, looked, signs, pass, watch, leave, clock } = watchable(t, calculator());
    device.tier = { name: 'a tier', looksAreCheap };
    device.delay = delay;
    watch();
    while (looked.length === 0) await pass(100);
    await pass(MINUTE);
    const gaps = signs.slice(1).map((at, index) => at - (signs[index] ?? 0));
    assert.ok(Math.max(...gaps) < 2_000, `${Math.max(...gaps)} ms without a sign`);
    device.delay = Infinity;
    const hungAt = clock.now();
    await pass(15_000);
    leave();
    // A look may be under way; the pause after it is as long, and the next look may take its usual time.
    const last = (signs.at(-1) ?? 0) - hungAt;
    assert.ok(last <= 3 * delay + 1_000, `a sign ${last} ms after the phone hung`);
  }
});

test('an unchanged screen is reported as looked at, but not sent again', async (t) => {
  const { device, seen, looked, pass, watch, leave } = watchable(t, calculator('0'));
  watch();
  await pass(5_000);
  assert.equal(seen.length, 1);
  assert.ok(looked.length > 3);
  assert.equal(looked.at(-1)?.frame, seen[0]?.screen.frame);
  device.view = calculator('7');
  await pass(2_000);
  leave();
  assert.equal(seen.length, 2);
});

test('what was done to a device whose looks are cheap is looked at at once', async (t) => {
  const { device, live, seen, pass, watch, leave } = watchable(t, calculator('0'));
  device.tier = { name: 'a tier', looksAreCheap: true };
  watch();
  await pass(20);
  device.view = calculator('7');
  live.seen(device.id)?.session.acted();
  await pass(20);
  leave();
  assert.equal(seen.length, 2);
});

test('on plain ADB there is one look a second, however much is done', async (t) => {
  const { device, clock, looked, tools, pass, watch, leave } = watchable(t, calculator());
  device.tier = { name: 'plain ADB', looksAreCheap: false };
  device.delay = 30;
  watch();
  for (let taps = 0; taps < 30; taps += 1) {
    await tools.text('tap', { x: 10, y: 10 });
    await pass(100);
  }
  leave();
  const seconds = clock.now() / 1_000;
  assert.ok(looked.length >= seconds - 1, `${looked.length} looks in ${seconds} seconds`);
  assert.ok(looked.length <= seconds + 1, `${looked.length} looks in ${seconds} seconds`);
});

test('on plain ADB an act ends the long pause after a dump that took long', async (t) => {
  const { device, looked, tools, pass, watch, leave } = watchable(t, calculator());
  device.tier = { name: 'plain ADB', looksAreCheap: false };
  device.delay = 15_000;
  watch();
  while (looked.length === 0) await pass(100);
  device.delay = 0;
  await tools.text('tap', { x: 10, y: 10 });
  await pass(100);
  leave();
  assert.equal(looked.length, 2);
});

test('a look that shows nothing new makes what is seen current again', async (t) => {
  const { device, live, seen, tools, pass, watch, leave } = watchable(t, calculator());
  watch();
  await pass(1_000);
  await tools.text('tap', { x: 10, y: 10 });
  await pass(2_000);
  const now = live.seen(device.id);
  leave();
  assert.equal(seen.length, 1);
  assert.ok(now && now.session.inputs > 0);
  assert.equal(now.inputs, now.session.inputs);
});

test('a protected screen has no picture, and says why; a sleeping one says that it sleeps', async (t) => {
  const { device, seen, pass, watch, leave } = watchable(t, calculator());
  device.picture = await picture(1080, 2400);
  device.protected = true;
  device.awake = false;
  watch();
  await pass(100);
  leave();
  const [{ screen, frame } = assert.fail()] = seen;
  assert.match(screen.pictureless ?? '', /protected/);
  assert.equal(frame, undefined);
  assert.equal(screen.awake, false);
});

test('a device that is lost while it is watched has no frame until it is seen again', async (t) => {
  const { device, live, unseen, pass, watch, leave } = watchable(t, calculator());
  device.picture = await picture(108, 240);
  const frame = () => live.seen(device.id)?.frame;
  watch();
  while (frame() === undefined) await pass(100);
  device.react = () => {
    throw permissionDenied('The phone is offline.');
  };
  while (unseen.length === 0) await pass(100);
  assert.equal(frame(), undefined);
  device.react = () => undefined;
  while (frame() === undefined) await pass(100);
  leave();
});

test('a device that cannot be looked at says why, and is tried again', async (t) => {
  const { device, unseen, seen, pass, watch, leave } = watchable(t, calculator());
  device.react = () => {
    throw permissionDenied('Unlock the phone first.');
  };
  watch();
  await pass(10_000);
  assert.ok(unseen.length >= 4 && unseen.length <= 6, `${unseen.length} tries`);
  assert.equal(unseen[0], 'Unlock the phone first.');
  device.react = () => undefined;
  await pass(5_000);
  leave();
  assert.equal(seen.length, 1);
});
