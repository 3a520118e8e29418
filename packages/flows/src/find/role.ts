import {
  holdsRows,
  isDropDown,
  isLink,
  isProgress,
  isSlider,
  isSwitch,
  simpleName,
} from '@handeye/screen/format/lean/kinds';
import type { Element } from '@handeye/screen/snapshot';

/** What kind of thing an element is, in a word that is the same on all versions of Android. */
export function roleOf({ node, parent }: Element): string {
  const name = simpleName(node);
  if (node.editable) return 'field';
  if (isSlider(node)) return 'slider';
  if (isDropDown(node)) return 'dropdown';
  if (isSwitch(node)) return 'switch';
  if (/check(ed)?(box|textview)/i.test(name)) return 'checkbox';
  if (/radio/i.test(name)) return 'radio';
  if (/tab(view)?$/i.test(name)) return 'tab';
  if (isLink(node)) return 'link';
  if (isProgress(node)) return 'progress';
  if (/button$/i.test(name)) return 'button';
  if (/image/i.test(name)) return 'image';
  if (holdsRows(node)) return 'list';
  if (parent && holdsRows(parent.node)) return 'row';
  return /text/i.test(name) ? 'text' : 'area';
}
