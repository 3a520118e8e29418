import type { Bounds } from '@handeye/screen/node';
import type { Cell, Reference } from '../accessible.ts';

/** More cells than a user scrolls through in a while; at this limit the memory is cleared. */
const MAX_CELLS = 20_000;
/** A look and the search for the focus may look at different areas of a few sheets. */
const MAX_SIGHTS = 8;

/** A cell and where it is in its table. */
export interface PlacedCell {
  readonly reference: Reference;
  readonly cell: Cell;
}

/** The question that a known cell is asked. */
export interface CellQuestions {
  readonly isThere: (reference: Reference) => Promise<boolean>;
  readonly extents: (reference: Reference) => Promise<Bounds | undefined>;
}

/** The cells of a table that were in sight of an area, and where the first and the last of them were. */
interface Sight {
  readonly cells: readonly PlacedCell[];
  readonly corners: string;
}

/**
 * The known cells of an application, as long as it lives. LibreOffice Calc 7.4 makes an object of 7 KB for every answer to
 * GetAccessibleAt and GetAccessibleAtPoint and never frees it: 200 looks at an empty sheet grew it from 208 MB to 1216. An
 * object that it has made stays the cell at its address, and asking that one again costs nothing.
 */
export class KnownCells {
  readonly #cells = new Map<string, Reference>();
  readonly #sights = new Map<string, Sight>();

  /** A known cell that is still there, otherwise the one that `askAnew` finds. */
  async at(
    cell: Cell,
    { isThere }: CellQuestions,
    askAnew: () => Promise<Reference | undefined>,
  ): Promise<Reference | undefined> {
    const key = `${keyOf(cell.table)} ${cell.row} ${cell.column}`;
    const known = this.#cells.get(key);
    if (known && (await isThere(known))) return known;
    const found = await askAnew();
    if (this.#cells.size >= MAX_CELLS) this.#cells.clear();
    if (found) this.#cells.set(key, found);
    return found;
  }

  /** The cells that were in sight of this area, if nothing has moved there. */
  async inSight(
    table: Reference,
    area: Bounds,
    ask: CellQuestions,
  ): Promise<readonly PlacedCell[] | undefined> {
    const known = this.#sights.get(keyOfSight(table, area));
    if (!known) return undefined;
    if ((await cornersOf(known.cells, ask)) !== known.corners) return undefined;
    const areThere = await Promise.all(known.cells.map(({ reference }) => ask.isThere(reference)));
    return areThere.every((one) => one) ? known.cells : undefined;
  }

  async keepSight(
    { table, area }: { readonly table: Reference; readonly area: Bounds },
    cells: readonly PlacedCell[],
    ask: CellQuestions,
  ): Promise<void> {
    const corners = await cornersOf(cells, ask);
    if (this.#sights.size >= MAX_SIGHTS) this.#sights.clear();
    this.#sights.set(keyOfSight(table, area), { cells, corners });
  }
}

async function cornersOf(cells: readonly PlacedCell[], { extents }: CellQuestions): Promise<string> {
  const corners = [cells[0], cells.at(-1)].filter((corner) => corner !== undefined);
  return JSON.stringify(await Promise.all(corners.map(({ reference }) => extents(reference))));
}

function keyOfSight(table: Reference, area: Bounds): string {
  return `${keyOf(table)} ${JSON.stringify(area)}`;
}

function keyOf({ bus, path }: Reference): string {
  return `${bus}${path}`;
}
