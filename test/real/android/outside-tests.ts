import type { TestContext } from 'node:test';

/** Runs what otherwise runs in a test, and ends what it started. */
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
