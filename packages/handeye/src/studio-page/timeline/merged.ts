import type { TimelineEntry } from '../../studio/wire/timeline.ts';

/**
 * What the server has and what the page has, by number. The page's is newer, because it heard of it while the server
 * answered; except of a call that ended while the page was away: an end is never taken back.
 */
export function merged(
  fromServer: readonly TimelineEntry[],
  onPage: readonly TimelineEntry[],
): TimelineEntry[] {
  const known = new Map(fromServer.map((entry) => [entry.number, entry]));
  for (const entry of onPage) {
    const hasEnded = known.get(entry.number)?.outcome !== undefined;
    if (!hasEnded || entry.outcome !== undefined) known.set(entry.number, entry);
  }
  return [...known.values()];
}
