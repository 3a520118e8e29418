import { setTimeout as delay } from 'node:timers/promises';

/** The phone's time, so that tests can drive it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after a while; rejects with the signal's reason if that fires first. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** The host's own time. */
export const realClock: Clock = {
  now: () => Date.now(),
  wait: async (milliseconds, signal) => {
    try {
      await delay(milliseconds, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
};

/** How long the phone's programs may block the host's event loop. */
const LONGEST_BREATH_MS = 8;
let lastBreath = 0;

/**
 * Yields to the host's event loop if it has not run for a while. Every loop that might not wait otherwise awaits this, so that
 * a busy program on the phone cannot freeze the host.
 */
export async function breathe(): Promise<void> {
  if (performance.now() - lastBreath < LONGEST_BREATH_MS) return;
  await new Promise((resolve) => setImmediate(resolve));
  lastBreath = performance.now();
}
