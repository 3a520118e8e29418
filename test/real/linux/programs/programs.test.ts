import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { withTable } from './page.ts';
import { otherTasks } from './tasks.ts';
import { recorded, tryTasks } from './trial.ts';

test('docs/linux.md has the table that was recorded', () => {
  const page = readFileSync(new URL('../../../../docs/linux.md', import.meta.url), 'utf8');
  assert.equal(page, withTable(page, recorded), 'run `npm run record:linux`, and read what changed');
});

tryTasks('X11', otherTasks);
