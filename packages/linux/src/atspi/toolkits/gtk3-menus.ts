import type { CacheItem } from '../cache-item.ts';

/** Menu items of GTK 3, which are asked for their actions by the hundred. */
export const menuRoles: ReadonlySet<string> = new Set([
  ...['menu', 'menu item', 'check menu item', 'radio menu item', 'tear off menu item'],
]);

/**
 * Items of closed menus that have the same actions have the same key: a menu item of GTK 3 has its one action while it is
 * sensitive and can be selected. Undefined for everything else.
 */
export function kindOfClosedMenuItem({ role, states }: CacheItem): string | undefined {
  if (!menuRoles.has(role) || states.has('showing')) return undefined;
  const told = (['sensitive', 'enabled', 'selectable', 'visible'] as const).filter((state) =>
    states.has(state),
  );
  return `${role} ${told.join(' ')}`;
}
