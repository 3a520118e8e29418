import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Call, callWithoutDeadline, withinLimit } from '@handeye/core/call/call';
import { Refused } from '../src/bus/bus.ts';
import { Incarnation } from '../src/host/incarnation.ts';
import { BEAT, type HostRecord, TIME_TO_LIVE } from '../src/protocol/records.ts';
import { SkippingClock } from '@handeye/testing/clock';
import { MemoryBucket } from './simulated/memory-bucket.ts';

function recordOf(incarnation: string): HostRecord {
  return { incarnation, version: '1.2.3', devices: 0, calls: 0, load: 0 };
}

function farm() {
  const clock = new SkippingClock();
  const bucket = new MemoryBucket(clock);
  const call: Call = callWithoutDeadline(clock, new AbortController().signal);
  const host = (id: string) => {
    const incarnation = new Incarnation({ bucket, host: 'rack', id });
    return {
      claim: (onWait: () => void = () => undefined, within = call) =>
        incarnation.claim(recordOf(id), within, onWait),
      beat: () => incarnation.beat(recordOf(id), call),
      withdraw: () => incarnation.withdraw(call),
    };
  };
  const pass = (milliseconds: number) => new Promise<void>((resolve) => clock.after(milliseconds, resolve));
  return { clock, bucket, host, pass };
}

test('the name of a host that was killed is free again when its record has run out', async () => {
  const { clock, host } = farm();
  await host('first').claim();
  let waits = 0;
  await host('second').claim(() => void (waits += 1));
  assert.equal(waits, 1);
  assert.ok(clock.now() >= TIME_TO_LIVE && clock.now() < TIME_TO_LIVE + 2_000, String(clock.now()));
});

test('a host that waits for its name goes on waiting while NATS fails, and tells what hindered it at the end', async () => {
  const { clock, bucket, host } = farm();
  await host('first').claim();
  bucket.failure = new Error('no leader now');
  clock.after(TIME_TO_LIVE, () => (bucket.failure = undefined));
  await host('second').claim();
  // The answer to the write that takes the name may be lost as well.
  bucket.losesAnswers = true;
  await host('third').claim();
  bucket.losesAnswers = false;
  bucket.failure = new Error('no leader at all');
  const limit = TIME_TO_LIVE * 2;
  const waits = withinLimit({ clock, limit }, (call) => host('fourth').claim(undefined, call));
  await assert.rejects(waits, /no leader at all/);
  bucket.failure = new Refused('permission_denied', 'not with these credentials');
  const began = clock.now();
  await assert.rejects(host('fifth').claim(), /not with these credentials/);
  assert.equal(clock.now(), began);
});

test('the name of a host that lives is not given to another one', async () => {
  const { clock, host } = farm();
  const first = host('first');
  await first.claim();
  let stopBeat: () => void = () => undefined;
  const beat = () => {
    stopBeat = clock.after(BEAT, () => void first.beat().then(beat));
  };
  beat();
  await assert.rejects(host('second').claim(), /A host named 'rack' is running in this farm/);
  stopBeat();
  await first.withdraw();
  await host('third').claim();
});

test('a host whose name was taken while it slept learns it at its next beat', async () => {
  const { host } = farm();
  const first = host('first');
  await first.claim();
  await host('second').claim();
  assert.equal(await first.beat(), false);
  assert.equal(await first.beat(), false);
});

test('a host goes on if its record expired and no host took the name, or if the answer to a write was lost', async () => {
  const { bucket, host, pass } = farm();
  const first = host('first');
  await first.claim();
  await pass(TIME_TO_LIVE + 1);
  assert.equal(await first.beat(), true);
  bucket.losesAnswers = true;
  await assert.rejects(first.beat(), /lost/);
  bucket.losesAnswers = false;
  assert.equal(await first.beat(), true);
  assert.equal(await first.beat(), true);
});
