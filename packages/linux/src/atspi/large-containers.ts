import { centre } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import type { Value } from '../dbus/value.ts';
import { asNumber } from '../dbus/value.ts';
import type { Cell, Reference, WholeContainer } from './accessible.ts';
import { interfaces } from './accessible.ts';
import type { AppReader } from './app-reader.ts';
import { askName, askRole, asReference, exists, keyOf } from './cache-item.ts';
import type { CacheItem } from './cache-item.ts';
import type { Caller } from './caller.ts';
import { askExtents, COORD_TYPE_SCREEN } from './details.ts';
import { orUndefined } from './errors.ts';
import type { CellQuestions, PlacedCell } from './toolkits/libreoffice-cells.ts';

/**
 * A container with more children is never asked for all of them. LibreOffice Calc 7.4 reports 2147483647 for a sheet, and makes
 * an object for each of them when asked for its children: it hangs and grows by 30 MB/s until it is killed.
 */
export const MAX_CHILDREN = 5000;
/** The most children that are read of such a container: more than a screen shows. */
const MAX_READ = 3000;
/** The children that are read if the container does not report which are visible. */
const FIRST_CHILDREN = 200;
/** Hit tests along one line; a row or a column is seldom smaller than a few pixels. */
const MAX_HITS = 400;
const MISS_STEP = 12;
/** Deeper than the content of any list item. */
const MAX_CLIMB = 20;
/** AT-SPI counts children in 32 bits. */
const MAX_INDEX = 0x7fffffff;

/** A part of a large container, and how much there is in all. */
export interface ContainerPart {
  readonly children: readonly ChildPlace[];
  readonly whole: WholeContainer;
}

export interface ChildPlace {
  readonly reference: Reference;
  readonly cell: Cell | undefined;
}

/** Something that a hit test found, and where it ends. */
interface Hit {
  readonly reference: Reference;
  readonly bounds: Bounds | undefined;
}

type Size = NonNullable<WholeContainer['size']>;
type Place = Pick<Cell, 'row' | 'column'>;

/** The children of a large container that lie in `area`; the first ones if it cannot report which these are. */
export async function askPart(
  reader: AppReader,
  {
    reference,
    interfaces: offered,
    childCount = 0,
  }: Pick<CacheItem, 'reference' | 'interfaces' | 'childCount'>,
  area: Bounds | undefined,
): Promise<ContainerPart> {
  const { caller } = reader;
  const size = offered.has(interfaces.table) ? await askSize(caller, reference) : undefined;
  const whole = { inSight: false, childCount: size ? size.rows * size.columns : childCount, size };
  const canKeep = size && area && !reader.mayAsk('cells anew');
  const known = canKeep && (await reader.known.cells.inSight(reference, area, questionsBy(caller)));
  if (known) return { children: known, whole: { ...whole, inSight: true } };
  const canHit = area !== undefined && offered.has(interfaces.component);
  const hits = canHit ? await hitsIn(reader, reference, area) : [];
  const cells = size ? await askCells(reader, { table: reference, size }, hits) : [];
  if (canKeep && cells.length > 0)
    await reader.known.cells.keepSight({ table: reference, area }, cells, questionsBy(caller));
  if (cells.length > 0) return { children: cells, whole: { ...whole, inSight: true } };
  const [first, last] = await askRange(caller, hits);
  const end = Math.min(last + 1, first + MAX_READ, childCount);
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  const children = await Promise.all(indexes.map((index) => askChild(caller, reference, index)));
  return {
    children: children
      .filter((child) => child !== undefined)
      .map((child) => ({ reference: child, cell: undefined })),
    whole: { ...whole, inSight: hits.length > 0 },
  };
}

/** One child, by its index. */
export async function askChild(
  caller: Caller,
  parent: Reference,
  index: number,
): Promise<Reference | undefined> {
  const method = {
    interface: interfaces.accessible,
    member: 'GetChildAtIndex',
    signature: 'i',
    args: [index],
  };
  return askReference(caller, parent, method);
}

async function askSize(caller: Caller, table: Reference): Promise<Size | undefined> {
  const [rows, columns] = await Promise.all(
    ['NRows', 'NColumns'].map((name) => orUndefined(caller.get(table, interfaces.table, name))),
  );
  const size = { rows: asNumber(rows), columns: asNumber(columns) };
  return size.rows > 0 && size.columns > 0 ? size : undefined;
}

/**
 * The children on a line down and on a line across the area. The lines go through the middle, because row and column headers
 * lie at the edges; if they find nothing, as in a narrow list, another line goes near the left edge.
 */
async function hitsIn(reader: AppReader, container: Reference, area: Bounds): Promise<readonly Hit[]> {
  const { x, y } = centre(area);
  const down = (column: number) =>
    hitsAlong(reader, container, {
      from: area.top,
      to: area.bottom,
      point: (at) => [column, at],
      end: ({ bottom }) => bottom,
    });
  const [middle, across] = await Promise.all([
    down(x),
    hitsAlong(reader, container, {
      from: area.left,
      to: area.right,
      point: (at) => [at, y],
      end: ({ right }) => right,
    }),
  ]);
  const rows = middle.length > 0 ? middle : await down(area.left + Math.round((x - area.left) / 10));
  return [...rows, ...across];
}

interface Line {
  readonly from: number;
  readonly to: number;
  readonly point: (at: number) => [number, number];
  readonly end: (bounds: Bounds) => number;
}

/** Hit tests one after the other: where one thing ends, the next begins. Hidden rows are never seen this way. */
async function hitsAlong(reader: AppReader, container: Reference, line: Line): Promise<Hit[]> {
  const hits: Hit[] = [];
  let at = line.from + 1;
  for (let tries = 0; at < line.to && tries < MAX_HITS; tries += 1) {
    const hit = await hitAt(reader, container, line.point(at));
    if (hit) hits.push(hit);
    at = Math.max(at + (hit?.bounds ? 1 : MISS_STEP), hit?.bounds ? line.end(hit.bounds) + 1 : 0);
  }
  return hits;
}

/** The child of a container at a point. A hit test may find something deep inside the child. */
async function hitAt(
  reader: AppReader,
  container: Reference,
  [x, y]: [number, number],
): Promise<Hit | undefined> {
  const { caller } = reader;
  const args = [x, y, COORD_TYPE_SCREEN];
  const method = { interface: interfaces.component, member: 'GetAccessibleAtPoint', signature: 'iiu', args };
  let found = await askReference(caller, container, method);
  for (let climbed = 0; found && climbed < MAX_CLIMB; climbed += 1) {
    const parent: Value | undefined = await orUndefined(caller.get(found, interfaces.accessible, 'Parent'));
    const above = asReference(parent);
    if (keyOf(above) === keyOf(container)) {
      return { reference: found, bounds: await askExtents(reader.caller, found) };
    }
    found = exists(above) ? above : undefined;
  }
  return undefined;
}

/** The cells in the rows and columns that were hit. */
async function askCells(
  reader: AppReader,
  { table, size }: { table: Reference; size: Size },
  hits: readonly Hit[],
): Promise<PlacedCell[]> {
  const { caller } = reader;
  const found = await Promise.all(hits.map(({ reference }) => askPlace(caller, { table, size }, reference)));
  const places = found.filter((place) => place !== undefined);
  const columns = ascending(places.map(({ column }) => column));
  const rows = ascending(places.map(({ row }) => row)).slice(0, Math.ceil(MAX_READ / (columns.length || 1)));
  const cells = rows.flatMap((row) => columns.map((column) => ({ table, row, column })));
  const references = await Promise.all(cells.map((cell) => askCell(reader, cell)));
  return cells.flatMap((cell, at) => {
    const reference = references[at];
    return reference ? [{ reference, cell }] : [];
  });
}

function askCell(reader: AppReader, cell: Cell): Promise<Reference | undefined> {
  const { caller, known } = reader;
  const { table, row, column } = cell;
  const method = {
    interface: interfaces.table,
    member: 'GetAccessibleAt',
    signature: 'ii',
    args: [row, column],
  };
  const ask = () => askReference(caller, table, method);
  return reader.mayAsk('cells anew') ? ask() : known.cells.at(cell, questionsBy(caller), ask);
}

function questionsBy(caller: Caller): CellQuestions {
  return {
    isThere: async (cell) => (await orUndefined(askRole(caller, cell))) !== undefined,
    extents: (cell) => askExtents(caller, cell),
  };
}

/** The row and column of a cell; undefined for a header. */
async function askPlace(
  caller: Caller,
  { table, size }: { table: Reference; size: Size },
  cell: Reference,
): Promise<Place | undefined> {
  // A sheet of Calc has 2^34 cells, so the index of those below row 131072 is wrong, but a cell is named by its place.
  if (size.rows * size.columns > MAX_INDEX) return placeInName(await askName(caller, cell));
  const index = await askIndex(caller, cell);
  const ask = async (member: string) => {
    const method = { interface: interfaces.table, member, signature: 'i', args: [index] };
    const reply = await orUndefined(caller.call(table, method));
    return reply ? asNumber(reply[0]) : -1;
  };
  const [row, column] = await Promise.all([ask('GetRowAtIndex'), ask('GetColumnAtIndex')]);
  return isWithin(row, size.rows) && isWithin(column, size.columns) ? { row, column } : undefined;
}

function isWithin(index: number, count: number): boolean {
  return index >= 0 && index < count;
}

/** The row and column of a name like `AB12`. */
export function placeInName(name: string): Place | undefined {
  const [, letters, digits] = /^([A-Z]{1,3})([1-9]\d*)$/.exec(name) ?? [];
  if (letters === undefined) return undefined;
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: Number(digits) - 1, column: column - 1 };
}

/** The first and the last index of the children that were hit; of the first children if there are none. */
async function askRange(caller: Caller, hits: readonly Hit[]): Promise<[first: number, last: number]> {
  const found = await Promise.all(hits.map(({ reference }) => askIndex(caller, reference)));
  const indexes = ascending(found.filter((index) => index >= 0));
  return [indexes[0] ?? 0, indexes.at(-1) ?? FIRST_CHILDREN - 1];
}

async function askIndex(caller: Caller, child: Reference): Promise<number> {
  const method = { interface: interfaces.accessible, member: 'GetIndexInParent' };
  const reply = await orUndefined(caller.call(child, method));
  return reply ? asNumber(reply[0]) : -1;
}

async function askReference(
  caller: Caller,
  target: Reference,
  method: Parameters<Caller['call']>[1],
): Promise<Reference | undefined> {
  const reference = asReference((await orUndefined(caller.call(target, method)))?.[0]);
  return exists(reference) ? reference : undefined;
}

function ascending(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}
