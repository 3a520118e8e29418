import type { VirtualPhone } from '@handeye/virtual-phone';
import { faultLevers, type PhoneLever } from './fault-levers.ts';

/** In quarter turns to the left. */
const rotations = ['upright', 'turned left', 'upside down', 'turned right'] as const;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const laters = [
  { name: 'minute-later', about: 'One minute later', by: MINUTE },
  { name: 'hour-later', about: 'One hour later', by: HOUR },
  { name: 'day-later', about: 'One day later', by: 24 * HOUR },
] as const;

/** All levers of the phone in their current state. */
export function leversOf(phone: VirtualPhone): readonly PhoneLever[] {
  return [...everydayLevers(phone), ...clockLevers(phone), ...faultLevers(phone), ...hostileLevers(phone)];
}

function everydayLevers(phone: VirtualPhone): readonly PhoneLever[] {
  const { framework } = phone;
  const { configuration, display, notifications } = framework;
  return [
    {
      name: 'rotation',
      group: 'phone',
      about: 'How the phone is held',
      kind: { is: 'choice', of: rotations, now: rotations[display.rotation] },
      pull: (value) => {
        turn(phone, rotations.findIndex((one) => one === value) as 0 | 1 | 2 | 3); // checked: one of its choices
      },
    },
    {
      name: 'dark-theme',
      group: 'phone',
      about: 'Dark theme',
      kind: { is: 'switch', on: configuration.night },
      pull: (value) => {
        configuration.update({ night: value === true });
      },
    },
    {
      name: 'screen',
      group: 'phone',
      about: 'The screen is on',
      kind: { is: 'switch', on: framework.awake },
      pull: (value) => {
        if (value === true) framework.wake();
        else framework.sleep();
      },
    },
    {
      name: 'notification',
      group: 'phone',
      about: 'A message arrives',
      kind: { is: 'button' },
      pull: () => {
        notify(phone);
      },
    },
    {
      name: 'no-notifications',
      group: 'phone',
      about: 'Clear all notifications',
      kind: { is: 'button' },
      pull: () => {
        notifications.clear();
      },
    },
  ];
}

/** Turns the phone, or only the screen if it does not follow. */
function turn({ framework }: VirtualPhone, rotation: 0 | 1 | 2 | 3): void {
  const { settings } = framework;
  framework.hold(rotation);
  if (!settings.isOn('system', 'accelerometer_rotation'))
    settings.put('system', 'user_rotation', String(rotation));
}

function notify({ framework }: VirtualPhone): void {
  const { notifications, clock } = framework;
  const MESSAGES = 'com.android.messaging';
  const posted = notifications.list.filter(({ tag }) => tag === 'studio');
  notifications.post({
    // Each message is different, so that several clicks give several.
    id: posted.length + 1,
    tag: 'studio',
    package: MESSAGES,
    title: 'Mina',
    text: 'Are you coming to lunch?',
    time: clock.now(),
    urgent: true,
    intent: { component: `${MESSAGES}/.ui.conversationlist.ConversationListActivity` },
  });
}

function clockLevers({ clock }: VirtualPhone): readonly PhoneLever[] {
  return laters.map(({ name, about, by }) => ({
    name,
    about,
    group: 'phone',
    kind: { is: 'button' },
    pull: () => {
      clock.forward(by);
    },
  }));
}

function hostileLevers({ traps }: VirtualPhone): readonly PhoneLever[] {
  const button = { group: 'hostile screens', kind: { is: 'button' } } as const;
  return [
    {
      ...button,
      name: 'no-traps',
      about: 'End all that hostile apps do',
      pull: () => {
        traps.end();
      },
    },
    {
      ...button,
      name: 'hostile-apps',
      about: 'Install the hostile apps',
      pull: () => {
        traps.install();
      },
    },
    ...traps.list.map(({ name, about }) => ({
      ...button,
      name,
      about,
      pull: () => {
        traps.spring(name);
      },
    })),
  ];
}
