import { mix } from '../hash.ts';
import type { TrackedElement } from './tracked-element.ts';
import { labelsOf, type Signature } from './signature.ts';

/**
 * Matches rows by the platform's own object keys. A key alone proves nothing, because lists reuse objects for other rows. So
 * the object must have the same label and be the only one with it; or, if it holds so much that something in it always changes,
 * still have most of the labels that only it had. An unlabelled object that contains a scroller is a part of the window.
 */
export function matchPlatformKeys(
  before: readonly TrackedElement[],
  now: readonly Signature[],
): (TrackedElement | undefined)[] {
  const byKey = new Map(
    before.filter(({ node }) => node.key !== undefined).map((one) => [one.node.key, one]),
  );
  if (byKey.size === 0) return [];
  const [saidBefore, saidNow] = [labelCounts(before), labelCounts(now)];
  let shares: Map<number, number> | undefined;
  return now.map((signature) => {
    const known = byKey.get(signature.node.key);
    if (known?.kind !== signature.kind) return undefined;
    const says = mix(known.kind, known.label);
    if (known.label === signature.label) {
      const alone = saidBefore.get(says) === 1 && saidNow.get(says) === 1;
      return (known.label === 0 ? signature.holdsScroller : alone) ? known : undefined;
    }
    shares ??= holders(before);
    return sharesMostLabels(known, signature, shares) ? known : undefined;
  });
}

function labelCounts(rows: readonly (TrackedElement | Signature)[]): Map<number, number> {
  return counted(rows.map(({ kind, label }) => mix(kind, label)));
}

/** How many rows hold each label. */
function holders(rows: readonly TrackedElement[]): Map<number, number> {
  return counted(rows.flatMap((row) => [...new Set(labelsOf(row))]));
}

function counted(values: readonly number[]): Map<number, number> {
  const times = new Map<number, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return times;
}

function sharesMostLabels(
  known: TrackedElement,
  signature: Signature,
  shares: ReadonlyMap<number, number>,
): boolean {
  const itsOwn = labelsOf(known).filter((label) => shares.get(label) === 1);
  const now = new Set(labelsOf(signature));
  return itsOwn.filter((label) => now.has(label)).length * 2 > itsOwn.length;
}
