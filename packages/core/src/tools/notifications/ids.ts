import { createHash } from 'node:crypto';
import { elementNotFound } from '../../device/errors.ts';
import type { Notification } from '../../device/services/notifications.ts';
import { notificationWords } from './words.ts';

export interface ListedAction {
  readonly id: string;
  readonly title: string;
  /** Its place among the notification's actions. */
  readonly index: number;
}

/** A notification with the ids that the tools know it by. */
export interface Listed {
  readonly id: string;
  readonly notification: Notification;
  readonly actions: readonly ListedAction[];
}

const SHORTEST_ID = 6;

/**
 * Gives ids to what is there. An id lives as long as its notification: another title under the same key is another
 * conversation, and what was meant for the first must not reach the second. What goes on may change its title.
 */
export function listed(notifications: readonly Notification[]): readonly Listed[] {
  const hashes = notifications.map((one) => {
    const own = one.ongoing ? one.key : `${one.key}\n${one.title ?? ''}`;
    return { one, own: hash(own), actions: one.actions.map((title, at) => hash(`${own}::${at}::${title}`)) };
  });
  const all = hashes.flatMap(({ own, actions }) => [own, ...actions]);
  const idOf = (whole: string) => {
    let length = SHORTEST_ID;
    const isTaken = (other: string) => other !== whole && other.startsWith(whole.slice(0, length));
    while (length < whole.length && all.some(isTaken)) length += 1;
    return whole.slice(0, length);
  };
  return hashes.map(({ one, own, actions }) => ({
    id: idOf(own),
    notification: one,
    actions: actions.map((whole, index) => ({ id: idOf(whole), title: one.actions[index] ?? '', index })),
  }));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The notification of an id, or an error that lists those that are there. */
export function withId(all: readonly Listed[], id: string): Listed {
  const found = all.find((one) => one.id === id.trim().toLowerCase());
  if (found) return found;
  if (all.some(({ actions }) => actions.some((action) => action.id === id)))
    throw elementNotFound(
      `'${id}' is the id of an action. Pass it to notification_action or notification_reply.`,
    );
  throw elementNotFound(`No notification has the id '${id}': it is gone or has changed. ${there(all)}`);
}

export interface ListedWithAction {
  readonly listed: Listed;
  readonly action: ListedAction;
}

/** The action of an id, or an error that lists those that are there. */
export function withActionId(all: readonly Listed[], id: string): ListedWithAction {
  for (const one of all) {
    const action = one.actions.find((each) => each.id === id.trim().toLowerCase());
    if (action) return { listed: one, action };
    if (one.id === id)
      throw elementNotFound(
        `'${id}' is the id of a notification. Pass the id of one of its actions. ${there([one])}`,
      );
  }
  throw elementNotFound(
    `No action has the id '${id}': its notification is gone or has changed. ${there(all)}`,
  );
}

const MOST_NAMED = 8;

function there(all: readonly Listed[]): string {
  if (all.length === 0) return 'There are no notifications now.';
  const named = all.slice(0, MOST_NAMED).map(({ id, notification, actions }) => {
    const buttons = actions.map((action) => `${action.id} ${JSON.stringify(action.title)}`).join(', ');
    return `${id} ${notificationWords(notification)}${buttons === '' ? '' : ` (${buttons})`}`;
  });
  const more = all.length > MOST_NAMED ? `; and ${all.length - MOST_NAMED} more` : '';
  return `There now: ${named.join('; ')}${more}.`;
}
