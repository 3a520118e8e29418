import { area, intersect } from '@handeye/screen/bounds';
import type { Bounds, UiNode } from '@handeye/screen/node';
import { oneLine } from '@handeye/screen/sanitize';
import type { UiWindow, View } from '@handeye/screen/snapshot';

/** Text that is hidden for good reasons is short: "Skip to content", the name of a chart. */
const SHORTEST = 40;
/** Text that is less than so many pixels high or wide cannot be read. */
const LEAST_SIDE = 4;

/**
 * Whether a window holds a text that cannot be seen and that no scrolling brings up: without an area, beside the screen, or
 * transparent. Content of a page or a list beyond its visible part is no such text.
 */
export function holdsHiddenText({ screen }: View, { root }: UiWindow): boolean {
  const whole = { left: 0, top: 0, right: screen.width, bottom: screen.height };
  const open = root === undefined ? [] : [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (mayHoldMore(node)) continue;
    for (const child of node.children) {
      if (isLong(child) && isHidden(child, node, whole)) return true;
      open.push(child);
    }
  }
  return false;
}

/** Lists, pagers and pages hold what is scrolled away; a page also what it has for readers of screens. */
function mayHoldMore({ scrollable, className = '', collection }: UiNode): boolean {
  return (
    scrollable ||
    collection !== undefined ||
    /WebView|ViewPager|RecyclerView|ListView|ScrollView/.test(className)
  );
}

function isLong({ text = '', description = '', editable, password }: UiNode): boolean {
  if (editable || password || Math.max(text.length, description.length) < SHORTEST) return false;
  return oneLine(text).length >= SHORTEST || oneLine(description).length >= SHORTEST;
}

function isHidden({ bounds, visible }: UiNode, parent: UiNode, screen: Bounds): boolean {
  if (isTiny(bounds)) return !isTiny(parent.bounds);
  // Drawers and sheets that are closed lie beside the screen, and say that they are invisible.
  if (intersect(bounds, screen) === undefined) return visible;
  // Android says this of a view that is on the screen if its alpha is 0 (View.isVisibleToUser).
  return !visible && parent.visible && intersect(bounds, parent.bounds) !== undefined;
}

function isTiny(bounds: Bounds): boolean {
  const { left, top, right, bottom } = bounds;
  return area(bounds) === 0 || right - left < LEAST_SIDE || bottom - top < LEAST_SIDE;
}
