import assert from 'node:assert/strict';
import test from 'node:test';
import { Schedule } from '../../src/commands/input/schedule.ts';

const LATE = 20;

/** A busy host's clock: every timer fires late. */
function lateClock() {
  let now = 1000;
  return {
    now: () => now,
    after(ms: number, callback: () => void) {
      const due = now + ms + LATE;
      queueMicrotask(() => {
        now = Math.max(now, due);
        callback();
      });
      return () => undefined;
    },
  };
}

test('delays of single events of a gesture do not add up', async () => {
  const clock = lateClock();
  const schedule = new Schedule(clock, new AbortController().signal);
  const times: number[] = [];
  for (let report = 1; report <= 40; report++) {
    schedule.delay(8);
    schedule.add(() => {
      times.push(clock.now() - 1000);
    });
  }
  await schedule.done();
  assert.equal(times.length, 40);
  const last = times.at(-1) ?? 0;
  assert.ok(last >= 320 && last <= 320 + LATE, `the last was due after 320 ms and came after ${last}`);
});

test('removing the device drops its pending events', async () => {
  const schedule = new Schedule(lateClock(), new AbortController().signal);
  let done = 0;
  schedule.add(() => {
    done += 1;
  });
  await schedule.done();
  schedule.delay(100);
  schedule.add(() => {
    done += 1;
  });
  schedule.stop();
  await schedule.done();
  assert.equal(done, 1);
});
