import type { Key, Point } from '../../device/port.ts';
import type { UiNode } from '@handeye/screen/node';
import type { Element, Snapshot, UiWindow } from '@handeye/screen/snapshot';
import { elementsAt, windowsReached } from '@handeye/screen/touch/hit-test';

/*
 * Recents is a window of the system, but to swipe a card away, or to press its cross, ends the application on the card.
 * A card says its application's label, not its package: which card is whose is not known. Every maker names the
 * controls of its own Recents, so all that is not known as a card counts as something that takes cards away.
 */

/** Whose window Recents is: SystemUI's up to Android 8, the launcher's later, on some phones an application's of its own. */
const OWNER = /(^|\.)(systemui|home|recents?|quickstep|trebuchet|lawnchair|\w*launcher\w*)(\.|$)/i;
const CARD = /^(task|task_view|task_view_\w+|snapshot)$/;
/** Ids that only Recents has: cards, and controls that remove one or all. */
const RECENTS_ONLY = /^(task|task_view\w*|snapshot|dismiss_task\w*|clear_?all\w*|clear_?anim\w*)$/i;
/** Ids that Recents has, but a home screen may have, too (the cross of a search field, an empty panel). */
const RECENTS_LIKE = /recents|overview|clear|clean/i;
const HOME = /^(workspace|hotseat|apps_view|apps_list_view)$/;
/** The notifications are SystemUI's, too, and have a "clear all" of their own. */
const SHADE = /^(notification_(stack_scroller|panel)|quick_settings_(panel|container)|qs_frame)$/;
/** Activities and titles that mean Recents for any owner; and those that mean it for a launcher or SystemUI. */
const SAYS_RECENTS = /\.recents?\b|RecentsActivity|^(recents|recent apps)$/i;
const OWNER_SAYS_RECENTS = /recents|overview/i;

/** Whether a touch that begins at a point may take a card away from Recents. */
export function mayRemoveCard(snapshot: Snapshot, point: Point, { travels }: { travels: boolean }): boolean {
  const reached = windowsReached(snapshot, point);
  if (!reached.some((window) => isRecents(window, window.active ? snapshot.activity : undefined)))
    return false;
  if (travels) return true;
  const taker = elementsAt(snapshot, point).find((element) => takesTaps(element) || isCard(element));
  return taker === undefined || !isCard(taker);
}

/**
 * Whether a key may remove a card: DEL and FORWARD_DEL remove the card that has the focus (SystemUI's Recents and Launcher3's),
 * ENTER and SPACE press the focused element.
 */
export function keyMayRemoveCard({ windows, activity, elements }: Snapshot, key: Key): boolean {
  if (key !== 'DEL' && key !== 'FORWARD_DEL' && key !== 'ENTER' && key !== 'SPACE') return false;
  const window = windows.find(({ active }) => active);
  if (window === undefined || !isRecents(window, activity)) return false;
  const focused = elements.findLast((element) => element.node.focused && element.window === window);
  return key === 'DEL' || key === 'FORWARD_DEL' || focused === undefined || !isCard(focused);
}

/** Whether a click on an element may take cards away from Recents. */
export function removesCards(element: Element): boolean {
  return takesTaps(element) && !isCard(element) && isRecents(element.window, undefined);
}

function isRecents(window: UiWindow, activity: string | undefined): boolean {
  if (window.recents === true) return true;
  const names = [window.title, activity];
  if (names.some((name) => SAYS_RECENTS.test(name ?? ''))) return true;
  const isOwner = OWNER.test(window.app ?? '');
  if (isOwner && names.some((name) => OWNER_SAYS_RECENTS.test(name ?? ''))) return true;
  const ids = window.root ? idsIn(window.root, isOwner) : [];
  if (ids.some((id) => SHADE.test(id))) return false;
  if (ids.some((id) => RECENTS_ONLY.test(id))) return true;
  return ids.some((id) => RECENTS_LIKE.test(id)) && !ids.some((id) => HOME.test(id));
}

/** The names of the visible elements that belong to a launcher or to SystemUI. */
function idsIn({ resourceId, visible, children }: UiNode, isOwner: boolean): string[] {
  const [owner = '', id] = (resourceId ?? '').split(':id/');
  const known = visible && id !== undefined && (isOwner || OWNER.test(owner)) ? [id] : [];
  return [...known, ...children.flatMap((child) => idsIn(child, isOwner))];
}

function takesTaps({ node: { clickable, longClickable } }: Element): boolean {
  return clickable || longClickable;
}

function isCard({ node: { resourceId } }: Element): boolean {
  const [owner = '', id = ''] = (resourceId ?? '').split(':id/');
  return OWNER.test(owner) && CARD.test(id);
}
