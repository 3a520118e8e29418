import type { Clock } from '../system/clock.ts';

export type AccessibilityEventType =
  | 'windowStateChanged'
  | 'windowsChanged'
  | 'contentChanged'
  | 'viewClicked'
  | 'viewLongClicked'
  | 'viewFocused'
  | 'viewSelected'
  | 'viewScrolled'
  | 'viewTextChanged'
  | 'viewTextSelectionChanged'
  | 'notificationStateChanged';

export interface AccessibilityEvent {
  readonly type: AccessibilityEventType;
  readonly package: string;
  readonly time: number;
  readonly details?: EventDetails;
}

/** What some events say beside their type. */
export interface EventDetails {
  readonly class?: string;
  readonly texts?: readonly string[];
}

/** Events for accessibility services. A dump waits until there are none for a while; drawing alone sends none. */
export class AccessibilityEvents {
  /** How many were sent since the phone started. */
  count = 0;
  /** The last event, for callers that only need its time. */
  last: AccessibilityEvent | undefined;
  readonly #listeners = new Set<(event: AccessibilityEvent) => void>();

  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  send(type: AccessibilityEventType, packageName: string, details?: EventDetails): void {
    const time = this.#clock.now();
    const event = { type, package: packageName, time, ...(details && { details }) };
    this.count++;
    this.last = event;
    for (const listener of this.#listeners) listener(event);
  }

  follow(listener: (event: AccessibilityEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Resolves to true after `quietMs` without an event, to false if that did not happen within `maxMs` or on abort. The
   * quiet time counts from the call: a newly connected service knows nothing of earlier events, which is why a dump of
   * an idle screen takes more than a second on a phone.
   */
  waitForIdle(quietMs: number, maxMs: number, signal?: AbortSignal): Promise<boolean> {
    const started = this.#clock.now();
    return new Promise((resolve) => {
      const check = () => {
        const now = this.#clock.now();
        const quietSince = Math.max(started, this.last?.time ?? started);
        const rest = quietSince + quietMs - now;
        if (signal?.aborted === true) resolve(false);
        else if (rest <= 0) resolve(true);
        else if (now - started >= maxMs) resolve(false);
        else cancel = this.#clock.after(Math.min(rest, started + maxMs - now), check);
      };
      let cancel = this.#clock.after(0, check);
      signal?.addEventListener(
        'abort',
        () => {
          cancel();
          resolve(false);
        },
        { once: true },
      );
    });
  }
}
