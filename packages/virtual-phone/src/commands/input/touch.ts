import type { Framework } from '../../framework/system/framework.ts';
import { sleep } from '../waiting.ts';
import { motion, type Origin, type Point } from './events.ts';

/** Touches made by `input`: one finger, along straight lines, in the phone's time. */

export interface Line {
  readonly from: Point;
  readonly to: Point;
  readonly durationMs: number;
}

/** Between two moves. The real tool injects as fast as the system takes events, which a display shows at 60 to 120 Hz. */
const STEP_MS = 8;

/**
 * Before Android 12 each `input` starts a Java VM, and two that start together are not ready at the same time (recorded on 5.1:
 * two taps started together are a double tap, which would be impossible within 40 ms).
 */
const STARTS_APART_MS = 60;
const lastTap = new WeakMap<Framework, number>();

export async function tap(
  framework: Framework,
  at: Point,
  { origin, signal }: { origin: Origin; signal: AbortSignal },
): Promise<void> {
  const { clock, shape } = framework;
  const early = Math.min(
    STARTS_APART_MS,
    (lastTap.get(framework) ?? -Infinity) + STARTS_APART_MS - clock.now(),
  );
  if (shape.release < 12 && early > 0) await sleep(clock.programs, early, signal);
  lastTap.set(framework, clock.now());
  framework.inject(motion('down', at, origin));
  framework.inject(motion('up', at, origin));
}

/** A drag rests at its start long enough for a long press; this time is part of the duration, as on Android 10+. */
export async function swipe(
  framework: Framework,
  { from, to, durationMs }: Line,
  { origin, signal, drag = false }: { origin: Origin; signal: AbortSignal; drag?: boolean },
): Promise<void> {
  const { clock } = framework;
  const start = clock.now();
  framework.inject(motion('down', from, origin));
  try {
    if (drag) await sleep(clock.programs, framework.shape.longPressMs, signal);
    for (let passed = clock.now() - start; passed < durationMs; passed = clock.now() - start) {
      const part = passed / durationMs;
      const at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
      if (passed > 0) framework.inject(motion('move', at, origin));
      await sleep(clock.programs, Math.min(STEP_MS, durationMs - passed), signal);
    }
    framework.inject(motion('move', to, origin));
    framework.inject(motion('up', to, origin));
  } catch (error) {
    framework.inject(motion('cancel', to, origin));
    throw error;
  }
}
