import type { UiNode } from '../../node.ts';
import { isDropDown, isEndless, isLink, isMenu, isProgress, isScroller, isSlider } from './kinds.ts';
import { inOneRow } from './order.ts';
import type { Item } from './tree.ts';

/** The most nodes inside a handle that are checked for their state; a handle that folds holds few. */
const MOST_LOOKED_AT = 200;

/** The marks of an item's line, in order. `others` are the other nodes of the line, whose state it shows. */
export function marksOf(item: Item, others: readonly UiNode[] = []): string[] {
  const { node, checked, isHandle } = item;
  const inside = others.slice(0, MOST_LOOKED_AT);
  const state = node.checkable ? node : checked?.node;
  return [
    ...(node.editable ? ['edit'] : []),
    ...(state ? [stateWord(state)] : []),
    ...(isMenu(node) ? ['menu'] : []),
    ...(isDropDown(node) ? ['choose'] : []),
    ...(isSlider(node) ? [withValue('slide', node)] : []),
    ...progressOf([node, ...inside].find(isProgress)),
    ...(isLink(node) ? ['link'] : []),
    // Every field takes a long press (to select and paste), so the mark would say nothing.
    ...(isHandle && node.longClickable && !node.editable ? ['hold'] : []),
    ...(isScroller(node) ? ['scroll'] : []),
    ...(node.selected || (inside.some(({ selected }) => selected) && isTab(item)) ? ['selected'] : []),
    ...(node.focused || inside.some(({ focused }) => focused) ? ['focused'] : []),
    ...(node.enabled ? [] : ['disabled']),
    ...(node.password ? ['password'] : []),
    ...(node.heading ? ['heading'] : []),
    ...(node.visible ? [] : ['offscreen']),
  ];
}

/**
 * Whether it is one of several that stand side by side, of which this one alone holds something selected: a tab. Labels that run
 * because they are too long for a tile or a row are selected, too (a TextView with a marquee).
 */
function isTab(item: Item): boolean {
  if (item.node.checkable || item.checked) return false;
  let place = item;
  while (place.parent?.children.length === 1 && !place.parent.isHandle) place = place.parent;
  const beside = (place.parent?.children ?? []).filter((one) => one.isHandle || one.handles > 0);
  const isRow = beside.length > 1 && beside.every(({ node }) => inOneRow(node.bounds, place.node.bounds));
  return isRow && beside.every((one) => one === place || !one.holdsSelected);
}

function stateWord({ checked, mixed }: UiNode): string {
  if (mixed) return 'mixed';
  return checked ? 'on' : 'off';
}

function progressOf(bar: UiNode | undefined): string[] {
  if (bar === undefined) return [];
  return [isEndless(bar) ? 'busy' : withValue('progress', bar)];
}

function withValue(word: string, { range }: UiNode): string {
  if (range === undefined || range.max <= range.min) return word;
  const share = (range.current - range.min) / (range.max - range.min);
  return `${word} ${Math.round(Math.min(1, Math.max(0, share)) * 100)}%`;
}
