import type { Call } from '../device/call.ts';
import { pause, withinLimit } from '../device/call.ts';
import { DeviceError } from '../device/errors.ts';
import type { Sight } from '../device/session.ts';
import { similarity, structuralHash } from '../ui/fingerprint.ts';
import type { Query } from '../ui/find.ts';
import { findElements } from '../ui/find.ts';
import type { Element, Snapshot } from '../ui/snapshot.ts';
import type { Eyes } from './eyes.ts';

/** How far apart looks begin while something is waited for; a look that takes longer is followed at once. */
const interval = 500;

interface Patience {
  readonly timeout: number;
  readonly call: Call;
}

/** Looks until an element fits: at once, then every 500 ms. */
export async function untilFound(
  eyes: Eyes,
  query: Query,
  { timeout, call }: Patience,
): Promise<{ element: Element | undefined; seen: boolean; elapsedMs: number; attempts: number }> {
  const start = call.clock.now();
  let attempts = 0;
  let seen = false;
  const element = await repeated(
    eyes,
    { timeout, call },
    {
      begin: () => (attempts += 1),
      judge: (sight) => {
        seen ||= sight !== undefined;
        return sight && findElements(sight.snapshot, query)[0];
      },
    },
  );
  return { element, seen, elapsedMs: Math.round(call.clock.now() - start), attempts };
}

/** Looks until two in a row are alike enough, or until the platform itself says that nothing moves. */
export async function untilIdle(
  eyes: Eyes,
  { timeout, match, call }: Patience & { readonly match: number },
): Promise<{ idle: boolean; seen: boolean; elapsedMs: number }> {
  const start = call.clock.now();
  let before: Snapshot | undefined;
  let seen = false;
  const idle = await repeated(
    eyes,
    { timeout, call },
    {
      judge: (sight) => {
        const alike = before && sight && resembles(before, sight.snapshot, match);
        before = sight?.snapshot;
        seen ||= sight !== undefined;
        return alike === true || sight?.rested === true ? true : undefined;
      },
    },
  );
  return { idle: idle ?? false, seen, elapsedMs: Math.round(call.clock.now() - start) };
}

function resembles(before: Snapshot, now: Snapshot, match: number): boolean {
  return match === 100 ? structuralHash(before) === structuralHash(now) : similarity(before, now) >= match;
}

/**
 * Looks again and again until `judge` finds what it wants or the time is up; a look under way at that moment
 * is cancelled. A passing failure to read (a window changing) is a look that showed nothing.
 */
async function repeated<T>(
  eyes: Eyes,
  { timeout, call }: Patience,
  { begin, judge }: { begin?: () => void; judge: (sight: Sight | undefined) => T | undefined },
): Promise<T | undefined> {
  const { clock } = call;
  const deadline = clock.now() + timeout;
  const timeUp = new Error('The waiting time is up.');
  const stop = new AbortController();
  const cancelTimer = clock.after(timeout, () => {
    stop.abort(timeUp);
  });
  try {
    return await withinLimit(
      { clock, limit: call.remaining(), cancelled: AbortSignal.any([call.signal, stop.signal]) },
      async (own) => {
        while (clock.now() < deadline) {
          const next = Math.min(clock.now() + interval, deadline);
          begin?.();
          const found = judge(await glance(eyes.during(own)));
          if (found !== undefined) return found;
          await pause(Math.max(0, next - clock.now()), own);
        }
        return undefined;
      },
    );
  } catch (error) {
    if (error === timeUp) return undefined;
    throw error;
  } finally {
    cancelTimer();
  }
}

/** What a moment later may be mended by itself: an unreadable window, a failed or slow reading. */
const passing: ReadonlySet<string> = new Set(['action_failed', 'timeout']);

async function glance(eyes: Eyes): Promise<Sight | undefined> {
  try {
    const sight = await eyes.see({ picture: false });
    return sight.snapshot.elements.length === 0 ? undefined : sight;
  } catch (error) {
    if (error instanceof DeviceError && passing.has(error.kind)) return undefined;
    throw error;
  }
}
