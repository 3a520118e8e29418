import type { Intent } from './app.ts';
import type { EventDetails } from '../windows/accessibility-events.ts';

export interface Notification {
  /** Unique within its package: posting the same id again replaces it. */
  readonly id: number;
  readonly package: string;
  readonly title: string;
  readonly text: string;
  readonly time: number;
  /** Started when the notification is tapped. */
  readonly intent?: Intent;
  /** Cannot be swiped away. */
  readonly ongoing?: boolean;
}

/** The posted notifications, newest first. */
export class Notifications {
  #list: readonly Notification[] = [];

  readonly #changed: (posted?: Notification) => void;

  /** `changed` is told what was posted, if something was. */
  constructor(changed: (posted?: Notification) => void) {
    this.#changed = changed;
  }

  get list(): readonly Notification[] {
    return this.#list;
  }

  post(notification: Notification): void {
    this.#list = [notification, ...this.#without(notification.package, notification.id)];
    this.#changed(notification);
  }

  cancel(packageName: string, id: number): void {
    const rest = this.#without(packageName, id);
    if (rest.length === this.#list.length) return;
    this.#list = rest;
    this.#changed();
  }

  /** Removes all that may be removed. */
  clear(): void {
    this.#list = this.#list.filter((notification) => notification.ongoing === true);
    this.#changed();
  }

  #without(packageName: string, id: number): readonly Notification[] {
    return this.#list.filter((one) => one.package !== packageName || one.id !== id);
  }
}

/** What services hear of a notification. */
export function eventDetails({ title, text }: Notification): EventDetails {
  return { class: 'android.app.Notification', texts: [title, text].filter((line) => line !== '') };
}
