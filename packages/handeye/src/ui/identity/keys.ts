import { mix } from '../hash.ts';
import type { Known } from './known.ts';
import { labelsOf, type Outline } from './outline.ts';

/**
 * Who is who by the platform's own names for its objects. A name alone proves nothing: lists reuse an object for
 * another row. So the object must say what it said, and say it alone; or, if it holds so much that something in it
 * always changes, still say most of what only it said. A silent one that holds what scrolls is a part of the window.
 */
export function matchKeys(before: readonly Known[], now: readonly Outline[]): (Known | undefined)[] {
  const byKey = new Map(
    before.filter(({ node }) => node.key !== undefined).map((one) => [one.node.key, one]),
  );
  if (byKey.size === 0) return [];
  const [saidBefore, saidNow] = [timesSaid(before), timesSaid(now)];
  let shares: Map<number, number> | undefined;
  return now.map((outline) => {
    const known = byKey.get(outline.node.key);
    if (known?.kind !== outline.kind) return undefined;
    const says = mix(known.kind, known.label);
    if (known.label === outline.label) {
      const alone = saidBefore.get(says) === 1 && saidNow.get(says) === 1;
      return (known.label === 0 ? outline.holdsScroller : alone) ? known : undefined;
    }
    shares ??= holders(before);
    return saysMost(known, outline, shares) ? known : undefined;
  });
}

function timesSaid(rows: readonly (Known | Outline)[]): Map<number, number> {
  return counted(rows.map(({ kind, label }) => mix(kind, label)));
}

/** How many of them hold each label. */
function holders(rows: readonly Known[]): Map<number, number> {
  return counted(rows.flatMap((row) => [...new Set(labelsOf(row))]));
}

function counted(values: readonly number[]): Map<number, number> {
  const times = new Map<number, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return times;
}

function saysMost(known: Known, outline: Outline, shares: ReadonlyMap<number, number>): boolean {
  const itsOwn = labelsOf(known).filter((label) => shares.get(label) === 1);
  const now = new Set(labelsOf(outline));
  return itsOwn.filter((label) => now.has(label)).length * 2 > itsOwn.length;
}
