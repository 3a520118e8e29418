import { permissionDenied } from '../../../device/errors.ts';
import type { Device, Direction, Point, Stroke } from '../../../device/port.ts';
import type { Movement } from '../../../device/session.ts';
import type { Screen } from '@handeye/screen/snapshot';

/** One finger that stays where it is. */
export function hold({ x, y }: Point, duration: number, start = 0): Stroke {
  return [
    { x, y, time: start },
    { x, y, time: start + duration },
  ];
}

/** Two taps inside every platform's double-tap window (Android: 40 to 300 ms apart). */
export function doubleTap(point: Point): Stroke[] {
  return [hold(point, 50), hold(point, 50, 150)];
}

/** A finger from here to there that is lifted while it still moves: it flings what it moves. */
export function swipe(from: Point, to: Point, duration: number): Stroke {
  return [
    { ...from, time: 0 },
    { ...to, time: duration },
  ];
}

/** How long a scrolling finger moves, and how long it then rests so that nothing is flung on. */
const DRAG_TIME = 400;
const REST_TIME = 150;

/** How long a finger moves that goes through a list page by page, which is many times. */
const PAGING_TIME = 250;

/** A finger from here to there that rests before it is lifted: it moves things by just that far. */
export function drag(from: Point, to: Point, time = DRAG_TIME): Stroke {
  return [
    { ...from, time: 0 },
    { ...to, time },
    { ...to, time: time + REST_TIME },
  ];
}

/**
 * How long a finger takes that turns a page: a quarter of the smallest phone's width (80 dp) in this time is well above
 * the 400 dp per second that ViewPager takes for a fling.
 */
const FLICK_TIME = 120;

/** The same way as a drag's, at the speed that turns a page, however short it is. */
export function flick(stroke: Stroke): Stroke {
  return swipe(stroke[0], stroke.at(-1) ?? stroke[0], FLICK_TIME);
}

/** Whether a finger leaves the point where it went down. */
export function travels([first, ...rest]: Stroke): boolean {
  return rest.some(({ x, y }) => x !== first.x || y !== first.y);
}

/** Milliseconds after which a finger that rests has taken hold of something: the shortest long press that Android can be set to. */
const TAKES_HOLD = 250;

/** Pixels within which a finger is taken to rest: Android's touch slop, 8 dp, on the densest screens. */
const TOUCH_SLOP = 32;

/** Whether a finger rests anywhere and then travels on, as to drag something along. */
export function isHeld(stroke: Stroke): boolean {
  return stroke.some((from, at) => (leavesAt(stroke.slice(at)) ?? from.time) - from.time >= TAKES_HOLD);
}

/** When a finger gets farther from the first of some moments than a resting one does; undefined if it stays there. */
function leavesAt(moments: readonly Stroke[number][]): number | undefined {
  const [first] = moments;
  const distance = ({ x, y }: Point) => (first ? Math.hypot(x - first.x, y - first.y) : 0);
  const far = moments.findIndex((moment) => distance(moment) > TOUCH_SLOP);
  const [before, after] = [moments[far - 1], moments[far]];
  if (!before || !after) return undefined;
  const share = (TOUCH_SLOP - distance(before)) / (distance(after) - distance(before));
  return before.time + share * (after.time - before.time);
}

/** How much of what is shown a scroll moves. */
export const shares = {
  small: 0.25,
  medium: 0.5,
  large: 0.75,
  // Most of what is shown, and clear of the edges, where system gestures begin (32 dp at the bottom).
  page: 0.86,
} as const;
export type Amount = keyof typeof shares;

/** How a list is scrolled. */
export interface ScrollHow {
  /** How far a finger goes, as a share of what the list shows. */
  readonly amount: Amount;
  /** By the list's own action if it has one, a page at a time, regardless of the amount. */
  readonly byAction: boolean;
  /** A finger flings it on, where it is known to scroll. */
  readonly fling?: boolean;
}

/** `down` shows what is below, so the finger moves up; centred on the area. */
export function scrollStroke(
  area: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number },
  direction: Direction,
  amount: Amount,
): Stroke {
  const x = Math.trunc((area.left + area.right) / 2);
  const y = Math.trunc((area.top + area.bottom) / 2);
  const vertical = direction === 'up' || direction === 'down';
  const length = vertical ? area.bottom - area.top : area.right - area.left;
  const half = Math.trunc((length * shares[amount]) / 2);
  const sign = direction === 'down' || direction === 'right' ? 1 : -1;
  const [dx, dy] = vertical ? [0, half * sign] : [half * sign, 0];
  const time = amount === 'page' ? PAGING_TIME : DRAG_TIME;
  return drag({ x: x + dx, y: y + dy }, { x: x - dx, y: y - dy }, time);
}

export interface Pinch {
  readonly strokes: readonly [Stroke, Stroke];
  /** As much as fits on the screen. */
  readonly scale: number;
}

/** A finger keeps this share of the screen away from the edges, where system gestures begin. */
const EDGE_SHARE = 0.04;

/**
 * Two fingers on a line through the centre. The larger span takes the room there is, the smaller one follows from
 * the scale but never goes below the platform's smallest span. The line across is preferred where the scale fits on
 * it: fields and bars stand above and below what is zoomed, and a finger that begins on one of them does not pinch.
 * Undefined when not even the smallest span fits around the centre.
 */
export function pinch(
  screen: Screen,
  centre: Point,
  ask: { scale: number; duration: number },
): Pinch | undefined {
  const across = room(centre.x, screen.width);
  const along = room(centre.y, screen.height);
  const least = Math.max(1, (screen.smallestSpan ?? 0) / 2);
  const zoom = Math.max(ask.scale, 1 / ask.scale);
  const vertical = along > across && across < least * zoom;
  const large = vertical ? along : across;
  if (large <= least) return undefined;
  const small = Math.max(least, large / zoom);
  const [from, to] = ask.scale > 1 ? [small, large] : [large, small];
  const finger = (sign: 1 | -1): Stroke => {
    const at = (distance: number): Point => ({
      x: centre.x + (vertical ? 0 : sign * distance),
      y: centre.y + (vertical ? sign * distance : 0),
    });
    return swipe(at(from), at(to), ask.duration);
  };
  return { strokes: [finger(-1), finger(1)], scale: to / from };
}

function room(centre: number, size: number): number {
  const edge = size * EDGE_SHARE;
  const inner = Math.min(centre - edge, size - 1 - edge - centre);
  return Math.floor(inner > 0 ? inner : Math.min(centre, size - 1 - centre));
}

/** One finger takes what it moves along with it; what several do cannot be told. */
export function movementOf(strokes: readonly Stroke[]): Movement {
  if (!strokes.some(travels)) return 'nothing';
  const [only, another] = strokes;
  const last = only?.at(-1);
  if (!only || !last || another) return 'anything';
  const [dx, dy] = [last.x - only[0].x, last.y - only[0].y];
  if (Math.abs(dx) === Math.abs(dy)) return 'anything';
  if (Math.abs(dy) > Math.abs(dx)) return dy < 0 ? 'up' : 'down';
  return dx < 0 ? 'left' : 'right';
}

/** Refuses what needs two fingers on a device that has one. */
export function refuseTooManyFingers(strokes: readonly Stroke[], { capabilities }: Device): void {
  const able = capabilities.multitouch;
  const overlap = strokes.some((stroke, index) => strokes.slice(index + 1).some(overlapping(stroke)));
  if (able !== true && overlap) throw permissionDenied(able);
}

/** Two strokes that are on the glass at the same time need two fingers. */
const overlapping = (one: Stroke) => (other: Stroke) => one[0].time < end(other) && other[0].time < end(one);

function end(stroke: Stroke): number {
  return stroke.at(-1)?.time ?? 0;
}
