import type { Call } from '@handeye/core/call/call';
import { pause } from '@handeye/core/call/call';

/** The milliseconds between looks, and the limit. */
const POLL_MS = 200;
const PATIENCE_MS = 10_000;

/** Looks until the result fits, and returns it; undefined if none did in time. */
export async function firstFitting<Seen>(
  look: (call: Call) => Promise<Seen>,
  fits: (seen: Seen) => boolean,
  call: Call,
): Promise<Seen | undefined> {
  const end = call.clock.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look(call);
    if (fits(seen)) return seen;
    if (call.clock.now() > end) return undefined;
    await pause(POLL_MS, call);
  }
}
