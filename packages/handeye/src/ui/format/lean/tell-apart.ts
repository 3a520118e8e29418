import type { Line } from './line.ts';

/** A label that is only a value: what a picker shows now. */
const VALUE = /^[\p{N}\p{P}\p{S}\s]+$/u;

/** Adds the resource name to handles that have the same label and different names, and to pickers: a value is no name. */
export function tellApart(lines: readonly Line[]): void {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    if (line.kind !== 'handle' || line.name === undefined || line.label.startsWith('#')) continue;
    if (line.marks.some((mark) => mark.startsWith('slide')) && VALUE.test(line.label)) {
      line.label += ` #${line.name}`;
      continue;
    }
    const group = groups.get(line.label);
    if (group) group.push(line);
    else groups.set(line.label, [line]);
  }
  for (const group of groups.values()) {
    if (new Set(group.map(({ name }) => name)).size < 2) continue;
    for (const line of group) line.label += ` #${line.name ?? ''}`;
  }
}

/** Whether all handles of a window are selected. Then none of them says so any more: it is said once. */
export function selectedAtOnce(lines: readonly Line[]): boolean {
  const handles = lines.filter(({ kind, offscreen }) => kind === 'handle' && !offscreen);
  if (handles.length < 2 || !handles.every(({ marks }) => marks.includes('selected'))) return false;
  for (const line of lines) line.marks = line.marks.filter((mark) => mark !== 'selected');
  return true;
}
