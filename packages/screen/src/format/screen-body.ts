import type { UiNode } from '../node.ts';
import { cell, cut, shown } from '../sanitize.ts';
import type { Element, Snapshot, UiWindow } from '../snapshot.ts';

const LONGEST_TITLE = 100;

/** Limits for hostile screens; no model reads more rows or characters than this. */
const MOST_ROWS = 10_000;
const MOST_CHARACTERS = 1_000_000;
/** The active window's share of the limits, so that something is left for a keyboard or a bar. */
const ACTIVE_SHARE = 0.8;

/** How a format writes elements: which ones it keeps, and the row of each. */
export interface RowFormat {
  readonly keeps: (node: UiNode) => boolean;
  readonly row: (element: Element) => string;
  /** An explanation of the rows, if they need it. */
  readonly note: string | undefined;
}

/**
 * The lines after the head of a screen in every format: the rows of the active window, then each further window with its rows,
 * then notes.
 */
export function screenBody(snapshot: Snapshot, format: RowFormat): string[] {
  const lines: string[] = [];
  let window = snapshot.windows.find((candidate) => candidate.active);
  const announced = new Set(window === undefined ? [] : [window]);
  // A window that could not be read has no elements to announce it.
  const announceUpTo = (next: UiWindow | undefined): void => {
    for (const candidate of snapshot.windows) {
      if (!announced.has(candidate)) lines.push(windowLine(candidate));
      announced.add(candidate);
      if (candidate === next) return;
    }
  };
  const { rows, leftOut } = rowsOf(snapshot, format);
  for (const { element, line } of rows) {
    if (element.window !== window) announceUpTo(element.window);
    window = element.window;
    lines.push(line);
  }
  announceUpTo(undefined);
  if (format.note !== undefined) lines.push(`note:${format.note}`);
  if (leftOut > 0) lines.push(`note:${leftOutText(leftOut)}`);
  return [...lines, ...notesOf(snapshot)];
}

/** The note about elements that were left out. */
export function leftOutText(count: number): string {
  return `${count} more elements were left out: the screen holds more than fits into one answer; find_elements searches all of them`;
}

interface Rows {
  readonly rows: readonly { readonly element: Element; readonly line: string }[];
  readonly leftOut: number;
}

/** The rows that fit. If there are too many, invisible ones are dropped first. */
function rowsOf({ elements }: Snapshot, { keeps, row }: RowFormat): Rows {
  const kept = elements.filter(({ node }) => keeps(node));
  const candidates = kept.length > MOST_ROWS ? kept.filter(({ node }) => node.visible) : kept;
  const rows: { element: Element; line: string }[] = [];
  let characters = 0;
  for (const element of candidates) {
    const share = element.window.active ? ACTIVE_SHARE : 1;
    if (kept.length > MOST_ROWS && rows.length >= MOST_ROWS * share) continue;
    const line = row(element);
    if (characters + line.length > MOST_CHARACTERS * share) continue;
    characters += line.length;
    rows.push({ element, line });
  }
  return { rows, leftOut: kept.length - rows.length };
}

/** A title or name from the device could contain a line break and forge a line of ours, so it is written on one line. */
function windowLine({ type, title, app }: UiWindow): string {
  return `window:${type} ${cut(cell(shown(title === '' ? app : (title ?? app))), LONGEST_TITLE)}`;
}

function notesOf({ awake, notes, textless, unread }: Snapshot): string[] {
  const all = [
    ...notes,
    ...(unread === undefined ? [] : [unread]),
    ...(textless === undefined
      ? []
      : [`no texts, and nothing inside scrolled areas, could be read: ${textless}`]),
    ...(awake ? [] : ['the display is asleep']),
  ];
  return all.map((note) => `note:${cell(shown(note))}`);
}
