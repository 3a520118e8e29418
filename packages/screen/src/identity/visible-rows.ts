import { mix } from '../hash.ts';
import type { Bounds } from '../node.ts';
import type { Clipped } from './row-order.ts';
import type { TrackedElement, TrackedList } from './tracked-element.ts';
import { labelsOf, type Signature } from './signature.ts';

/** The visible rows of a scrolling container. */
export interface VisibleRows {
  readonly axis: TrackedList['axis'];
  readonly frame: Bounds;
  readonly clipped: Clipped;
  /** The hash of each row's kind and label; 0 if it is unreliable. */
  readonly rowHashes: readonly number[];
  /** Rows that may be only partly visible. */
  readonly partial: ReadonlySet<Signature>;
}

/** Determines the visible rows of a container. */
export function visibleRows(
  parent: TrackedElement,
  rows: readonly Signature[],
  usualAxis: TrackedList['axis'],
): VisibleRows {
  const axis = axisOf(rows) ?? usualAxis;
  const frame = frameOf(parent);
  const { from, to } = extent(frame, axis);
  const cutAtStart = ({ node }: Signature): boolean => extent(node.bounds, axis).from <= from;
  const cutAtEnd = ({ node }: Signature): boolean => extent(node.bounds, axis).to >= to;
  const [first, last] = [rows[0], rows.at(-1)];
  const partial = rows.filter((row) => row.children.length > 0 && (cutAtStart(row) || cutAtEnd(row)));
  const vague = vagueAmong(partial, rows);
  return {
    axis,
    frame,
    clipped: {
      start: first !== undefined && cutAtStart(first),
      end: last !== undefined && cutAtEnd(last),
    },
    rowHashes: rows.map((row) => (row.label === 0 || vague.has(row) ? 0 : mix(row.kind, row.label))),
    partial: new Set(partial),
  };
}

/**
 * A row clipped at an edge may have lost its title, and the visible rest ("Delete") identifies nothing: such a row is
 * identified only by a label that no other visible row has.
 */
function vagueAmong(partial: readonly Signature[], rows: readonly Signature[]): Set<Signature> {
  if (partial.length === 0) return new Set();
  const holders = new Map<number, number>();
  for (const row of rows) {
    for (const label of new Set(labelsOf(row))) holders.set(label, (holders.get(label) ?? 0) + 1);
  }
  return new Set(partial.filter((row) => !labelsOf(row).some((label) => holders.get(label) === 1)));
}

/** The visible part of a container: a scroll view's content may be larger. */
function frameOf({ isScrollContent, parent, node }: TrackedElement): Bounds {
  return isScrollContent && parent !== undefined ? parent.node.bounds : node.bounds;
}

/** The axis of the rows; undefined for a single row. */
function axisOf(rows: readonly Signature[]): TrackedList['axis'] | undefined {
  const first = rows[0]?.node.bounds;
  const last = rows.at(-1)?.node.bounds;
  if (first === undefined || last === undefined || rows.length < 2) return undefined;
  const across = Math.abs(last.left - first.left);
  const down = Math.abs(last.top - first.top);
  return across > down ? 'horizontal' : 'vertical';
}

function extent(bounds: Bounds, axis: TrackedList['axis']): { from: number; to: number } {
  return axis === 'vertical'
    ? { from: bounds.top, to: bounds.bottom }
    : { from: bounds.left, to: bounds.right };
}
