import { Listeners } from '../../kernel/listeners.ts';
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

/** Class and texts of an event, for the types that have them. */
export interface EventDetails {
  readonly class?: string;
  readonly texts?: readonly string[];
}

interface EventClock {
  now(): number;
  readonly programs: Clock;
}

/** Accessibility events. A dump waits until none was sent for a while; drawing alone sends none. */
export class AccessibilityEvents {
  /** The number of events since the phone started. */
  count = 0;
  last: AccessibilityEvent | undefined;
  readonly #listeners = new Listeners<[AccessibilityEvent]>();

  readonly #clock: EventClock;

  constructor(clock: EventClock) {
    this.#clock = clock;
  }

  send(type: AccessibilityEventType, packageName: string, details?: EventDetails): void {
    const time = this.#clock.now();
    const event = { type, package: packageName, time, ...(details && { details }) };
    this.count++;
    this.last = event;
    this.#listeners.emit(event);
  }

  follow(listener: (event: AccessibilityEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  /**
   * Resolves to true after `quietMs` without an event, to false if that did not happen within `maxMs` or on abort. The
   * quiet time counts from the call: a newly connected service knows nothing of earlier events, which is why a dump of
   * an idle screen takes more than a second on a phone.
   */
  waitForIdle(quietMs: number, maxMs: number, signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted === true) return Promise.resolve(false);
    const { programs } = this.#clock;
    return new Promise((resolve) => {
      const finish = (isIdle: boolean) => {
        cancelQuiet();
        cancelLimit();
        forget();
        signal?.removeEventListener('abort', abort);
        resolve(isIdle);
      };
      const abort = () => {
        finish(false);
      };
      const waitForQuiet = () =>
        programs.after(quietMs, () => {
          finish(true);
        });
      let cancelQuiet = waitForQuiet();
      const cancelLimit = programs.after(maxMs, abort);
      const forget = this.#listeners.add(() => {
        cancelQuiet();
        cancelQuiet = waitForQuiet();
      });
      signal?.addEventListener('abort', abort, { once: true });
    });
  }
}
