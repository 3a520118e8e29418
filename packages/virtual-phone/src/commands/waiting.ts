import type { Clock } from '../framework/system/clock.ts';

/** Waits in the phone's time; rejects with the signal's reason if the command has to end sooner. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      cancel();
      reject(signal.reason instanceof Error ? signal.reason : new Error('stopped'));
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
