import type { Notification, Notifications } from '@handeye/core/device/services/notifications';
import type { View } from '@handeye/screen/snapshot';
import { box, button, full, node, viewOf, windowOf } from './screens.ts';
import type { Deed, ScriptedDevice } from './scripted-device.ts';

const MESSAGES = 'com.example.messages';

const ada: Notification = {
  key: `0|${MESSAGES}|3|null|10101`,
  app: MESSAGES,
  user: 0,
  title: 'Ada',
  text: 'Shall we meet at six?',
  subText: undefined,
  otherTexts: [],
  time: Date.UTC(2026, 1, 11, 16, 28),
  age: 120_000,
  ongoing: false,
  clearable: true,
  group: undefined,
  groupSummary: false,
  actions: ['Reply', 'Mark as read'],
};

const download: Notification = {
  ...ada,
  key: '0|com.example.downloads|7|null|10102',
  app: 'com.example.downloads',
  title: 'report.pdf',
  text: '40 %',
  age: 5_000,
  ongoing: true,
  clearable: false,
  actions: [],
};

/** The shade with one row, as accessibility reports it. */
function shade(draft: string | undefined): View {
  const id = (name: string) => ({ resourceId: `com.android.systemui:id/${name}` });
  const buttons = ada.actions.map((title, at) => button(title, box(60 + at * 400, 700, 400 + at * 400, 800)));
  const reply = [
    node('EditText', box(60, 700, 900, 800), {
      ...id('remote_input_text'),
      ...{ text: draft, editable: true, focused: true, clickable: true },
    }),
    node('ImageButton', box(920, 700, 1020, 800), { ...id('remote_input_send'), clickable: true }),
  ];
  const row = node('FrameLayout', box(20, 500, 1060, 820), {
    ...id('expandableNotificationRow'),
    clickable: true,
    children: [
      node('TextView', box(60, 520, 500, 570), { text: 'Ada', resourceId: 'android:id/title' }),
      node('TextView', box(60, 580, 900, 640), { text: ada.text, resourceId: 'android:id/text' }),
      node('LinearLayout', box(40, 700, 1040, 800), {
        resourceId: 'android:id/actions',
        children: draft === undefined ? buttons : reply,
      }),
    ],
  });
  const list = node('ScrollView', full, { ...id('notification_stack_scroller'), children: [row] });
  const app = 'com.android.systemui';
  return viewOf(list, {
    app,
    windows: [windowOf(list, { app, type: 'system', title: 'NotificationShade' })],
  });
}

/** Gives a scripted phone two notifications, and a shade in which the first can be used. */
export function stageNotifications(device: ScriptedDevice): void {
  let posted: readonly Notification[] = [ada, download];
  const go = () => {
    posted = [download];
    return Promise.resolve();
  };
  const notifications: Notifications = {
    shade: true,
    replies: true,
    snoozes: true,
    list: () => Promise.resolve(posted),
    snooze: go,
    closeShade: () => Promise.resolve(),
  };
  device.services = { ...device.services, notifications };
  const { react } = device;
  device.react = (deed: Deed, same) => {
    react(deed, same);
    if (deed.did === 'press' && deed.key === 'NOTIFICATIONS') device.view = shade(undefined);
    if (deed.did === 'touch') void go();
    if (deed.did !== 'act') return;
    const { action, on } = deed;
    if (action.kind === 'setText' && on.endsWith('remote_input_text')) device.view = shade(action.text);
    if (action.kind !== 'click') return;
    if (on.endsWith('remote_input_send') || on === 'Mark as read') void go();
    if (on === 'Reply') device.view = shade('');
    if (on.endsWith('expandableNotificationRow'))
      device.view = viewOf(node('FrameLayout', full), {
        app: MESSAGES,
        windows: [windowOf(node('FrameLayout', full), { app: MESSAGES })],
      });
  };
}
