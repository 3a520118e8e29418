import type { Call } from '../call/call.ts';
import { pause, withinLimit } from '../call/call.ts';
import { deviceErrorOf } from '../device/errors.ts';
import type { PicturedSnapshot } from '../device/session.ts';
import { similarity, structuralHash } from '../ui/fingerprint.ts';
import type { Query } from '../ui/find.ts';
import { findElements, unsearchable } from '../ui/find.ts';
import type { Element, Snapshot } from '../ui/snapshot.ts';
import type { Eyes } from './frame/eyes.ts';

/** How far apart looks begin while something is waited for; a look that takes longer is followed at once. */
const INTERVAL = 500;

/** A wait that was too short for a single look knows nothing of the screen, and must not sound as if it did. */
const UNSEEN = 'The screen could not be read in that time: wait longer';

interface Patience {
  readonly timeout: number;
  readonly call: Call;
}

/** Looks until an element fits: at once, then every 500 ms. */
export async function untilFound(
  eyes: Eyes,
  query: Query,
  { timeout, call }: Patience,
): Promise<{
  element: Element | undefined;
  /** Why not finding it may mean nothing. */
  doubt: string | undefined;
  elapsedMs: number;
  attempts: number;
}> {
  const start = call.clock.now();
  let attempts = 0;
  let doubt: string | undefined = UNSEEN;
  const element = await repeated(
    eyes,
    { timeout, call },
    {
      begin: () => (attempts += 1),
      check: (snapshot) => {
        if (snapshot) doubt = unsearchable(snapshot, query);
        return snapshot && findElements(snapshot, query)[0];
      },
    },
  );
  return { element, doubt, elapsedMs: Math.round(call.clock.now() - start), attempts };
}

/** Looks until two in a row are alike enough, or until the platform itself says that nothing moves. */
export async function untilIdle(
  eyes: Eyes,
  { timeout, match, call }: Patience & { readonly match: number },
): Promise<{ idle: boolean; doubt: string | undefined; elapsedMs: number }> {
  const start = call.clock.now();
  let before: Snapshot | undefined;
  let doubt: string | undefined = UNSEEN;
  const idle = await repeated(
    eyes,
    { timeout, call },
    {
      check: (snapshot) => {
        const alike = before && snapshot && resembles(before, snapshot, match);
        // A screen whose texts cannot be read may change without showing it.
        before = snapshot?.textless === undefined ? snapshot : undefined;
        if (snapshot) doubt = undefined;
        return alike === true || snapshot?.rested === true ? true : undefined;
      },
    },
  );
  return { idle: idle ?? false, doubt, elapsedMs: Math.round(call.clock.now() - start) };
}

function resembles(before: Snapshot, now: Snapshot, match: number): boolean {
  return match === 100 ? structuralHash(before) === structuralHash(now) : similarity(before, now) >= match;
}

/**
 * Looks again and again until `check` finds what it wants or the time is up; a look under way at that moment
 * is cancelled. A passing failure to read (a window changing) is a look that showed nothing.
 */
async function repeated<T>(
  eyes: Eyes,
  { timeout, call }: Patience,
  { begin, check }: { begin?: () => void; check: (snapshot: PicturedSnapshot | undefined) => T | undefined },
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
        // A look may do with less when it knows how little time it has.
        const brief = { ...own, remaining: () => Math.max(0, deadline - clock.now()) };
        while (clock.now() < deadline) {
          const next = Math.min(clock.now() + INTERVAL, deadline);
          begin?.();
          const found = check(await lookOnce(eyes.during(brief)));
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

async function lookOnce(eyes: Eyes): Promise<PicturedSnapshot | undefined> {
  try {
    const snapshot = await eyes.look({ accept: 'nothing' });
    return snapshot.elements.length === 0 || snapshot.unread !== undefined ? undefined : snapshot;
  } catch (error) {
    if (passing.has(deviceErrorOf(error)?.kind ?? '')) return undefined;
    throw error;
  }
}
