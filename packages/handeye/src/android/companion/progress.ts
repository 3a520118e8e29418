import { NotOffered } from '../../device/errors.ts';
import type { UiNode } from '../../ui/node.ts';
import { numberOn, type WantedValue } from '../../ui/value/range.ts';

/** The number that Android's set-progress action takes for a value. Views offer it since Android 7. */
export function progressOf({ range, actions }: UiNode, wanted: WantedValue): number {
  const value = range && numberOn(range, wanted);
  if (value === undefined || actions?.includes('setProgress') !== true)
    throw new NotOffered('The element takes no value by accessibility.');
  return value;
}
