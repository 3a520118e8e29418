import assert from 'node:assert/strict';
import test from 'node:test';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { drain } from '../src/atspi/queue.ts';
import { Reconnecting } from '../src/reconnecting.ts';

test('concurrent callers share one attempt to reconnect; a failed attempt is repeated', async () => {
  let opened = 0;
  const connection = new Reconnecting('old', async () => {
    opened += 1;
    await Promise.resolve();
    if (opened === 1) throw new Error('not yet');
    return `new ${opened}`;
  });
  await withinLimit({ clock: realClock, limit: 10_000 }, async (call) => {
    await assert.rejects(connection.replace('old', call), /not yet/);
    assert.equal(connection.current, 'old');
    const all = await Promise.all([1, 2, 3].map(() => connection.replace('old', call)));
    assert.deepEqual(all, ['new 2', 'new 2', 'new 2']);
    assert.equal(await connection.replace('old', call), 'new 2');
    assert.equal(opened, 2);
  });
});

test('a growing queue is drained within the concurrency limit; the first failure ends it', async () => {
  const done: number[] = [];
  const queue = [1];
  let running = 0;
  await drain(queue, 3, async (task) => {
    running += 1;
    assert.ok(running <= 3);
    await new Promise((resolve) => setImmediate(resolve));
    if (task < 100) queue.push(task * 2, task * 2 + 1);
    done.push(task);
    running -= 1;
  });
  assert.deepEqual(
    done.toSorted((a, b) => a - b),
    Array.from({ length: 199 }, (_, at) => at + 1),
  );
  await drain([], 3, () => Promise.reject(new Error('there is nothing to do')));
  let tried = 0;
  const failing = drain([1, 2, 3], 2, async () => {
    tried += 1;
    await Promise.reject(new Error('it failed'));
  });
  await assert.rejects(failing, /it failed/);
  assert.equal(tried, 2);
});
