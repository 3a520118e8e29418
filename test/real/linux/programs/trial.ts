import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import type { Recorded } from './page.ts';
import type { SessionName } from './session.ts';
import { programSessions, sessionFor } from './sessions.ts';
import { attempt, type Task } from './task.ts';

export const recorded = JSON.parse(
  readFileSync(new URL('recorded.json', import.meta.url), 'utf8'),
) as Recorded;

/** A test of each task, one after the other. */
export function tryTasks(name: SessionName, tasks?: readonly Task[]): void {
  const kind = programSessions.find((one) => one.name === name) ?? assert.fail(name);
  describe(`an agent does a task from start to end, and the program lives on (${name})`, () => {
    const ends: (() => unknown)[] = [];
    after(async () => {
      for (const end of ends.toReversed()) await end();
    });
    const open = sessionFor(kind, { after: (end) => ends.push(end as () => unknown) });
    for (const task of tasks ?? kind.tasks) {
      test(task.program, async (t) => {
        const { outcomes, errors } = await attempt(task, await open(t));
        assert.deepEqual(outcomes, recorded[name]?.[task.program], errors.join('\n'));
      });
    }
  });
}
