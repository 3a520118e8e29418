import type { Accessible } from '../atspi/accessible.ts';

/** The accessibles from one down to another below it. */
export function pathTo(from: Accessible, to: Accessible): readonly Accessible[] | undefined {
  if (from === to) return [from];
  for (const child of from.children) {
    const path = pathTo(child, to);
    if (path) return [from, ...path];
  }
  return undefined;
}
