import * as z from 'zod';
import { permissionDenied } from '../../device/errors.ts';
import { oneLine } from '@handeye/screen/sanitize';
import { typingTime } from '../editing.ts';
import type { Limits, Tool } from '../frame/define.ts';
import { Acted, acting, defineTool, reading, replacing } from '../frame/define.ts';
import { type Listed, listed, withActionId, withId } from './ids.ts';
import {
  appNames,
  desk,
  dismissInShade,
  type Fate,
  mayTouch,
  openInShade,
  pressInShade,
  replyInShade,
  serviceOf,
} from './in-shade.ts';
import { listLines } from './list-lines.ts';
import { notificationWords, quoted } from './words.ts';

const LONGEST_TITLE = 60;
const LONGEST_SNOOZE_MS = 604_800_000;

const notificationId = z.string().min(1).describe('From notification_list');
const actionId = z.string().min(1).describe('From notification_list');

/** Finding a row takes some looks, and what became of it is asked for a moment. */
const inShadeLimit = ({ look, action }: Limits) => 6 * look + 4 * action;

const fails = {
  element_not_found: 'The id is gone: the error lists what is there.',
  permission_denied: 'The policy forbids the app, or the device cannot do it and says why.',
  action_failed:
    'Several notifications read the same, the row or button is not in the shade, or it had no effect.',
};

const fateWords: Readonly<Record<Fate | 'sent', string>> = {
  gone: 'the notification is gone',
  changed: 'the notification has changed',
  there: 'the notification is still there',
  sent: 'it was sent; the notification is still there',
};

const notificationList = defineTool({
  name: 'notification_list',
  title: 'List notifications',
  description: 'List notifications with the ids of them and their actions.',
  hints: reading,
  class: 'read',
  needs: 'readNotifications',
  input: z.strictObject({
    package_name: z.string().min(1).optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  limit: ({ look }) => look,
  example: {},
  fails: { permission_denied: 'The device cannot be reached, or its notifications cannot be read.' },
  async handle(context, { package_name: wanted, limit }) {
    const { device, call, maxTokens } = context;
    const service = serviceOf(device);
    const all = listed(await service.list(call));
    const chosen = all.filter(({ notification }) => wanted === undefined || notification.app === wanted);
    const names = chosen.length > 0 ? await appNames(context) : new Map<string, string>();
    context.showTexts('notification', chosen.slice(0, limit).flatMap(textsOf));
    return listLines(chosen, { limit, maxTokens, names, note: service.note, of: wanted });
  },
});

/** The list's fields for a notification that its application wrote. */
function textsOf({ notification: { app, title, text, subText, actions } }: Listed) {
  return [title, text, subText, ...actions].map((said) => ({ text: said, app }));
}

const notificationOpen = defineTool({
  name: 'notification_open',
  title: 'Open notification',
  description: 'Tap a notification.',
  hints: acting,
  class: 'touch',
  needs: 'readNotifications',
  input: z.strictObject({ notification_id: notificationId }),
  limit: inShadeLimit,
  example: { notification_id: 'bb587c' },
  fails,
  async handle(context, { notification_id: id }) {
    const at = await desk(context);
    const { notification } = withId(at.all, id);
    await mayTouch(context, notification, at.names);
    const app = await openInShade(notification, at, context);
    const sentence = `Opened ${notificationWords(notification)} by the shade; in front: ${oneLine(app ?? 'nothing that is known')}`;
    return new Acted(sentence, {
      effects: app === notification.app ? [] : [`not in front: ${oneLine(notification.app)}`],
    });
  },
});

const notificationDismiss = defineTool({
  name: 'notification_dismiss',
  title: 'Dismiss notification',
  description: 'Swipe a notification away.',
  hints: replacing,
  class: 'touch',
  needs: 'readNotifications',
  input: z.strictObject({ notification_id: notificationId }),
  limit: inShadeLimit,
  example: { notification_id: 'bb587c' },
  fails,
  async handle(context, { notification_id: id }) {
    const at = await desk(context);
    const { notification } = withId(at.all, id);
    await mayTouch(context, notification, at.names);
    if (!at.service.dismiss) {
      await dismissInShade(notification, at, context);
      return new Acted(`Dismissed ${notificationWords(notification)} by the shade`);
    }
    await context.hands.change(async () => at.service.dismiss?.(notification, context.call));
    return new Acted(`Dismissed ${notificationWords(notification)}`);
  },
});

const notificationSnooze = defineTool({
  name: 'notification_snooze',
  title: 'Snooze notification',
  description: 'Take a notification away for a while.',
  hints: replacing,
  class: 'touch',
  needs: 'readNotifications',
  input: z.strictObject({
    notification_id: notificationId,
    duration_ms: z.int().min(1).max(LONGEST_SNOOZE_MS),
  }),
  limit: ({ look, action }) => look + 2 * action,
  example: { notification_id: 'bb587c', duration_ms: 3_600_000 },
  fails: {
    ...fails,
    invalid_params: '`duration_ms` outside 1..604800000.',
    action_failed: 'The device did not snooze it.',
  },
  async handle(context, { notification_id: id, duration_ms: duration }) {
    const service = serviceOf(context.device);
    if (service.snoozes !== true) throw permissionDenied(service.snoozes);
    const at = await desk(context);
    const { notification } = withId(at.all, id);
    await mayTouch(context, notification, at.names);
    await context.hands.change(async () => service.snooze?.(notification, duration, context.call));
    return new Acted(
      `Snoozed ${notificationWords(notification)} for ${duration} ms by the shell; it is gone until then`,
    );
  },
});

const notificationAction = defineTool({
  name: 'notification_action',
  title: 'Notification action',
  description: 'Press a button of a notification.',
  hints: acting,
  class: 'touch',
  needs: 'readNotifications',
  input: z.strictObject({ action_id: actionId }),
  limit: inShadeLimit,
  example: { action_id: 'c5026c' },
  fails,
  async handle(context, { action_id: id }) {
    const at = await desk(context);
    const found = withActionId(at.all, id);
    const { notification } = found.listed;
    await mayTouch(context, notification, at.names, { button: found.action.title });
    const { fate, asks } = await pressInShade(found, at, context);
    const pressed = `Pressed ${quoted(found.action.title, LONGEST_TITLE)} of ${notificationWords(notification)} by the shade`;
    return new Acted(
      asks ? `${pressed}; it asks for a text: use notification_reply` : `${pressed}; ${fateWords[fate]}`,
    );
  },
});

const notificationReply = defineTool({
  name: 'notification_reply',
  title: 'Reply to notification',
  description: 'Answer by an action that takes a text, such as Reply.',
  hints: acting,
  class: 'type',
  needs: 'readNotifications',
  input: z.strictObject({ action_id: actionId, text: z.string().min(1) }),
  limit: (limits, { text }) => inShadeLimit(limits) + typingTime(text),
  duration: ({ text }) => typingTime(text),
  example: { action_id: '597d1a', text: 'On my way' },
  fails: { ...fails, action_failed: `${fails.action_failed} Or the action takes no text.` },
  async handle(context, { action_id: id, text }) {
    const at = await desk(context);
    const found = withActionId(at.all, id);
    const { notification } = found.listed;
    await mayTouch(context, notification, at.names, { text, button: found.action.title });
    if (at.service.replies !== true) throw permissionDenied(at.service.replies);
    const fate = await replyInShade(found, text, at, context);
    return new Acted(`Replied to ${notificationWords(notification)} by the shade; ${fateWords[fate]}`);
  },
});

/** The toolset `notifications`. */
export const notificationTools: readonly Tool[] = [
  notificationList,
  notificationOpen,
  notificationDismiss,
  notificationSnooze,
  notificationAction,
  notificationReply,
];
