import { asLatin, folded } from './fold.ts';
import { wellKnownApps } from './well-known-apps.ts';

const packagesByLabel: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(wellKnownApps).map(([label, packages]) => [keyOf(label), packages]),
);

/** The packages that may bear a label, if it is a well-known one and this package is none of them. */
export function borrowedName(label: string, app: string): readonly string[] | undefined {
  const packages = packagesByLabel.get(keyOf(label));
  return packages && !packages.includes(app) ? packages : undefined;
}

/** As a person reads it: whatever alphabet its letters are from. */
function keyOf(label: string): string {
  const plain = folded(label);
  return asLatin(plain) ?? plain;
}
