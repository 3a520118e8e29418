import type { Call } from '@handeye/core/call/call';
import { interfaces, pathTo } from '../atspi/accessible.ts';
import { keysyms } from '../input/keysyms.ts';
import type { DesktopSession } from '../session.ts';
import { ElementHandle } from './element-handle.ts';
import { waysOf } from './toolkit-ways.ts';

const menuItemRoles: ReadonlySet<string> = new Set(['menu item', 'check menu item', 'radio menu item']);
/** Qt's action that opens the menu of a menu bar, or closes it if it is open (QAccessibleMenuItem::doAction). */
const SHOW_MENU = 'ShowMenu';

/**
 * Closes the menu in which an item was chosen, if the toolkit leaves it open. It asks the menu bar: a key could go to a window
 * that the choice has just opened. A menu without a menu bar gets Escape, if its own window is in front.
 */
export async function closeMenuLeftOpen(
  session: DesktopSession,
  handle: ElementHandle,
  call: Call,
): Promise<void> {
  const { accessible, toolkit } = handle.origin;
  // Qt also calls the menus of a menu bar items.
  const isItem = menuItemRoles.has(accessible.role) && accessible.children.length === 0;
  if (!waysOf(toolkit).leavesListsOpen || !isItem) return;
  const isClosed = () =>
    handle.states().then(
      (states) => !states.has('showing'),
      () => true,
    );
  if (await isClosed()) return;
  if ((await closedByMenuBar(session, handle, call)) && (await handle.waitFor(isClosed))) return;
  if (await handle.waitFor(isClosed)) return;
  if (!(await isInFront(session, handle, call))) return;
  await session.display?.keyboard?.press(keysyms.escape, call);
  await handle.waitFor(isClosed);
}

/** Swing of Java 17 closes all menus of a menu bar whose selection is cleared. False if there is no such menu bar. */
async function closedByMenuBar(
  session: DesktopSession,
  { origin }: ElementHandle,
  call: Call,
): Promise<boolean> {
  const path = pathTo(origin.frame.accessible, origin.accessible) ?? [];
  const at = path.findLastIndex(({ role }) => role === 'menu bar');
  const [bar, menu] = at < 0 ? [] : path.slice(at);
  const handleOf = (accessible: typeof origin.accessible) =>
    new ElementHandle(session, { ...origin, accessible }, call);
  const show = menu?.actions.indexOf(SHOW_MENU) ?? -1;
  if (menu && show >= 0)
    return handleOf(menu).tryCall({
      interface: interfaces.action,
      member: 'DoAction',
      signature: 'i',
      args: [show],
    });
  if (!bar?.interfaces.has(interfaces.selection)) return false;
  return handleOf(bar).tryCall({ interface: interfaces.selection, member: 'ClearSelection' });
}

/** Undefined on a desktop that does not report its windows: then no key is pressed. */
async function isInFront(session: DesktopSession, { origin }: ElementHandle, call: Call): Promise<boolean> {
  const own = origin.frame.window?.id;
  return own !== undefined && (await session.windows(call)).some(({ id, active }) => active && id === own);
}
