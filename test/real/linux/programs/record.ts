/**
 * Writes the table in docs/linux.md and what the tests compare with: `npm run record:linux`, or only the programs that are
 * named (`npm run record:linux -- gimp`). Read what changed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { type Recorded, withTable } from './page.ts';
import { type ProgramSession, programSessions } from './sessions.ts';
import { attempt, type Outcomes, type Task } from './task.ts';

const wanted = process.argv.slice(2).map((word) => word.toLowerCase());
const file = new URL('./recorded.json', import.meta.url);
const page = new URL('../../../../docs/linux.md', import.meta.url);
const recorded = JSON.parse(await readFile(file, 'utf8')) as Recorded;

for (const { name, open, tasks } of programSessions) {
  const ofSession: Record<string, Outcomes> = {};
  await inPairs(tasks, async (task) => {
    const isWanted =
      wanted.length === 0 || wanted.some((word) => `${name} ${task.program}`.toLowerCase().includes(word));
    const before = recorded[name]?.[task.program];
    const outcomes = isWanted ? await outcomesOf(task, open, name).catch(lost) : before;
    if (outcomes) ofSession[task.program] = outcomes;
  });
  const inOrder = tasks.flatMap(({ program }): [string, Outcomes][] => {
    const outcomes = ofSession[program];
    return outcomes ? [[program, outcomes]] : [];
  });
  Object.assign(recorded, { [name]: Object.fromEntries(inOrder) });
}
await writeFile(file, `${JSON.stringify(recorded, undefined, 2)}\n`);
await writeFile(page, withTable(await readFile(page, 'utf8'), recorded));
console.log('docs/linux.md written');

/** A program that ended, or never came, is in no table: the test of it fails until it lives. */
function lost(error: unknown): undefined {
  console.log(String(error).slice(0, 1500));
}

/** Two at a time, as the test does. */
async function inPairs<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all];
  const worker = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await work(next);
  };
  await Promise.all([worker(), worker()]);
}

async function outcomesOf(task: Task, open: ProgramSession['open'], session: string): Promise<Outcomes> {
  const ends: (() => unknown)[] = [];
  try {
    const { outcomes, errors } = await attempt(
      task,
      await open({ after: (end) => ends.push(end as () => unknown) }),
    );
    console.log(`${session}, ${task.program}: ${JSON.stringify(outcomes)}`);
    for (const error of errors) console.log(`  ${error.slice(0, 1500)}`);
    return outcomes;
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}
