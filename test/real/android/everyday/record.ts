/** Writes the answers of docs/everyday-tasks.md anew: `npm run record:tasks`. Read what changed. */
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { tasksOf, withAnswers } from './page.ts';
import { onlyReads, runTask } from './run-task.ts';

/** What the phone may need until there is something to read: somebody answers a message after two seconds. */
const UNTIL_READ_MS = 4_000;

const path = new URL('../../../../docs/everyday-tasks.md', import.meta.url);
const page = await readFile(path, 'utf8');
const answers: string[] = [];
for (const task of tasksOf(page)) {
  const endings: (() => unknown)[] = [];
  const after = (ending?: unknown) => {
    if (typeof ending === 'function') endings.push(() => ending() as unknown);
  };
  try {
    await runTask({ after }, task, async (call, ask) => {
      if (onlyReads(call)) await delay(UNTIL_READ_MS);
      answers.push(await ask());
    });
  } finally {
    for (const ending of endings.reverse()) await ending();
  }
}
await writeFile(path, withAnswers(page, answers));
console.log('docs/everyday-tasks.md written');
