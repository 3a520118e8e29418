import type { Reference } from '../accessible.ts';
import { toolkits } from '../accessible.ts';
import type { Caller } from '../caller.ts';
import type { CacheItem } from '../cache-item.ts';
import { askChildren, keyOf } from '../cache-item.ts';
import { askChild } from '../large-containers.ts';

/** Returns true if it may be a GtkStack, which shows one of its pages at a time. */
export function mayBeStack({ role }: CacheItem, toolkit: string): boolean {
  return toolkit === toolkits.gtk4 && role === 'panel';
}

/**
 * The children of what may be a stack. GetChildren of GTK 4.8 skips the pages and returns what is on them;
 * GetChildAtIndex returns the pages, which have names.
 */
export async function askStackChildren(caller: Caller, stack: Reference): Promise<readonly Reference[]> {
  const [listed, first] = await Promise.all([askChildren(caller, stack), askChild(caller, stack, 0)]);
  const [listedFirst] = listed;
  if (!listedFirst || !first || keyOf(first) === keyOf(listedFirst)) return listed;
  const pages = await Promise.all(listed.map((_, index) => askChild(caller, stack, index)));
  return pages.filter((page) => page !== undefined);
}
