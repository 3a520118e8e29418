import { shortId } from '../../../ids.ts';
import { flat } from '../../../sanitize.ts';
import type { Line } from '../line.ts';
import { guarded, SEPARATOR } from '../text.ts';

/** The content of a line without its element: equal for lines that a model could tell apart only by id. */
export function signature(line: Line): string {
  return JSON.stringify([line.kind, line.numbered, lastingMarks(line), lastingLabel(line)]);
}

/** How two lines about the same thing differ. */
export type Difference = 'none' | 'focus' | 'more';

export function differenceOf(before: Line, now: Line): Difference {
  if (isOtherId(before, now) || signature(before) !== signature(now)) return 'more';
  return now.numbered && hasFocus(before) !== hasFocus(now) ? 'focus' : 'none';
}

export function hasFocus({ marks }: Line): boolean {
  return marks.includes('focused');
}

function isOtherId(before: Line, now: Line): boolean {
  return now.numbered && before.element?.id !== now.element?.id;
}

function lastingMarks({ marks }: Line): string[] {
  return marks.filter((mark) => mark !== 'focused');
}

/** The place of a surface, which moves when the keyboard opens. */
const SURFACE_PLACE = /area @-?\d+,-?\d+ \d+x\d+$/;
const ROLE_AND_PLACE = /^(field|button|image|area) @-?\d+,-?\d+$/;

/**
 * A label without the parts that depend on the rest of the screen: its position, and the resource name that tells it from
 * others.
 */
function lastingLabel({ kind, numbered, label, parts, name }: Line): string {
  if (kind === 'plain' && numbered) return label.replace(SURFACE_PLACE, '');
  if (parts.length === 0 && ROLE_AND_PLACE.test(label)) return label.slice(0, label.indexOf(' '));
  const suffix = ` #${name ?? ''}`;
  return name !== undefined && label.endsWith(suffix) ? label.slice(0, -suffix.length) : label;
}

/** The former state, if it adds something: `(was off)`; otherwise empty. */
export function wasText(before: Line, now: Line): string {
  const was = [...wasId(before, now), ...wasMarks(before, now), ...wasLabel(before, now)];
  return was.length === 0 ? '' : ` (was ${was.join(', ')})`;
}

function wasId(before: Line, now: Line): string[] {
  if (now.numbered && !before.numbered) return ['text only'];
  if (before.numbered && (!now.numbered || isOtherId(before, now)) && before.element)
    return [shortId(before.element.id)];
  return [];
}

function wasMarks(before: Line, now: Line): string[] {
  const old = lastingMarks(before);
  const own = lastingMarks(now);
  const removed = old.filter((mark) => !own.includes(mark));
  if (removed.length > 0) return removed.map((mark) => valueOf(mark, own));
  if (!own.includes('disabled') || old.includes('disabled')) return isNewlySelected(old, own);
  return ['enabled'];
}

function isNewlySelected(old: readonly string[], own: readonly string[]): string[] {
  return own.includes('selected') && !old.includes('selected') ? ['not selected'] : [];
}

/** `40%` for `slide 40%` if it is still a slider. */
function valueOf(mark: string, own: readonly string[]): string {
  const [word = '', value] = mark.split(' ');
  return value !== undefined && own.some((other) => other.startsWith(`${word} `)) ? value : mark;
}

function wasLabel(before: Line, now: Line): string[] {
  const old = before.element?.node;
  const own = now.element?.node;
  if (old?.password === true || own?.password === true) {
    // The former content of a password field is never shown, even from when it was not one.
    const wasEmpty = flat(old?.text) === '';
    return wasEmpty === (flat(own?.text) === '') ? [] : [wasEmpty ? 'empty' : 'filled'];
  }
  const content = old?.editable === true && own?.editable === true ? wasContent(old.text, own.text) : [];
  return [...content, ...wasParts(before.parts, now.parts), ...wasError(old?.error, own?.error)];
}

function wasContent(old: string | undefined, own: string | undefined): string[] {
  const before = flat(old);
  if (before === flat(own)) return [];
  return [before === '' ? 'empty' : `= ${clipped(before, flat(own))}`];
}

function wasError(old: string | undefined, own: string | undefined): string[] {
  const before = flat(old);
  return before === '' || before === flat(own) ? [] : [`error: ${clipped(before, flat(own))}`];
}

/** Only the parts of a label that changed. */
function wasParts(before: readonly string[], now: readonly string[]): string[] {
  if (before.join('\n') === now.join('\n')) return [];
  const least = Math.min(before.length, now.length);
  let start = 0;
  while (start < least && before[start] === now[start]) start += 1;
  let end = 0;
  while (end < least - start && before.at(-1 - end) === now.at(-1 - end)) end += 1;
  const old = before.slice(start, before.length - end);
  const own = now.slice(start, now.length - end);
  const said =
    old.length > 0 ? clipped(old.join(SEPARATOR), own.join(SEPARATOR)) : clipped(before.join(SEPARATOR), '');
  return said === '' ? [] : [guarded(said)];
}

/** The longest former text. */
const LONGEST_OLD_TEXT = 40;
/** How many unchanged characters precede the change. */
const LEAD = 8;

/** The beginning of a former text; of a long one the part around the first difference. */
function clipped(old: string, own: string): string {
  const characters = Array.from(old);
  if (characters.length <= LONGEST_OLD_TEXT) return old;
  const others = Array.from(own);
  let same = 0;
  while (same < characters.length && characters[same] === others[same]) same += 1;
  const start =
    same <= LONGEST_OLD_TEXT / 2 ? 0 : Math.min(same - LEAD, characters.length - LONGEST_OLD_TEXT);
  const end = Math.min(start + LONGEST_OLD_TEXT, characters.length);
  const part = characters.slice(start, end).join('').trim();
  return `${start > 0 ? '…' : ''}${part}${end < characters.length ? '…' : ''}`;
}
