import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import type { Recorded } from './page.ts';
import type { Session, SessionName } from './session.ts';
import { programSessions } from './sessions.ts';
import { attempt, type Task } from './task.ts';

export const recorded = JSON.parse(
  readFileSync(new URL('recorded.json', import.meta.url), 'utf8'),
) as Recorded;

/** A test of each task, one after the other in one session of its own. */
export function tryTasks(name: SessionName, tasks?: readonly Task[]): void {
  const kind = programSessions.find((one) => one.name === name) ?? assert.fail(name);
  describe(`an agent does a task from start to end, and the program lives on (${name})`, () => {
    const ends: (() => unknown)[] = [];
    let opening: Promise<Session> | undefined;
    after(async () => {
      for (const end of ends.toReversed()) await end();
    });
    for (const task of tasks ?? kind.tasks) {
      test(task.program, async (t) => {
        opening ??= kind.open({ after: (end) => ends.push(end as () => unknown) });
        const session = await opening;
        t.after(() => session.endPrograms());
        const { outcomes, errors } = await attempt(task, session);
        assert.deepEqual(outcomes, recorded[name]?.[task.program], errors.join('\n'));
      });
    }
  });
}
