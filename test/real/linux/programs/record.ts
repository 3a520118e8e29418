/**
 * Writes the table in docs/linux.md and what the tests compare with: `npm run record:linux`, or only the programs that are
 * named (`npm run record:linux -- gimp`). Read what changed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import { type Recorded, withTable } from './page.ts';
import type { Session } from './session.ts';
import { programSessions, sessionFor } from './sessions.ts';
import { attempt, type Outcomes, type Task } from './task.ts';

const wanted = process.argv.slice(2).map((word) => word.toLowerCase());
const file = new URL('./recorded.json', import.meta.url);
const page = new URL('../../../../docs/linux.md', import.meta.url);
const recorded = JSON.parse(await readFile(file, 'utf8')) as Recorded;

for (const kind of programSessions) {
  const { name, tasks } = kind;
  const inOrder: [string, Outcomes][] = [];
  await untilEnd(async (whole) => {
    const open = sessionFor(kind, whole);
    for (const task of tasks) {
      const outcomes = isWanted(`${name} ${task.program}`)
        ? await untilEnd(async (end) => outcomesOf(task, await open(end))).catch(lost)
        : recorded[name]?.[task.program];
      if (outcomes) inOrder.push([task.program, outcomes]);
    }
  });
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
  const { outcomes, errors } = await attempt(task, session);
  console.log(`${session.name}, ${task.program}: ${JSON.stringify(outcomes)}`);
  for (const error of errors) console.log(`  ${error.slice(0, 1500)}`);
  return outcomes;
}

/** Does some work, then ends what it began. */
async function untilEnd<T>(work: (end: Pick<TestContext, 'after'>) => Promise<T>): Promise<T> {
  const ends: (() => unknown)[] = [];
  try {
    return await work({ after: (end) => ends.push(end as () => unknown) });
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}
