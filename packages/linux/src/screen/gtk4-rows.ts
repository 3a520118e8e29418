import { centre, intersect } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import type { Accessible } from '../atspi/accessible.ts';
import { interfaces } from '../atspi/accessible.ts';
import { asReference, keyOf } from '../atspi/cache-item.ts';
import type { Caller } from '../atspi/caller.ts';

/** AT-SPI's coordinate type for positions relative to the window. */
const COORD_TYPE_WINDOW = 1;

const rowRoles: ReadonlySet<string> = new Set(['list item', 'table row', 'tree item']);

/**
 * Rows of GTK4 lists that are not where their extents say. GTK 4.8 keeps the widgets of rows that were scrolled away, still
 * `visible` and with their last extents. Only a hit test shows which row is really there.
 */
export async function misplacedRows(caller: Caller, frame: Accessible): Promise<ReadonlySet<Accessible>> {
  const doubtful = listsIn(frame).filter(overlap).flat();
  const misplaced = await Promise.all(
    doubtful.map(async (row) => ((await isAtItsBounds(caller, frame, row)) ? [] : [row])),
  );
  return new Set(misplaced.flat());
}

/**
 * Returns true if a hit test at the element's centre finds nothing else: the element itself, something inside or around it, or
 * a part that is not in the tree.
 */
export async function isAtItsBounds(
  caller: Caller,
  frame: Accessible,
  element: Accessible,
): Promise<boolean> {
  if (!element.bounds) return false;
  const { x, y } = centre(element.bounds);
  const hitTest = { member: 'GetAccessibleAtPoint', signature: 'iiu', args: [x, y, COORD_TYPE_WINDOW] };
  const [found] = await caller.call(frame.reference, { interface: interfaces.component, ...hitTest });
  const key = keyOf(asReference(found));
  const hit = findIn(frame, ({ reference }) => keyOf(reference) === key);
  return (
    !hit ||
    findIn(element, (inner) => inner === hit) !== undefined ||
    findIn(hit, (inner) => inner === element) !== undefined
  );
}

/** The rows of each list below, as far as they have bounds. */
function listsIn(accessible: Accessible): Accessible[][] {
  const rows = accessible.children.filter(({ role, bounds }) => rowRoles.has(role) && bounds);
  return [...(rows.length > 1 ? [rows] : []), ...accessible.children.flatMap(listsIn)];
}

/** Rows with correct bounds do not overlap. */
function overlap(rows: readonly Accessible[]): boolean {
  const sorted = rows.flatMap(({ bounds }) => bounds ?? []).toSorted(readingOrder);
  return sorted.some((bounds, index) => {
    const next = sorted[index + 1];
    return next !== undefined && intersect(bounds, next) !== undefined;
  });
}

function readingOrder(a: Bounds, b: Bounds): number {
  return a.top - b.top || a.left - b.left;
}

function findIn(top: Accessible, matches: (accessible: Accessible) => boolean): Accessible | undefined {
  if (matches(top)) return top;
  for (const child of top.children) {
    const found = findIn(child, matches);
    if (found) return found;
  }
  return undefined;
}
