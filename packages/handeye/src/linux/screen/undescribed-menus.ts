import type { Call } from '../../call/call.ts';
import { area, intersect } from '../../ui/bounds.ts';
import type { Bounds } from '../../ui/node.ts';
import { type Accessible, toolkits } from '../atspi/accessible.ts';
import type { DesktopSession } from '../session.ts';
import type { AppTree } from './app-tree.ts';

/** Share of the larger of two places that both take. */
const SAME_PLACE = 0.7;

/** Roles of what opens as a window of its own: menus, and the lists of combo boxes. */
const popupRoles: ReadonlySet<string> = new Set(['menu', 'popup menu', 'list', 'tree', 'table']);

/** Notes on open menus that are not in the tree: Qt 6.4 describes those of menu bars, but no context menus. */
export async function notesOnMenus(session: DesktopSession, tree: AppTree, call: Call): Promise<string[]> {
  if (tree.toolkit !== toolkits.qt) return [];
  const open = (await session.popups(call)).filter(({ pid }) => pid === tree.app.pid);
  const described = menusIn(tree.root);
  return open.filter(({ bounds }) => !described.some((menu) => isAt(menu, bounds))).map(noteOn);
}

function noteOn({ bounds: { left, top, right, bottom } }: { readonly bounds: Bounds }): string {
  return (
    `a menu or list is open from ${left},${top} to ${right},${bottom} that the application does not describe: take a screenshot ` +
    'and tap an item, or use the arrow keys and ENTER; ESCAPE closes it'
  );
}

function menusIn({ role, states, bounds, children }: Accessible): Bounds[] {
  const own = bounds && popupRoles.has(role) && states.has('showing') ? [bounds] : [];
  return [...own, ...children.flatMap(menusIn)];
}

/** Nearly the same place: a toolkit may leave the border out. */
function isAt(menu: Bounds, bounds: Bounds): boolean {
  const shared = area(intersect(menu, bounds) ?? { left: 0, top: 0, right: 0, bottom: 0 });
  return shared > SAME_PLACE * Math.max(area(menu), area(bounds));
}
