import { area, centre, intersect, type Point } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import { Skip } from './check.ts';
import type { Row, ScreenTable } from './screen-table.ts';

/** Elements that change something when touched, by the names that Android and makers of phones give them. */
const CHANGING = /switch|check|toggle|radio|seek|slider|slidingbutton|rating|picker|spinner/i;

/**
 * A row of the first page of Settings that only opens another page: clickable, with a text, in a list, without a switch or a
 * clickable element of its own inside (some makers put switches on the first page).
 */
export function harmlessRow(table: ScreenTable): Row {
  const rows = harmlessRows(table);
  const row = rows[Math.floor(rows.length / 2)];
  if (row) return row;
  throw new Skip('No row of Settings was found that surely only opens a page.');
}

export function harmlessRows({ rows, height }: ScreenTable): readonly Row[] {
  const lists = rows.filter(({ flags }) => flags.includes('s'));
  return rows.filter((row) => {
    const inside = rows.filter((other) => other !== row && contains(row.bounds, other.bounds));
    return (
      /v.*c.*n/.test(row.flags) &&
      !/[se]/.test(row.flags) &&
      !/button|edit|search/i.test(`${row.className} ${row.resourceId}`) &&
      row.bounds.bottom - row.bounds.top < height / 4 &&
      row.bounds.bottom - row.bounds.top > height / 100 &&
      lists.some(({ bounds }) => contains(bounds, row.bounds) && width(row.bounds) > width(bounds) / 2) &&
      [row, ...inside].some(({ text }) => text !== '') &&
      ![row, ...inside].some(({ className, resourceId }) => CHANGING.test(`${className} ${resourceId}`)) &&
      !inside.some(({ flags }) => /[cle]/.test(flags))
    );
  });
}

/** A point where nothing reacts to a finger: on a text, such as the page's title, in nothing clickable. */
export function idlePoint({ rows }: ScreenTable): Point {
  const reacting = rows.filter(({ flags }) => /[cles]/.test(flags));
  const idle = rows.find(
    ({ text, flags, bounds }) =>
      text !== '' &&
      flags.startsWith('v') &&
      !/[cles]/.test(flags) &&
      !reacting.some((other) => intersect(other.bounds, bounds)),
  );
  if (idle) return centre(idle.bounds);
  throw new Skip('Everything on the page reacts to a touch.');
}

/** The list of the page. */
export function listOf({ rows }: ScreenTable): Row {
  const lists = rows.filter(({ flags }) => flags.includes('s'));
  const [largest] = lists.toSorted((one, other) => area(other.bounds) - area(one.bounds));
  if (largest) return largest;
  throw new Skip('Nothing on the page scrolls.');
}

/** The search field of Settings. */
export function fieldOf({ rows }: ScreenTable): Row | undefined {
  return rows.find(({ flags, className }) => flags.includes('e') && !/password/i.test(className));
}

/** The element that opens the search: a bar or an icon. */
export function searchButtonOf({ rows }: ScreenTable): Row | undefined {
  return rows.find(({ flags, resourceId }) => flags.includes('c') && /search/i.test(resourceId));
}

function width({ left, right }: Bounds): number {
  return right - left;
}

function contains(outer: Bounds, inner: Bounds): boolean {
  return (
    inner.left >= outer.left &&
    inner.top >= outer.top &&
    inner.right <= outer.right &&
    inner.bottom <= outer.bottom
  );
}
