import type { Snapshot } from '../../../snapshot.ts';
import { leanScreen } from '../lean.ts';
import { isDesktopTitle, roleOf, windowLine } from '../windows.ts';
import { type Entry, entriesOf } from './entries.ts';
import { matched } from './matching.ts';
import { changedLines } from './told.ts';

/** The most lines that are told of a window that nobody can use now. */
const MOST_LINES = 5;

/**
 * What changed in the windows of a desktop that lie behind the active one: gedit's Replace All changes its document and
 * nothing in its dialog. A phone's are not asked: what plays behind a dialog there is no effect of what was done.
 */
export function changesBehind(before: Snapshot, now: Snapshot): string[] {
  if (!isDesktopTitle(now)) return [];
  const old = entriesBehind(before);
  const own = entriesBehind(now);
  return now.windows.flatMap((window) => {
    const of = (entries: readonly Entry[]) => entries.filter((entry) => entry.window.key === window.key);
    const entries = of(own);
    const known = of(old);
    if (entries.length === 0 || known.length === 0) return [];
    const lines = changedLines(matched(known, entries), new Set());
    const title = windowLine(window, 'behind', now);
    return lines.length === 0 ? [] : [title, ...lines.slice(0, MOST_LINES), ...moreThan(lines.length)];
  });
}

function entriesBehind(snapshot: Snapshot): readonly Entry[] {
  return entriesOf(leanScreen(snapshot, { allWindows: true })).filter(
    ({ window, line }) => line.kind !== 'about' && roleOf(window, snapshot, { all: false }) === 'behind',
  );
}

function moreThan(count: number): string[] {
  return count > MOST_LINES ? [`… ${count - MOST_LINES} more changes there`] : [];
}
