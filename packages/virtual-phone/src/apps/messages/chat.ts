import { mdiPlusCircleOutline, mdiSend } from '@mdi/js';
import { activity, type Activity, type Intent } from '../../framework/system/app.ts';
import type { View } from '../../framework/views/view.ts';
import { column, field, iconButton, row, spacer, text } from '../../framework/widgets/kit.ts';
import { choices, screen } from '../../framework/widgets/screen.ts';
import { theme } from '../../framework/widgets/theme.ts';
import { dayOrTime } from '../dates.ts';
import {
  conversationWith,
  replyTo,
  withConversation,
  withMessage,
  type Conversation,
  type Mailbox,
  type Message,
} from './conversations.ts';

/** Milliseconds until the other person starts to type, and until the answer arrives. */
const TYPING_AFTER_MS = 700;
const REPLY_AFTER_MS = 2000;

interface State {
  readonly draft: string;
  /** The message whose menu is open. */
  readonly pressed: Message | undefined;
}

type ChatActivity = Activity<State, Mailbox>;

const SMS_BODY = 'sms_body';

/** The intent that opens the chat with a number; `body` becomes the text of its field. */
export function chatIntent(number: string, body?: string): Intent {
  return {
    component: 'com.android.messaging/.ui.conversation.ConversationActivity',
    extras: { number, ...(body !== undefined && { [SMS_BODY]: body }) },
    singleTop: true,
  };
}

/** One conversation: its messages, and a field for a new one. */
export const chat = activity<State, Mailbox>({
  initial: ({ extras, data = '' }) => ({
    draft: String(extras?.[SMS_BODY] ?? new URLSearchParams(/\?(.*)/.exec(data)?.[1]).get('body') ?? ''),
    pressed: undefined,
  }),
  render: (state, self) => {
    const conversation = conversationWith(self.data, numberOf(self));
    return screen(conversation.name, [messageList(conversation, self), composer(state, self)], {
      onUp: () => {
        self.finish();
      },
      menu: {
        items: ['Call', 'Delete conversation'],
        onSelect: (index) => {
          if (index === 0) self.toast(`Calling ${conversation.number}`);
          else deleteConversation(self);
        },
      },
      dialog: state.pressed && messageMenu(state.pressed, self),
    });
  },
  onResume: (self) => {
    const number = numberOf(self);
    // The app may have been killed while the other person was typing.
    const read = (one: Conversation) => ({ ...one, unread: 0, typing: false });
    self.setData({ open: number, ...withConversation(self.data, number, read) });
    self.phone.notifications.cancel('com.android.messaging', notificationId(number));
  },
  onPause: (self) => {
    self.setData({ open: undefined });
  },
});

/** The number in the extras, or in another app's `smsto:` address. */
function numberOf({ intent }: ChatActivity): string {
  const { extras, data = '' } = intent;
  return extras?.number === undefined
    ? decoded(data.slice(data.indexOf(':') + 1).replace(/\?.*/s, ''))
    : String(extras.number);
}

/** A `%` that begins no character stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function messageList(conversation: Conversation, self: ChatActivity): View {
  const { messages, typing } = conversation;
  const rows = [
    ...messages.map((one) => () => bubble(one, self)),
    ...(typing
      ? [() => text('typing…', { id: 'typing', color: theme.textSecondary, padding: [8, 28] })]
      : []),
  ];
  return {
    type: 'list',
    id: 'android:id/list',
    width: 'fill',
    weight: 1,
    fromEnd: true,
    count: rows.length,
    row: (index) => rows[index]?.() ?? spacer({}),
  };
}

function bubble(message: Message, self: ChatActivity): View {
  const { mine, time } = message;
  const body = message.picture === true ? sunset : text(message.text, { id: 'message_text', size: 16 });
  const status = text(dayOrTime(time, self.phone.clock.now()), {
    id: 'message_status',
    size: 11,
    color: theme.textSecondary,
  });
  return column(
    [
      column([body, status], {
        id: 'message_text_and_info',
        width: 'wrap',
        maxWidth: 290,
        gap: 2,
        padding: [8, 14],
        radius: 18,
        align: mine ? 'end' : 'start',
        background: mine ? theme.primaryContainer : theme.surfaceVariant,
        onLongPress: () => {
          self.hideKeyboard();
          self.setState({ pressed: message });
        },
      }),
    ],
    { key: `message-${message.id}`, id: 'message_content', padding: [3, 16] },
  );
}

function composer(state: State, self: ChatActivity): View {
  const submit = () => {
    send(self);
  };
  return row(
    [
      // The plus is unlabelled on purpose.
      iconButton(mdiPlusCircleOutline, () => {
        self.toast('There is nothing to attach');
      }),
      field({
        id: 'compose_message_text',
        hint: 'Text message',
        value: state.draft,
        imeAction: 'send',
        weight: 1,
        radius: 24,
        border: 'none',
        background: theme.surfaceVariant,
        padding: [12, 18],
        onChange: (draft) => {
          self.setState({ draft });
        },
        onSubmit: submit,
      }),
      iconButton(mdiSend, submit, {
        id: 'send_message_button',
        description: 'Send message',
        color: theme.primary,
        enabled: state.draft.trim() !== '',
      }),
    ],
    { width: 'fill', padding: [8, 4], gap: 4 },
  );
}

function send(self: ChatActivity): void {
  const said = self.state.draft.trim();
  if (said === '') return;
  self.setState({ draft: '' });
  say(self, numberOf(self), said);
}

/** Adds a message to a conversation, open or not; the other person answers after a moment. */
function say(self: ChatActivity, number: string, said: string): void {
  self.setData(withMessage(self.data, number, { text: said, mine: true, time: self.phone.clock.now() }));
  self.log(`sent ${said.length} characters`);
  const setTyping = (typing: boolean) => {
    self.setData(withConversation(self.data, number, (one) => ({ ...one, typing })));
  };
  self.after(TYPING_AFTER_MS, () => {
    setTyping(true);
  });
  self.after(REPLY_AFTER_MS, () => {
    setTyping(false);
    const { messages } = conversationWith(self.data, number);
    receive(self, number, replyTo(said, messages.length));
  });
}

function receive(self: ChatActivity, number: string, said: string): void {
  self.setData(withMessage(self.data, number, { text: said, mine: false, time: self.phone.clock.now() }));
  if (self.data.open === number && self.phone.awake) return;
  const { name, messages } = conversationWith(self.data, number);
  const read = () => {
    self.setData(withConversation(self.data, number, (one) => ({ ...one, unread: 0 })));
    self.phone.notifications.cancel('com.android.messaging', notificationId(number));
  };
  self.notify({
    id: notificationId(number),
    title: name,
    text: said,
    ticker: `${name}: ${said}`,
    intent: chatIntent(number),
    messages: messages.slice(-3).map(({ text: line, mine }) => ({ sender: mine ? 'You' : name, text: line })),
    actions: [
      {
        title: 'Reply',
        replyHint: 'Reply',
        run: (reply) => {
          // Before Android 7 the shade has no reply field: the button opens the chat.
          if (reply === undefined) {
            self.phone.collapseShade();
            self.phone.start(chatIntent(number));
            return;
          }
          read();
          say(self, number, reply);
        },
      },
      { title: 'Mark as read', run: read },
    ],
  });
}

function notificationId(number: string): number {
  return Number(number.replace(/\D/g, '').slice(-7));
}

function deleteConversation(self: ChatActivity): void {
  const number = numberOf(self);
  self.setData({ conversations: self.data.conversations.filter((one) => one.number !== number) });
  self.finish();
}

function messageMenu(message: Message, self: ChatActivity) {
  const close = () => {
    self.setState({ pressed: undefined });
  };
  const copy = () => {
    self.phone.clipboard.text = message.text;
    self.toast('Copied to clipboard');
  };
  const remove = () => {
    const number = numberOf(self);
    const without = (one: Conversation) => ({
      ...one,
      messages: one.messages.filter(({ id }) => id !== message.id),
    });
    self.setData(withConversation(self.data, number, without));
  };
  const actions = [
    ...(message.picture === true ? [] : [{ label: 'Copy text', run: copy }]),
    { label: 'Delete', run: remove },
  ];
  return choices({
    title: 'Message options',
    items: actions.map(({ label }) => label),
    onSelect: (index) => {
      close();
      actions[index]?.run();
    },
    onDismiss: close,
  });
}

/** A picture in a message, without a description on purpose. */
const sunset: View = {
  type: 'drawing',
  id: 'message_image',
  class: 'android.widget.ImageView',
  width: 220,
  height: 140,
  draw: ({ width, height }) =>
    `<rect width="${width}" height="${height}" rx="10" fill="#f6b26b"/>` +
    `<circle cx="${width * 0.5}" cy="${height * 0.62}" r="26" fill="#fff1c9"/>` +
    `<path d="M0 ${height * 0.62} H${width} V${height - 10} q0 10 -10 10 H10 q-10 0 -10 -10Z" fill="#3d6a8a"/>` +
    `<path d="M20 ${height * 0.74} h70 M120 ${height * 0.8} h60 M60 ${height * 0.9} h80" stroke="#8fb4cc" stroke-width="3"/>`,
};
