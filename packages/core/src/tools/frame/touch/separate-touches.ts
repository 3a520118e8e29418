import { DeviceError, deviceErrorOf } from '../../../device/errors.ts';
import type { Stroke } from '../../../device/port.ts';

/** Fingers that are on the glass together, with the times of the gesture they belong to. */
export type Touches = readonly [Stroke, ...Stroke[]];

/** A second touch of the same place this soon after the first may be one double tap (Android: 300 ms, 100 dp). */
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 300;
const MOST_CLICKS = 3;

/** The touches of a gesture: strokes that overlap in time are one, in the order in which they begin. */
export function separateTouches(strokes: readonly Stroke[]): Touches[] {
  const inOrder = strokes.toSorted((one, other) => one[0].time - other[0].time);
  const touches: [Stroke, ...Stroke[]][] = [];
  let until = -1;
  for (const stroke of inOrder) {
    const last = touches.at(-1);
    if (last && stroke[0].time < until) last.push(stroke);
    else touches.push([stroke]);
    until = Math.max(until, endOf(stroke));
  }
  return touches;
}

/** Why touches cannot be made one by one, each after a look at the screen; undefined if they can. */
export function inseparable(touches: readonly Touches[]): string | undefined {
  if (touches.some(hasLateFinger)) {
    return 'a finger that comes down while others are held down cannot be checked separately: put all fingers down at the same time, or each after the others were lifted';
  }
  return touches.some((touch, at) => follows(touches[at - 1], touch, DOUBLE_TAP_PX))
    ? 'the second tap of a double tap comes too soon after the first to be checked separately: use tap or click_element'
    : undefined;
}

/** The touches of a mouse: up to three quick clicks on one spot are one double or triple click. */
export function joinClicks(touches: readonly Touches[]): Touches[] {
  const joined: Touches[] = [];
  touches.forEach((touch, at) => {
    const last = joined.at(-1);
    const again = last && last.length < MOST_CLICKS && follows(touches[at - 1], touch, 0);
    if (again) joined[joined.length - 1] = [...last, ...touch];
    else joined.push(touch);
  });
  return joined;
}

/**
 * Whether a finger comes down while others are held. Where it lands is not where it was judged: another finger's lift
 * may open an application a moment before, so not even a millisecond is allowed.
 */
function hasLateFinger([first, ...others]: Touches): boolean {
  return others.some(([{ time }]) => time !== first[0].time);
}

/** Whether one finger touches the place of the last one again, as soon as for a double tap. */
function follows(before: Touches | undefined, touch: Touches, distance: number): boolean {
  const [one, ...more] = before ?? [];
  const [other, ...others] = touch;
  if (!one || more.length > 0 || others.length > 0) return false;
  const last = one.at(-1) ?? one[0];
  const isSoon = other[0].time - last.time <= DOUBLE_TAP_MS;
  return isSoon && Math.hypot(other[0].x - last.x, other[0].y - last.y) <= distance;
}

/** The same fingers with times that count from the first of them. */
export function fromItsStart(touch: Touches): Touches {
  const start = touch[0][0].time;
  const [first, ...others] = touch.map(([down, ...rest]): Stroke => [
    { ...down, time: down.time - start },
    ...rest.map((moment) => ({ ...moment, time: moment.time - start })),
  ]);
  return first ? [first, ...others] : touch;
}

/** The failure of a touch, with the number of touches made before it: a caller that tries again must know them. */
export function afterSome(error: unknown, { made, all }: { made: number; all: number }): unknown {
  const known = deviceErrorOf(error);
  if (!known) return error;
  const were = made === 1 ? 'was' : 'were';
  return new DeviceError(known.kind, `${made} of ${all} touches ${were} made, then: ${known.message}`, {
    cause: error,
  });
}

function endOf(stroke: Stroke): number {
  return stroke.at(-1)?.time ?? stroke[0].time;
}
