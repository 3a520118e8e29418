import assert from 'node:assert/strict';
import test from 'node:test';
import { realClock, withinLimit } from '../../src/device/call.ts';
import { workOff } from '../../src/linux/atspi/agenda.ts';
import { Renewable } from '../../src/linux/renewable.ts';

test('a connection that has ended is opened anew once, however many find it so; a failure is tried again', async () => {
  let opened = 0;
  const connection = new Renewable('old', async () => {
    opened += 1;
    await Promise.resolve();
    if (opened === 1) throw new Error('not yet');
    return `new ${opened}`;
  });
  await withinLimit({ clock: realClock, limit: 10_000 }, async (call) => {
    await assert.rejects(connection.insteadOf('old', call), /not yet/);
    assert.equal(connection.now, 'old');
    const all = await Promise.all([1, 2, 3].map(() => connection.insteadOf('old', call)));
    assert.deepEqual(all, ['new 2', 'new 2', 'new 2']);
    assert.equal(await connection.insteadOf('old', call), 'new 2');
    assert.equal(opened, 2);
  });
});

test('an agenda that grows is worked off, no more at a time than allowed; the first failure ends it', async () => {
  const done: number[] = [];
  const agenda = [1];
  let underWay = 0;
  await workOff(agenda, 3, async (task) => {
    underWay += 1;
    assert.ok(underWay <= 3);
    await new Promise((resolve) => setImmediate(resolve));
    if (task < 100) agenda.push(task * 2, task * 2 + 1);
    done.push(task);
    underWay -= 1;
  });
  assert.deepEqual(
    done.toSorted((a, b) => a - b),
    Array.from({ length: 199 }, (_, at) => at + 1),
  );
  await workOff([], 3, () => Promise.reject(new Error('there is nothing to do')));
  let tried = 0;
  const failing = workOff([1, 2, 3], 2, async () => {
    tried += 1;
    await Promise.reject(new Error('it failed'));
  });
  await assert.rejects(failing, /it failed/);
  assert.equal(tried, 2);
});
