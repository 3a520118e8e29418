import { actionFailed, invalidParams } from '../../device/errors.ts';
import { type Direction, opposite, type Remark } from '../../device/port.ts';
import { unsearchable } from '@handeye/screen/find';
import { readingOf } from '@handeye/screen/format/lean/order';
import { shortId } from '@handeye/screen/ids';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import { isPartOfRow, matchIn } from '@handeye/screen/touch/scroll-match';
import {
  centralScroller,
  fittingList,
  forwards,
  scrollerOf,
  scrollersIn,
} from '@handeye/screen/touch/scroller-choice';
import { type Axis, axisOf, ownAxis } from '@handeye/screen/touch/scrollers';
import type { ToolContext } from '../frame/define.ts';
import type { Found } from '../frame/eyes.ts';
import { axisOfDirection, refusal } from '../frame/touch/scroll-path.ts';
import type { Amount } from '../frame/touch/strokes.ts';
import { effectOf, nameOf } from './effects.ts';
import { SCROLL_TIME, type ScrollOutcome, scrollOn } from './loop.ts';

export interface ScrollGoal {
  readonly direction?: Direction | undefined;
  readonly amount: Amount;
  readonly element_id?: string | undefined;
  readonly to?: 'end' | 'start' | undefined;
  readonly until?: string | undefined;
}

/** The scrolled element, the direction and the result. */
export interface Scrolled {
  readonly direction: Direction;
  readonly scroller?: Element;
  readonly effects: readonly string[];
  readonly remark?: Remark;
}

/** How many scrollers an error names. */
const MOST_NAMED = 5;

/** Scrolls once, or until the goal or the end of what scrolls. */
export async function scrollTowards(context: ToolContext, goal: ScrollGoal): Promise<Scrolled> {
  const { hands, call } = context;
  const deadline = call.clock.now() + SCROLL_TIME;
  const isOnce = goal.to === undefined && goal.until === undefined;
  const seen = await seenFor(context, goal);
  if (!seen) {
    // Only a single scroll in a direction can do without knowing what is there.
    const direction = goal.direction ?? 'down';
    return { direction, effects: [], remark: await hands.scrollScreen(direction, goal.amount) };
  }
  const { snapshot, named } = seen;
  const problem = goal.until === undefined ? undefined : unsearchable(snapshot, queryOf(goal.until));
  if (problem !== undefined) throw actionFailed(problem);
  const scroller = chosen(snapshot, named, goal.direction);
  const forward = forwards(
    goal.direction ? axisOfDirection(goal.direction) : ownAxis(scroller.node),
    isRightToLeft(snapshot),
  );
  const direction = goal.direction ?? (goal.to === 'start' ? opposite[forward] : forward);
  if (goal.to && direction !== (goal.to === 'end' ? forward : opposite[forward]))
    throw invalidParams(contradictionText(direction, goal.to));
  const start: Found = { element: scroller, snapshot };
  const told = { goal, direction, isForward: direction === forward, start, maxTokens: context.maxTokens };
  const already = goal.until === undefined ? undefined : matchIn(snapshot, scroller, goal.until);
  const outcome =
    already || !scroller.node.scrollable
      ? unmoved(start, already)
      : await (isOnce
          ? scrollOnce(context, start, { direction, amount: goal.amount })
          : scrollFar(context, start, { goal, direction, deadline }));
  return { direction, scroller, effects: [effectOf(outcome, told)] };
}

/** The screen, and what was named on it; undefined if it cannot be read and need not be. */
async function seenFor(
  { eyes }: ToolContext,
  { element_id: id, direction, to, until }: ScrollGoal,
): Promise<{ snapshot: Snapshot; named: Element | undefined } | undefined> {
  const axis = direction && axisOfDirection(direction);
  if (id !== undefined) {
    const isFit = (found: Found) => scrollable(found.snapshot, found.element, axis) !== undefined;
    const snapshot = await eyes.lookUntilFit(id, 'scroll', isFit);
    return { snapshot, named: eyes.elementOn(snapshot, id, 'scroll') };
  }
  const isThere = (now: Snapshot) => scrollable(now, undefined, axis) !== undefined;
  if (to !== undefined || until !== undefined)
    return { snapshot: await eyes.lookUntil(isThere), named: undefined };
  const readable = await eyes.lookIfReadable();
  const snapshot =
    readable && eyes.isPatient && !isThere(readable) ? await eyes.lookUntil(isThere) : readable;
  return snapshot && { snapshot, named: undefined };
}

/** Whether a direction leads away from an end in any layout; left and right depend on the layout. */
export function contradiction(direction: Direction, to: 'end' | 'start'): string | undefined {
  const away = to === 'end' ? 'up' : 'down';
  return direction === away ? contradictionText(direction, to) : undefined;
}

function contradictionText(direction: Direction, to: 'end' | 'start'): string {
  return `Direction '${direction}' leads away from the ${to}. Leave 'direction' out, or pass to: '${to === 'end' ? 'start' : 'end'}'`;
}

function queryOf(value: string) {
  return { by: 'text', value, exact: false } as const;
}

/** The element to scroll. */
function chosen(snapshot: Snapshot, named: Element | undefined, direction: Direction | undefined): Element {
  const found = scrollable(snapshot, named, direction && axisOfDirection(direction));
  if (found) return found;
  const across = scrollerAlong(snapshot, named, undefined);
  if (across && direction) throw refusal(across, ownAxis(across.node), direction);
  throw nothingScrolls(snapshot, named);
}

/** What scrolls along an axis. One that shows all of its content qualifies: it is at both of its ends. */
function scrollable(
  snapshot: Snapshot,
  named: Element | undefined,
  axis: Axis | undefined,
): Element | undefined {
  const scroller = scrollerAlong(snapshot, named, axis);
  if (scroller) return scroller;
  if (scrollerAlong(snapshot, named, undefined)) return undefined;
  const fitting = named ?? fittingList(snapshot, axis);
  return fitting && axisOf(fitting) !== undefined ? fitting : undefined;
}

function scrollerAlong(
  snapshot: Snapshot,
  named: Element | undefined,
  axis: Axis | undefined,
): Element | undefined {
  return named ? scrollerOf(snapshot, named, axis) : centralScroller(snapshot, axis);
}

function nothingScrolls(snapshot: Snapshot, named: Element | undefined): Error {
  const where = named
    ? `Nothing in or around '${shortId(named.id)}' scrolls, or several things do.`
    : 'Nothing scrolls in the middle of the screen.';
  const others = scrollersIn(snapshot).slice(0, MOST_NAMED);
  const advice =
    others.length > 0
      ? `Pass one of these as element_id: ${others.map((one) => nameOf(snapshot, one)).join(', ')}.`
      : 'Use swipe to move a finger all the same.';
  return actionFailed(`${where} ${advice} Nothing was touched.`);
}

function isRightToLeft({ elements }: Snapshot): boolean {
  const texts = elements.flatMap(({ node }) => (node.visible && node.text ? [node.text] : []));
  return readingOf(texts) === 'right to left';
}

function unmoved(last: Found, value: Element | undefined): ScrollOutcome<Element> {
  const counts = { moved: 0, attempts: 0, doubtful: false, around: undefined };
  return { ended: value ? 'reached' : 'end', ...(value && { value }), ...counts, last };
}

function gone(scroller: Element, attempts: number): Error {
  return actionFailed(
    `The screen changed after ${attempts} scroll(s): '${shortId(scroller.id)}', which was scrolled, is gone. Call get_screen_state.`,
  );
}

/** One scroll; a second one only if the first moved nothing. */
function scrollOnce(
  context: ToolContext,
  start: Found,
  { direction, amount }: { direction: Direction; amount: Amount },
): Promise<ScrollOutcome<Element>> {
  return scrollOn<Element>(context, start, {
    direction,
    how: { amount, byAction: false },
    most: 1,
    thorough: true,
    // Another screen is an effect like any other: what was to be done was done.
    reached: (_, scroller) => (scroller ? undefined : start.element),
    gone,
  });
}

async function scrollFar(
  context: ToolContext,
  start: Found,
  { goal, direction, deadline }: { goal: ScrollGoal; direction: Direction; deadline: number },
): Promise<ScrollOutcome<Element>> {
  const { until } = goal;
  const reached = (snapshot: Snapshot, scroller: Element | undefined) =>
    until === undefined || !scroller ? undefined : matchIn(snapshot, scroller, until);
  // Only what is not read on the way may be flung past.
  const how = { amount: 'page', byAction: true, fling: until === undefined } as const;
  const run = { direction, deadline, thorough: true, reached, gone };
  const outcome = await scrollOn(context, start, { ...run, how, most: Infinity });
  if (!outcome.value || !isPartOfRow(outcome.value, outcome.last.element, direction)) return outcome;
  const more = await scrollOn(context, outcome.last, {
    ...run,
    how: { amount: 'small', byAction: false },
    most: 1,
    reached: () => undefined,
  });
  const value = reached(more.last.snapshot, more.last.element);
  return value ? { ...more, ended: 'reached', value, moved: outcome.moved + more.moved } : outcome;
}
