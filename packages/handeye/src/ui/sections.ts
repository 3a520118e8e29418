import { cell, cut, shown } from './sanitize.ts';
import type { Element, Snapshot, UiWindow } from './snapshot.ts';

const LONGEST_TITLE = 100;

/**
 * What follows the head of a screen in every format: the rows of the active window, then each further window
 * with its rows, then what the model should know of the view.
 */
export function sections(snapshot: Snapshot, row: (element: Element) => string | undefined): string[] {
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
  for (const element of snapshot.elements) {
    if (element.window !== window) announceUpTo(element.window);
    window = element.window;
    const line = row(element);
    if (line !== undefined) lines.push(line);
  }
  announceUpTo(undefined);
  return [...lines, ...notesOf(snapshot)];
}

/** A title or name from the device could hold a line break and forge a line of ours: it becomes one line. */
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
