import type { TestContext } from 'node:test';

/** Runs code that usually runs in a test, and ends the programs that it started. */
export async function outsideTests(work: (t: Pick<TestContext, 'after'>) => Promise<void>): Promise<void> {
  const endings: ((...none: never[]) => unknown)[] = [];
  const after = (ending?: (...none: never[]) => unknown) => {
    if (ending) endings.push(ending);
  };
  try {
    await work({ after });
  } finally {
    for (const ending of endings.reverse()) await ending();
  }
}
