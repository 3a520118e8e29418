/**
 * Writes the table in docs/linux.md and what the tests compare with: `npm run record:linux`, or only the programs that are
 * named (`npm run record:linux -- gimp`). Read what changed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { type Recorded, withTable } from './page.ts';
import type { Session } from './session.ts';
import { programSessions } from './sessions.ts';
import { attempt, type Outcomes, type Task } from './task.ts';

const wanted = process.argv.slice(2).map((word) => word.toLowerCase());
const file = new URL('./recorded.json', import.meta.url);
const page = new URL('../../../../docs/linux.md', import.meta.url);
const recorded = JSON.parse(await readFile(file, 'utf8')) as Recorded;

for (const { name, open, tasks } of programSessions) {
  const inOrder: [string, Outcomes][] = [];
  const ends: (() => unknown)[] = [];
  let opening: Promise<Session> | undefined;
  for (const task of tasks) {
    let outcomes = recorded[name]?.[task.program];
    if (isWanted(`${name} ${task.program}`)) {
      opening ??= open({ after: (end) => ends.push(end as () => unknown) });
      outcomes = await outcomesOf(task, await opening).catch(lost);
    }
    if (outcomes) inOrder.push([task.program, outcomes]);
  }
  for (const end of ends.toReversed()) await end();
  Object.assign(recorded, { [name]: Object.fromEntries(inOrder) });
}
await writeFile(file, `${JSON.stringify(recorded, undefined, 2)}\n`);
await writeFile(page, withTable(await readFile(page, 'utf8'), recorded));
console.log('docs/linux.md written');

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.some((word) => name.toLowerCase().includes(word));
}

/** A program that ended, or never came, is in no table: the test of it fails until it lives. */
function lost(error: unknown): undefined {
  console.log(String(error).slice(0, 1500));
}

async function outcomesOf(task: Task, session: Session): Promise<Outcomes> {
  try {
    const { outcomes, errors } = await attempt(task, session);
    console.log(`${session.name}, ${task.program}: ${JSON.stringify(outcomes)}`);
    for (const error of errors) console.log(`  ${error.slice(0, 1500)}`);
    return outcomes;
  } finally {
    await session.endPrograms();
  }
}
