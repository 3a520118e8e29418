/** A point of the device's screen, and when the finger was there, in milliseconds. */
export interface Moment {
  readonly x: number;
  readonly y: number;
  readonly time: number;
}

/** A call that the hand makes. */
export interface HandCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where on the page a picture is. */
export interface Place extends Size {
  readonly left: number;
  readonly top: number;
}

/** From this many milliseconds on, a finger that does not move presses long. */
export const LONG_PRESS = 500;
/** Devices differ in what they take for long: this is long for all of them. */
const SURELY_LONG = 700;
const LONGEST_PRESS = 10_000;

/** A finger that moves less than this share of the screen's shorter side stays in its place. */
const STILL = 0.02;
/** A path that stays this close to a straight line is one; the share is the same. */
const STRAIGHT = 0.03;

/** A finger that rests so long before it leaves must not fling. */
const REST = 120;

/** What a gesture's path may have at most. */
const MOST_POINTS = 100;
const LONGEST_GESTURE = 60_000;

/** The point of a device's screen that a point of the page shows; undefined beside the picture. */
export function devicePoint(
  { x, y }: { readonly x: number; readonly y: number },
  place: Place,
  screen: Size,
): { x: number; y: number } | undefined {
  const scale = Math.min(place.width / screen.width, place.height / screen.height);
  if (!(scale > 0)) return undefined;
  const left = place.left + (place.width - screen.width * scale) / 2;
  const top = place.top + (place.height - screen.height * scale) / 2;
  const point = { x: Math.floor((x - left) / scale), y: Math.floor((y - top) / scale) };
  const isInside = point.x >= 0 && point.y >= 0 && point.x < screen.width && point.y < screen.height;
  return isInside ? point : undefined;
}

/** What the way of a finger means: a tap, a long press, a swipe, or a way of its own. */
export function gestureOf(path: readonly Moment[], screen: Size): HandCall | undefined {
  const [first] = path;
  const last = path.at(-1);
  if (!first || !last) return undefined;
  const side = Math.min(screen.width, screen.height);
  const duration = Math.min(LONGEST_GESTURE, Math.max(1, Math.round(last.time - first.time)));
  const { x, y } = first;
  if (path.every((moment) => distance(first, moment) <= side * STILL)) {
    if (duration < LONG_PRESS) return { tool: 'tap', arguments: { x, y } };
    const held = Math.min(LONGEST_PRESS, Math.max(SURELY_LONG, duration));
    return { tool: 'long_press', arguments: { x, y, duration: held } };
  }
  if (isEven(path, side)) {
    return { tool: 'swipe', arguments: { x1: x, y1: y, x2: last.x, y2: last.y, duration } };
  }
  return { tool: 'custom_gesture', arguments: { paths: [thinned(path)] } };
}

/** Whether a finger went straight and without a rest, so that its ends and its time tell all of it. */
function isEven(path: readonly Moment[], side: number): boolean {
  const [first] = path;
  const last = path.at(-1);
  if (!first || !last) return true;
  return path.every((moment, index) => {
    const before = path[index - 1];
    return (!before || moment.time - before.time < REST) && offLine(moment, first, last) <= side * STRAIGHT;
  });
}

/** How far a point lies from the line between two others. */
function offLine(point: Moment, from: Moment, to: Moment): number {
  const length = distance(from, to);
  if (length === 0) return distance(point, from);
  return Math.abs((to.x - from.x) * (from.y - point.y) - (from.x - point.x) * (to.y - from.y)) / length;
}

function distance(one: Moment, other: Moment): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** At most as many points as a gesture takes, with times that rise from 0. */
function thinned(path: readonly Moment[]): Moment[] {
  const start = path[0]?.time ?? 0;
  const every = Math.ceil(path.length / (MOST_POINTS - 1));
  const kept = path.filter((_, index) => index % every === 0 || index === path.length - 1);
  const points: Moment[] = [];
  for (const { x, y, time } of kept) {
    const since = Math.min(LONGEST_GESTURE, Math.round(time - start));
    if (since > (points.at(-1)?.time ?? -1)) points.push({ x, y, time: since });
  }
  return points;
}
