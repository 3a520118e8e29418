import { centre, intersect } from '../../bounds.ts';
import type { Bounds, UiNode } from '../../node.ts';
import { flat } from '../../sanitize.ts';
import type { Element, Screen } from '../../snapshot.ts';
import type { Item } from './tree.ts';
import { simpleName } from './kinds.ts';
import { brief } from './text.ts';

/** The resource name of a node without `package:id/`, if it is usable as a name. */
export type NameOf = (node: UiNode) => string | undefined;

/** If this many elements share a name, it names nothing. */
const FEW = 3;

/** The names of a window's elements. A name that all share, or that was obfuscated, is dropped. */
export function namesIn(elements: readonly Element[]): NameOf {
  const all = new Set<string>();
  let named = 0;
  for (const { node } of elements) {
    const name = shortName(node.resourceId);
    if (name === undefined) continue;
    named += 1;
    all.add(name);
  }
  const isOneForAll = all.size === 1 && named >= FEW;
  return ({ resourceId }) => (isOneForAll ? undefined : shortName(resourceId));
}

function shortName(resourceId: string | undefined): string | undefined {
  const name = flat(resourceId?.replace(/^[^/]*:id\//, ''));
  return name === '' || name.includes('resource_name_obfuscated') ? undefined : brief(name);
}

/** Role and position of an element without a name: `button @540,1200`. */
export function roleAndPlace(item: Item, screen: Screen): string {
  const { x, y } = centre(shownPart(item, screen));
  return `${roleOf(item)} @${x},${y}`;
}

/** Position and size of a surface, where only coordinates say what a finger does: `area @540,900 1016x1200`. */
export function surfacePlace(item: Item, screen: Screen): string {
  const { left, top, right, bottom } = shownPart(item, screen);
  return `${roleAndPlace(item, screen)} ${right - left}x${bottom - top}`;
}

function shownPart({ node: { bounds } }: Item, { width, height }: Screen): Bounds {
  return intersect(bounds, { left: 0, top: 0, right: width, bottom: height }) ?? bounds;
}

/** Says of a row at the edge of its scroller why it has no name: what it holds is beyond that edge. */
export function cutOff({ bounds }: UiNode, { bounds: view }: UiNode): string {
  if (bounds.bottom >= view.bottom) return ' (cut off below)';
  return bounds.top <= view.top ? ' (cut off above)' : '';
}

/** Compose puts an empty Button or ImageView into a clickable element; it only carries the role. */
const MOST_LOOKED_AT = 10;

function roleOf(item: Item): string {
  if (item.node.editable) return 'field';
  const open = [item];
  let isImage = false;
  for (let count = 0; count < MOST_LOOKED_AT; count += 1) {
    const next = open.pop();
    if (next === undefined) break;
    const name = simpleName(next.node);
    if (/button$/i.test(name)) return 'button';
    isImage ||= /^Image|ImageView$|^image$/.test(name);
    for (const child of next.children) if (!child.isHandle) open.push(child);
  }
  return isImage ? 'image' : 'area';
}
