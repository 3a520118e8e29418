/** Writes docs/toolsets.md and what the test compares with: `npm run record:toolsets`. Read what changed. */
import { writeFile } from 'node:fs/promises';
import { outsideTests } from '../outside-tests.ts';
import { columnName, toolsetsPage } from './page.ts';
import { openStage, releases, tiers } from './stage.ts';
import { outcomesOn, type Outcomes } from './trial.ts';

const recorded: Record<string, Outcomes> = {};
for (const release of releases) {
  for (const tier of tiers) {
    await outsideTests(async (t) => {
      recorded[columnName(release, tier)] = await outcomesOn(await openStage(t, release, tier));
    });
  }
}
await writeFile(new URL('./recorded.json', import.meta.url), `${JSON.stringify(recorded, undefined, 2)}\n`);
await writeFile(new URL('../../../../docs/toolsets.md', import.meta.url), toolsetsPage(recorded));
console.log('docs/toolsets.md written');
