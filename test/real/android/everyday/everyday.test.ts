import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { eventually } from '@handeye/testing/attached';
import { tasksOf } from './page.ts';
import { onlyReads, runTask } from './run-task.ts';

const tasks = tasksOf(readFileSync(new URL('../../../../docs/everyday-tasks.md', import.meta.url), 'utf8'));

test('the page has three tasks, and an answer to each call', () => {
  assert.equal(tasks.length, 3);
  for (const { calls } of tasks) assert.ok(calls.length >= 4 && calls.every(({ answer }) => answer !== ''));
});

/** Lines that depend on the speed of this machine: events in the meantime, and the age of something. */
const ofTheMoment = /^(?:notification: .*|since the look .*|still changing)\n/gm;

for (const task of tasks) {
  test(`${task.title}: each call answers what the page says`, async (t) => {
    await runTask(t, task, async (call, ask) => {
      const wanted = call.answer.replaceAll(ofTheMoment, '');
      let answer = await ask();
      const isAsWanted = () => answer.replaceAll(ofTheMoment, '') === wanted;
      // The phone may still be on its way there; reading calls may be repeated.
      if (onlyReads(call) && !isAsWanted())
        await eventually(async () => {
          answer = await ask();
          return isAsWanted();
        }, `${call.tool} answers as on the page`).catch(() => undefined);
      assert.equal(answer.replaceAll(ofTheMoment, ''), wanted, call.tool);
    });
  });
}
