import { childrenOf, notificationKey, type Notification } from '../../framework/system/notifications.ts';
import type { Framework } from '../../framework/system/framework.ts';

/** A notification as NotificationManagerService holds it. */
export interface NotificationRecord {
  readonly one: Notification;
  readonly key: string;
  readonly uid: number;
  readonly groupKey: string;
  readonly flags: number;
  /** A number that looks like the record's identity hash. */
  readonly hash: string;
}

// Notification.FLAG_*
const ONGOING = 0x2;
const AUTO_CANCEL = 0x10;
const GROUP_SUMMARY = 0x200;

export function recordsOf(phone: Framework, list: readonly Notification[]): readonly NotificationRecord[] {
  return list.map((one) => recordOf(phone, one));
}

export function recordOf({ processes }: Framework, one: Notification): NotificationRecord {
  const uid = processes.uidOf(one.package);
  const key = notificationKey(one, uid);
  return {
    one,
    key,
    uid,
    groupKey: one.group === undefined ? key : `0|${one.package}|g:${one.group}`,
    flags: (one.ongoing === true ? ONGOING : AUTO_CANCEL) | (one.isGroupSummary === true ? GROUP_SUMMARY : 0),
    hash: hashOf(key),
  };
}

/** The notification of a key among the given ones. */
export function withKey(
  phone: Framework,
  list: readonly Notification[],
  key: string,
): Notification | undefined {
  return list.find((one) => recordOf(phone, one).key === key);
}

/** A notification; a summary also with its children, as the system snoozes a group by its summary. */
export function withChildren(one: Notification, list: readonly Notification[]): readonly Notification[] {
  return one.isGroupSummary === true ? [...childrenOf(one, list), one] : [one];
}

export function hashOf(text: string): string {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 0x10000000;
  return hash.toString(16).padStart(7, '0');
}
