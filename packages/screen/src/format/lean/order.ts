import { area, intersect } from '../../bounds.ts';
import type { Bounds, UiNode } from '../../node.ts';

export type Reading = 'left to right' | 'right to left' | 'unknown';

/** The sorting is quadratic: with more siblings than this, tree order is kept. */
const MOST_SIBLINGS = 200;

/** Siblings that overlap, or one that overlaps no other. */
interface Group<T> {
  readonly items: readonly { readonly item: T; readonly at: number }[];
  readonly bounds: Bounds;
}

/**
 * Siblings in reading order: row by row from the top, within a row in the direction of the script. Overlapping siblings stay in
 * tree order, because later ones are drawn above; so do all siblings if one has no bounds.
 */
export function inReadingOrder<T extends { readonly node: UiNode }>(
  siblings: readonly T[],
  reading: Reading,
): readonly T[] {
  if (siblings.length < 2 || siblings.length > MOST_SIBLINGS) return siblings;
  if (siblings.some(({ node }) => area(node.bounds) === 0)) return siblings;
  const groups = joined(siblings.map((item, at) => ({ items: [{ item, at }], bounds: item.node.bounds })));
  return rowsOf(groups).flatMap((row) =>
    acrossOrder(row, reading).flatMap(({ items }) => items.map(({ item }) => item)),
  );
}

/** Whether two things are in one row: they share at least half of the height of the less tall one. */
export function inOneRow(one: Bounds, other: Bounds): boolean {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const least = Math.min(one.bottom - one.top, other.bottom - other.top);
  return least > 0 && shared * 2 >= least;
}

/** Merges overlapping siblings into groups until no two groups overlap; each group keeps tree order. */
function joined<T>(places: readonly Group<T>[]): Group<T>[] {
  const groups: Group<T>[] = [];
  for (const place of places) {
    let group = place;
    for (let at = groups.findIndex(overlaps(group)); at >= 0; at = groups.findIndex(overlaps(group))) {
      const [other = group] = groups.splice(at, 1);
      const items = [...other.items, ...group.items].toSorted((a, b) => a.at - b.at);
      group = { items, bounds: union(other.bounds, group.bounds) };
    }
    groups.push(group);
  }
  return groups;
}

const overlaps =
  ({ bounds }: Group<unknown>) =>
  (other: Group<unknown>) =>
    intersect(bounds, other.bounds) !== undefined;

function rowsOf<T>(groups: readonly Group<T>[]): Group<T>[][] {
  const rows: Group<T>[][] = [];
  for (const group of groups.toSorted((one, other) => one.bounds.top - other.bounds.top)) {
    const row = rows.at(-1);
    if (row?.[0] && inOneRow(row[0].bounds, group.bounds)) row.push(group);
    else rows.push([group]);
  }
  return rows;
}

function acrossOrder<T>(row: readonly Group<T>[], reading: Reading): readonly Group<T>[] {
  if (reading === 'unknown') return row.toSorted((one, other) => firstOf(one) - firstOf(other));
  const sign = reading === 'left to right' ? 1 : -1;
  return row.toSorted((one, other) => sign * (one.bounds.left - other.bounds.left));
}

function firstOf({ items }: Group<unknown>): number {
  return items[0]?.at ?? 0;
}

function union(a: Bounds, b: Bounds): Bounds {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** This many letters are enough to determine the reading direction of a window. */
const ENOUGH_LETTERS = 2_000;

/** The direction of most letters in some texts; unknown if there are none. */
export function readingOf(texts: Iterable<string>): Reading {
  let left = 0;
  let right = 0;
  for (const whole of texts) {
    const text = whole.slice(0, ENOUGH_LETTERS);
    right +=
      text.match(/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/gu)?.length ?? 0;
    left += text.match(/\p{L}/gu)?.length ?? 0;
    if (left > ENOUGH_LETTERS) break;
  }
  if (left === 0) return 'unknown';
  return right * 2 > left ? 'right to left' : 'left to right';
}
