import { permissionDenied } from '../../../device/errors.ts';
import type { Device, Stroke } from '../../../device/port.ts';
import type { Movement } from '../../../device/session.ts';
import { travels } from './strokes.ts';

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
