import type { Element, Snapshot } from '../../snapshot.ts';
import { fitted, shortenedText } from './budget.ts';
import { entriesOf, type Entry, matched, type Matching, moreLines } from './changes/matching.ts';
import { changedLine, changedLines, goneLines, shareOfChanges } from './changes/changed-lines.ts';
import { headOf, type LeanOptions, leanScreen, notesOf, sizeOf } from './lean.ts';
import { estimatedTokens } from './tokens/tokens.ts';
import {
  isDesktopMenu,
  isDesktopTitle,
  isSelectionToolbar,
  placeName,
  roleOf,
  windowLine,
} from './windows.ts';
import { shortId } from '../../ids.ts';
import { cut, flat } from '../../sanitize.ts';
import { SEPARATOR } from './text.ts';
import { joinedParts } from './label.ts';
import { about, type LeanScreen, type LeanWindow, type Line, printed } from './line.ts';
import { differenceOf } from './changes/compare.ts';

export interface ChangesOptions extends Omit<LeanOptions, 'state'> {
  /** The element that was acted on: its line comes first, changed or not. */
  readonly hit?: Element | undefined;
  /** It was only aimed at: the device does not tell what it hit. */
  readonly isAimed?: boolean;
}

/**
 * The difference from an earlier look: nothing relevant, some lines, or so much that the whole screen follows. `none` has no
 * lines except the one about `hit`. The caller adds the state number.
 */
export interface Changes {
  readonly kind: 'none' | 'changes' | 'screen';
  readonly lines: readonly string[];
}

/** If a larger share of the lines changed, the answer is the whole screen. */
const LARGEST_SHARE = 0.6;

/** The changes between two looks (docs/screen-format.md). */
export function changesBetween(before: Snapshot, now: Snapshot, options: ChangesOptions = {}): Changes {
  const looks = {
    before: { snapshot: before, screen: leanScreen(before, options) },
    now: { snapshot: now, screen: leanScreen(now, options) },
  };
  if (isOtherScreen(looks.before, looks.now)) return wholeScreen(looks, options);
  const matching = matched(entriesBesideToolbar(looks.before), entriesBesideToolbar(looks.now));
  if (shareOfChanges(matching) > LARGEST_SHARE) return wholeScreen(looks, options);
  const hit = options.hit && hitOf(options.hit, looks, { matching, isAimed: options.isAimed });
  const listed = new Set(hit?.line ? [hit.line] : []);
  const lines = [
    ...windowEvents(looks.before, looks.now),
    ...titleChange(looks.before, looks.now),
    ...changedLines(matching, listed),
    ...goneLines(matching, now),
  ];
  const isChanged = lines.length > 0 || hit?.isChanged === true;
  const all = isChanged ? lines : [...changesBehind(before, now), ...otherEnds(looks.before, looks.now)];
  return {
    kind: isChanged || all.length > 0 ? 'changes' : 'none',
    lines: within(options.maxTokens, hit ? [hit.text, ...all] : all),
  };
}

function wholeScreen(
  { before, now }: { readonly before: Look; readonly now: Look },
  { hit, isAimed, maxTokens }: ChangesOptions,
): Changes {
  const { snapshot, screen } = now;
  const size = sizeOf(snapshot);
  const start = ['now:', ...(sizeOf(before.snapshot) === size ? [] : [size])];
  const head = headOf(snapshot, { start, isAllSelected: screen.isAllSelected });
  const lines = hit ? within(maxTokens, [hitBefore(hit, before, isAimed)]) : [];
  const budget = maxTokens === undefined ? undefined : maxTokens - costOf(lines);
  const whole = fitted({ ...screen, head }, budget).map(({ text }) => text);
  return { kind: 'screen', lines: [...lines, ...whole] };
}

/** Changes in the `more` lines, reported only if nothing else changed. */
function otherEnds(before: Look, now: Look): string[] {
  const old = moreLines(before.screen);
  const own = moreLines(now.screen);
  return [
    ...own.filter((line) => !old.includes(line)).map((line) => `~ ${line}`),
    ...old.filter((line) => !own.includes(line)).map((line) => `gone: ${line}`),
  ];
}

function costOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimatedTokens(line) + 1, 0);
}

/** The largest share of a too small budget for the first line. */
const FIRST_SHARE = 0.5;

/** The lines that fit into a budget, and a count of the others. */
function within(maxTokens: number | undefined, lines: readonly string[]): string[] {
  if (maxTokens === undefined || costOf(lines) <= maxTokens) return [...lines];
  const kept: string[] = [];
  let left = maxTokens - costOf([leftOut(lines.length)]);
  for (const [at, line] of lines.entries()) {
    const text = at === 0 ? shortenedText(line, maxTokens * FIRST_SHARE) : line;
    left -= costOf([text]);
    if (left < 0) break;
    kept.push(text);
  }
  return [...kept, ...(kept.length < lines.length ? [leftOut(lines.length - kept.length)] : [])];
}

function leftOut(count: number): string {
  return `… ${count} more ${count === 1 ? 'change' : 'changes'} left out (max_tokens)`;
}

/** The most lines about a window that is covered by another one. */
const MOST_LINES = 5;

/**
 * Changes in a desktop's windows behind the active one: gedit's Replace All changes its document and nothing in its dialog. On
 * a phone they are ignored, because a video that plays behind a dialog is no effect of the action.
 */
function changesBehind(before: Snapshot, now: Snapshot): string[] {
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

/** A look and its lines. */
interface Look {
  readonly snapshot: Snapshot;
  readonly screen: LeanScreen;
}

/** The line of the element that was acted on, and the screen line that it replaces. */
interface Hit {
  readonly text: string;
  readonly line: Line | undefined;
  readonly isChanged: boolean;
}

/** The element that was acted on: its current line, or its former one if it is gone. */
function hitOf(
  hit: Element,
  looks: { before: Look; now: Look },
  { matching, isAimed }: { readonly matching: Matching; readonly isAimed: boolean | undefined },
): Hit {
  const before = lineIn(hit, looks.before);
  const successor = matching.pairs.find((pair) => before !== undefined && pair.before?.line === before);
  const now = successor?.now.line ?? lineIn(hit, looks.now);
  if (now && before && successor && differenceOf(before, now) !== 'none')
    return { text: changedLine(before, now), line: now, isChanged: true };
  return { text: hitText(now ?? before ?? ownLine(hit), isAimed), line: now, isChanged: false };
}

/** The former line of the element that was acted on, for an answer that shows the whole screen. */
function hitBefore(hit: Element, before: Look, isAimed: boolean | undefined): string {
  return hitText(lineIn(hit, before) ?? ownLine(hit), isAimed);
}

function hitText(line: Line, isAimed = false): string {
  const text = printed({ ...line, depth: 0, label: cut(line.label, LONGEST_HIT, '…') });
  return isAimed ? `aimed at: ${text} (element not compared)` : `hit: ${text}`;
}

/** The start of a label is enough to recognise the element. */
const LONGEST_HIT = 60;

function lineIn({ id }: Element, { snapshot, screen }: Look): Line | undefined {
  const element = snapshot.element(id);
  if (element === undefined) return undefined;
  return screen.windows.find(({ window }) => window === element.window)?.lineOf(element);
}

/** A line for an element that has none in either look. Never with a field's content, which may be secret. */
function ownLine(element: Element): Line {
  const { text, description, hint, editable, password } = element.node;
  const isField = editable || password;
  const parts = [isField ? '' : flat(text), flat(description), isField ? flat(hint) : ''].filter(Boolean);
  return about(joinedParts(parts.slice(0, 1)), { element, kind: 'handle', numbered: true });
}

/** Whether the screen is another one: another app or activity, another window on top, or one that cannot be read. */
function isOtherScreen(before: Look, now: Look): boolean {
  const old = before.snapshot;
  const own = now.snapshot;
  return (
    old.app !== own.app ||
    (old.activity !== own.activity && !isDesktopTitle(own)) ||
    (old.unread === undefined) !== (own.unread === undefined) ||
    (old.textless === undefined) !== (own.textless === undefined) ||
    before.screen.isAllSelected !== now.screen.isAllSelected ||
    windowsOnTop(before.screen) !== windowsOnTop(now.screen)
  );
}

/** The title of a desktop's window, if it changed. */
function titleChange(before: Look, now: Look): string[] {
  const { app, activity } = now.snapshot;
  return before.snapshot.activity === activity ? [] : [`now: ${placeName(app, activity)}`];
}

/**
 * The active window and the windows over or beside it. Inactive system windows (notifications) do not count, nor does what
 * opens over a window that stays the same: a desktop's menu, the toolbar of a phone's selection.
 */
function windowsOnTop({ windows }: LeanScreen): string {
  const active = windows.find(({ window }) => window.active);
  const others = windows.filter(
    ({ window, role }) =>
      !window.active &&
      window.type !== 'system' &&
      window.type !== 'keyboard' &&
      !isDesktopMenu(window) &&
      !isSelectionToolbar(window) &&
      (role === 'content' || role === 'unread'),
  );
  return JSON.stringify([active?.window.key, ...others.map(({ window }) => window.key).toSorted()]);
}

/** The toolbar of a selection comes and goes with it, so it is told in a line of its own. */
function entriesBesideToolbar({ screen }: Look): readonly Entry[] {
  return entriesOf(screen).filter(({ window }) => !isSelectionToolbar(window));
}

/** New keyboards, toolbars, toasts and notes. */
function windowEvents(before: Look, now: Look): string[] {
  return [
    ...newToasts(before.screen, now.screen),
    ...keyboardChange(before.screen, now.screen),
    ...(toolbarIn(before.screen) === toolbarIn(now.screen) ? [] : [toolbarIn(now.screen) ?? 'toolbar gone']),
    ...newNotes(before, now),
  ];
}

function newToasts(before: LeanScreen, now: LeanScreen): string[] {
  const known = titlesOf(before, 'toast');
  return titlesOf(now, 'toast').filter((toast) => {
    const at = known.indexOf(toast);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

function keyboardChange(before: LeanScreen, now: LeanScreen): string[] {
  const [old] = titlesOf(before, 'keyboard');
  const [own] = titlesOf(now, 'keyboard');
  if (old === undefined) return own === undefined ? [] : [own];
  return own === undefined ? ['keyboard gone'] : [];
}

/** Its ids, and behind them its labels, which cannot pass for ids there. */
function toolbarIn({ windows }: LeanScreen): string | undefined {
  const lines = windows
    .filter(({ window }) => isSelectionToolbar(window))
    .flatMap((toolbar) => toolbar.lines.filter(({ numbered, element }) => numbered && element));
  if (lines.length === 0) return undefined;
  const ids = lines.map(({ element }) => shortId(element?.id ?? ''));
  return `toolbar: ${ids.join(' ')}: ${lines.map(({ label }) => label).join(SEPARATOR)}`;
}

function titlesOf({ windows }: LeanScreen, role: LeanWindow['role']): string[] {
  return windows.filter((window) => window.role === role).flatMap(({ title }) => title ?? []);
}

function newNotes(before: Look, now: Look): string[] {
  const known = new Set(notesOf(before.snapshot));
  const isWoken = now.snapshot.awake && !before.snapshot.awake;
  return [
    ...(isWoken ? ['note: the display is awake'] : []),
    ...notesOf(now.snapshot).filter((note) => !known.has(note)),
  ];
}
