import { asLatin, folded } from './fold.ts';
import { systemApps, wellKnownApps } from './well-known-apps.ts';

const byTitle = byName(Object.entries(wellKnownApps));
const byLabel = byName([...Object.entries(wellKnownApps), ...Object.entries(systemApps)]);

/** The packages that may bear a name, if it is a well-known one and this package is none of them. */
export function borrowedName(
  name: string,
  app: string,
  of: 'title' | 'label',
): readonly string[] | undefined {
  const packages = (of === 'title' ? byTitle : byLabel).get(keyOf(name));
  return packages && !packages.includes(app) ? packages : undefined;
}

function byName(
  entries: readonly (readonly [string, readonly string[]])[],
): ReadonlyMap<string, readonly string[]> {
  return new Map(entries.map(([name, packages]) => [keyOf(name), packages]));
}

/** As a person reads it: whatever alphabet its letters are from. */
function keyOf(label: string): string {
  const plain = folded(label);
  return asLatin(plain) ?? plain;
}
