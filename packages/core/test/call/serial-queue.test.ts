import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SerialQueue } from '../../src/call/serial-queue.ts';

const never = new AbortController().signal;

test('work is done one at a time, first come, first served, even after a failure', async () => {
  const turns = new SerialQueue();
  const said: string[] = [];
  const work = (name: string) => async () => {
    said.push(`${name} begins`);
    await Promise.resolve();
    said.push(`${name} ends`);
    if (name === 'b') throw new Error('b failed');
  };
  const all = ['a', 'b', 'c'].map((name) => turns.run(work(name), never));
  await assert.rejects(all[1] ?? Promise.resolve(), /b failed/);
  await Promise.allSettled(all);
  assert.deepEqual(said, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('a caller that gives up waiting does not run, and nobody overtakes the running one', async () => {
  const turns = new SerialQueue();
  const gaveUp = new AbortController();
  let finish: () => void = () => undefined;
  const first = turns.run(() => new Promise<void>((resolve) => (finish = resolve)), never);
  let worked = '';
  const second = turns.run(() => Promise.resolve((worked += 'second')), gaveUp.signal);
  const third = turns.run(() => Promise.resolve((worked += 'third')), never);
  gaveUp.abort(new Error('gave up'));
  await assert.rejects(second, /gave up/);
  assert.equal(worked, '', 'the first still works');
  finish();
  await Promise.all([first, third]);
  assert.equal(worked, 'third');
});
