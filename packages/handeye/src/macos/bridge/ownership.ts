import type { CFRef } from './c-types.ts';
import type { Native } from './prototypes.ts';

/** Takes what a Create or Copy function gave, to be released when the scope ends. What Get functions give is only borrowed. */
export type Own = <R extends CFRef | null>(object: R) => R;

/**
 * Runs a whole request and releases what Apple's libraries put aside meanwhile to be released later. An application's
 * run loop does that after each event; the bridge has none, and would grow with every request.
 */
export function pooled<T>(
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

/** Runs a step of a request and releases all that it owned, the last first, whether it succeeds or fails. */
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
