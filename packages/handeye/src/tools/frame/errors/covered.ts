import { actionFailed, type DeviceError } from '../../../device/errors.ts';
import { centre } from '../../../ui/bounds.ts';
import type { Element, Snapshot } from '../../../ui/snapshot.ts';
import { windowsAt } from '../../../ui/touch/hit-test.ts';

/** No part of an element can be touched. Whoever's window lies over it is named: only then is it known what to close. */
export function covered({ id, node, window }: Element, snapshot: Snapshot): DeviceError {
  const [top] = node.visible ? windowsAt(snapshot, centre(node.bounds)) : [];
  const app = top === undefined || top === window ? undefined : top.app;
  const by = app === undefined || app === window.app ? '' : ` (a window of ${app} lies over it)`;
  return actionFailed(
    `Element '${id}' is not visible or is covered${by}, so it cannot be touched. Scroll to it with scroll_to_element, or close what covers it.`,
  );
}
