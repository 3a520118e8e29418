import type { Accessible, Cell, Reference } from '../accessible.ts';
import { toolkits } from '../accessible.ts';
import type { AppReader } from '../app-reader.ts';
import type { CacheItem } from '../cache-item.ts';
import { askInterfaces, askItem, askProperties, askRole, askStates, keyOf } from '../cache-item.ts';
import { askExtents } from '../details.ts';
import { menuRoles } from './gtk3-menus.ts';

/**
 * Asks a cell of a large table. A column of GTK 3 draws the same way in every row, and cells of LibreOffice Calc are all alike:
 * one cell of each column gives its role and interfaces, which saves two calls for each of the others.
 */
export async function askTableCell(
  reader: AppReader,
  reference: Reference,
  { table, column }: Cell,
): Promise<CacheItem> {
  const { caller } = reader;
  const kind = `column ${column} of ${keyOf(table)}`;
  const [role, offered, states, properties] = await Promise.all([
    reader.cached(`role in ${kind}`, () => askRole(caller, reference)),
    reader.cached(`interfaces in ${kind}`, () => askInterfaces(caller, reference)),
    askStates(caller, reference),
    askProperties(reader, reference),
  ]);
  return { reference, role, states, interfaces: offered, ...properties };
}

/** More menu items than any program has; a larger number may include items that are gone. */
const MAX_MENU_ITEMS = 10_000;

/**
 * Asks an accessible, and of menu items and the lines between them only what may have changed since they were asked first.
 * GTK 3 keeps hundreds of them out of its cache, and at-spi2-atk gives no object the path of another.
 */
export async function askGtkItem(reader: AppReader, reference: Reference): Promise<CacheItem> {
  const {
    caller,
    known: { menuItems },
  } = reader;
  const key = keyOf(reference);
  const known = menuItems.get(key);
  if (known) {
    const [states, properties] = await Promise.all([
      askStates(caller, reference),
      askProperties(reader, reference),
    ]);
    return { reference, ...known, states, ...properties };
  }
  const item = await askItem(reader, reference);
  const { role, interfaces } = item;
  if (menuItems.size >= MAX_MENU_ITEMS) menuItems.clear();
  if (menuRoles.has(role) || role === 'separator') menuItems.set(key, { role, interfaces });
  return item;
}

/**
 * LibreOffice 7.4 with GTK 3 has its menu bar twice: GTK's, which is drawn, and inside its root pane its own, which has no
 * place and whose menus do nothing.
 */
export function isSecondMenuBar(
  { role, bounds }: Pick<Accessible, 'role' | 'bounds'>,
  parent: Pick<Accessible, 'role'> | undefined,
  toolkit: string,
): boolean {
  const isOwn = toolkit === toolkits.gtk3 && role === 'menu bar' && parent?.role === 'root pane';
  return isOwn && bounds === undefined;
}

/** Returns true for that inner menu bar. Its menus are half of LibreOffice's tree, and are not read. */
export async function askIsSecondMenuBar(
  { caller, toolkit }: AppReader,
  { role, reference }: CacheItem,
  parent: CacheItem | undefined,
): Promise<boolean> {
  if (!isSecondMenuBar({ role, bounds: undefined }, parent, toolkit)) return false;
  return (await askExtents(caller, reference)) === undefined;
}
