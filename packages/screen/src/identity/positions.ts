import type { UiNode } from '../node.ts';
import type { TrackedElement, TrackedList } from './tracked-element.ts';

/** A visible row: its label hash, and its place as its list reports it. */
interface Row {
  readonly node: Pick<UiNode, 'item'>;
  readonly rowHash: number;
}

/**
 * Whether a row that was matched with a known one has another place in its list and shares its label with others: it may be one
 * of those. A row with a unique label may have moved, because something was added before it.
 */
export function movedAmongEqualLabels(
  rows: readonly Row[],
  last: readonly TrackedElement[],
): (known: TrackedElement, at: number) => boolean {
  if (!rows.some(({ node }) => node.item !== undefined)) return () => false;
  const repeated = new Set([...repeatedHashes(rows), ...repeatedHashes(last)]);
  return (known, at) => {
    const row = rows[at];
    if (row === undefined || known.node.item === undefined || row.node.item === undefined) return false;
    return !samePlace(known.node, row.node) && repeated.has(row.rowHash);
  };
}

function repeatedHashes(rows: readonly { readonly rowHash: number }[]): Set<number> {
  const [seen, repeated] = [new Set<number>(), new Set<number>()];
  for (const { rowHash } of rows) (seen.has(rowHash) ? repeated : seen).add(rowHash);
  return repeated;
}

/**
 * Visible rows that are known by their place in the list together with a label that no other row of it ever had. This works
 * after a jump, too, when no neighbour is left to confirm them. The place alone proves nothing, because views are reused for
 * other rows.
 */
export function matchPositions(
  { rowOrder, lost, hashCounts }: TrackedList,
  last: readonly TrackedElement[],
  rows: readonly Row[],
): [at: number, row: TrackedElement][] {
  if (!rows.some(({ node }) => node.item !== undefined)) return [];
  const remembered = new Map([...rowOrder, ...lost.keys(), ...last].map((known) => [known.rowHash, known]));
  return rows.flatMap(({ node, rowHash }, at): [number, TrackedElement][] => {
    const known = rowHash === 0 || hashCounts.get(rowHash) !== 1 ? undefined : remembered.get(rowHash);
    return known !== undefined && samePlace(known.node, node) ? [[at, known]] : [];
  });
}

function samePlace(one: Pick<UiNode, 'item'>, other: Pick<UiNode, 'item'>): boolean {
  const [a, b] = [one.item, other.item];
  return a !== undefined && b !== undefined ? a.row === b.row && a.column === b.column : false;
}
