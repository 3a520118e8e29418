import { setTimeout as delay } from 'node:timers/promises';

/** The phone's time, so that tests can drive it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after a while; rejects with the signal's reason when that fires first. */
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

/** Resolves after the host's event loop has turned once: what keeps a busy loop on the phone from freezing the host. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
