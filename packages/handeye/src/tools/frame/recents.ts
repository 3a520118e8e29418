import type { Point } from '../../device/port.ts';
import type { Element, Snapshot } from '../../ui/snapshot.ts';
import { elementsAt } from '../../ui/touch/hit-test.ts';

/*
 * Recents is a window of the system, but to swipe a card away, or to press its cross, ends the application on the card.
 * A card says its application's label, not its package: which card is whose is not known.
 */

/** Whose window Recents is: SystemUI's up to Android 8, the launcher's later (com.miui.home on Xiaomi's phones). */
const OWNER = String.raw`^(com\.android\.systemui|com\.miui\.home|[\w.]*launcher\w*):id/`;
const CARD = new RegExp(`${OWNER}(task|task_view|task_view_\\w+|snapshot)$`);
/** What takes cards away at a touch, one or all. */
const REMOVER = new RegExp(`${OWNER}(dismiss_task\\w*|clear_all\\w*)$`);

/** Whether a touch that begins at a point may take a card away from Recents. */
export function mayRemoveCard(snapshot: Snapshot, point: Point, { travels }: { travels: boolean }): boolean {
  return elementsAt(snapshot, point).some((element) => removesCards(element) || (travels && isCard(element)));
}

/** Whether a click on an element takes cards away from Recents. */
export function removesCards({ node: { resourceId } }: Element): boolean {
  return REMOVER.test(resourceId ?? '');
}

function isCard({ node: { resourceId } }: Element): boolean {
  return CARD.test(resourceId ?? '');
}
