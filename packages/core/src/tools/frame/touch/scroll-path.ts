import { actionFailed } from '../../../device/errors.ts';
import type { Direction, Moment, Point, Stroke } from '../../../device/port.ts';
import { contains, intersect } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import type { Axis } from '@handeye/screen/touch/scrollers';
import { effectAt, isAbsListView, isPager, scrollersAt } from '@handeye/screen/touch/scrollers';
import type { Element, Screen, Snapshot } from '@handeye/screen/snapshot';
import { windowsReached } from '@handeye/screen/touch/hit-test';
import type { Amount } from './strokes.ts';
import { flick, scrollStroke } from './strokes.ts';

/** Where a scroll may begin instead of in the middle, as shares of the area, the nearest to the middle first. */
const OFFSETS = [1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7].map((step) => step / 16);

/** A finger this far outside of an element, in dp, has left it: Android's touch slop is 8 dp, Compose's up to 18. */
const SLOP = 24;

/** How long a finger takes to leave what it began on, and to come back. */
const LEAVING = 120;

export function axisOfDirection(direction: Direction): Axis {
  return direction === 'up' || direction === 'down' ? 'vertical' : 'horizontal';
}

/**
 * The path of a finger that scrolls an area and presses nothing. A finger that moves inside a row and is lifted there is a tap
 * to a list of the other axis (AbsListView.onTouchUp; View.onTouchEvent): such a path is refused. Where the axis is unknown the
 * path begins beside everything clickable; else it leaves the element that it began on before it is lifted. With `fling` it
 * flings a known scroller.
 */
export function scrollPath(
  snapshot: Snapshot,
  whole: Bounds,
  { direction, amount, fling = false }: { direction: Direction; amount: Amount; fling?: boolean },
): Stroke {
  const axis = axisOfDirection(direction);
  const area = areaOfScroller(snapshot, whole, { direction, amount });
  const usual = scrollStroke(area, direction, amount);
  const effect = effectAt(snapshot, usual[0], axis);
  if (effect.kind === 'wrong axis') throw refusal(effect.list, effect.axis, direction);
  if (effect.kind === 'scrolls') return fling ? flick(usual) : usual;
  const paced = (stroke: Stroke): Stroke => (effect.mover && isPager(effect.mover) ? flick(stroke) : stroke);
  if (isHarmless(effect.taker, usual, snapshot)) return paced(usual);
  const [window] = windowsReached(snapshot, usual[0]);
  for (const offset of OFFSETS) {
    const stroke = scrollStroke(shifted(area, axis, offset), direction, amount);
    const other = effectAt(snapshot, stroke[0], axis);
    const isSamePlace =
      windowsReached(snapshot, stroke[0])[0] === window &&
      other.kind === 'unknown' &&
      other.mover === effect.mover;
    if (isSamePlace && isHarmless(other.taker, stroke, snapshot)) return paced(stroke);
  }
  return effect.taker ? leaving(usual, effect.taker, { axis, area, slop: slopOf(snapshot) }) : usual;
}

/** The part of a list in which a finger can scroll it: on the screen, and above a keyboard that lies over it. */
export function openPart({ screen, windows }: Snapshot, { node, window }: Element): Bounds | undefined {
  const keyboards = windows.filter(({ type }) => type === 'keyboard' && window.type !== type);
  const bottom = Math.min(screen.height, ...keyboards.map(({ bounds }) => bounds.top));
  return intersect(node.bounds, { left: 0, top: 0, right: screen.width, bottom });
}

/** The pager that a scroll of an area turns, if it turns one. */
export function pagerOf(
  snapshot: Snapshot,
  whole: Bounds,
  { direction, amount }: { direction: Direction; amount: Amount },
): Element | undefined {
  const area = areaOfScroller(snapshot, whole, { direction, amount });
  const [start] = scrollStroke(area, direction, amount);
  const effect = effectAt(snapshot, start, axisOfDirection(direction));
  return effect.kind === 'unknown' && effect.mover && isPager(effect.mover) ? effect.mover : undefined;
}

/**
 * The part of an area in which a finger scrolls what is in its middle: all of it, unless the finger would begin outside
 * of that (on a search bar above a list), where it moves nothing.
 */
function areaOfScroller(
  snapshot: Snapshot,
  area: Bounds,
  { direction, amount }: { direction: Direction; amount: Amount },
): Bounds {
  const { left, top, right, bottom } = area;
  const middle = { x: Math.trunc((left + right) / 2), y: Math.trunc((top + bottom) / 2) };
  const scrollers = scrollersAt(snapshot, middle, axisOfDirection(direction));
  const [start] = scrollStroke(area, direction, amount);
  const [innermost] = scrollers;
  if (!innermost || scrollers.some(({ node }) => contains(node.bounds, start))) return area;
  return intersect(innermost.node.bounds, area) ?? area;
}

/** Why a list of the other axis is not scrolled. */
export function refusal(list: Element, axis: Axis, direction: Direction): Error {
  const name = list.node.className?.split('.').at(-1) ?? 'list';
  const ways = axis === 'vertical' ? ['up', 'down'] : ['left', 'right'];
  return actionFailed(
    `Scroll ${direction} is not possible here: the ${name} '${list.id}' scrolls ${ways.join(' and ')} only, and a finger moving across it would press one of its rows. ` +
      `Nothing was touched. Scroll ${ways.join(' or ')}, or use swipe to drag a single row.`,
  );
}

/** Whether nothing takes the finger for a press: nothing is there, or the finger leaves it on its way. */
function isHarmless(taker: Element | undefined, stroke: Stroke, snapshot: Snapshot): boolean {
  if (!taker) return true;
  // A row of an AbsListView is pressed wherever in the list the finger is lifted.
  if (taker.parent && isAbsListView(taker.parent)) return false;
  const last = stroke.at(-1) ?? stroke[0];
  return isOutside(taker.node.bounds, last, slopOf(snapshot));
}

/**
 * The way of a finger over a screen that could not be read. It moves from the first moment on, so it is no long press, and
 * a little across the axis, too: a list of the other axis then moves by that little, where it would take a finger that
 * stays level for a tap on a row. Still one straight line, which every phone can make.
 */
export function blindScrollPath(
  { width, height, density }: Screen,
  { direction, amount }: { direction: Direction; amount: Amount },
): Stroke {
  const half = Math.ceil(slop(density) / 2);
  const isVertical = axisOfDirection(direction) === 'vertical';
  const [across, along] = isVertical ? [half, 0] : [0, half];
  const [first, ...rest] = scrollStroke({ left: 0, top: 0, right: width, bottom: height }, direction, amount);
  const moved = (moment: Moment, sign: 1 | -1): Moment => ({
    ...moment,
    x: moment.x + sign * across,
    y: moment.y + sign * along,
  });
  return [moved(first, -1), ...rest.map((moment) => moved(moment, 1))];
}

/** The same way, and at its end out of what it began on and back: what was left is not pressed any more. */
function leaving(
  stroke: Stroke,
  taker: Element,
  { axis, area, slop }: { axis: Axis; area: Bounds; slop: number },
): Stroke {
  const last = stroke.at(-1) ?? stroke[0];
  const { left, top, right, bottom } = taker.node.bounds;
  const exits: Point[] =
    axis === 'horizontal'
      ? [
          { x: last.x, y: bottom + slop },
          { x: last.x, y: top - slop - 1 },
        ]
      : [
          { x: right + slop, y: last.y },
          { x: left - slop - 1, y: last.y },
        ];
  const exit = exits.find(({ x, y }) => x >= area.left && x < area.right && y >= area.top && y < area.bottom);
  // An element that covers the whole area (a game, a picture) is no row: any moving finger scrolls it.
  if (!exit) return stroke;
  const out: Moment = { ...exit, time: last.time + LEAVING };
  const back: Moment = { x: last.x, y: last.y, time: out.time + LEAVING };
  return [...stroke, out, back, { ...back, time: back.time + LEAVING }];
}

function isOutside({ left, top, right, bottom }: Bounds, { x, y }: Point, slop: number): boolean {
  return x < left - slop || x >= right + slop || y < top - slop || y >= bottom + slop;
}

function slopOf({ screen }: Snapshot): number {
  return slop(screen.density);
}

function slop(density: number): number {
  return Math.ceil((SLOP * density) / 160);
}

/** The area shifted across the axis by a share of itself, so that the finger begins beside its middle. */
function shifted(area: Bounds, axis: Axis, share: number): Bounds {
  const { left, top, right, bottom } = area;
  const across = Math.trunc((axis === 'vertical' ? right - left : bottom - top) * share);
  return axis === 'vertical'
    ? { left: left + across, right: right + across, top, bottom }
    : { left, right, top: top + across, bottom: bottom + across };
}
