import type { Intent } from './app.ts';

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

  readonly #changed: (packageName: string) => void;

  constructor(changed: (packageName: string) => void) {
    this.#changed = changed;
  }

  get list(): readonly Notification[] {
    return this.#list;
  }

  post(notification: Notification): void {
    this.#list = [notification, ...this.#without(notification.package, notification.id)];
    this.#changed(notification.package);
  }

  cancel(packageName: string, id: number): void {
    const rest = this.#without(packageName, id);
    if (rest.length === this.#list.length) return;
    this.#list = rest;
    this.#changed(packageName);
  }

  /** Removes all that may be removed. */
  clear(): void {
    this.#list = this.#list.filter((notification) => notification.ongoing === true);
    this.#changed('com.android.systemui');
  }

  #without(packageName: string, id: number): readonly Notification[] {
    return this.#list.filter((one) => one.package !== packageName || one.id !== id);
  }
}
