/**
 * Writes the table in docs/linux.md and what the tests compare with: `npm run record:linux`, or only the programs that are
 * named (`npm run record:linux -- gimp`). Read what changed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { type Recorded, withTable } from './page.ts';
import { programSessions } from './sessions.ts';
import { attempt, type Outcomes } from './task.ts';

const wanted = process.argv.slice(2).map((word) => word.toLowerCase());
const file = new URL('./recorded.json', import.meta.url);
const page = new URL('../../../../docs/linux.md', import.meta.url);
const recorded = JSON.parse(await readFile(file, 'utf8')) as Recorded;

for (const { name, open, tasks } of programSessions) {
  const ofSession: Record<string, Outcomes> = {};
  for (const task of tasks) {
    const before = recorded[name]?.[task.program];
    const isWanted = wanted.length === 0 || wanted.some((word) => task.program.toLowerCase().includes(word));
    const outcomes = isWanted ? await outcomesOf(name, task.program) : before;
    if (outcomes) ofSession[task.program] = outcomes;
  }
  Object.assign(recorded, { [name]: ofSession });

  async function outcomesOf(session: string, program: string): Promise<Outcomes | undefined> {
    const ends: (() => unknown)[] = [];
    try {
      const task = tasks.find((one) => one.program === program);
      if (!task) return undefined;
      const { outcomes, errors } = await attempt(
        task,
        await open({ after: (end) => ends.push(end as () => unknown) }),
      );
      console.log(`${session}, ${program}: ${JSON.stringify(outcomes)}`);
      for (const error of errors) console.log(`  ${error}`);
      return outcomes;
    } finally {
      for (const end of ends.toReversed()) await end();
    }
  }
}
await writeFile(file, `${JSON.stringify(recorded, undefined, 2)}\n`);
await writeFile(page, withTable(await readFile(page, 'utf8'), recorded));
console.log('docs/linux.md written');
process.exit(0);
