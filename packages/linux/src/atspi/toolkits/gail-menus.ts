import type { Accessible, Reference } from '../accessible.ts';
import { interfaces } from '../accessible.ts';
import type { AppReader } from '../app-reader.ts';
import { asReference, exists, keyOf } from '../cache-item.ts';
import { askExtents } from '../details.ts';
import { orUndefined } from '../errors.ts';

/** ToolkitName of GTK 2, whose accessibility is the module gail. */
const GAIL = 'GAIL';

/**
 * The tree with the items of open menus `showing` and in their places. GTK 2's gail (GIMP 2.10) leaves that state out, and
 * items of a closed menu keep their old extents: only the Selection of the menu bar shows which menu is open.
 */
export async function withOpenMenus(reader: AppReader, node: Accessible): Promise<Accessible> {
  if (reader.toolkit !== GAIL) return node;
  if (node.role === 'menu bar') return withSelectedMenu(reader, node);
  const children = await Promise.all(node.children.map((child) => withOpenMenus(reader, child)));
  return { ...node, children };
}

async function withSelectedMenu(reader: AppReader, holder: Accessible): Promise<Accessible> {
  const selected = await askSelected(reader, holder.reference);
  if (selected === undefined) return holder;
  const children = await Promise.all(
    holder.children.map(async (child) =>
      keyOf(child.reference) === selected ? opened(reader, child) : child,
    ),
  );
  return { ...holder, children };
}

/** A menu whose items are shown; of an item that is selected, its own menu is open too. */
async function opened(reader: AppReader, menu: Accessible): Promise<Accessible> {
  const items = await Promise.all(
    menu.children.map(async (item) => {
      const bounds = item.states.has('visible') ? await askExtents(reader.caller, item.reference) : undefined;
      return bounds ? { ...item, bounds, states: item.states.with('showing') } : item;
    }),
  );
  return withSelectedMenu(reader, { ...menu, children: items });
}

/** The key of what is selected in a menu or a menu bar. */
async function askSelected({ caller }: AppReader, holder: Reference): Promise<string | undefined> {
  const first = { interface: interfaces.selection, member: 'GetSelectedChild', signature: 'i', args: [0] };
  const selected = asReference((await orUndefined(caller.call(holder, first)))?.[0]);
  return exists(selected) ? keyOf(selected) : undefined;
}
