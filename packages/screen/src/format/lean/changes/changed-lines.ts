import { cut } from '../../../sanitize.ts';
import { shortId } from '../../../ids.ts';
import type { Element, Snapshot } from '../../../snapshot.ts';
import { type Line, printed } from '../line.ts';
import { differenceOf, hasFocus, wasText } from './compare.ts';
import type { Entry, Matching, Pair } from './matching.ts';

/** The share of the lines of a screen that changed. */
export function shareOfChanges({ pairs, gone }: Matching): number {
  const isLine = ({ line }: Entry) => line.kind !== 'about';
  const now = pairs.filter((pair) => isLine(pair.now));
  const changed = now.filter(
    ({ before, now: own }) => before && differenceOf(before.line, own.line) === 'more',
  );
  const added = now.filter(({ before }) => before === undefined).length;
  const lost = gone.filter(isLine).length;
  const before = now.length - added + lost;
  return Math.max(
    now.length === 0 ? 0 : (changed.length + added) / now.length,
    before === 0 ? 0 : (changed.length + lost) / before,
  );
}

/** The changed lines, in the order of the current screen. `listed` are lines that are already in the answer. */
export function changedLines({ pairs }: Matching, listed: ReadonlySet<Line>): string[] {
  const lines: string[] = [];
  const isFocusMoved = pairs.some(
    ({ before, now }) => hasFocus(now.line) && before && !hasFocus(before.line),
  );
  let isUnderLast = false;
  let last: Line | undefined;
  for (const { before, now } of pairs) {
    const { line } = now;
    const text = before ? changedText({ before, now }, { isFocusMoved }) : `+ ${printed(line)}`;
    if (!before && !isUnderLast && line.kind !== 'about') lines.push(placeAfter(last));
    isUnderLast = text !== undefined && !listed.has(line);
    if (text !== undefined && !listed.has(line)) lines.push(text);
    last = line;
  }
  return lines;
}

/** The position of a new line: under an unchanged one. */
function placeAfter(last: Line | undefined): string {
  if (last === undefined) return 'at the top:';
  if (last.numbered && last.element) return `after ${shortId(last.element.id)}:`;
  return `after ${clippedLine(last)}:`;
}

const LONGEST_LINE = 40;

function clippedLine(line: Line): string {
  return cut(printed({ ...line, depth: 0 }), LONGEST_LINE, '…');
}

/** The text of a changed line; undefined if it did not change. */
function changedText({ before, now }: Pair, focus: { readonly isFocusMoved: boolean }): string | undefined {
  if (before === undefined) return undefined;
  const difference = differenceOf(before.line, now.line);
  if (difference === 'none') return undefined;
  if (difference === 'more') return changedLine(before.line, now.line);
  const id = now.line.element ? shortId(now.line.element.id) : '';
  if (hasFocus(now.line)) return `~ ${id} focused`;
  // A line that gained the focus already implies that another lost it.
  return focus.isFocusMoved ? undefined : `~ ${id} not focused`;
}

/** A line and its former state: `~ 553066 [on] Airplane mode (was off)`. */
export function changedLine(before: Line, now: Line): string {
  return `~ ${printed({ ...now, depth: 0 })}${wasText(before, now)}`;
}

/** The most ids and texts that are named when they are gone. */
const MOST_IDS = 12;
const MOST_TEXTS = 4;

/** The elements that left the screen: ids first, then texts without one. */
export function goneLines({ gone }: Matching, now: Snapshot): string[] {
  const windows = new Set(now.windows.map(({ key }) => key));
  const lost = gone.filter(
    ({ line, window }) =>
      line.element === undefined || (windows.has(window.key) && !isSeen(line.element, now)),
  );
  const ids = lost.flatMap(({ line }) => (line.numbered && line.element ? [shortId(line.element.id)] : []));
  const texts = lost.filter(({ line }) => !line.numbered).map(({ line }) => clippedLine(line));
  return [
    ...(ids.length === 0
      ? []
      : [`gone: ${ids.slice(0, MOST_IDS).join(' ')}${andMore(ids.length, MOST_IDS)}`]),
    ...texts.slice(0, MOST_TEXTS).map((text) => `gone: ${text}`),
    ...(texts.length > MOST_TEXTS ? [`gone: ${texts.length - MOST_TEXTS} more texts`] : []),
  ];
}

function andMore(count: number, most: number): string {
  return count > most ? ` and ${count - most} more` : '';
}

/** An element that another line now covers is not gone: its id is still valid. */
function isSeen({ id }: Element, now: Snapshot): boolean {
  return now.element(id)?.node.visible === true;
}
