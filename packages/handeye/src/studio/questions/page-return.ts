import { orAborted } from '../../call/call.ts';
import type { Clock } from '../../call/clock.ts';
import { AWAY_LIMIT } from '../pages.ts';

/** A page that is loaded again, or connects again, is away for a moment: whoever needs one can wait for it. */
export class PageReturn {
  readonly #clock: Clock;
  /** When the last page left; undefined while one is open, and before the first. */
  #leftAt: number | undefined;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A page came or left. */
  pagesChanged(areOpen: boolean): void {
    this.#leftAt = areOpen ? undefined : (this.#leftAt ?? this.#clock.now());
    if (areOpen) for (const goOn of this.#waiting) goOn();
  }

  /** Waits if the last page left a moment ago, until one is back or none comes any more. Rejects when the signal fires. */
  async wait(signal: AbortSignal): Promise<void> {
    const left = this.#leftAt === undefined ? 0 : this.#leftAt + AWAY_LIMIT - this.#clock.now();
    if (left <= 0) return;
    let [goOn, stopTimer] = [(): void => undefined, (): void => undefined];
    const over = new Promise<void>((resolve) => {
      goOn = resolve;
      stopTimer = this.#clock.after(left, resolve);
    });
    this.#waiting.add(goOn);
    try {
      await orAborted(over, signal);
    } finally {
      stopTimer();
      this.#waiting.delete(goOn);
    }
  }
}
