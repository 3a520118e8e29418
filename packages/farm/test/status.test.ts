import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callWithoutDeadline } from '@handeye/core/call/call';
import type { Bucket, Bus, Entry } from '../src/bus/bus.ts';
import { FarmView } from '../src/leases/farm-view.ts';
import { TIME_TO_LIVE } from '../src/protocol/records.ts';
import { statusOf } from '../src/status/status.ts';
import { SkippingClock } from '@handeye/testing/clock';

/** A view of a farm whose entries and connection a test controls. */
async function farm() {
  const tell = new Map<string, (entry: Entry) => void>();
  let connection: (isConnected: boolean) => void = () => undefined;
  const bus: Pick<Bus, 'bucket' | 'isConnected' | 'onConnection'> = {
    isConnected: true,
    onConnection: (listener) => {
      connection = listener;
      return () => undefined;
    },
    bucket: (name) => {
      const bucket: Pick<Bucket, 'watch'> = {
        watch: (_, onEntry) => {
          tell.set(name, onEntry);
          return { current: Promise.resolve(), isCurrent: true, close: () => undefined };
        },
      };
      // The test uses no more of it.
      return Promise.resolve(bucket as Bucket);
    },
  };
  const clock = new SkippingClock();
  const call = callWithoutDeadline(clock, new AbortController().signal);
  const view = await FarmView.open(bus as Bus, clock, call);
  const host = { incarnation: 'one', version: '1', devices: 1, load: 0 };
  const heard = (revision: number, calls: number, age = 0) =>
    tell.get('devices')?.({ key: 'rack', value: { ...host, calls }, revision, age });
  const pass = (milliseconds: number) => new Promise<void>((resolve) => clock.after(milliseconds, resolve));
  const connect = (isConnected: boolean) => {
    connection(isConnected);
  };
  return { view, heard, pass, connect };
}

test('the status of a farm does not go back to what a watch tells again', async () => {
  const { view, heard } = await farm();
  heard(7, 3);
  heard(6, 2);
  assert.deepEqual(
    statusOf(view).hosts.map(({ calls }) => calls),
    [3],
  );
  view.close();
});

test('the status says how long ago a host was heard of, also before anybody looked', async () => {
  const { view, heard, pass } = await farm();
  heard(1, 0, 4_000);
  await pass(2_000);
  assert.deepEqual(
    statusOf(view).hosts.map(({ seconds }) => Math.round(seconds)),
    [6],
  );
  view.close();
});

test('a lost connection empties no farm: the status is the last one known, and says so', async () => {
  const { view, heard, pass, connect } = await farm();
  heard(1, 0);
  connect(false);
  await pass(3 * TIME_TO_LIVE);
  const { isConnected, hosts } = statusOf(view);
  assert.deepEqual([isConnected, hosts.length], [false, 1]);
  connect(true);
  await pass(2 * TIME_TO_LIVE);
  assert.deepEqual([statusOf(view).isConnected, statusOf(view).hosts.length], [true, 0]);
  view.close();
});
