import type { Call } from '@handeye/core/call/call';
import { pause } from '@handeye/core/call/call';
import type { DBusConnection } from '../dbus/connection.ts';

/** Milliseconds without a change before the screen counts as quiet. */
const QUIET = 150;
/** Milliseconds until a change must begin. */
const LATEST_BEGINNING = 300;
/** An event this shortly before the call may be an immediate effect of the act. */
const RECENT = 300;
/** The share of the time to wait for an application that never stops changing (an animation). */
const PATIENCE = 1 / 2;
const INTERVAL = 30;

/**
 * Waits until applications report no more changes. Undefined if they reported none, or do not stop: not every toolkit reports
 * everything, and another application may be restless. Then looks have to be compared.
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
    // A button reports at once that it is pressed, and its effect a little later.
    if (isHeard && now - Math.max(last, start) >= QUIET) return true;
    if (now - start >= (isHeard ? limit * PATIENCE : LATEST_BEGINNING)) return undefined;
    await pause(INTERVAL, call);
  }
}
