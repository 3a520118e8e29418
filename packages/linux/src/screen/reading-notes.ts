import { shown } from '@handeye/screen/sanitize';
import { type Accessible, toolkits } from '../atspi/accessible.ts';
import { nonEmpty } from '../atspi/names.ts';
import type { Tree } from '../atspi/tree.ts';
import { toldChildren } from './told-cells.ts';
import type { Call } from '@handeye/core/call/call';
import { area, intersect } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import type { DesktopSession } from '../session.ts';
import type { AppTree } from './app-tree.ts';

/** Notes on the parts of an application that were not read, in words for a model. */
export function readingNotes({ root, nodes, truncated }: Tree, activeWindow = root): string[] {
  return [
    ...(truncated ? [`only the first ${nodes} elements were read`] : []),
    ...partNotes(activeWindow),
    ...undescribedFolders(activeWindow),
  ];
}

/** Thunar 4.18's icon view is an empty pane, however many files it shows. */
function undescribedFolders(accessible: Accessible): string[] {
  const { role, states, name, children } = accessible;
  if (role !== 'directory pane' || !states.has('showing')) return children.flatMap(undescribedFolders);
  if (children.some(saysSomething)) return [];
  return [
    `the files in '${nonEmpty(shown(name)) ?? role}' cannot be read: choose List View in the View menu, or take a screenshot`,
  ];
}

function saysSomething({ name, text, children }: Accessible): boolean {
  return nonEmpty(name) !== undefined || nonEmpty(text ?? '') !== undefined || children.some(saysSomething);
}

function partNotes(accessible: Accessible): string[] {
  const below = accessible.children.flatMap(partNotes);
  const { role, name, whole, children } = accessible;
  if (!whole) return below;
  const { size, childCount, inSight } = whole;
  const all = size ? `${size.rows} rows and ${size.columns} columns` : `${childCount} elements`;
  const read = `only the ${inSight ? '' : 'first '}${children.length}${inSight ? ' in sight' : ''} were read`;
  const empty = children.length - toldChildren(accessible).length;
  const left = empty > 0 ? `, of which ${empty} empty ones are not listed` : '';
  const advice = inSight ? '; scroll to read others' : '';
  return [`'${nonEmpty(shown(name)) ?? role}' has ${all}: ${read}${left}${advice}`, ...below];
}

/** The least share of the larger of two places that both cover. */
const SAME_PLACE = 0.7;

/** Roles that open as a window of their own: menus, and the lists of combo boxes. */
const popupRoles: ReadonlySet<string> = new Set(['menu', 'popup menu', 'list', 'tree', 'table']);

/** Notes on open menus that are not in the tree: Qt 6.4 describes the menus of menu bars, but no context menus. */
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
