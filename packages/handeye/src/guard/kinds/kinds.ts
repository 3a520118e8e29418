import type { Act, Kind, Reached } from '../act.ts';

/** What a write is, as far as Handeye recognises it. `reached` undefined: it reaches no application. */
export function kindsOf(_act: Act, _reached: Reached | undefined): ReadonlySet<Kind> {
  return new Set();
}
