// Runs random histories: a thousand, or ten thousand with TEST_LONG. It is a program of its own because a test runner tracks
// every promise, which doubles the time.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { faultsIn } from './history.ts';
import { plans, takeovers, unheard } from './plan.ts';

// Histories are full of errors whose stacks are never read.
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
    numRuns: process.env.TEST_LONG === undefined ? 1_000 : 10_000,
    ...(SEED !== undefined && { seed: Number(SEED) }),
  },
);
