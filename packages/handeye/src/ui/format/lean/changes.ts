import type { Element, Snapshot } from '../../snapshot.ts';
import { fitted, shortenedText } from './budget.ts';
import { changesBehind } from './changes/behind.ts';
import { entriesOf, moreLines } from './changes/entries.ts';
import { hitBefore, hitOf, type Look } from './changes/hit.ts';
import { matched } from './changes/matching.ts';
import { changedLines, goneLines, shareOfChanges } from './changes/told.ts';
import { titleChange, windowEvents, isOtherScreen } from './changes/screen.ts';
import { headOf, type LeanOptions, leanScreen, sizeOf } from './lean.ts';
import { estimatedTokens } from './tokens/tokens.ts';

export interface ChangesOptions extends Omit<LeanOptions, 'state'> {
  /** What was acted on: told first, whether it changed or not. */
  readonly hit?: Element | undefined;
}

/**
 * What is other than at an earlier look: nothing that counts, some lines, or so much that the whole screen is told. `none`
 * has no lines but the one about `hit`. The caller adds the state number.
 */
export interface Changes {
  readonly kind: 'none' | 'changes' | 'screen';
  readonly lines: readonly string[];
}

/** Where a larger share of the lines is other than before, the screen is told as a whole. */
const LARGEST_SHARE = 0.6;

/** What changed between two looks (docs/screen-format.md). */
export function changesBetween(before: Snapshot, now: Snapshot, options: ChangesOptions = {}): Changes {
  const looks = {
    before: { snapshot: before, screen: leanScreen(before, options) },
    now: { snapshot: now, screen: leanScreen(now, options) },
  };
  if (isOtherScreen(looks.before, looks.now)) return wholeScreen(looks, options);
  const matching = matched(entriesOf(looks.before.screen), entriesOf(looks.now.screen));
  if (shareOfChanges(matching) > LARGEST_SHARE) return wholeScreen(looks, options);
  const hit = options.hit && hitOf(options.hit, looks, matching);
  const told = new Set(hit?.line ? [hit.line] : []);
  const lines = [
    ...windowEvents(looks.before, looks.now),
    ...titleChange(looks.before, looks.now),
    ...changedLines(matching, told),
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
  { hit, maxTokens }: ChangesOptions,
): Changes {
  const { snapshot, screen } = now;
  const size = sizeOf(snapshot);
  const start = ['now:', ...(sizeOf(before.snapshot) === size ? [] : [size])];
  const head = headOf(snapshot, { start, isAllSelected: screen.isAllSelected });
  const lines = hit ? within(maxTokens, [hitBefore(hit, before)]) : [];
  const budget = maxTokens === undefined ? undefined : maxTokens - costOf(lines);
  const whole = fitted({ ...screen, head }, budget).map(({ text }) => text);
  return { kind: 'screen', lines: [...lines, ...whole] };
}

/** How far the screen goes on: a change only where nothing else tells it. */
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

/** The first line takes at most this share of a budget that is too small for all. */
const FIRST_SHARE = 0.5;

/** The lines that fit into a budget, and how many do not. */
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
