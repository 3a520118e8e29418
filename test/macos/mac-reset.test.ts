import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { DeviceReset } from '@handeye/farm/reset/device-reset';
import { macHouse } from '../../packages/macos/test/house.ts';
import { application, display } from '../../packages/macos/test/worlds.ts';

const notes = application(600, 'Notes', { bundleId: 'com.apple.Notes' });
const writer = application(601, 'Writer', { bundleId: 'org.example.writer' });

const world = (...apps: (typeof notes)[]) => ({
  displays: [display],
  frontmost: 600,
  applications: apps.map(({ app }) => app),
  windows: apps.map(({ window }) => window),
});

test('a Mac is reset: what the holder opened is ended, what ran before goes on, the clipboard is empty', async (t) => {
  const { mac, programs, registry } = macHouse(t, world(notes));
  const during = <T>(work: (call: Call) => Promise<T>) =>
    withinLimit({ clock: realClock, limit: 60_000 }, work);
  const { device } = await during((call) => registry.choose(undefined, call));
  const reset = new DeviceReset();
  await during((call) => reset.reset(device, undefined, call));
  const before = await during((call) => reset.baseline(device, call));
  await during(async (call) => device.clipboard?.write('copied by the holder', call));
  mac.become(world(notes, writer));
  const resetting = during((call) => reset.reset(device, before, call));
  while (programs.asksToQuit().length === 0) await sleep(20);
  mac.become(world(notes));
  await resetting;
  assert.deepEqual(programs.asksToQuit(), ['601']);
  assert.equal(programs.clip(), '');
});

test('a Mac on which a program of the holder does not end is not offered', async (t) => {
  const { mac, registry } = macHouse(t, world(notes));
  const during = <T>(work: (call: Call) => Promise<T>) =>
    withinLimit({ clock: realClock, limit: 60_000 }, work);
  const { device } = await during((call) => registry.choose(undefined, call));
  const reset = new DeviceReset();
  const before = await during((call) => reset.baseline(device, call));
  mac.become(world(notes, writer));
  await assert.rejects(
    during((call) => reset.reset(device, before, call)),
    /The apps that were opened could not be closed: Writer \(process 601\) could not be ended\./,
  );
});

test('a Mac whose host was killed in the middle of a lease is not offered while a program of its holder runs, and none is ended', async (t) => {
  const { mac, programs, registry } = macHouse(t, world(notes));
  const during = <T>(work: (call: Call) => Promise<T>) =>
    withinLimit({ clock: realClock, limit: 60_000 }, work);
  const { device } = await during((call) => registry.choose(undefined, call));
  const folder = await mkdtemp(join(tmpdir(), 'handeye-'));
  t.after(() => rm(folder, { recursive: true }));
  const killed = new DeviceReset({ folder });
  await during((call) => killed.reset(device, undefined, call));
  killed.begun(await during((call) => killed.baseline(device, call)));
  mac.become(world(notes, writer));

  const restarted = new DeviceReset({ folder });
  const reset = () => during((call) => restarted.reset(device, undefined, call));
  const reason =
    /^DeviceError: The host was ended in the middle of a lease: Writer \(process 601\) may be its holder's: .*Close what was opened, .* delete farm-leases\/macos\.json/;
  await assert.rejects(reset(), reason);
  await assert.rejects(reset(), reason, 'it was tried again');
  mac.become(world(notes));
  await reset();
  assert.deepEqual(programs.asksToQuit(), []);

  restarted.begun(await during((call) => restarted.baseline(device, call)));
  mac.become(world(notes, writer));
  await rm(join(folder, 'farm-leases', 'macos.json'));
  await during((call) => new DeviceReset({ folder }).reset(device, undefined, call));
});
