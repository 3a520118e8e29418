import { type Accessible, pathTo } from '../atspi/accessible.ts';

/** Roles that the items of a combo box have: Firefox, Chromium and GTK 3, Qt, LibreOffice, Java. */
const itemRoles: ReadonlySet<string> = new Set([
  ...['menu item', 'check menu item', 'radio menu item', 'list item', 'tree item', 'table cell', 'label'],
]);

/** An item of a combo box. */
export interface ComboItem {
  readonly combo: Accessible;
  readonly item: Accessible;
  /** The list or combo box around the items. */
  readonly list: Accessible;
  /** Its index among the items. */
  readonly index: number;
}

/** Returns true for a combo box that does not show its list. Those that never report `expanded` have a list without a place. */
export function isClosedCombo({ role, states, children }: Accessible): boolean {
  if (role !== 'combo box' || states.has('expanded')) return false;
  return (
    states.has('expandable') ||
    states.has('collapsed') ||
    !children.some((child) => child.states.has('showing'))
  );
}

/** Returns true if something inside a combo box is an item of a list that is not shown. */
export function isHiddenItem(combo: Accessible, inside: Accessible): boolean {
  return isClosedCombo(combo) && itemRoles.has(inside.role);
}

/** The innermost combo box around an element, if the element is one of its items. */
export function comboItemOf(frame: Accessible, element: Accessible): ComboItem | undefined {
  if (!itemRoles.has(element.role)) return undefined;
  const path = pathTo(frame, element);
  const at = path?.findLastIndex(({ role }) => role === 'combo box') ?? -1;
  const combo = path?.[at];
  const list = path?.at(-2);
  // The label that a combo box shows is its child; its items are in a list.
  if (!path || !combo || !list || path.length - at < 3) return undefined;
  const items = list.children.filter(({ role }) => itemRoles.has(role));
  return { combo, item: element, list, index: items.indexOf(element) };
}
