import type { Call } from '../../call/call.ts';
import { pause } from '../../call/call.ts';
import type { DBusConnection } from '../dbus/connection.ts';

/** How long applications must have told of no change. */
const QUIET = 150;
/** How long a change may take to begin. */
const LATEST_BEGINNING = 300;
/** An event that came so shortly before may be what the act did at once. */
const RECENT = 300;
/** An application that never stops telling of changes (an animation) is listened to for this share of the time. */
const PATIENCE = 1 / 2;
const INTERVAL = 30;

/**
 * Waits until applications tell of no change any more. Undefined where they told of none, or do not stop: not every
 * toolkit tells everything, and others than the one in use may be restless, so looks have to be compared then.
 */
export async function untilQuiet(
  connection: Pick<DBusConnection, 'lastSignal'>,
  limit: number,
  call: Call,
): Promise<true | undefined> {
  const start = call.clock.now();
  for (;;) {
    const now = call.clock.now();
    const last = connection.lastSignal ?? -Infinity;
    const isHeard = last >= start - RECENT;
    // A button that is pressed tells of that at once, and of what it does a little later.
    if (isHeard && now - Math.max(last, start) >= QUIET) return true;
    if (now - start >= (isHeard ? limit * PATIENCE : LATEST_BEGINNING)) return undefined;
    await pause(INTERVAL, call);
  }
}
