import type { TimelineEntry } from '../../wire/timeline.ts';

/**
 * Merges the server's and the page's entries by number. The page's entry is newer, because the page received it while the
 * server answered; but an ended call never becomes a running one again: it may have ended while the page was away.
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
