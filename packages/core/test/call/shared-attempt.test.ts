import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeadlineExceeded, withinLimit } from '../../src/call/call.ts';
import { realClock } from '../../src/call/clock.ts';
import { SharedAttempt } from '../../src/call/shared-attempt.ts';
import { SkippingClock } from '@handeye/testing/clock';

const never = new AbortController().signal;

test('all who wait share one attempt; the next after it begins a new one', async () => {
  const attempt = new SharedAttempt<number>();
  let begun = 0;
  const begin = () => Promise.resolve((begun += 1));
  assert.deepEqual(await Promise.all([attempt.join(begin, never), attempt.join(begin, never)]), [1, 1]);
  assert.equal(attempt.underWay, undefined);
  assert.equal(await attempt.join(begin, never), 2);
});

test('an attempt goes on when the caller who began it gives up', async () => {
  const attempt = new SharedAttempt<string>();
  const gaveUp = new AbortController();
  let finish: (value: string) => void = () => undefined;
  const first = attempt.join(() => new Promise((resolve) => (finish = resolve)), gaveUp.signal);
  const second = attempt.join(() => Promise.reject(new Error('begun twice')), never);
  gaveUp.abort(new Error('gave up'));
  await assert.rejects(first, /gave up/);
  finish('done');
  assert.equal(await second, 'done');
});

test('a failed attempt fails for all who wait, and is forgotten', async () => {
  const attempt = new SharedAttempt<string>();
  const fail = () => Promise.reject(new Error('no'));
  const waiting = [attempt.join(fail, never), attempt.join(fail, never)];
  for (const each of waiting) await assert.rejects(each, /no/);
  assert.equal(await attempt.join(() => Promise.resolve('yes'), never), 'yes');
});

test('an attempt within a call has the time of the call that began it, and is not cancelled with it', async () => {
  const clock = new SkippingClock();
  const cancelled = new AbortController();
  const attempt = new SharedAttempt<never>();
  const signals: AbortSignal[] = [];
  const hang = () => new Promise<never>(() => undefined);
  const first = withinLimit({ clock, limit: 1000, cancelled: cancelled.signal }, (call) =>
    attempt.joinWithinCall((own) => {
      signals.push(own.signal);
      return hang();
    }, call),
  );
  const second = withinLimit({ clock, limit: 5000 }, (call) => attempt.joinWithinCall(hang, call));
  cancelled.abort(new Error('cancelled'));
  await assert.rejects(first, /cancelled/);
  const [signal] = signals;
  assert.equal(signal?.aborted, false);
  await assert.rejects(second, (error) => error instanceof DeadlineExceeded && error.milliseconds === 1000);
  assert.equal(signal.aborted, true);
});

test('whoever closes can wait for the attempt that is under way', async () => {
  const attempt = new SharedAttempt<string>();
  await withinLimit({ clock: realClock, limit: 10_000 }, async (call) => {
    const joined = attempt.join(() => Promise.resolve('open'), call.signal);
    assert.equal(await attempt.underWay, 'open');
    assert.equal(await joined, 'open');
  });
});
