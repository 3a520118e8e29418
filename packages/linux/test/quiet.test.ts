import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withinLimit } from '@handeye/core/call/call';
import { untilQuiet } from '../src/atspi/quiet.ts';
import { SkippingClock } from '@handeye/testing/clock';

/** Waits for quiet while events come at these times; says what came of it, and when. */
async function waited(events: readonly number[]) {
  const clock = new SkippingClock();
  const connection = {
    get lastSignal(): number | undefined {
      return events.filter((time) => time <= clock.now()).at(-1);
    },
  };
  const quiet = await withinLimit({ clock, limit: 10_000 }, (call) => untilQuiet(connection, 2000, call));
  return { quiet, at: clock.now() };
}

test('applications are at rest when they have told of no change for a while', async () => {
  const { quiet, at } = await waited([50, 120, 260]);
  assert.equal(quiet, true);
  assert.ok(at >= 260 + 150 && at < 500, String(at));
});

test('what was told before the wait began is not the end of it', async () => {
  const { quiet, at } = await waited([0]);
  assert.equal(quiet, true);
  assert.ok(at >= 150, String(at));
});

test('applications that tell nothing, or never stop, leave it to looks', async () => {
  const silent = await waited([]);
  assert.equal(silent.quiet, undefined);
  assert.ok(silent.at <= 400, String(silent.at));
  const restless = await waited(Array.from({ length: 100 }, (_, index) => index * 60));
  assert.equal(restless.quiet, undefined);
  assert.ok(restless.at <= 1100, String(restless.at));
});
