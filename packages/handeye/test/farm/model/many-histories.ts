// Runs ten thousand random histories. A program of its own: a test runner follows every promise, which takes as long again.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../support/runs.ts';
import { faultsIn } from './history.ts';
import { plans, takeovers, unheard } from './plan.ts';

// Histories are full of errors that nobody looks at.
Error.stackTraceLimit = 0;

const histories = fc.oneof(
  { weight: 8, arbitrary: plans },
  { weight: 1, arbitrary: takeovers },
  { weight: 1, arbitrary: unheard },
);
const SEED = process.env.TEST_SEED;

await fc.assert(
  fc.asyncProperty(histories, async (plan) => {
    assert.deepEqual(await faultsIn(plan), []);
  }),
  {
    numRuns: runs(10_000),
    interruptAfterTimeLimit: 500_000,
    markInterruptAsFailure: true,
    ...(SEED !== undefined && { seed: Number(SEED) }),
  },
);
