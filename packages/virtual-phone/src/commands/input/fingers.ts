import { sleep } from '../waiting.ts';
import type { Framework } from '../../framework/system/framework.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One event of one finger, at a time in milliseconds from the start. */
export interface FingerEvent extends Point {
  readonly at: number;
  readonly finger: number;
  readonly action: 'down' | 'move' | 'up' | 'cancel';
}

/** Milliseconds between two moves of androidx's gestures. */
const GESTURE_STEP_MS = 5;

/** Moves along a straight line, the last one at its end. */
export function line(
  finger: number,
  from: Point,
  to: Point,
  time: { from: number; ms: number; step?: number },
): FingerEvent[] {
  const steps = Math.max(1, Math.ceil(time.ms / (time.step ?? GESTURE_STEP_MS)));
  return Array.from({ length: steps }, (_, index): FingerEvent => {
    const part = (index + 1) / steps;
    return {
      at: time.from + time.ms * part,
      finger,
      action: 'move',
      x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part,
    };
  });
}

/**
 * Plays events at their times. Each event carries its intended time, so that a late timer of the host does not change a speed.
 * If aborted, it cancels fingers that are still down.
 */
export async function play(
  framework: Framework,
  events: readonly FingerEvent[],
  signal: AbortSignal,
): Promise<void> {
  const { clock } = framework;
  const start = clock.now();
  const touching = new Map<number, FingerEvent>();
  try {
    for (const event of events.toSorted((one, other) => one.at - other.at)) {
      const wait = start + event.at - clock.now();
      if (wait > 0) await sleep(clock.programs, wait, signal);
      const { action, finger: id, x, y } = event;
      framework.pointer({ action, id, x, y, time: start + event.at });
      if (action === 'down' || action === 'move') touching.set(id, event);
      else touching.delete(id);
    }
  } finally {
    for (const [id, { x, y }] of touching) framework.pointer({ action: 'cancel', id, x, y });
  }
}
