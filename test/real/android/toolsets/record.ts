/** Writes docs/toolsets.md and what the test compares with: `npm run record:toolsets`. Read what changed. */
import { writeFile } from 'node:fs/promises';
import { columnName, toolsetsPage } from './page.ts';
import { openStage, releases, tiers } from './stage.ts';
import { outcomesOn, type Outcomes } from './trial.ts';

const recorded: Record<string, Outcomes> = {};
for (const release of releases) {
  for (const tier of tiers) {
    const endings: (() => unknown)[] = [];
    const after = (ending?: unknown) => {
      if (typeof ending === 'function') endings.push(() => ending() as unknown);
    };
    try {
      recorded[columnName(release, tier)] = await outcomesOn(await openStage({ after }, release, tier));
    } finally {
      for (const ending of endings.reverse()) await ending();
    }
  }
}
await writeFile(new URL('./recorded.json', import.meta.url), `${JSON.stringify(recorded, undefined, 2)}\n`);
await writeFile(new URL('../../../../docs/toolsets.md', import.meta.url), toolsetsPage(recorded));
console.log('docs/toolsets.md written');
