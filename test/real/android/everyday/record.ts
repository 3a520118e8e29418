/** Writes the answers of docs/everyday-tasks.md anew: `npm run record:tasks`. Read what changed. */
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { outsideTests } from '../outside-tests.ts';
import { tasksOf, withAnswers } from './page.ts';
import { onlyReads, runTask } from './run-task.ts';

/** The time until there is something to read: a message is answered after two seconds. */
const UNTIL_READ_MS = 4_000;

const path = new URL('../../../../docs/everyday-tasks.md', import.meta.url);

async function written(page: string): Promise<string> {
  const answers: string[] = [];
  for (const task of tasksOf(page)) {
    await outsideTests((t) =>
      runTask(t, task, async (call, ask) => {
        if (onlyReads(call)) await delay(UNTIL_READ_MS);
        answers.push(await ask());
      }),
    );
  }
  return withAnswers(page, answers);
}

await writeFile(path, await written(await readFile(path, 'utf8')));
console.log('docs/everyday-tasks.md written');
