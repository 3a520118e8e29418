import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { callWithoutDeadline, withinLimit } from '@handeye/core/call/call';
import { DeviceLease } from '../src/leases/device-lease.ts';
import { leaseIdOf, newSecret } from '../src/protocol/names.ts';
import { SkippingClock } from '@handeye/testing/clock';
import { MemoryBucket } from './simulated/memory-bucket.ts';

/** An accepted lease, and the fence before a write of a call with a deadline in milliseconds. */
async function leased(t: TestContext) {
  const clock = new SkippingClock();
  const bucket = new MemoryBucket(clock);
  const lease = new DeviceLease({
    name: { host: 'rack', device: 'pixel' },
    leases: bucket,
    clock,
    events: { onAccepted: () => undefined, onEnded: () => undefined },
  });
  t.after(() => lease.close());
  const offer = lease.offer();
  const id = leaseIdOf(newSecret());
  await bucket.create('rack.pixel', { id, offer, holder: 'Ada', minutes: 5, accepted: false });
  const own = callWithoutDeadline(clock, new AbortController().signal);
  assert.deepEqual(await lease.accept({ device: 'pixel', id, offer }, own), { ok: true, minutes: 5 });
  const fence = (limit: number) => withinLimit({ clock, limit }, (call) => lease.fence(call));
  return { clock, bucket, fence };
}

test("a write that waits for a silent farm is told so before the call's own time is over", async (t) => {
  const { clock, bucket, fence } = await leased(t);
  bucket.isSilent = true;
  const began = clock.now();
  const told =
    /Nothing was done: the farm does not answer whether the lease of rack\.pixel still holds\. Try again/;
  await assert.rejects(fence(10_000), told);
  const waited = clock.now() - began;
  assert.ok(waited >= 8_000 && waited < 10_000, String(waited));
});

test('a write goes on when the farm answers again, and is let also if its call has little time left', async (t) => {
  const { clock, bucket, fence } = await leased(t);
  bucket.isSilent = true;
  clock.after(6_000, () => (bucket.isSilent = false));
  await fence(10_000);
  await fence(200);
});
