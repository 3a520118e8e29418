import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { callWithoutDeadline, DeadlineExceeded, pause, withinLimit } from '../../src/call/call.ts';
import { realClock } from '../../src/call/clock.ts';
import { SkippingClock } from '@handeye/testing/clock';

test('pauses leave nothing behind on the call they belong to', async () => {
  await withinLimit({ clock: realClock, limit: 10_000 }, async (call) => {
    for (let round = 0; round < 20; round += 1) await pause(1, call);
    assert.equal(getEventListeners(call.signal, 'abort').length, 1, 'the limit itself still listens');
  });
});

test('a cancelled pause ends at once, and its timer with it', async () => {
  const cancelled = new AbortController();
  let stopped = 0;
  const clock = {
    ...realClock,
    after: (milliseconds: number, then: () => void) => {
      const stop = realClock.after(milliseconds, then);
      return () => {
        stopped += 1;
        stop();
      };
    },
  };
  const paused = withinLimit({ clock, limit: 60_000, cancelled: cancelled.signal }, (call) =>
    pause(50_000, call),
  );
  cancelled.abort(new Error('not wanted any more'));
  await assert.rejects(paused, /not wanted any more/);
  assert.equal(stopped, 2, 'of the pause and of the limit');
});

test('work that passes its deadline ends with an error that names the limit, even if it never checks', async () => {
  const clock = new SkippingClock();
  const hang = withinLimit({ clock, limit: 1500 }, () => new Promise<never>(() => undefined));
  await assert.rejects(hang, (error) => error instanceof DeadlineExceeded && error.milliseconds === 1500);
  assert.equal(clock.now(), 1500);
});

test('a call tells how much of its time is left, and one without a deadline has no end', async () => {
  const clock = new SkippingClock();
  await withinLimit({ clock, limit: 1000 }, async (call) => {
    await pause(400, call);
    assert.equal(call.remaining(), 600);
  });
  const stop = new AbortController();
  const call = callWithoutDeadline(clock, stop.signal);
  assert.equal(call.remaining(), Infinity);
  stop.abort(new Error('stopped'));
  await assert.rejects(pause(10, call), /stopped/);
});
