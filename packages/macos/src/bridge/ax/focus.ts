import type { CFRef } from '../native/c-types.ts';
import { AxApi } from './ax-api.ts';
import { BridgeError } from '../errors.ts';
import type { Mac } from '../mac.ts';
import type { Own } from '../native/ownership.ts';
import type { BridgeRequests } from '../protocol.ts';
import { Deadline } from '../time.ts';
import { MAX_DEPTH } from './tree.ts';
import { frontmostWindowPid, listWindows } from './windows.ts';

/** How long the Mac may take to tell which application is in front. */
const FRONTMOST_TIMEOUT_MS = 500;

/** The application that has the keyboard. Without the permission to ask: the one whose window is in front. */
export function frontmostPid(mac: Mac, own: Own): number | undefined {
  return focusedApplicationPid(mac, own) ?? frontmostWindowPid(listWindows(mac, own));
}

function focusedApplicationPid(mac: Mac, own: Own): number | undefined {
  try {
    const ax = new AxApi(mac, own, new Deadline(mac.clock, FRONTMOST_TIMEOUT_MS));
    return ax.focusedApplicationPid();
  } catch (error) {
    // This sometimes fails while the application in front builds its tree.
    if (error instanceof BridgeError) return undefined;
    throw error;
  }
}

/** The focused element of an application, as a path. */
export function focusedElement(
  ax: AxApi,
  params: BridgeRequests['focused']['params'],
): BridgeRequests['focused']['result'] {
  const pid = params.pid ?? frontmostPid(ax.mac, ax.own);
  if (pid === undefined) return null;
  const application = ax.application(pid);
  const focused = ax.attribute(ax.own, application, 'AXFocusedUIElement');
  const element = ax.mac.values.element(focused);
  return element && { pid, path: pathTo(ax, element, application) };
}

/** Child indexes from the application down to an element; null if a parent does not list its child. */
function pathTo(ax: AxApi, element: CFRef, application: CFRef): number[] | null {
  const { mac, own } = ax;
  const path: number[] = [];
  for (let child = element; !mac.native.CFEqual(child, application);) {
    const parent = mac.values.element(ax.attribute(own, child, 'AXParent'));
    if (parent === null || path.length >= MAX_DEPTH) return null;
    const siblings = mac.values.items(ax.attribute(own, parent, 'AXChildren'));
    const index = siblings.findIndex((sibling) => sibling !== null && mac.native.CFEqual(sibling, child));
    if (index < 0) return null;
    path.unshift(index);
    child = parent;
  }
  return path;
}
