import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { TestPhone } from './phone.ts';

/** A command line, its output, its exit code (default 0) and its errors (default none). */
export type ExpectedAnswer = readonly [line: string, out: string, code?: number, err?: string];

/** Runs each line and compares its whole answer. */
export async function checkAnswers(
  t: TestContext,
  phone: TestPhone,
  answers: readonly ExpectedAnswer[],
): Promise<void> {
  for (const [line, out, code = 0, err = ''] of answers) {
    await t.test(line, async () => {
      assert.deepEqual(await phone.run(line), { out, err, code });
    });
  }
}
