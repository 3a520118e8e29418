import type { TrackedElement } from './tracked-element.ts';

/** At which ends the container clips a row, so that it may show only part of its label. */
export interface Clipped {
  readonly start: boolean;
  readonly end: boolean;
}

export interface UpdatedRowOrder {
  readonly rowOrder: readonly TrackedElement[];
  readonly lost: readonly TrackedElement[];
}

/**
 * The chain of known rows after a look. Rows that were between two rows that are adjacent now are gone. What lies
 * beyond an end stays linked only through a known row at that end; otherwise it is not known what lies between, and
 * those rows are lost.
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
  const head = joinEnd(rowOrder.slice(0, first.place), rows.slice(0, first.at), clipped.start);
  const tail = joinEnd(rowOrder.slice(last.place + 1), rows.slice(last.at + 1), clipped.end);
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

/**
 * One end: the rows known beyond the outermost known row in view, and the unknown rows in view there. They contradict
 * each other, except that a single unknown row may be a known one that is clipped: it stays out of the chain until it
 * is fully visible.
 */
function joinEnd(
  beyond: readonly TrackedElement[],
  unknown: readonly TrackedElement[],
  clipped: boolean,
): {
  linked: readonly TrackedElement[];
  unknown: readonly TrackedElement[];
  lost: readonly TrackedElement[];
} {
  if (unknown.length === 0 || beyond.length === 0) return { linked: beyond, unknown, lost: [] };
  if (unknown.length === 1 && clipped) return { linked: beyond, unknown: [], lost: [] };
  return { linked: [], unknown, lost: beyond };
}
