import { type Call, pause } from '../../../call/call.ts';
import type { Device } from '../../../device/port.ts';
import { sameBounds } from '../../../ui/bounds.ts';
import { scrollableAncestor } from '../../../ui/touch/reach.ts';
import type { Eyes, Found } from '../eyes.ts';

/** How often, and how far apart, a row is looked at until its list has come to rest: a fling takes up to some seconds. */
const LOOKS_UNTIL_AT_REST = 25;
const BETWEEN_RESTING_LOOKS = 100;

/**
 * A row when its list stands still: a finger on a list that is flung stops it and presses nothing
 * (AbsListView.onTouchDown, RecyclerView.onInterceptTouchEvent). A device that acts by accessibility looks at once, not
 * when the screen rests.
 */
export async function atRest(
  found: Found,
  { device, eyes, call }: { readonly device: Device; readonly eyes: Eyes; readonly call: Call },
): Promise<Found> {
  if (device.actsInReach !== true || !scrollableAncestor(found.element)) return found;
  let last = found;
  for (let look = 0; look < LOOKS_UNTIL_AT_REST; look += 1) {
    await pause(BETWEEN_RESTING_LOOKS, call);
    const now = await eyes.element(found.element.id);
    if (sameBounds(now.element.node.bounds, last.element.node.bounds)) return now;
    last = now;
  }
  return last;
}
