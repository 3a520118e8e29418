import { sleep } from '../../commands/waiting.ts';
import type { AccessibilityNode } from '../../framework/windows/accessibility.ts';
import type { Framework } from '../../framework/system/framework.ts';
import type { Rect } from '../../framework/views/geometry.ts';
import { ServerError } from '../errors.ts';
import { line, play, type FingerEvent, type Point } from '../../commands/input/fingers.ts';
import { nodesBelow, type Screen } from '../screen.ts';

/** The gestures of androidx.test.uiautomator, in pixels and pixels per second. */

export const directions = ['up', 'down', 'left', 'right'] as const;
export type Direction = (typeof directions)[number];

/** Default speeds in dp per second. */
export const speeds = { swipe: 5000, scroll: 5000, fling: 7500, drag: 2500, pinch: 1000 };

const DOUBLE_TAP_TIMEOUT_MS = 300;
/** A scroll holds its finger still at the end, so that it does not become a fling. */
const SCROLL_REST_MS = 250;
const SCROLL_TIMEOUT_MS = 1000;
const FLING_TIMEOUT_MS = 5000;
const SCROLL_POLL_MS = 40;
/** From UiScrollable: 55 steps of 5 ms, and the default of scrollAcknowledgmentTimeout. */
const SEARCH_STEPS = 55;
const STEP_MS = 5;
const SEARCH_TIMEOUT_MS = 200;
/** The fraction of a container at each edge that UiScrollable does not touch. */
const DEFAULT_DEAD_ZONE = 0.1;
/** The minimum speed of a fling, dp per second (ViewConfiguration). */
const SLOWEST_FLING = 50;

export class Gestures {
  readonly #screen: Screen;
  readonly #signal: AbortSignal;

  constructor(screen: Screen, signal: AbortSignal) {
    this.#screen = screen;
    this.#signal = signal;
  }

  get #framework(): Framework {
    return this.#screen.framework;
  }

  /** A default speed in pixels. */
  speed(gesture: keyof typeof speeds): number {
    return speeds[gesture] * this.#framework.display.scale;
  }

  /** Presses a point and lets go after a while. */
  click(at: Point, holdMs = 0): Promise<void> {
    return this.#play([
      { at: 0, finger: 0, action: 'down', ...at },
      { at: holdMs, finger: 0, action: 'up', ...at },
    ]);
  }

  longClick(at: Point, ms = this.#framework.shape.longPressMs): Promise<void> {
    if (ms < 0) throw new ServerError('unknown', 'Long click duration cannot be negative');
    return this.click(at, ms);
  }

  /** The second click comes at the last moment that still makes a double click. */
  doubleClick(at: Point): Promise<void> {
    const again = DOUBLE_TAP_TIMEOUT_MS - 20;
    return this.#play([
      { at: 0, finger: 0, action: 'down', ...at },
      { at: 0, finger: 0, action: 'up', ...at },
      { at: again, finger: 0, action: 'down', ...at },
      { at: again, finger: 0, action: 'up', ...at },
    ]);
  }

  /** Rests long enough for a long press, then moves. */
  drag(from: Point, to: Point, speed = this.speed('drag')): Promise<void> {
    return this.#play(stroke(0, from, to, { ms: timeFor(from, to, speed), restBefore: this.#longPress }));
  }

  swipe(area: Rect, direction: Direction, percent: number, speed = this.speed('swipe')): Promise<void> {
    const { from, to } = across(area, direction, part(percent));
    return this.#play(stroke(0, from, to, { ms: timeFor(from, to, speed) }));
  }

  pinch(area: Rect, way: 'open' | 'close', percent: number, speed = this.speed('pinch')): Promise<void> {
    const center = { x: (area.left + area.right) / 2, y: (area.top + area.bottom) / 2 };
    const corners = [
      { x: area.right, y: area.top },
      { x: area.left, y: area.bottom },
    ];
    const events = corners.flatMap((corner, finger) => {
      const near = between(corner, center, part(percent));
      const [from, to] = way === 'open' ? [near, corner] : [corner, near];
      return stroke(finger, from, to, { ms: timeFor(from, to, speed) });
    });
    return this.#play(events);
  }

  /** Scrolls in an area, in several strokes if the distance is longer; returns whether it can scroll further. */
  async scroll(
    area: Rect,
    direction: Direction,
    percent: number,
    speed = this.speed('scroll'),
  ): Promise<boolean> {
    if (percent <= 0) throw new ServerError('unknown', 'Percent must be greater than 0.0f');
    for (let left = percent; left > 0; left -= 1) {
      const { from, to } = across(area, opposite[direction], Math.min(left, 1));
      const events = stroke(0, from, to, { ms: timeFor(from, to, speed), restAfter: SCROLL_REST_MS });
      if (!(await this.#andSeeWhetherMore(area, direction, { events, timeoutMs: SCROLL_TIMEOUT_MS })))
        return false;
    }
    return true;
  }

  /** One step of UiScrollable's search: fast, away from the edges, and with little waiting for its effect. */
  searchStep(
    area: Rect,
    direction: Direction,
    {
      steps = SEARCH_STEPS,
      deadZone = DEFAULT_DEAD_ZONE,
    }: { steps?: number; deadZone?: number | undefined } = {},
  ): Promise<boolean> {
    const { from, to } = across(withoutEdges(area, deadZone), opposite[direction], 1);
    const ms = steps * STEP_MS;
    const events = stroke(0, from, to, { ms });
    return this.#andSeeWhetherMore(area, direction, { events, timeoutMs: ms + SEARCH_TIMEOUT_MS });
  }

  /** A fast swipe; returns whether it can scroll further. */
  fling(area: Rect, direction: Direction, speed = this.speed('fling')): Promise<boolean> {
    const least = Math.round(SLOWEST_FLING * this.#framework.display.scale);
    if (speed < least)
      throw new ServerError('unknown', `Speed ${speed} is less than the minimum fling velocity ${least}`);
    const { from, to } = across(area, opposite[direction], 1);
    const events = stroke(0, from, to, { ms: timeFor(from, to, speed) });
    return this.#andSeeWhetherMore(area, direction, { events, timeoutMs: FLING_TIMEOUT_MS });
  }

  get #longPress(): number {
    return this.#framework.shape.longPressMs + 1;
  }

  #play(events: readonly FingerEvent[]): Promise<void> {
    return play(this.#framework, events, this.#signal);
  }

  /**
   * The server waits until the end is reached or its time is up; if nothing moved at all, that counts as the end, too.
   */
  async #andSeeWhetherMore(
    area: Rect,
    direction: Direction,
    { events, timeoutMs }: { events: readonly FingerEvent[]; timeoutMs: number },
  ): Promise<boolean> {
    const { clock } = this.#framework;
    const limit = clock.now() + timeoutMs;
    const before = this.#scrollIn(area, direction)?.offset;
    await this.#play(events);
    for (;;) {
      const scroll = this.#scrollIn(area, direction);
      const hasMoved = scroll !== undefined && scroll.offset !== before;
      if (hasMoved && isAtEnd(scroll, direction)) return false;
      if (clock.now() >= limit) return hasMoved;
      await sleep(clock, SCROLL_POLL_MS, this.#signal);
    }
  }

  /** The scroll position of the innermost view at the area's middle that scrolls along this axis. */
  #scrollIn(area: Rect, direction: Direction): AccessibilityNode['scroll'] {
    const x = (area.left + area.right) / 2;
    const y = (area.top + area.bottom) / 2;
    const axis = direction === 'up' || direction === 'down' ? 'vertical' : 'horizontal';
    return this.#screen
      .windows({ offScreen: false })
      .flatMap((root) => [...nodesBelow(root)].toReversed())
      .find(({ info: { scroll, bounds } }) => {
        const { left, top, right, bottom } = bounds;
        return scroll?.axis === axis && x >= left && x < right && y >= top && y < bottom;
      })?.info.scroll;
  }
}

const opposite: Readonly<Record<Direction, Direction>> = {
  up: 'down',
  down: 'up',
  left: 'right',
  right: 'left',
};

function isAtEnd({ offset, max }: { offset: number; max: number }, direction: Direction): boolean {
  return direction === 'down' || direction === 'right' ? offset >= max - 0.5 : offset <= 0.5;
}

function stroke(
  finger: number,
  from: Point,
  to: Point,
  { ms, restBefore = 0, restAfter = 0 }: { ms: number; restBefore?: number; restAfter?: number },
): FingerEvent[] {
  return [
    { at: 0, finger, action: 'down', ...from },
    ...line(finger, from, to, { from: restBefore, ms }),
    { at: restBefore + ms + restAfter, finger, action: 'up', ...to },
  ];
}

function timeFor(from: Point, to: Point, speed: number): number {
  if (speed < 0) throw new ServerError('unknown', 'Speed cannot be negative');
  if (speed === 0) throw new ServerError('unknown', 'divide by zero');
  return (Math.hypot(to.x - from.x, to.y - from.y) / speed) * 1000;
}

function withoutEdges({ left, top, right, bottom }: Rect, deadZone: number): Rect {
  const [x, y] = [(right - left) * deadZone, (bottom - top) * deadZone];
  return { left: left + x, top: top + y, right: right - x, bottom: bottom - y };
}

function part(percent: number): number {
  if (percent >= 0 && percent <= 1) return percent;
  throw new ServerError('unknown', 'Percent must be between 0.0f and 1.0f');
}

function between(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** From one edge towards the other, through the middle. */
function across(
  { left, top, right, bottom }: Rect,
  direction: Direction,
  share: number,
): { from: Point; to: Point } {
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  switch (direction) {
    case 'left':
      return { from: { x: right, y }, to: { x: right - (right - left) * share, y } };
    case 'right':
      return { from: { x: left, y }, to: { x: left + (right - left) * share, y } };
    case 'up':
      return { from: { x, y: bottom }, to: { x, y: bottom - (bottom - top) * share } };
    case 'down':
      return { from: { x, y: top }, to: { x, y: top + (bottom - top) * share } };
  }
}
