import type { Call } from '@handeye/core/call/call';
import { type Aim, changeText, isSameLabel } from '@handeye/core/device/aim';
import { ScreenChanged } from '@handeye/core/device/errors';
import type { Origins } from '@handeye/core/device/origins';
import { area, centre, intersect, type Point } from '@handeye/screen/bounds';
import { shown } from '@handeye/screen/sanitize';
import { nodeAt } from '@handeye/screen/touch/hit-test';
import { LIBRE_OFFICE } from '../atspi/accessible.ts';
import { askName, askRole } from '../atspi/cache-item.ts';
import { askExtents } from '../atspi/details.ts';
import { displayName } from '../atspi/names.ts';
import { toDeviceError } from '../errors.ts';
import { onScreen } from '../screen/frames.ts';
import type { Origin } from '../screen/look.ts';
import type { DesktopSession } from '../session.ts';

/** Bounds are alike if what they share is at least half of what they cover together: things move a little. */
const SHARED = 0.5;

interface Judged {
  readonly label: Aim['labels'][number];
  /** Where the mouse goes: the element must be there still. */
  readonly at?: Point;
}

/** Asks an element for its role and name again, right before it is used; throws ScreenChanged if it is another one now. */
export async function mustBeAsJudged(
  session: DesktopSession,
  origin: Origin,
  { label, at, call }: Judged & { readonly call: Call },
): Promise<void> {
  const { accessible, app, frame, toolkit } = origin;
  // Of what LibreOffice embeds the name must not be asked (atspi/questions.ts).
  if (accessible.role === 'embedded') return;
  const caller = session.caller(call);
  const { reference, bounds } = accessible;
  // LibreOffice tells other places than those where its parts are (embedded-places.ts).
  const isPlaced = at !== undefined && bounds !== undefined && app.name !== LIBRE_OFFICE;
  const [role, name, now] = await Promise.all([
    askRole(caller, reference),
    askName(caller, reference),
    isPlaced ? askExtents(caller, reference) : bounds,
  ]).catch((error: unknown) => {
    throw toDeviceError(error, app.name);
  });
  const isThere = !isPlaced || (now !== undefined && sharedPart(bounds, now) >= SHARED);
  if (role === accessible.role && isThere && isSameLabel(accessible.name, name, label)) return;
  const point = at ?? (bounds ? centre(onScreen(bounds, frame)) : { x: 0, y: 0 });
  const met = {
    x: point.x,
    y: point.y,
    app: shown(app.name),
    label: isThere ? (shown(displayName(name, toolkit)) ?? '') : '',
  };
  throw new ScreenChanged(changeText(met), met);
}

/** The same of what lies under the points of an aim. */
export async function mustMeet(
  session: DesktopSession,
  points: readonly Point[],
  { aim, origins, call }: { aim: Aim | undefined; origins: Origins<Origin>; call: Call },
): Promise<void> {
  const { on, refuses = false, labels = [] } = aim ?? {};
  if (!on || !refuses) return;
  for (const [index, at] of points.entries()) {
    const label = labels[index] ?? 'words';
    const node = nodeAt(on, at);
    const origin = node && origins.find(node);
    if (origin && label !== 'none') await mustBeAsJudged(session, origin, { label, at, call });
  }
}

type Box = NonNullable<Origin['accessible']['bounds']>;

function sharedPart(one: Box, other: Box): number {
  const both = intersect(one, other);
  const shared = both ? area(both) : 0;
  return shared / Math.max(1, area(one) + area(other) - shared);
}
