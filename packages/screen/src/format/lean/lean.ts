import { cell, shown } from '../../sanitize.ts';
import type { Element, Snapshot } from '../../snapshot.ts';
import { fitted, type SentLine } from './budget.ts';
import type { LeanScreen, LeanWindow, Line } from './line.ts';
import { withMore } from './more.ts';
import { elementsByWindow } from './tree.ts';
import { windowText } from './window-lines.ts';
import { placeName, roleOf, windowLine } from './windows.ts';

export interface LeanOptions {
  /** The number by which later calls refer to this screen. */
  readonly state?: string | undefined;
  /** Token limit, by an estimate on the safe side; unlimited if absent. */
  readonly maxTokens?: number | undefined;
  /** Also lists what is in the tree but not visible. */
  readonly offscreen?: boolean | undefined;
  /** Opens every window that was read: bars, keyboard, windows behind a dialog. */
  readonly allWindows?: boolean | undefined;
}

/** The screen as text for a model (docs/screen-format.md). */
export function leanText(snapshot: Snapshot, options: LeanOptions = {}): string {
  return leanListing(snapshot, options).text;
}

/** The same, line by line, and the handles whose ids are in it. */
export function leanListing(
  snapshot: Snapshot,
  options: LeanOptions = {},
): { readonly text: string; readonly lines: readonly SentLine[]; readonly handles: readonly Element[] } {
  const lines = fitted(leanScreen(snapshot, options), options.maxTokens);
  return {
    text: lines.map(({ text }) => text).join('\n'),
    lines,
    handles: lines.flatMap(({ line }) =>
      line?.kind === 'handle' && line.numbered && line.element ? [line.element] : [],
    ),
  };
}

/** The lines of a screen, window by window, the active one first. */
export function leanScreen(snapshot: Snapshot, options: LeanOptions = {}): LeanScreen {
  const { offscreen = false, allWindows = false } = options;
  const elements = elementsByWindow(snapshot.elements);
  const windows: LeanWindow[] = [];
  let isAllSelected = false;
  for (const window of snapshot.windows) {
    const role = roleOf(window, snapshot, { all: allWindows });
    if (role === 'bar') continue;
    if (role !== 'content') {
      windows.push({ window, role, title: windowLine(window, role, snapshot), lines: [], lineOf: noLine });
      continue;
    }
    const { lines: all, lineOf } = windowText(elements.get(window) ?? [], snapshot.screen);
    addResourceNames(all);
    const isSelected = selectedAtOnce(all);
    if (window.active) isAllSelected = isSelected;
    const lines = withMore(all, snapshot.screen, { offscreen });
    if (window.active) windows.unshift({ window, role, title: undefined, lines, lineOf });
    else if (lines.length > 0 || window.type !== 'system') {
      const title = windowLine(window, role, snapshot);
      windows.push({
        window,
        role,
        title: isSelected ? title.replace(':', ' (all selected):') : title,
        lines,
        lineOf,
      });
    }
  }
  const start = [sizeOf(snapshot), ...(options.state === undefined ? [] : [options.state])];
  return { head: headOf(snapshot, { start, isAllSelected }), isAllSelected, windows };
}

const noLine = () => undefined;

/** The lines above the content: the first line, which begins with `start`, then notes. */
export function headOf(
  snapshot: Snapshot,
  { start, isAllSelected }: { readonly start: readonly string[]; readonly isAllSelected: boolean },
): string[] {
  const { app, activity } = snapshot;
  // A desktop window's title is device text: it comes last.
  const first = [...start, ...(isAllSelected ? ['(all selected)'] : []), placeName(app, activity)];
  return [first.join(' '), ...notesOf(snapshot)];
}

export function sizeOf({ screen }: Snapshot): string {
  return `${screen.width}x${screen.height}`;
}

/** The notes of a look, one per line. */
export function notesOf({ awake, notes, textless, unread }: Snapshot): string[] {
  const all = [
    ...(awake ? [] : ['the display is asleep']),
    ...notes,
    ...(unread === undefined ? [] : [unread]),
    ...(textless === undefined
      ? []
      : [`no texts, and nothing inside scrolled areas, could be read: ${textless}`]),
  ];
  return all.map((note) => `note: ${cell(shown(note))}`);
}

/** A label that is only a value: the current number of a picker. */
const VALUE = /^[\p{N}\p{P}\p{S}\s]+$/u;

/** Adds the resource name to handles with equal labels and different names, and to pickers, whose value is no name. */
function addResourceNames(lines: readonly Line[]): void {
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

/** Whether all handles of a window are selected. Then the mark is removed from all lines and reported once. */
function selectedAtOnce(lines: readonly Line[]): boolean {
  const handles = lines.filter(({ kind, offscreen }) => kind === 'handle' && !offscreen);
  if (handles.length < 2 || !handles.every(({ marks }) => marks.includes('selected'))) return false;
  for (const line of lines) line.marks = line.marks.filter((mark) => mark !== 'selected');
  return true;
}
