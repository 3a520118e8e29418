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

/**
 * Plays events at their times. Each event carries its intended time, so that a late timer of the host does not change a speed.
 * If aborted, it cancels fingers that are still down, as it does before an event that may not be; that event is returned.
 */
export async function play(
  framework: Framework,
  events: readonly FingerEvent[],
  signal: AbortSignal,
  mayBe: (event: FingerEvent) => Promise<boolean> | true = () => true,
): Promise<FingerEvent | undefined> {
  const { clock } = framework;
  const start = clock.now();
  const touching = new Map<number, FingerEvent>();
  try {
    for (const event of events.toSorted((one, other) => one.at - other.at)) {
      const wait = start + event.at - clock.now();
      if (wait > 0) await sleep(clock.programs, wait, signal);
      const may = mayBe(event);
      if (may !== true && !(await may)) return event;
      const { action, finger: id, x, y } = event;
      framework.pointer({ action, id, x, y, time: start + event.at });
      if (action === 'down' || action === 'move') touching.set(id, event);
      else touching.delete(id);
    }
    return undefined;
  } finally {
    for (const [id, { x, y }] of touching) framework.pointer({ action: 'cancel', id, x, y });
  }
}
