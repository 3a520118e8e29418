import type { TrackedElement } from './tracked-element.ts';

/** The ends at which the container clips a row, so that it may show only part of its label. */
export interface Clipped {
  readonly start: boolean;
  readonly end: boolean;
}

export interface UpdatedRowOrder {
  readonly rowOrder: readonly TrackedElement[];
  readonly lost: readonly TrackedElement[];
}

/**
 * The chain of known rows after a look. Rows that were between two now adjacent rows are gone. Rows beyond an end stay linked
 * only through a known row at that end; otherwise the rows between are unknown, and those beyond are lost.
 */
export function updateRowOrder(
  rowOrder: readonly TrackedElement[],
  rows: readonly TrackedElement[],
  clipped: Clipped,
): UpdatedRowOrder {
  const places = new Map(rowOrder.map((row, place) => [row, place]));
  const placed = rows.flatMap((row, at) => {
    const place = places.get(row);
    return place === undefined ? [] : [{ at, place }];
  });
  const first = placed[0];
  const last = placed.at(-1);
  const rising = placed.every(({ place }, at) => place > (placed[at - 1]?.place ?? -1));
  if (first === undefined || last === undefined || !rising) {
    const inSight = new Set(rows);
    return { rowOrder: rows, lost: rowOrder.filter((row) => !inSight.has(row)) };
  }
  const head = joinEnd({
    beyond: rowOrder.slice(0, first.place),
    unknown: rows.slice(0, first.at),
    next: rowOrder[first.place - 1],
    clipped: clipped.start,
  });
  const tail = joinEnd({
    beyond: rowOrder.slice(last.place + 1),
    unknown: rows.slice(last.at + 1),
    next: rowOrder[last.place + 1],
    clipped: clipped.end,
  });
  return {
    rowOrder: [
      ...head.linked,
      ...head.unknown,
      ...rows.slice(first.at, last.at + 1),
      ...tail.unknown,
      ...tail.linked,
    ],
    lost: [...head.lost, ...tail.lost],
  };
}

/** The known and the visible rows at one end. */
interface End {
  /** The rows known beyond the outermost known row in view. */
  readonly beyond: readonly TrackedElement[];
  /** The unknown rows in view there. */
  readonly unknown: readonly TrackedElement[];
  /** The nearest of those beyond. */
  readonly next: TrackedElement | undefined;
  readonly clipped: boolean;
}

/**
 * Links one end. Known and visible rows there contradict each other, with one exception: a single unknown row may be the known
 * one that is clipped. It stays out of the chain until it is fully visible.
 */
function joinEnd({ beyond, unknown, next, clipped }: End): {
  linked: readonly TrackedElement[];
  unknown: readonly TrackedElement[];
  lost: readonly TrackedElement[];
} {
  const [row, ...others] = unknown;
  if (row === undefined || next === undefined) return { linked: beyond, unknown, lost: [] };
  if (clipped && others.length === 0 && mayBePartOf(row, next))
    return { linked: beyond, unknown: [], lost: [] };
  return { linked: [], unknown, lost: beyond };
}

/** Whether the visible part of a clipped row may belong to a known one. A row that is a text itself is always seen whole. */
function mayBePartOf(seen: TrackedElement, known: TrackedElement): boolean {
  return seen.kind === known.kind && (!seen.fullyVisible || seen.label === 0);
}
