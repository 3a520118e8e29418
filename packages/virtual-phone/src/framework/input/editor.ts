import type { Editing } from '../views/view-state.ts';

/** Changes to an edited text; all keep the selection inside it. */

/** The limits of a field. */
export interface EditRules {
  readonly maxLength: number | undefined;
  readonly digitsOnly: boolean;
}

/**
 * Replaces the selection with text, as far as the field allows it. A single-line field keeps a line break that is
 * pasted or set, and shows it as a space (TextView uses a transformation for that, not a filter).
 */
export function insert(editing: Editing, text: string, rules: EditRules): void {
  let fits = text;
  if (rules.digitsOnly) fits = fits.replaceAll(/[^0-9.,+-]/g, '');
  const kept = editing.text.length - (editing.end - editing.start);
  if (rules.maxLength !== undefined) fits = fits.slice(0, Math.max(0, rules.maxLength - kept));
  replace(editing, editing.start, editing.end, fits);
}

function replace(editing: Editing, from: number, to: number, text: string): void {
  editing.text = editing.text.slice(0, from) + text + editing.text.slice(to);
  editing.start = editing.end = from + text.length;
}

/** Deletes the selection, or the character before (-1) or after (1) the cursor. */
export function erase(editing: Editing, direction: -1 | 1): void {
  if (editing.start !== editing.end) replace(editing, editing.start, editing.end, '');
  else if (direction === -1) replace(editing, previous(editing.text, editing.start), editing.start, '');
  else replace(editing, editing.start, next(editing.text, editing.end), '');
}

export type CursorMove = 'left' | 'right' | 'up' | 'down' | 'lineStart' | 'lineEnd';

/** Moves the cursor, or with `select` the end of the selection. */
export function moveCursor(editing: Editing, move: CursorMove, select: boolean): void {
  const target = destination(editing.text, select || move !== 'left' ? editing.end : editing.start, move);
  if (!select) {
    const collapses = editing.start !== editing.end;
    if (collapses && move === 'left') editing.end = editing.start;
    else if (collapses && move === 'right') editing.start = editing.end;
    else editing.start = editing.end = target;
  } else if (target < editing.start) editing.start = target;
  else editing.end = target;
}

function destination(text: string, from: number, move: CursorMove): number {
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const lineBreak = text.indexOf('\n', from);
  const lineEnd = lineBreak === -1 ? text.length : lineBreak;
  switch (move) {
    case 'left':
      return previous(text, from);
    case 'right':
      return next(text, from);
    case 'lineStart':
      return lineStart;
    case 'lineEnd':
      return lineEnd;
    case 'up': {
      if (lineStart === 0) return 0;
      const above = text.lastIndexOf('\n', lineStart - 2) + 1;
      return Math.min(above + from - lineStart, lineStart - 1);
    }
    case 'down': {
      if (lineEnd === text.length) return text.length;
      const below = text.indexOf('\n', lineEnd + 1);
      return Math.min(lineEnd + 1 + from - lineStart, below === -1 ? text.length : below);
    }
  }
}

// A character outside the basic plane (an emoji) is two code units of a string, but one step for the cursor.
function previous(text: string, position: number): number {
  const low = /[\udc00-\udfff]/.test(text.charAt(position - 1));
  return Math.max(0, position - (low && position > 1 ? 2 : 1));
}

function next(text: string, position: number): number {
  const high = /[\ud800-\udbff]/.test(text.charAt(position));
  return Math.min(text.length, position + (high ? 2 : 1));
}

export function selectAll(editing: Editing): void {
  editing.start = 0;
  editing.end = editing.text.length;
}

/** Selects the word at a position, as a long press or a double tap does. */
export function selectWord(editing: Editing, position: number): void {
  const before = /[\p{L}\p{N}_]*$/u.exec(editing.text.slice(0, position))?.[0] ?? '';
  const after = /^[\p{L}\p{N}_]*/u.exec(editing.text.slice(position))?.[0] ?? '';
  editing.start = position - before.length;
  editing.end = position + after.length;
}

/** The text that a single-line field shows: line breaks become spaces (SingleLineTransformationMethod). */
export function displayed({ multiLine }: { readonly multiLine?: boolean }, text: string): string {
  return multiLine === true ? text : text.replaceAll('\n', ' ');
}
