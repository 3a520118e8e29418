import type { Call } from '../call/call.ts';
import { pause, withinLimit } from '../call/call.ts';
import { deviceErrorOf } from '../device/errors.ts';
import type { PicturedSnapshot } from '../device/session.ts';
import { similarity, structuralHash } from '@handeye/screen/fingerprint';
import type { Query } from '@handeye/screen/find';
import { findElements, unsearchable } from '@handeye/screen/find';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import type { Eyes } from './frame/eyes.ts';

/** How far apart looks begin while something is waited for; a look that takes longer is followed at once. */
const INTERVAL = 500;
/** How far apart two looks must be at least that show rest, as after an act. */
const SHORTEST_INTERVAL = 150;

/** A wait that was too short for a single look knows nothing of the screen, and must not sound as if it did. */
const UNSEEN = 'The screen could not be read in that time: wait longer';

/** One look shows no rest, unless the platform waited for it. */
const SEEN_ONCE = `The screen was read only once in that time: wait longer (at least ${2 * SHORTEST_INTERVAL} ms)`;

interface Patience {
  readonly timeout: number;
  readonly call: Call;
  readonly interval?: number;
}

/** An element that fits one of several queries, and the screen it was seen on. */
export interface Match {
  readonly element: Element;
  readonly query: Query;
  readonly snapshot: Snapshot;
}

interface Times {
  readonly elapsedMs: number;
  readonly attempts: number;
}

interface Outcome<T> extends Times {
  readonly outcome: T | undefined;
  /** Why the time was up may mean nothing. */
  readonly doubt: string | undefined;
}

/** Which of the elements that fit is meant; undefined if none of them is. */
export type Choose = (fitting: readonly Element[]) => Element | undefined;

const firstInTree: Choose = ([first]) => first;
const inSight: Choose = (fitting) => fitting.find(({ node }) => node.visible);
export const ratherInSight: Choose = (fitting) => inSight(fitting) ?? fitting[0];

/** Looks until an element fits one of the queries: at once, then every 500 ms. */
export async function untilFound(
  eyes: Eyes,
  queries: readonly Query[],
  { choose = firstInTree, ...patience }: Patience & { readonly choose?: Choose },
): Promise<Times & { match: Match | undefined; doubt: string | undefined }> {
  const { outcome, ...rest } = await untilSeen(eyes, queries, patience, (snapshot) =>
    matchIn(snapshot, queries, choose),
  );
  return { match: outcome, ...rest };
}

/** Looks until nothing in sight fits any of the queries; `still` is what did at the last look. */
export async function untilGone(
  eyes: Eyes,
  queries: readonly Query[],
  patience: Patience,
): Promise<Times & { gone: boolean; still: Match | undefined; doubt: string | undefined }> {
  let still: Match | undefined;
  const { outcome, ...rest } = await untilSeen(eyes, queries, patience, (snapshot, isSearchable) => {
    still = matchIn(snapshot, queries, inSight);
    return still === undefined && isSearchable ? true : undefined;
  });
  return { gone: outcome ?? false, still, ...rest };
}

/** The matches of the first query that has any. */
function matchIn(snapshot: Snapshot, queries: readonly Query[], choose: Choose): Match | undefined {
  for (const query of queries) {
    const element = choose(findElements(snapshot, query));
    if (element) return { element, query, snapshot };
  }
  return undefined;
}

async function untilSeen<T>(
  eyes: Eyes,
  queries: readonly Query[],
  { timeout, call }: Patience,
  check: (snapshot: Snapshot, isSearchable: boolean) => T | undefined,
): Promise<Outcome<T>> {
  const start = call.clock.now();
  let attempts = 0;
  let doubt: string | undefined = UNSEEN;
  const outcome = await repeated(
    eyes,
    { timeout, call },
    {
      begin: () => (attempts += 1),
      check: (snapshot) => {
        if (!snapshot) return undefined;
        const unfit = queries.map((query) => unsearchable(snapshot, query)).find((one) => one !== undefined);
        // The last look has little time, and may have to do without texts: that does not undo what the others saw.
        if (doubt !== undefined) doubt = unfit;
        return check(snapshot, unfit === undefined);
      },
    },
  );
  return { outcome, doubt, elapsedMs: Math.round(call.clock.now() - start), attempts };
}

/**
 * Looks until two in a row are alike enough, or until the platform itself says that nothing moves. Looks are closer together
 * where the time is short, because rest shows in two of them.
 */
export async function untilIdle(
  eyes: Eyes,
  { timeout, match, call }: Patience & { readonly match: number },
): Promise<{ idle: boolean; doubt: string | undefined; elapsedMs: number }> {
  const start = call.clock.now();
  let before: Snapshot | undefined;
  let doubt: string | undefined = UNSEEN;
  const idle = await repeated(
    eyes,
    { timeout, call, interval: Math.max(SHORTEST_INTERVAL, Math.min(INTERVAL, timeout / 3)) },
    {
      check: (snapshot) => {
        const alike = before && snapshot && resembles(before, snapshot, match);
        // A screen whose texts cannot be read may change without showing it.
        before = snapshot?.textless === undefined ? snapshot : undefined;
        if (snapshot) doubt = doubt === UNSEEN ? SEEN_ONCE : undefined;
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
  { timeout, call, interval = INTERVAL }: Patience,
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
          const next = Math.min(clock.now() + interval, deadline);
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

/** Failures that may resolve by themselves in a moment: an unreadable window, a failed or slow reading. */
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
