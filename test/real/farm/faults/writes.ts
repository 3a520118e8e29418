/** The place of a tap identifies it: every write of a run has its own point, in the empty part of the home screen. */
const LEFT = 100;
const TOP = 1200;
const COLUMNS = 900;
const ROWS = 900;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function pointOf(write: number): Point {
  const row = Math.floor(write / COLUMNS);
  if (row >= ROWS) throw new RangeError(`There are no points for ${write} writes.`);
  return { x: LEFT + (write % COLUMNS), y: TOP + row };
}

/** The write that taps there; undefined if none does. */
export function writeAt({ x, y }: Point): number | undefined {
  const [column, row] = [x - LEFT, y - TOP];
  const isPoint = [column, row].every((part) => Number.isInteger(part) && part >= 0);
  return isPoint && column < COLUMNS && row < ROWS ? row * COLUMNS + column : undefined;
}
