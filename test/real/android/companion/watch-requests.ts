import type { TestContext } from 'node:test';
import { RunningCompanion } from '../../../../packages/handeye/src/android/companion/running.ts';

type Ask = RunningCompanion['ask'];

/** Hears of each request to a companion before it is sent, by its method; what it returns runs when it is answered. */
export function watchRequests(t: TestContext, hear: (method: string) => (() => void) | undefined): void {
  const { prototype } = RunningCompanion;
  const ask = Reflect.get(prototype, 'ask') as Ask; // called below on the companion that it belongs to
  t.mock.method(prototype, 'ask', function (this: RunningCompanion, ...args: Parameters<Ask>) {
    const after = hear(args[0].do);
    const answer: ReturnType<Ask> = Reflect.apply(ask, this, args) as ReturnType<Ask>;
    return answer.finally(after);
  });
}
