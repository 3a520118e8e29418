import type { CFRef } from './c-types.ts';
import { Conversation } from './conversation.ts';
import { BridgeError } from './errors.ts';
import type { Mac } from './mac.ts';
import type { Own } from './ownership.ts';
import type { Asks } from './protocol.ts';
import { Deadline } from './time.ts';
import { deepest } from './tree.ts';
import { frontmostWindowPid, listWindows } from './windows.ts';

/** How long the Mac may take to say which application is in front. */
const frontmostMilliseconds = 500;

/** The process whose application gets the keys; without the permission to ask, the one whose window is in front. */
export function frontmostPid(mac: Mac, own: Own): number | undefined {
  return focusedApplicationPid(mac, own) ?? frontmostWindowPid(listWindows(mac, own));
}

function focusedApplicationPid(mac: Mac, own: Own): number | undefined {
  try {
    const conversation = new Conversation(mac, own, new Deadline(mac.clock, frontmostMilliseconds));
    return conversation.focusedApplicationPid();
  } catch (error) {
    // The Mac sometimes cannot complete this while an application in front builds its tree.
    if (error instanceof BridgeError) return undefined;
    throw error;
  }
}

/** What has the focus in an application, and the path that leads there. */
export function focusedElement(
  conversation: Conversation,
  ask: Asks['focused']['ask'],
): Asks['focused']['answer'] {
  const pid = ask.pid ?? frontmostPid(conversation.mac, conversation.own);
  if (pid === undefined) return null;
  const application = conversation.application(pid);
  const focused = conversation.attribute(conversation.own, application, 'AXFocusedUIElement');
  const element = conversation.mac.values.element(focused);
  return element && { pid, path: pathUp(conversation, element, application) };
}

/** Climbs to the application, noting each child's place; null where a parent does not know its child. */
function pathUp(conversation: Conversation, element: CFRef, application: CFRef): number[] | null {
  const { mac, own } = conversation;
  const path: number[] = [];
  for (let child = element; !mac.native.CFEqual(child, application);) {
    const parent = mac.values.element(conversation.attribute(own, child, 'AXParent'));
    if (parent === null || path.length >= deepest) return null;
    const siblings = mac.values.items(conversation.attribute(own, parent, 'AXChildren'));
    const index = siblings.findIndex((sibling) => sibling !== null && mac.native.CFEqual(sibling, child));
    if (index < 0) return null;
    path.unshift(index);
    child = parent;
  }
  return path;
}
