import type { Notification } from '@handeye/core/device/services/notifications';
import type { Message } from '../dbus/message.ts';
import { asList, asNumber, asText, type Value } from '../dbus/value.ts';

/** The most notifications to remember: a program may post without end. */
const MOST_REMEMBERED = 200;

const INTERFACE = 'org.freedesktop.Notifications';

/** The match rules with which a monitor sees notifications come and go. */
export const rules: readonly string[] = [
  `type='method_call',interface='${INTERFACE}',member='Notify'`,
  `type='method_return',sender='${INTERFACE}'`,
  `type='signal',interface='${INTERFACE}',member='NotificationClosed'`,
];

/** The notifications that came and are still there, newest first. */
export class HeardNotifications {
  /** Calls of Notify without an answer yet, by caller and serial. */
  readonly #asked = new Map<string, Notification>();
  readonly #there = new Map<number, Notification>();
  /** Milliseconds since the epoch. */
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get list(): readonly Notification[] {
    const now = this.#now();
    const aged = [...this.#there.values()].map((one) => ({ ...one, age: now - (one.time ?? now) }));
    return aged.toReversed();
  }

  has(id: number): boolean {
    return this.#there.has(id);
  }

  /** A message of the bus: a notification is posted, gets its number, or is closed. */
  hear({ type, sender, destination, serial, replySerial, member, values }: Message): void {
    if (type === 'method_call' && member === 'Notify') {
      this.#asked.set(`${sender} ${serial}`, this.#notification(values));
      forgetOldest(this.#asked);
    } else if (type === 'method_return') {
      const asked = `${destination} ${replySerial}`;
      const one = this.#asked.get(asked);
      if (!one) return;
      this.#asked.delete(asked);
      this.#put(asNumber(values[0]), one);
    } else if (type === 'signal' && member === 'NotificationClosed') this.#there.delete(asNumber(values[0]));
  }

  /** A changed notification keeps its number, and becomes the newest. */
  #put(id: number, one: Notification): void {
    this.#there.delete(id);
    this.#there.set(id, { ...one, key: String(id) });
    forgetOldest(this.#there);
  }

  /** Notify's arguments: app, the number it replaces, icon, summary, body, actions (key, label, …), hints, timeout. */
  #notification([app, , , summary, body, actions, hints]: readonly Value[]): Notification {
    const labels = asList(actions).filter((_, place) => place % 2 === 1);
    const entry = asList(hints)
      .map(asList)
      .find(([name]) => name === 'desktop-entry')?.[1];
    const title = asText(summary);
    const text = withoutMarkup(asText(body));
    return {
      key: '',
      app: asText(entry) || asText(app) || 'unknown',
      user: 0,
      title: title === '' ? undefined : title,
      text: text === '' ? undefined : text,
      subText: undefined,
      otherTexts: [],
      time: this.#now(),
      age: 0,
      ongoing: false,
      clearable: true,
      group: undefined,
      groupSummary: false,
      actions: labels.map(asText),
    };
  }
}

/** The body may have simple markup (<b>, <i>, <u>, <a>) and five entities, by the specification. */
function withoutMarkup(body: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return body
    .replace(/<\/?(?:b|i|u|a|img)(?:\s[^<>]*)?\/?>/gi, '')
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '');
}

function forgetOldest<K>(map: Map<K, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > MOST_REMEMBERED && oldest !== undefined) map.delete(oldest);
}
