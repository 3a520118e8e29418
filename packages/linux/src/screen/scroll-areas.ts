import type { Bounds } from '@handeye/screen/node';
import type { Accessible } from '../atspi/accessible.ts';
import { toolkits } from '../atspi/accessible.ts';

const scrollingRoles: ReadonlySet<string> = new Set(['scroll pane', 'document web']);

/** Qt's item views, which scroll without a scroll bar in the tree (Qt 6.4). */
const itemViews: ReadonlySet<string> = new Set(['table', 'tree', 'tree table', 'list']);

/** Returns true if the wheel scrolls it. */
export function isScrollArea(accessible: Accessible, toolkit: string): boolean {
  const { role, children } = accessible;
  if (scrollingRoles.has(role)) return !holdsPlace(accessible);
  // Thunar 4.18 calls the scroll pane around its files a directory pane.
  if (children.some((child) => child.role === 'scroll bar' && child.bounds)) return true;
  return toolkit === toolkits.qt && itemViews.has(role) && hasMore(accessible);
}

function hasMore({ bounds, children }: Accessible): boolean {
  return bounds !== undefined && children.some((child) => !child.bounds || reachesOut(child.bounds, bounds));
}

function reachesOut(inner: Bounds, outer: Bounds): boolean {
  return inner.bottom > outer.bottom || inner.top < outer.top || inner.right > outer.right;
}

/** Menus and documents inside a scroll pane that does not scroll them: GTK's in LibreOffice, Firefox's pages. */
function holdsPlace({ children: [content] }: Accessible): boolean {
  const inner = content?.role === 'viewport' ? content.children[0] : content;
  return inner?.role === 'menu bar' || inner?.role === 'internal frame';
}
