import { centre, intersect } from '../ui/bounds.ts';
import type { Bounds } from '../ui/node.ts';
import type { Accessible } from './atspi/accessible.ts';
import { interfaces } from './atspi/accessible.ts';
import type { Conversation } from './atspi/conversation.ts';
import { asReference, keyOf } from './atspi/item.ts';

/** What GTK4 calls its toolkit; GTK3 is `gtk`. */
export const gtk4 = 'GTK';

/** Extents and points of GTK4 count from the window's corner. */
const IN_WINDOW = 1;

/**
 * The rows of GTK4's lists that are not where they say. A list of GTK 4.8 keeps the widgets of rows that were scrolled
 * out of sight, still visible and still at their last place; who is really there, only the place itself can tell.
 */
export async function displacedRows(talk: Conversation, frame: Accessible): Promise<ReadonlySet<Accessible>> {
  const doubtful = listsIn(frame).filter(overlap).flat();
  const displaced = await Promise.all(
    doubtful.map(async (row) => ((await isThere(talk, frame, row)) ? [] : [row])),
  );
  return new Set(displaced.flat());
}

/**
 * Whether GTK4 finds nothing else at the element's place: only itself, what is inside of it or around it, or a part of
 * it that has no place in the tree.
 */
export async function isThere(talk: Conversation, frame: Accessible, element: Accessible): Promise<boolean> {
  if (!element.bounds) return false;
  const { x, y } = centre(element.bounds);
  const question = { member: 'GetAccessibleAtPoint', signature: 'iiu', args: [x, y, IN_WINDOW] };
  const [found] = await talk.ask(frame.reference, { interface: interfaces.component, ...question });
  const key = keyOf(asReference(found));
  const other = within(frame, ({ reference }) => keyOf(reference) === key);
  return (
    !other ||
    within(element, (one) => one === other) !== undefined ||
    within(other, (one) => one === element) !== undefined
  );
}

const rowRoles: ReadonlySet<string> = new Set(['list item', 'table row', 'tree item']);

/** The rows of each list below, as far as they have a place. */
function listsIn(accessible: Accessible): Accessible[][] {
  const rows = accessible.children.filter(({ role, bounds }) => rowRoles.has(role) && bounds);
  return [...(rows.length > 1 ? [rows] : []), ...accessible.children.flatMap(listsIn)];
}

/** Rows that are all where they say do not lie on each other. */
function overlap(rows: readonly Accessible[]): boolean {
  const places = rows.flatMap(({ bounds }) => bounds ?? []).toSorted(readingOrder);
  return places.some((place, index) => {
    const next = places[index + 1];
    return next !== undefined && intersect(place, next) !== undefined;
  });
}

function readingOrder(a: Bounds, b: Bounds): number {
  return a.top - b.top || a.left - b.left;
}

function within(top: Accessible, isWanted: (one: Accessible) => boolean): Accessible | undefined {
  if (isWanted(top)) return top;
  for (const child of top.children) {
    const found = within(child, isWanted);
    if (found) return found;
  }
  return undefined;
}
