import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Call, callWithoutDeadline } from '@handeye/core/call/call';
import { type Leased, type LeaseWish, MOST_MINUTES } from '@handeye/core/device/leases';
import { leasedNameOf, subjects } from '../src/protocol/names.ts';
import { type DeviceRecord, deviceRecord, leaseRecord } from '../src/protocol/records.ts';
import { SimulatedFarm, type SimulatedServer } from './simulated/farm.ts';

const wish = (more: Partial<LeaseWish> = {}): LeaseWish => ({
  wants: {},
  minutes: 5,
  waitSeconds: 0,
  client: 'token\tAda',
  ...more,
});

const callOf = ({ process }: SimulatedServer, signal = new AbortController().signal): Call =>
  callWithoutDeadline(process.clock, signal);

/** A farm whose devices are free, and a server that knows it. */
async function farmWith(hosts: Record<string, string[]>) {
  const farm = new SimulatedFarm({ hosts });
  for (const host of Object.keys(hosts)) farm.startHost(host);
  const server = await farm.until(farm.startServer());
  await farm.world.run(3_000);
  const lease = (more?: Partial<LeaseWish>, on = server) => on.leases.lease(wish(more), callOf(on));
  return { farm, server, lease };
}

/** Asks a device's host for so many writes in a row, under a lease. */
async function write(farm: SimulatedFarm, server: SimulatedServer, { name }: Leased, writes = 1) {
  const { host, device, secret } = leasedNameOf(name)!;
  const data = new TextEncoder().encode(JSON.stringify({ device, secret, writes, apart: 1_000 }));
  const answer = await farm.until(server.bus.request(subjects.host(host, 'call'), data, callOf(server)));
  return JSON.parse(new TextDecoder().decode(answer)) as { written: number; error?: string };
}

test('a lease gives one client the device, whose secret stands in no bucket', async () => {
  const { farm, server, lease } = await farmWith({ 'rack-1': ['one'] });
  const leased = await farm.until(lease());
  assert.match(leased.name, /^rack-1\.one#[\w-]{22}$/);
  assert.equal(leased.minutes, 5);
  assert.deepEqual(await write(farm, server, leased), { written: 1 });
  const { secret } = leasedNameOf(leased.name)!;
  const stored = Object.values(farm.network.stores).map((store) => JSON.stringify([...store.all()]));
  assert.ok(!stored.join().includes(secret));
  const [device] = await server.leases.devices({});
  assert.deepEqual([device?.state, device?.holder], ['leased', 'Ada']);
  await assert.rejects(
    farm.until(lease()),
    /No such device is free now.*1 leased.*1st of 1 waiting for this/,
  );
});

test('a lease that a client puts into its wants does not come into the queue', async () => {
  const { farm, lease } = await farmWith({ 'rack-1': ['one'] });
  const { name } = await farm.until(lease());
  const { secret } = leasedNameOf(name)!;
  const waiting = [{ device: name }, { labels: { rack: name } }, { labels: { [name]: '1' } }].map((wants) =>
    lease({ wants, waitSeconds: 30 }).catch(() => undefined),
  );
  await farm.world.run(farm.world.now + 3_000);
  const stored = JSON.stringify([...farm.network.stores.queue.all()]);
  assert.match(stored, /rack-1\.one/);
  assert.ok(!stored.includes(secret));
  await farm.until(Promise.all(waiting));
});

test('who waits gets the device when it was given back and reset', async () => {
  const { farm, server, lease } = await farmWith({ 'rack-1': ['one'] });
  const first = await farm.until(lease());
  const second = lease({ waitSeconds: 60 });
  await farm.world.run(farm.world.now + 20_000);
  await farm.until(server.leases.release(first.name, callOf(server)));
  const { name } = await farm.until(second);
  assert.notEqual(name, first.name);
  const late = await write(farm, server, first);
  assert.equal(late.written, 0);
  assert.match(late.error ?? '', /does not hold: it was given back|does not hold\. Call lease_device/);
});

test('those who wait are served in the order in which they came, by any server', async () => {
  const { farm, server, lease } = await farmWith({ 'rack-1': ['one'] });
  const other = await farm.until(farm.startServer());
  const served: string[] = [];
  const waits: Promise<unknown>[] = [];
  for (const client of ['a', 'b', 'c', 'd']) {
    const on = waits.length % 2 === 0 ? server : other;
    const wait = lease({ client, waitSeconds: 120 }, on).then(async ({ name }) => {
      served.push(client);
      await on.leases.release(name, callOf(on));
    });
    waits.push(wait);
    await farm.world.run(farm.world.now + 100);
  }
  await farm.until(Promise.all(waits));
  assert.deepEqual(served, ['a', 'b', 'c', 'd']);
});

test('a wait that expires reports its place, on the way and at the end', async () => {
  const { farm, lease } = await farmWith({ 'rack-1': ['one'] });
  await farm.until(lease());
  const places: string[] = [];
  const first = lease({ waitSeconds: 5 });
  await farm.world.run(farm.world.now + 100);
  const second = lease({ waitSeconds: 30, progress: (place) => places.push(place) });
  await assert.rejects(farm.until(first), /1st of 2 waiting for this/);
  await assert.rejects(farm.until(second), /within 30 seconds.*1st of 1 waiting for this/);
  assert.deepEqual(places, ['2nd of 2 waiting for this', '1st of 1 waiting for this']);
});

test('a wait that is cancelled leaves the queue', async () => {
  const { farm, server, lease } = await farmWith({ 'rack-1': ['one'] });
  await farm.until(lease());
  const controller = new AbortController();
  const wait = server.leases.lease(wish({ waitSeconds: 60 }), callOf(server, controller.signal));
  await farm.world.run(farm.world.now + 1_000);
  assert.equal(server.view.queue().length, 1);
  controller.abort(new Error('cancelled'));
  await assert.rejects(farm.until(wait), /cancelled/);
  await farm.world.run(farm.world.now + 100);
  assert.equal(server.view.queue().length, 0);
});

test('a lease without a known holder is given back once its server reaches the farm again', async () => {
  const { farm, server, lease } = await farmWith({ 'rack-1': ['one'] });
  // The host accepts it, but the answer never arrives: the server is cut off at that moment.
  const { devices, leases } = farm.network.stores;
  const isAccepted = () => leaseRecord.safeParse(leases.get('rack-1.one')?.value).data?.accepted === true;
  const controller = new AbortController();
  const wait = server.leases.lease(wish({ minutes: 60 }), callOf(server, controller.signal));
  await farm.world.run(farm.world.now + 60_000, isAccepted);
  server.process.cutFor(45_000);
  controller.abort(new Error('cancelled'));
  await assert.rejects(farm.until(wait), /cancelled/);
  const isFree = () => deviceRecord.parse(devices.get('rack-1.one')?.value).state === 'free';
  await farm.world.run(farm.world.now + 40_000);
  assert.ok(isAccepted() && !isFree());
  await farm.world.run(farm.world.now + 30_000);
  assert.ok(isFree());
  await farm.until(lease());
});

test('a wait for what the farm does not have ends soon, and the device of a dead host goes from the list', async () => {
  const { farm, server, lease } = await farmWith({ 'rack-1': ['one'] });
  const began = farm.world.now;
  const wait = lease({ wants: { labels: { rack: 'attic' } }, waitSeconds: 600 });
  await assert.rejects(farm.until(wait), /No device of the farm is like that.*list_devices/);
  assert.ok(farm.world.now - began < 20_000);
  farm.running.get('rack-1')!.process.kill();
  await assert.rejects(
    farm.until(lease()),
    /No such device is free now\. Devices like that: 1 free, but its host does not answer\./,
  );
  await farm.world.run(farm.world.now + 45_000);
  assert.deepEqual(await server.leases.devices({}), []);
});

test('a wait for a version goes on while the device that may have it was never opened', async () => {
  const { farm, lease } = await farmWith({ 'rack-1': [] });
  const wants = { version: { from: '14' }, capabilities: ['touch'] };
  const record: DeviceRecord = {
    ...{ title: 'Pixel', kind: 'phone', platform: 'android', capabilities: [], labels: {} },
    ...{ state: 'unwell', incarnation: 'one' },
  };
  const beat = () => {
    farm.network.stores.devices.put('rack-2.pixel', record);
    farm.world.after(5_000, beat);
  };
  beat();
  const began = farm.world.now;
  const wait = lease({ wants, waitSeconds: 60 });
  await assert.rejects(
    farm.until(wait),
    /within 60 seconds\. Devices like that: 1 unwell that may be\. You were 1st/,
  );
  assert.ok(farm.world.now - began >= 60_000);
  const macs = lease({ wants: { ...wants, platform: 'macos' }, waitSeconds: 60 });
  await assert.rejects(farm.until(macs), /No device of the farm is like that/);
});

test('a lease ends when its minutes are over, and lasts when it is renewed', async () => {
  const { farm, server, lease } = await farmWith({ 'rack-1': ['one', 'two'] });
  const [kept, forgotten] = [
    await farm.until(lease({ minutes: 1 })),
    await farm.until(lease({ minutes: 1 })),
  ];
  await farm.world.run(farm.world.now + 50_000);
  assert.equal(await farm.until(server.leases.renew(kept.name, 2, callOf(server))), 2);
  await farm.world.run(farm.world.now + 60_000);
  assert.deepEqual(await write(farm, server, kept), { written: 1 });
  assert.match((await write(farm, server, forgotten)).error ?? '', /does not hold: its time is over/);
  await assert.rejects(
    farm.until(server.leases.renew(forgotten.name, 1, callOf(server))),
    /its time is over. Call lease_device/,
  );
});

test('the record of a lease has the minutes of its renewal, never more than the maximum', async () => {
  const { farm, server, lease } = await farmWith({ 'rack-1': ['one'] });
  const leased = await farm.until(lease({ minutes: 1e9 }));
  assert.equal(leased.minutes, MOST_MINUTES);
  const recorded = async () => {
    await farm.world.run(farm.world.now + 12_000);
    return leaseRecord.parse(farm.network.stores.leases.get('rack-1.one')?.value).minutes;
  };
  assert.equal(await recorded(), MOST_MINUTES);
  assert.equal(await farm.until(server.leases.renew(leased.name, 7, callOf(server))), 7);
  assert.equal(await recorded(), 7);
  assert.equal(await farm.until(server.leases.renew(leased.name, 1e9, callOf(server))), MOST_MINUTES);
  assert.equal(await recorded(), MOST_MINUTES);
});

test('a call of many steps stops in the middle when its host is cut off for longer than the lease stands', async () => {
  const { farm, server, lease } = await farmWith({ 'rack-1': ['one'] });
  const leased = await farm.until(lease());
  const { host, device, secret } = leasedNameOf(leased.name)!;
  const data = new TextEncoder().encode(JSON.stringify({ device, secret, writes: 100, apart: 1_000 }));
  server.bus.request(subjects.host(host, 'call'), data, callOf(server)).catch(() => undefined);
  await farm.world.run(farm.world.now + 5_500);
  farm.running.get('rack-1')!.process.cutFor(40_000);
  const before = farm.devices.get('rack-1.one')!.writes;
  await farm.world.run(farm.world.now + 60_000);
  assert.equal(farm.devices.get('rack-1.one')!.writes, before);
  assert.deepEqual(await server.leases.devices({}).then((all) => all.map(({ state }) => state)), ['free']);
});

test('the lease of a host that is gone is over for its holder, too', async () => {
  const { farm, server, lease } = await farmWith({ 'rack-1': ['one'] });
  const { name } = await farm.until(lease());
  farm.running.get('rack-1')!.process.kill();
  await assert.rejects(
    farm.until(server.leases.release(name, callOf(server))),
    /does not answer\. Try again in a few seconds/,
  );
  await farm.world.run(farm.world.now + 45_000);
  await assert.rejects(
    farm.until(server.leases.renew(name, 5, callOf(server))),
    /^DeviceError: Nothing was renewed: the lease of 'rack-1\.one' is over.* Call lease_device/,
  );
  await assert.rejects(
    farm.until(server.leases.release(name, callOf(server))),
    /^DeviceError: There is nothing to release: the lease of 'rack-1\.one' is over/,
  );
});

test('a client that cannot enter the queue gets the reason', async () => {
  const { farm, server, lease } = await farmWith({ 'rack-1': ['one'] });
  server.process.cutFor(60_000);
  await assert.rejects(
    farm.until(lease()),
    /No device was leased: the farm's NATS does not answer\. Try again/,
  );
});

test('a host that starts again offers its devices anew, and old leases do not hold', async () => {
  const { farm, server, lease } = await farmWith({ 'rack-1': ['one'] });
  const old = await farm.until(lease());
  farm.running.get('rack-1')!.process.kill();
  farm.startHost('rack-1');
  const fresh = await farm.until(lease({ waitSeconds: 60 }));
  assert.match((await write(farm, server, old)).error ?? '', /does not hold/);
  assert.deepEqual(await write(farm, server, fresh), { written: 1 });
});
