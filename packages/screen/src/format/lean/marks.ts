import type { UiNode } from '../../node.ts';
import { isDropDown, isEndless, isLink, isMenu, isProgress, isScroller, isSlider } from './kinds.ts';
import type { Item } from './tree.ts';

/** The most nodes inside a handle that are checked for their state; a handle that folds holds few. */
const MOST_LOOKED_AT = 200;

/** The marks of an item's line, in order. `others` are the other nodes of the line, whose state it shows. */
export function marksOf({ node, checked, isHandle }: Item, others: readonly UiNode[] = []): string[] {
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
    ...(node.selected || inside.some(({ selected }) => selected) ? ['selected'] : []),
    ...(node.focused || inside.some(({ focused }) => focused) ? ['focused'] : []),
    ...(node.enabled ? [] : ['disabled']),
    ...(node.password ? ['password'] : []),
    ...(node.heading ? ['heading'] : []),
    ...(node.visible ? [] : ['offscreen']),
  ];
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
