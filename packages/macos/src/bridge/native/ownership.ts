import type { CFRef } from './c-types.ts';
import type { Native } from './prototypes.ts';

/** Takes ownership of a Create or Copy function's result: it is released when the scope ends. Get results are borrowed. */
export type Own = <R extends CFRef | null>(object: R) => R;

/**
 * Runs a request inside an autorelease pool. In an application the run loop drains the pool after each event; the
 * bridge has no run loop and would leak with every request.
 */
export function withAutoreleasePool<T>(
  native: Pick<Native, 'objc_autoreleasePoolPush' | 'objc_autoreleasePoolPop'>,
  request: () => T,
): T {
  const pool = native.objc_autoreleasePoolPush();
  try {
    return request();
  } finally {
    native.objc_autoreleasePoolPop(pool);
  }
}

/** Runs a step of a request and releases everything it owned, in reverse order, whether it succeeds or fails. */
export function scoped<T>(native: Pick<Native, 'CFRelease'>, step: (own: Own) => T): T {
  const owned: CFRef[] = [];
  try {
    return step((object) => {
      if (object !== null) owned.push(object);
      return object;
    });
  } finally {
    for (const object of owned.reverse()) native.CFRelease(object);
  }
}
