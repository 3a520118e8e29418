/** A point of the device's screen, and its time in milliseconds. */
export interface Moment {
  readonly x: number;
  readonly y: number;
  readonly time: number;
}

/** A call for the hand. */
export interface HandCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The place of a picture on the page. */
export interface Place extends Size {
  readonly left: number;
  readonly top: number;
}

/** Milliseconds after which a finger that does not move makes a long press. */
export const LONG_PRESS = 500;
/** Devices differ in the length of a long press: this is long for all of them. */
const SURELY_LONG = 700;
const LONGEST_PRESS = 10_000;

/** A finger that moves less than this share of the screen's shorter side counts as not moving. */
const STILL = 0.02;
/** A path that stays this close to a straight line counts as straight; the share is the same. */
const STRAIGHT = 0.03;

/** A finger that rests this long before it is lifted must not fling. */
const REST = 120;

/** The limits of a gesture's path. */
const MOST_POINTS = 100;
const LONGEST_GESTURE = 60_000;

/** The point of a device's screen for a point of the page; undefined beside the picture. */
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

/** The call for a finger's path: a tap, a long press, a swipe, or a gesture. */
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

/** Whether a finger moved straight and without a rest, so that its ends and its duration describe it. */
function isEven(path: readonly Moment[], side: number): boolean {
  const [first] = path;
  const last = path.at(-1);
  if (!first || !last) return true;
  return path.every((moment, index) => {
    const before = path[index - 1];
    return (!before || moment.time - before.time < REST) && offLine(moment, first, last) <= side * STRAIGHT;
  });
}

/** The distance of a point from the line between two others. */
function offLine(point: Moment, from: Moment, to: Moment): number {
  const length = distance(from, to);
  if (length === 0) return distance(point, from);
  return Math.abs((to.x - from.x) * (from.y - point.y) - (from.x - point.x) * (to.y - from.y)) / length;
}

function distance(one: Moment, other: Moment): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** The path with at most as many points as a gesture takes, and rising times from 0. */
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
