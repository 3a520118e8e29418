import type { Framework } from '../framework/system/framework.ts';
import type {
  AccessibilityEvent,
  AccessibilityEventType,
} from '../framework/windows/accessibility-events.ts';

/** AccessibilityEvent's types. */
const eventTypes: Readonly<Record<AccessibilityEventType, number>> = {
  viewClicked: 0x1,
  viewLongClicked: 0x2,
  viewSelected: 0x4,
  viewFocused: 0x8,
  viewTextChanged: 0x10,
  windowStateChanged: 0x20,
  notificationStateChanged: 0x40,
  contentChanged: 0x800,
  viewScrolled: 0x1000,
  viewTextSelectionChanged: 0x2000,
  windowsChanged: 0x400000,
};

interface HeardEvent {
  readonly n: number;
  readonly event: AccessibilityEvent;
}

/** Events meant to be read out. Other events report typed text. */
const spoken: ReadonlySet<AccessibilityEventType> = new Set([
  'windowStateChanged',
  'notificationStateChanged',
]);

const RING = 256;
const TOAST_REMEMBERED_MS = 3500;

/** Records events from the connection on, and keeps the last ones. */
export class Ears {
  /** The number of the last event. */
  last = 0;
  #heard: HeardEvent[] = [];
  /** How many events the phone had sent with the last one. */
  #count = 0;
  readonly #framework: Framework;
  readonly #forget: () => void;
  readonly #waiting = new Set<() => void>();

  constructor(framework: Framework) {
    this.#framework = framework;
    this.#forget = framework.events.follow((event) => {
      this.#hear(event);
    });
  }

  close(): void {
    this.#forget();
  }

  /** The texts of recent toasts. */
  toasts(): readonly object[] {
    const now = this.#framework.clock.now();
    return this.#heard
      .filter(({ event }) => event.details?.class?.startsWith('android.widget.Toast') === true)
      .map(({ event }) => ({
        text: (event.details?.texts ?? []).join('\n'),
        package: event.package,
        ms: now - event.time,
      }))
      .filter(({ ms }) => ms <= TOAST_REMEMBERED_MS);
  }

  /** The events after a number, and how many of them were dropped. */
  since(after: number): object {
    const now = this.#framework.clock.now();
    const events = this.#heard.filter(({ n }) => n > after);
    const first = events[0]?.n ?? this.last + 1;
    return {
      last: this.last,
      lost: Math.max(0, first - Math.max(after, 0) - 1),
      events: events.map(({ n, event: { type, package: packageName, time, details } }) => ({
        n,
        ms: now - time,
        type: eventTypes[type],
        package: packageName,
        ...(details?.class !== undefined && { class: details.class }),
        ...(details?.texts !== undefined &&
          details.texts.length > 0 &&
          spoken.has(type) && { texts: details.texts }),
      })),
    };
  }

  /** Calls back on the next event, once; the returned function unsubscribes. */
  onNext(wake: () => void): () => void {
    this.#waiting.add(wake);
    return () => this.#waiting.delete(wake);
  }

  #hear(event: AccessibilityEvent): void {
    // The count went back: the phone was restored to a state in which these events have not happened.
    const { count } = this.#framework.events;
    if (count <= this.#count) this.#heard = [];
    this.#count = count;
    this.last++;
    this.#heard.push({ n: this.last, event });
    if (this.#heard.length > RING) this.#heard.shift();
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}
