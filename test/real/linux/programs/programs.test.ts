import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { type Recorded, withTable } from './page.ts';
import { programSessions } from './sessions.ts';
import { attempt } from './task.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const recorded = JSON.parse(read('./recorded.json')) as Recorded;

test('docs/linux.md has the table that was recorded', () => {
  const page = read('../../../../docs/linux.md');
  assert.equal(page, withTable(page, recorded), 'run `npm run record:linux`, and read what changed');
});

// Two at a time: each has a desktop of its own, and programs wait more than they compute.
describe('an agent does a task from start to end, and the program lives on', { concurrency: 2 }, () => {
  for (const { name, open, tasks } of programSessions) {
    for (const task of tasks) {
      test(`${task.program}, ${name}`, async (t) => {
        const { outcomes, errors } = await attempt(task, await open(t));
        assert.deepEqual(outcomes, recorded[name]?.[task.program], errors.join('\n'));
      });
    }
  }
});
