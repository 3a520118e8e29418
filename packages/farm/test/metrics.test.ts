import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Call, withinLimit } from '@handeye/core/call/call';
import { actionFailed } from '@handeye/core/device/errors';
import type { Leased, Leases, LeaseWish } from '@handeye/core/device/leases';
import { addFarmMetrics } from '../src/metrics/farm-metrics.ts';
import { HostMetrics } from '../src/metrics/host-metrics.ts';
import { MeasuredLeases } from '../src/metrics/lease-metrics.ts';
import { Metrics } from '@handeye/core/server/metrics/metrics';
import { SkippingClock } from '@handeye/testing/clock';

const SECRET = 'CANARY-lease-secret-22';

/** A farm with one device, which is free after half a minute; no device matches a request for a Mac. */
const farm: Leases = {
  isConnected: true,
  claims: () => true,
  async lease({ wants, waitSeconds }: LeaseWish, call: Call): Promise<Leased> {
    await new Promise<void>((resolve) => call.clock.after(Math.min(waitSeconds, 30) * 1000, resolve));
    call.signal.throwIfAborted();
    if (wants.platform === 'macos') throw actionFailed('No device in time.');
    return { name: `rack-1.one#${SECRET}`, title: 'One', platform: 'android', version: '14', minutes: 15 };
  },
  renew: (_name, minutes) => Promise.resolve(minutes),
  release: () => Promise.resolve(),
  devices: () => Promise.resolve([]),
};

const wish: LeaseWish = { wants: {}, minutes: 15, waitSeconds: 60, client: 'one' };

test('the waits of clients are measured by their outcome, and never show a lease', async () => {
  const metrics = new Metrics();
  const leases = new MeasuredLeases(farm, metrics);
  const clock = new SkippingClock();
  const calling = <T>(work: (call: Call) => Promise<T>) => withinLimit({ clock, limit: 120_000 }, work);
  const { name } = await calling((call) => leases.lease(wish, call));
  await calling((call) => leases.renew(name, 5, call));
  await calling((call) => leases.release(name, call));
  await assert.rejects(
    calling((call) => leases.lease({ ...wish, waitSeconds: 2, wants: { platform: 'macos' } }, call)),
    /No device in time/,
  );
  const text = metrics.text();
  assert.match(text, /^handeye_lease_wait_seconds_bucket\{outcome="ok",le="15"\} 0$/m);
  assert.match(text, /^handeye_lease_wait_seconds_bucket\{outcome="ok",le="30"\} 1$/m);
  assert.match(text, /^handeye_lease_wait_seconds_sum\{outcome="action_failed"\} 2$/m);
  assert.match(text, /^handeye_lease_requests_total\{request="lease",outcome="action_failed"\} 1$/m);
  assert.match(text, /^handeye_lease_requests_total\{request="renew",outcome="ok"\} 1$/m);
  assert.match(text, /^handeye_lease_requests_total\{request="release",outcome="ok"\} 1$/m);
  assert.match(text, /^handeye_lease_waits_running 0$/m);
  assert.doesNotMatch(text, new RegExp(SECRET));
});

test('a client that leaves the queue is counted as cancelled, and waits no longer', async () => {
  const metrics = new Metrics();
  const leases = new MeasuredLeases(farm, metrics);
  const leaving = new AbortController();
  const clock = new SkippingClock();
  const waiting = withinLimit(
    { clock, limit: 600_000, cancelled: leaving.signal, endsItself: true },
    (call) => leases.lease(wish, call),
  );
  assert.match(metrics.text(), /^handeye_lease_waits_running 1$/m);
  leaving.abort(new Error('gone'));
  await assert.rejects(waiting, /gone/);
  assert.match(metrics.text(), /^handeye_lease_requests_total\{request="lease",outcome="cancelled"\} 1$/m);
  assert.match(metrics.text(), /^handeye_lease_waits_running 0$/m);
});

test('a server tells how its farm stands, also the states that no device has', () => {
  const metrics = new Metrics();
  const seen = {
    isConnected: true,
    hosts: 2,
    leases: 1,
    waiting: 3,
    states: ['free', 'free', 'leased'] as const,
  };
  addFarmMetrics(metrics, () => seen);
  const text = metrics.text();
  assert.match(text, /^handeye_farm_devices\{state="free"\} 2$/m);
  assert.match(text, /^handeye_farm_devices\{state="quarantined"\} 0$/m);
  assert.match(text, /^handeye_farm_queue_length 3$/m);
  assert.match(text, /^handeye_farm_connected 1$/m);
});

test('a host tells of each device, of leases and of resets', () => {
  const metrics = new Metrics();
  const host = new HostMetrics(metrics, () => ({
    isConnected: false,
    devices: [
      ['pixel-7', 'leased'],
      ['moto', 'quarantined'],
    ],
  }));
  host.leaseAccepted();
  host.leaseEnded('lost');
  host.resetEnded(false, 2_000);
  const text = metrics.text();
  assert.match(text, /^handeye_farm_connected 0$/m);
  assert.match(text, /^handeye_host_device_usable\{device="pixel-7",state="leased"\} 1$/m);
  assert.match(text, /^handeye_host_device_usable\{device="moto",state="quarantined"\} 0$/m);
  assert.match(text, /^handeye_host_leases_accepted_total 1$/m);
  assert.match(text, /^handeye_host_leases_ended_total\{why="lost"\} 1$/m);
  assert.match(text, /^handeye_host_reset_seconds_bucket\{outcome="failed",le="2.5"\} 1$/m);
});
