import type { CFRef } from './c-types.ts';
import type { Native } from './prototypes.ts';

/** Takes what a Create or Copy function gave, to be released when the scope ends. What Get functions give is only borrowed. */
export type Own = <R extends CFRef | null>(object: R) => R;

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
