import type { Moment, Point, Stroke } from '@handeye/core/device/port';

/** The action of one finger at one moment. */
export interface FingerChange {
  /** The stroke's place in the gesture. */
  readonly finger: number;
  readonly kind: 'down' | 'move' | 'up';
  readonly at: Point;
}

/** The actions of all fingers at one moment of a gesture. */
export interface Frame {
  /** Milliseconds after the gesture began. */
  readonly time: number;
  readonly changes: readonly FingerChange[];
}

/** The duration of a touch whose finger is lifted at once: a touch without a duration is none. */
const SHORTEST_TOUCH = 20;

/** At one time, fingers first arrive, then leave, then new ones arrive: a leaving finger must be seen at its last place. */
const PHASES = ['move', 'up', 'down'] as const;

/**
 * A gesture as a touch panel would report it: every given point at its own time, and between two points a report every
 * `interval` milliseconds, so that the finger moves at the given speed.
 */
export function framesOf(strokes: readonly Stroke[], interval: number): Frame[] {
  const frames = new Map<number, { time: number; changes: FingerChange[] }>();
  strokes.forEach((stroke, finger) => {
    for (const { time, kind, at } of changesOf(stroke, interval)) {
      const order = time * PHASES.length + PHASES.indexOf(kind);
      const frame = frames.get(order) ?? { time, changes: [] };
      frames.set(order, frame);
      frame.changes.push({ finger, kind, at });
    }
  });
  return [...frames].sort(([a], [b]) => a - b).map(([, frame]) => frame);
}

/** The end of a gesture in milliseconds after its beginning. */
export function durationOf(strokes: readonly Stroke[]): number {
  return Math.max(0, ...strokes.map((stroke) => lastOf(stroke).time));
}

/** The moment a finger goes up. */
export function lastOf(stroke: Stroke): Moment {
  return stroke.at(-1) ?? stroke[0];
}

interface Change extends Omit<FingerChange, 'finger'> {
  readonly time: number;
}

function* changesOf(stroke: Stroke, interval: number): Generator<Change> {
  const [first] = stroke;
  const last = lastOf(stroke);
  yield { time: first.time, kind: 'down', at: first };
  for (const [from, to] of legsOf(stroke)) yield* moves(from, to, interval);
  yield { time: Math.max(last.time, first.time + SHORTEST_TOUCH), kind: 'up', at: last };
}

function* moves(from: Moment, to: Moment, interval: number): Generator<Change> {
  const steps = Math.max(1, Math.ceil((to.time - from.time) / interval));
  for (let step = 1; step <= steps; step++) {
    const part = step / steps;
    const at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    yield { time: Math.round(from.time + (to.time - from.time) * part), kind: 'move', at };
  }
}

/** Each segment between two neighbouring points. */
export function legsOf(stroke: Stroke): [Moment, Moment][] {
  return stroke.slice(1).flatMap((to, at): [Moment, Moment][] => {
    const from = stroke[at];
    return from === undefined ? [] : [[from, to]];
  });
}
