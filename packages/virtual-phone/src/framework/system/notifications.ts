import type { Intent } from './app.ts';
import type { Cancel } from './clock.ts';
import { Listeners } from '../../kernel/listeners.ts';
import type { EventDetails } from '../windows/accessibility-events.ts';

/** A button of a notification. */
export interface NotificationAction {
  readonly title: string;
  /** The hint of its reply field; set if the action takes a text, which the shade asks for since Android 7 (RemoteInput). */
  readonly replyHint?: string;
  /** Runs the action; `reply` is the text from the shade. */
  readonly run: (reply?: string) => void;
}

export interface ChatMessage {
  readonly sender: string;
  readonly text: string;
}

export interface Notification {
  /** Unique within its package and tag: posting the same id again replaces it. */
  readonly id: number;
  readonly tag?: string;
  readonly package: string;
  readonly title: string;
  readonly text: string;
  readonly time: number;
  /** Started when the notification is tapped. */
  readonly intent?: Intent;
  /** Of a channel of high importance: it slides over what is in front. */
  readonly urgent?: boolean;
  /** Cannot be swiped away. */
  readonly ongoing?: boolean;
  /** Shown instead of the text once the row is expanded (BigTextStyle). */
  readonly bigText?: string;
  /** Lines that are shown once the row is expanded (InboxStyle). */
  readonly lines?: readonly string[];
  /** A conversation (MessagingStyle); `text` is its last message. */
  readonly messages?: readonly ChatMessage[];
  readonly subText?: string;
  /** The accessibility announcement. Default: title and text. */
  readonly ticker?: string;
  readonly actions?: readonly NotificationAction[];
  /** Notifications of a package with the same group are one row until it is expanded, if one of them is the summary. */
  readonly group?: string;
  readonly isGroupSummary?: boolean;
}

/** The posted notifications, newest first. */
export class Notifications {
  private posted: readonly Notification[] = [];
  private away: readonly Notification[] = [];

  readonly #listeners = new Listeners<[posted?: Notification]>();

  get list(): readonly Notification[] {
    return this.posted;
  }

  get snoozed(): readonly Notification[] {
    return this.away;
  }

  /** Calls back for every change, with the notification that was posted, if one was. */
  follow(listener: (posted?: Notification) => void): void {
    this.#listeners.add(listener);
  }

  post(notification: Notification): void {
    this.posted = [notification, ...without(this.posted, notification)];
    this.#listeners.emit(notification);
  }

  cancel(packageName: string, id: number, tag?: string): void {
    const rest = without(this.posted, { package: packageName, id, ...(tag !== undefined && { tag }) });
    if (rest.length === this.posted.length) return;
    this.posted = withoutEmptyGroups(rest);
    this.#listeners.emit();
  }

  /** Hides a notification for a while; it comes back at the top. */
  snooze(one: Notification, ms: number, after: (ms: number, callback: () => void) => Cancel): void {
    this.away = [...this.away, one];
    this.cancel(one.package, one.id, one.tag);
    after(ms, () => {
      this.unsnooze(one);
    });
  }

  unsnooze(one: Notification): void {
    if (!this.away.includes(one)) return;
    this.away = this.away.filter((other) => other !== one);
    this.post(one);
  }

  /** Removes all but ongoing notifications. */
  clear(): void {
    this.posted = this.posted.filter((notification) => notification.ongoing === true);
    this.#listeners.emit();
  }
}

type Place = Pick<Notification, 'package' | 'id' | 'tag'>;

function isSame(one: Place, other: Place): boolean {
  return one.package === other.package && one.id === other.id && one.tag === other.tag;
}

function without(list: readonly Notification[], place: Place): readonly Notification[] {
  return list.filter((one) => !isSame(one, place));
}

/** A summary disappears with the last notification of its group, as in real apps. */
function withoutEmptyGroups(list: readonly Notification[]): readonly Notification[] {
  return list.filter((one) => one.isGroupSummary !== true || childrenOf(one, list).length > 0);
}

/** The notifications of a summary's group. */
export function childrenOf(summary: Notification, list: readonly Notification[]): readonly Notification[] {
  return list.filter(
    (one) => one.isGroupSummary !== true && one.package === summary.package && one.group === summary.group,
  );
}

/** StatusBarNotification.key: the user, package, id, tag and uid. */
export function notificationKey(one: Notification, uid: number): string {
  return `0|${one.package}|${one.id}|${one.tag ?? 'null'}|${uid}`;
}

export function eventDetails({ title, text }: Notification): EventDetails {
  return { class: 'android.app.Notification', texts: [title, text].filter((line) => line !== '') };
}
