import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { toolsets } from '@handeye/core/tools/toolsets';
import { pairs } from '@handeye/testing/long';
import { columnName, toolsetsPage, triedToolsets, type Recorded } from './page.ts';
import { openStage, releases, tiers } from './stage.ts';
import { outcomesOn, trials } from './trial.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const recorded = JSON.parse(read('./recorded.json')) as Recorded;

test('every tool of the opt-in toolsets has a row, and no row is about another', () => {
  const tools = triedToolsets.flatMap((toolset) => toolsets[toolset].map(({ name }) => name));
  assert.deepEqual([...new Set(trials.map(({ tool }) => tool))].sort(), tools.toSorted());
});

test('the page tells what was recorded', () => {
  assert.equal(
    read('../../../../docs/toolsets.md'),
    toolsetsPage(recorded),
    'run `npm run record:toolsets`, and read what changed',
  );
});

describe('each tool does on the phone what the page says', { concurrency: 2 }, () => {
  for (const [release, tier] of pairs(releases, tiers)) {
    test(`Android ${release}, ${tier}`, async (t) => {
      const outcomes = await outcomesOn(await openStage(t, release, tier));
      assert.deepEqual(outcomes, recorded[columnName(release, tier)]);
    });
  }
});
