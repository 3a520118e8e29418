import { area, intersect, union } from '../../bounds.ts';
import type { Bounds, UiNode } from '../../node.ts';

export type Reading = 'left to right' | 'right to left' | 'unknown';

/** The sorting is quadratic: with more siblings than this, tree order is kept. */
const MOST_SIBLINGS = 200;

/** Siblings that overlap, or one that overlaps no other. */
interface Group<T> {
  readonly items: readonly { readonly item: T; readonly at: number }[];
  readonly bounds: Bounds;
}

/** A sibling as a cell of columns: a text, something that can be used with or without a name of its own, or nothing to tell. */
export type Cell = 'text' | 'named' | 'nameless' | 'nothing' | 'other';

export interface Cells<T> {
  readonly cellOf: (item: T) => Cell;
  /** Whether its text holds a number. */
  readonly isValue: (item: T) => boolean;
  /** Called with each item of a column, and the column's first item. */
  readonly inColumn: (item: T, first: T) => void;
}

/**
 * Siblings in reading order: row by row from the top, within a row in the direction of the script. What stands in several rows
 * beside something tall follows it row by row. Cells under each other that need each other (a label, a field without a name, its
 * unit; the picture, title and channel of a card) stay together. Overlapping siblings stay in tree order, because later ones are
 * drawn above; so do all siblings if one has no bounds.
 */
export function inReadingOrder<T extends { readonly node: UiNode }>(
  siblings: readonly T[],
  reading: Reading,
  cells?: Cells<T>,
): readonly T[] {
  if (siblings.length < 2 || siblings.length > MOST_SIBLINGS) return siblings;
  if (siblings.some(({ node }) => area(node.bounds) === 0)) return siblings;
  const groups = joined(siblings.map((item, at) => ({ items: [{ item, at }], bounds: item.node.bounds })));
  return inRows(groups, reading, cells).flatMap(({ items }) => items.map(({ item }) => item));
}

function inRows<T>(
  groups: readonly Group<T>[],
  reading: Reading,
  cells: Cells<T> | undefined,
): readonly Group<T>[] {
  const rows = rowsOf(groups).map((row) => acrossOrder(row, reading));
  const ordered: Group<T>[] = [];
  for (let at = 0; at < rows.length;) {
    const stack = cells && reading !== 'unknown' ? stackFrom(rows.slice(at, at + MOST_STACKED), cells) : [];
    if (cells && isOfColumns(stack)) ordered.push(...byColumns(stack, cells));
    else
      for (const row of rows.slice(at, at + Math.max(1, stack.length)))
        ordered.push(...besideTall(row, reading, cells));
    at += Math.max(1, stack.length);
  }
  return ordered;
}

/** What stands beside a tall sibling may be several rows: they are read one after the other. */
function besideTall<T>(
  row: readonly Group<T>[],
  reading: Reading,
  cells: Cells<T> | undefined,
): readonly Group<T>[] {
  if (reading === 'unknown') return row;
  const isTall = (group: Group<T>) => row.every((other) => inOneRow(group.bounds, other.bounds));
  const isOne = row.every(isTall);
  if (isOne || !row.some(isTall)) return row;
  const ordered: Group<T>[] = [];
  let beside: Group<T>[] = [];
  for (const group of row) {
    if (!isTall(group)) {
      beside.push(group);
      continue;
    }
    ordered.push(...inRows(beside, reading, cells), group);
    beside = [];
  }
  return [...ordered, ...inRows(beside, reading, cells)];
}

/** The most rows of cells that belong together, looked at from one row on. */
const MOST_STACKED = 5;
/** Texts under texts may be a table, which is read row by row. Words over as many numbers are labels and values. */
const LEAST_COLUMNS_OF_TEXTS = 3;

/** The rows from the first one on whose cells stand under each other; none if the first has no cells. */
function stackFrom<T>(rows: readonly (readonly Group<T>[])[], cells: Cells<T>): CellRow<T>[] {
  const stack: CellRow<T>[] = [];
  for (const [at, row] of rows.entries()) {
    const next = cellRow(row, cells);
    const [first, ...others] = stack;
    if (next === undefined || (first && !isUnder(next, stack))) break;
    // The next card begins as this one did; after a label and its field, a text may also be the unit.
    const other = others.find(({ kind }) => kind !== first?.kind);
    if (first && other && next.kind === first.kind) {
      const after = cellRow(rows[at + 1] ?? [], cells);
      if (first.kind !== 'text' || after?.kind === other.kind) break;
    }
    stack.push(next);
  }
  return stack;
}

/** Whether the cells under each other need each other, so that they are read column by column. */
function isOfColumns<T>(stack: readonly CellRow<T>[]): boolean {
  const [first, second] = stack;
  if (first === undefined || second === undefined) return false;
  if (stack.some(({ kind }) => kind !== 'text')) return stack.some(({ kind }) => kind === 'text');
  const { length } = first.cells;
  const arePairs = stack.length === 2 && second.cells.length === length;
  return (
    arePairs &&
    length >= LEAST_COLUMNS_OF_TEXTS &&
    first.values + second.values === length &&
    first.values * second.values === 0
  );
}

interface CellRow<T> {
  readonly kind: Cell;
  readonly cells: readonly Group<T>[];
  /** How many of the cells hold a number. */
  readonly values: number;
  /** All of the row, also what tells nothing. */
  readonly row: readonly Group<T>[];
  readonly bounds: Bounds;
}

/** A row of several cells of one kind; undefined if it is none. What tells nothing does not count. */
function cellRow<T>(row: readonly Group<T>[], { cellOf, isValue }: Cells<T>): CellRow<T> | undefined {
  const kindOf = ({ items }: Group<T>): Cell => {
    const kinds = new Set(items.map(({ item }) => cellOf(item)).filter((kind) => kind !== 'nothing'));
    const [only = 'nothing', other] = kinds;
    // A picture with its duration over it.
    const isPicture = kinds.size === 2 && kinds.has('text') && (kinds.has('nameless') || kinds.has('named'));
    if (isPicture) return kinds.has('named') ? 'named' : 'nameless';
    return other === undefined ? only : 'other';
  };
  const cells = row.filter((group) => kindOf(group) !== 'nothing');
  const [one, ...others] = cells;
  if (one === undefined || others.length === 0) return undefined;
  const kind = kindOf(one);
  if (kind === 'other' || others.some((other) => kindOf(other) !== kind)) return undefined;
  const values = cells.filter(({ items }) => items.some(({ item }) => isValue(item))).length;
  return { kind, cells, values, row, bounds: cells.map(({ bounds }) => bounds).reduce(union) };
}

/** Whether each cell stands closely under a cell of its own of the first row. */
function isUnder<T>({ kind, cells, bounds }: CellRow<T>, stack: readonly CellRow<T>[]): boolean {
  const [first] = stack;
  const above = stack.at(-1);
  if (first === undefined || above === undefined || kind === 'named') return false;
  const heights = [bounds, above.bounds].map(({ top, bottom }) => bottom - top);
  if (bounds.top - above.bounds.bottom > Math.max(...heights)) return false;
  const columns = cells.map((cell) => columnOf(cell, first));
  const isOwn = columns.every((column, at) => column >= 0 && columns.indexOf(column) === at);
  // A caption is not wider than what it describes; a button with a name needs no text under it otherwise.
  const isCaption = cells.every((cell, at) => {
    const over = first.cells[columns[at] ?? -1];
    return (
      over !== undefined && cell.bounds.left >= over.bounds.left && cell.bounds.right <= over.bounds.right
    );
  });
  return isOwn && (first.kind !== 'named' || isCaption);
}

/** The only cell of the first row that a cell stands under; -1 if it is not exactly one. */
function columnOf<T>({ bounds }: Group<T>, { cells }: CellRow<T>): number {
  const over = cells.flatMap((cell, at) =>
    cell.bounds.left < bounds.right && bounds.left < cell.bounds.right ? [at] : [],
  );
  return over.length === 1 ? (over[0] ?? -1) : -1;
}

function byColumns<T>(rows: readonly CellRow<T>[], cells: Cells<T>): Group<T>[] {
  const [first] = rows;
  if (first === undefined) return [];
  const told = new Set(rows.flatMap((row) => row.cells));
  const silent = rows.flatMap(({ row }) => row).filter((group) => !told.has(group));
  const columns = first.cells.map((top, at) => [
    top,
    ...rows.slice(1).flatMap((row) => row.cells.filter((cell) => columnOf(cell, first) === at)),
  ]);
  for (const column of columns) {
    const head = column[0]?.items[0]?.item;
    if (head === undefined) continue;
    for (const { items } of column) for (const { item } of items) cells.inColumn(item, head);
  }
  return [...silent, ...columns.flat()];
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
