import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Device } from '@handeye/core/device/port';
import type { Bus } from '../src/bus/bus.ts';
import type { DeviceOrigin } from '../src/host/device-origin.ts';
import { Host } from '../src/host/host.ts';
import { DeviceLease } from '../src/leases/device-lease.ts';
import { SkippingClock } from '@handeye/testing/clock';
import { calculator } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { MemoryBucket } from './simulated/memory-bucket.ts';

/** A host whose one phone is still being opened, on a bus that only stores. */
async function startedHost(origin: Partial<DeviceOrigin> = {}) {
  const clock = new SkippingClock();
  const buckets = {
    devices: new MemoryBucket(clock),
    leases: new MemoryBucket(clock),
    queue: new MemoryBucket(clock),
  };
  const open = new Set<string>();
  const bus: Bus = {
    maxPayload: 1024,
    isConnected: true,
    publish: () => undefined,
    subscribe: (subject) => {
      open.add(subject);
      return { ready: Promise.resolve(), close: () => open.delete(subject) };
    },
    request: () => Promise.reject(new Error('nobody is asked here')),
    bucket: (name) => Promise.resolve(buckets[name]),
    onConnection: () => () => undefined,
    close: () => Promise.resolve(),
  };
  const nothing = () => Promise.reject(new Error('not used here'));
  const resets: string[] = [];
  const host = await Host.start({
    bus,
    clock,
    name: 'rack',
    version: '1',
    labels: {},
    reset: {
      baseline: nothing,
      reset: async (device, _since, call) => {
        resets.push('begun');
        await device.press('HOME', call);
        resets.push('touched');
      },
    },
    openTools: nothing,
    lease: (options) => new DeviceLease(options),
  });
  const forEver = () => new Promise<never>(() => undefined);
  host.add({ name: 'pixel', title: 'Pixel', kind: 'phone', platform: 'android', open: forEver, ...origin });
  return { clock, host, devices: buckets.devices, open, resets };
}

test('a host whose name is taken while it opens a device does not touch it', async () => {
  let opened: (device: Device) => void = () => undefined;
  const opening = new Promise<Device>((resolve) => (opened = resolve));
  const { clock, host, devices, resets } = await startedHost({ open: () => opening });
  await new Promise(setImmediate);
  await devices.put('rack', { incarnation: 'other', version: '1', devices: 1, calls: 0, load: 0 });
  await host.lost;
  opened(new ScriptedDevice(calculator()));
  await new Promise<void>((resolve) => clock.after(20_000, resolve));
  assert.deepEqual(resets, ['begun']);
  await host.stop();
  assert.deepEqual(resets, ['begun']);
});

test('a host that has lost its name writes nothing more under it, and hears nothing more', async () => {
  const { host, devices, open } = await startedHost();
  await new Promise(setImmediate);
  const other = { incarnation: 'other', version: '1', devices: 1, calls: 0, load: 0 };
  const record = { offer: 'of the other host' };
  await devices.put('rack', other);
  await devices.put('rack.pixel', record);
  assert.match(await host.lost, /Another host named 'rack' has started/);
  assert.equal(open.size, 0);
  await host.stop();
  assert.deepEqual((await devices.get('rack.pixel'))?.value, record);
  assert.deepEqual((await devices.get('rack'))?.value, other);
});
