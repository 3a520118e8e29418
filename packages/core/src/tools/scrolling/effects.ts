import { type Direction, opposite } from '../../device/port.ts';
import { foundText } from '@handeye/screen/format/lean/found';
import { namesIn } from '@handeye/screen/format/lean/names';
import { shortId } from '@handeye/screen/ids';
import { flat } from '@handeye/screen/sanitize';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import { canGoOn } from '@handeye/screen/touch/scrollers';
import { matchIn } from '@handeye/screen/touch/scroll-match';
import { isInside } from '@handeye/screen/touch/scroller-choice';
import type { Found } from '../frame/eyes.ts';
import { SCROLL_TIME, type ScrollOutcome } from './loop.ts';

/** The goal of a scroll, and the screen at its beginning. */
export interface ScrollTold {
  readonly goal: { readonly to?: 'end' | 'start' | undefined; readonly until?: string | undefined };
  readonly direction: Direction;
  readonly isForward: boolean;
  readonly start: Found;
  readonly maxTokens: number;
}

/** The result of a scroll, in a line. */
export function effectOf(outcome: ScrollOutcome<Element>, told: ScrollTold): string {
  const { until, to } = told.goal;
  if (until !== undefined) return searchEffect(outcome, until, told);
  return to === undefined ? singleEffect(outcome, told) : wayEffect(outcome, told);
}

/** Something that scrolls, by its id and name: `553064 #list`. */
export function nameOf({ elements }: Snapshot, { id, node, window }: Element): string {
  const name = namesIn(elements.filter((other) => other.window === window))(node);
  return name === undefined ? shortId(id) : `${shortId(id)} #${name}`;
}

function endName(isForward: boolean): string {
  return isForward ? 'the end' : 'the start';
}

function count(scrolls: number): string {
  return scrolls === 1 ? '1 scroll' : `${scrolls} scrolls`;
}

function singleEffect({ ended, doubtful, around }: ScrollOutcome<Element>, told: ScrollTold): string {
  const { start, isForward } = told;
  const own = nameOf(start.snapshot, start.element);
  if (ended === 'reached') return `${own} is gone: another screen is shown`;
  if (around) return `moved: ${nameOf(start.snapshot, around)} around it; ${own} is at ${endName(isForward)}`;
  if (ended === 'end') return `did not move: this is ${endName(isForward)}`;
  return doubtful ? 'may have moved: what is in sight would look the same' : 'moved';
}

function wayEffect({ ended, moved, doubtful }: ScrollOutcome<Element>, { isForward }: ScrollTold): string {
  const end = endName(isForward);
  if (ended === 'time') return `not at ${end} yet after ${inTime(moved)}: repeat this call to go on`;
  if (doubtful) return `perhaps at ${end} after ${count(moved)}: what is in sight would look the same`;
  return moved === 0 ? `at ${end} already` : `at ${end} after ${count(moved)}`;
}

function inTime(scrolls: number): string {
  return `${count(scrolls)} in ${SCROLL_TIME / 1000} s`;
}

function searchEffect(outcome: ScrollOutcome<Element>, until: string, told: ScrollTold): string {
  const { ended, value, moved, doubtful, last } = outcome;
  if (value) {
    const line = foundText(last.snapshot, [value], { most: 1, maxTokens: told.maxTokens });
    return `found: ${line} ${moved === 0 ? 'without scrolling' : `after ${count(moved)}`}`;
  }
  const { start, isForward } = told;
  const wanted = JSON.stringify(flat(until));
  const own = nameOf(last.snapshot, last.element);
  if (ended === 'time')
    return `not found yet: ${wanted} is not in the part of ${own} that was searched (${inTime(moved)}); repeat this call to go on`;
  const { rows = -1 } = start.element.node.collection ?? {};
  const facts = [
    ...(rows > 0 ? [`${rows} rows`] : []),
    count(moved),
    `this is ${doubtful ? 'perhaps ' : ''}${endName(isForward)}`,
  ];
  return `not found: ${wanted} is not in ${own} (${facts.join(', ')})${restOf(told)}${elsewhere(last, until)}`;
}

/** The part that was not searched, because it lies behind. */
function restOf({ start, direction, isForward }: ScrollTold): string {
  const { node } = start.element;
  if (!node.scrollable || canGoOn(node, opposite[direction]) === false) return '';
  return `; only what comes ${isForward ? 'after' : 'before'} where it was is searched: scroll to: '${isForward ? 'start' : 'end'}' first for the rest`;
}

/** Where the text is in sight, if not in what was scrolled. */
function elsewhere({ snapshot, element: scroller }: Found, until: string): string {
  const other = snapshot.elements.find(
    (one) =>
      one.window === scroller.window &&
      one.parent === undefined &&
      matchIn(snapshot, one, until) !== undefined,
  );
  const match = other && matchIn(snapshot, other, until);
  if (!match || isInside(match, scroller)) return '';
  return `; it is in sight elsewhere: ${foundText(snapshot, [match], { most: 1, maxTokens: 100 })}`;
}
