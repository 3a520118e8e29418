import type { Line } from './line.ts';
import { mayMerge, mergeParts } from './plain.ts';

/** A row with more lines than this is a page. */
const MOST_LINES = 30;

/**
 * The lines of one row of a list, from `start` on: the line with the row's first text leads, and the rest is indented
 * under it, so that a button belongs visibly to its row. Returns which plain lines became part of which.
 */
export function withRowsLed(lines: Line[], start: number, depth: number): ReadonlyMap<Line, Line> {
  const merged = new Map<Line, Line>();
  const row = lines.slice(start);
  if (row.length < 2 || row.length > MOST_LINES) return merged;
  const groups = groupsOf(row, depth);
  const lead = groups.find(([head]) => head?.hasText === true && !head.offscreen) ?? groups[0];
  const [first] = lead ?? [];
  if (groups.length < 2 || lead === undefined || first === undefined) return merged;
  const rest: Line[] = [];
  for (const group of groups.filter((one) => one !== lead)) {
    const [line] = group;
    if (line && group.length === 1 && mayJoinLead(first, line)) {
      mergeParts(first, line.parts);
      merged.set(line, first);
    } else rest.push(...group);
  }
  for (const line of rest) line.depth += 1;
  lines.splice(start, row.length, ...lead, ...rest);
  return merged;
}

/** A button between two texts of a row does not keep them apart. */
function mayJoinLead(lead: Line, line: Line): boolean {
  const isPlain = [lead, line].every(
    ({ kind, numbered, parts }) => kind === 'plain' && !numbered && parts.length > 0,
  );
  return (
    isPlain && !lead.marks.includes('heading') && lead.offscreen === line.offscreen && mayMerge(lead, line)
  );
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
