import type { TestContext } from 'node:test';
import { RunningCompanion } from '../../../../packages/android/src/companion/running.ts';

type Ask = RunningCompanion['ask'];

/** Calls the listener for each request to a companion before it is sent; the function that it returns runs after the answer. */
export function watchRequests(
  t: TestContext,
  hear: (method: string, request: Parameters<Ask>[0]) => (() => void) | undefined,
): void {
  const { prototype } = RunningCompanion;
  const ask: Ask = Reflect.get(prototype, 'ask');
  t.mock.method(prototype, 'ask', function (this: RunningCompanion, ...args: Parameters<Ask>) {
    const after = hear(args[0].do, args[0]);
    const answer: ReturnType<Ask> = Reflect.apply(ask, this, args);
    return answer.finally(after);
  });
}
