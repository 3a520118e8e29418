import type { Call } from '@handeye/core/call/call';
import { actionFailed } from '@handeye/core/device/errors';
import { centre, contains, type Point } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import { flat, shown } from '@handeye/screen/sanitize';
import { freeMiddle } from '@handeye/screen/touch/reach';
import { type Accessible, interfaces, pathTo, type Reference, toolkits } from '../atspi/accessible.ts';
import { asReference, exists, keyOf } from '../atspi/cache-item.ts';
import type { Caller } from '../atspi/caller.ts';
import { orUndefined } from '../atspi/errors.ts';
import { normalisedRole } from '../atspi/roles.ts';
import type { ManagedWindow } from '../display.ts';
import type { Origin } from '../screen/look.ts';
import type { DesktopSession } from '../session.ts';
import type { ElementHandle } from './element-handle.ts';
import { waysOf } from './toolkit-ways.ts';

const COORD_TYPE_SCREEN = 0;
/** Deeper than any window. A deeper tree is a cycle and is not followed. */
const MAX_STEPS = 100;

/** Roles that only hold or draw things: one of them at a point does not say what takes the click there. */
const passiveRoles: ReadonlySet<string> = new Set([
  ...['panel', 'filler', 'section', 'scroll pane', 'viewport', 'layered pane', 'root pane', 'glass pane'],
  ...[
    'grouping',
    'frame',
    'window',
    'static',
    'label',
    'image',
    'icon',
    'paragraph',
    'separator',
    'scroll bar',
  ],
]);

/** Where to click an element with the mouse: a visible point of it, and its actual place. */
export async function mousePoint(session: DesktopSession, handle: ElementHandle, call: Call): Promise<Point> {
  const part = await handle.visibleBounds();
  const above = await windowsAbove(session, handle.origin, call);
  const point = freeMiddle(
    part,
    above.map(({ bounds }) => bounds),
  );
  if (!point) throw coveredByWindow(part, above);
  const other = await foreignAt(session.caller(call), handle.origin, point);
  if (other) {
    throw actionFailed(
      `At the place of this element lies ${said(other)}, so it was not clicked. It was scrolled away, or that covers it: ` +
        'close that, or scroll to the element with scroll_to_element.',
    );
  }
  return point;
}

/** The windows over that of an element, also those that came since the look. A menu or popup is above all of them. */
async function windowsAbove(
  session: DesktopSession,
  { frame }: Origin,
  call: Call,
): Promise<readonly ManagedWindow[]> {
  if (!frame.window) return [];
  const windows = await session.windows(call);
  const place = windows.findIndex(({ id }) => id === frame.window?.id);
  return windows.slice(0, Math.max(place, 0)).filter(({ minimized }) => !minimized);
}

function coveredByWindow(part: Bounds, above: readonly ManagedWindow[]): Error {
  const cover = above.find(({ bounds }) => contains(bounds, centre(part)));
  return actionFailed(
    `The window '${flat(shown(cover?.title ?? ''))}' covers this element, so the mouse cannot reach it. Close or answer that window first.`,
  );
}

/** Another element at a point, if the toolkit reports it: neither the element nor something inside or around it. */
async function foreignAt(caller: Caller, origin: Origin, point: Point): Promise<Accessible | undefined> {
  const { frame, accessible, toolkit } = origin;
  if (!waysOf(toolkit).hitTests || isEmbedded(origin)) return undefined;
  const hit = await hitIn(caller, frame.accessible, point);
  if (!hit || passiveRoles.has(hit.role) || hit === frame.accessible) return undefined;
  return pathTo(accessible, hit) || pathTo(hit, accessible) ? undefined : hit;
}

/** LibreOffice's own parts are asked at other places than they are at; see embedded-places.ts. */
function isEmbedded({ accessible, frame, toolkit }: Origin): boolean {
  return (
    toolkit === toolkits.gtk3 &&
    frame.accessible.attributes.toolkit !== undefined &&
    accessible.attributes.toolkit === undefined
  );
}

/** The innermost accessible at a point, as far as the tree was read. Some toolkits report only the next level. */
async function hitIn(caller: Caller, frame: Accessible, { x, y }: Point): Promise<Accessible | undefined> {
  const args = [Math.round(x), Math.round(y), COORD_TYPE_SCREEN];
  const hitTest = { interface: interfaces.component, member: 'GetAccessibleAtPoint', signature: 'iiu', args };
  let at: Reference = frame.reference;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const [reply] = (await orUndefined(caller.call(at, hitTest))) ?? [];
    const next = asReference(reply);
    if (!exists(next) || keyOf(next) === keyOf(at)) break;
    at = next;
  }
  return find(frame, keyOf(at));
}

function find(top: Accessible, key: string): Accessible | undefined {
  if (keyOf(top.reference) === key) return top;
  for (const child of top.children) {
    const found = find(child, key);
    if (found) return found;
  }
  return undefined;
}

function said(accessible: Accessible): string {
  const name = flat(shown(accessible.name));
  return name === '' ? `a ${normalisedRole(accessible)}` : `the ${normalisedRole(accessible)} '${name}'`;
}
