import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { pause, realClock, withinLimit } from '../../src/call/call.ts';

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
