import type { Accessible } from '../atspi/accessible.ts';
import { toolkits } from '../atspi/accessible.ts';

/** Roles of what a combo box opens. Its field and its button are parts of it, too, and stay. */
const popupRoles: ReadonlySet<string> = new Set([
  ...['menu', 'popup menu', 'list', 'list box', 'tree', 'tree table', 'table', 'window', 'panel'],
]);

/**
 * Whether nothing in it is shown, whatever that says of itself: pages of tabs that are not in front and lists of combo
 * boxes that are closed.
 */
export function hidesContent(
  accessible: Accessible,
  parent: Accessible | undefined,
  toolkit: string,
): boolean {
  // Qt 6.4 takes the item's own word: rows of a hidden view, and the items of a closed combo box, are `showing`.
  if (toolkit === toolkits.qt && !accessible.states.has('showing')) return true;
  return parent !== undefined && isClosedComboBox(parent) && popupRoles.has(accessible.role);
}

/** GTK says neither of the two; its closed lists are not `showing`. */
function isClosedComboBox({ role, states }: Accessible): boolean {
  const canTell = states.has('expandable') || states.has('collapsed');
  return role === 'combo box' && canTell && !states.has('expanded');
}

/** What the closed list of a combo box has chosen, where that is not its name: Firefox and Swing name it by its label. */
export function chosenItem(accessible: Accessible): string | undefined {
  if (!isClosedComboBox(accessible)) return undefined;
  const lists = accessible.children.filter(({ role }) => popupRoles.has(role));
  const items = lists.flatMap(itemsIn);
  const chosen = items.filter(({ states }) => states.has('selected') || states.has('checked'));
  const [item] = chosen;
  return chosen.length === 1 && item && item.name !== accessible.name ? item.name : undefined;
}

/** The items of a list; lists may be a popup around a list (Swing). */
function itemsIn({ children }: Accessible): readonly Accessible[] {
  const [only] = children;
  return children.length === 1 && only && popupRoles.has(only.role) ? itemsIn(only) : children;
}
