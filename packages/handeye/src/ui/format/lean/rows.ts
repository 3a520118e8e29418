import type { Line } from './line.ts';

/** A row with more lines than this is a page. */
const MOST_LINES = 30;

/**
 * The lines of one row of a list, from `start` on: the line with the row's first text leads, and the rest is indented
 * under it, so that a button belongs visibly to its row.
 */
export function withRowsLed(lines: Line[], start: number, depth: number): void {
  const row = lines.slice(start);
  if (row.length < 2 || row.length > MOST_LINES) return;
  const groups = groupsOf(row, depth);
  if (groups.length < 2) return;
  const lead = groups.find(([head]) => head?.hasText === true && !head.offscreen) ?? groups[0];
  if (lead === undefined) return;
  const rest = groups.filter((group) => group !== lead).flat();
  for (const line of rest) line.depth += 1;
  lines.splice(start, row.length, ...lead, ...rest);
}

/** Each line at the row's own depth with what is indented under it. */
function groupsOf(row: readonly Line[], depth: number): Line[][] {
  const groups: Line[][] = [];
  for (const line of row) {
    const last = groups.at(-1);
    if (last && line.depth > depth) last.push(line);
    else groups.push([line]);
  }
  return groups;
}
