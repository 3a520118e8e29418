import { mdiMessageText, mdiPencilOutline } from '@mdi/js';
import { activity, defineApp, type Activity } from '../../framework/system/app.ts';
import type { View } from '../../framework/views/view.ts';
import { avatar, column, row, searchField, text } from '../../framework/widgets/kit.ts';
import { listOf } from '../../framework/widgets/list.ts';
import { floatingButton, screen } from '../../framework/widgets/screen.ts';
import { theme } from '../../framework/widgets/theme.ts';
import { dayOrTime } from '../dates.ts';
import { chat, chatIntent } from './chat.ts';
import { firstMailbox, type Conversation, type Mailbox } from './conversations.ts';

interface State {
  readonly query: string;
}

type ListActivity = Activity<State, Mailbox>;

/** Conversations with people who answer. */
export const messages = defineApp<Mailbox>({
  package: 'com.android.messaging',
  label: 'Messages',
  icon: { glyph: mdiMessageText, color: '#1e8e3e' },
  main: '.ui.conversationlist.ConversationListActivity',
  filters: [
    ...['SENDTO', 'VIEW'].map((action) => ({
      action: `android.intent.action.${action}`,
      activity: '.ui.conversation.ConversationActivity',
      schemes: ['sms', 'smsto', 'mms', 'mmsto'],
    })),
    {
      action: 'android.intent.action.SEND',
      activity: '.ui.conversationlist.ShareIntentActivity',
      mimeTypes: ['text/plain'],
    },
  ],
  data: firstMailbox,
  activities: {
    '.ui.conversationlist.ConversationListActivity': activity<State, Mailbox>({
      initial: () => ({ query: '' }),
      render: (state, self) => {
        const search = searchField('Search conversations', state.query, (query) => {
          self.setState({ query });
        });
        return screen('Messages', [search, conversationList(state.query, self)], {
          floating: floatingButton(
            mdiPencilOutline,
            () => {
              self.start({ component: 'com.android.contacts/.activities.PeopleActivity' });
            },
            { id: 'start_new_conversation_button', description: 'Start new conversation' },
          ),
          menu: {
            items: ['Mark all as read'],
            onSelect: () => {
              self.setData({ conversations: self.data.conversations.map((one) => ({ ...one, unread: 0 })) });
            },
          },
        });
      },
    }),
    '.ui.conversation.ConversationActivity': chat,
    // Shared text goes to the chosen conversation.
    '.ui.conversationlist.ShareIntentActivity': activity<State, Mailbox>({
      initial: () => ({ query: '' }),
      render: (_state, self) =>
        screen('Share with', [conversationList('', self)], {
          onUp: () => {
            self.finish();
          },
        }),
    }),
  },
});

function conversationList(query: string, self: ListActivity): View {
  const wanted = query.toLowerCase();
  const found = self.data.conversations
    .filter(
      ({ name, messages: all }) =>
        name.toLowerCase().includes(wanted) || all.some((one) => one.text.toLowerCase().includes(wanted)),
    )
    .toSorted((a, b) => lastTime(b) - lastTime(a));
  return listOf(found, {
    id: 'android:id/list',
    margin: { top: 8 },
    rowHeight: 76,
    empty: 'No conversations found',
    rowOf: (conversation) => conversationRow(conversation, self),
  });
}

function lastTime({ messages: all }: Conversation): number {
  return all.at(-1)?.time ?? 0;
}

function conversationRow(conversation: Conversation, self: ListActivity): View {
  const { name, number, messages: all, unread, typing } = conversation;
  const last = all.at(-1);
  const weight = unread > 0 ? 700 : 400;
  return row(
    [
      avatar(name, { size: 48 }),
      column(
        [
          text(name, { id: 'conversation_name', size: 16, maxLines: 1, fontWeight: weight }),
          text(typing ? 'typing…' : snippet(last), {
            id: 'conversation_snippet',
            color: theme.textSecondary,
            maxLines: 1,
            fontWeight: weight,
          }),
        ],
        { weight: 1, gap: 2 },
      ),
      column(
        [
          text(last === undefined ? '' : dayOrTime(last.time, self.phone.clock.now()), {
            id: 'conversation_timestamp',
            size: 12,
            color: theme.textSecondary,
          }),
          ...(unread > 0 ? [unreadBadge(unread)] : []),
        ],
        { width: 'wrap', alignChildren: 'end', gap: 4 },
      ),
    ],
    {
      key: number,
      id: 'swipeable_container',
      class: 'android.view.ViewGroup',
      width: 'fill',
      gap: 16,
      padding: [0, 16],
      onTap: () => {
        const shared = self.intent.extras?.['android.intent.extra.TEXT'];
        self.start(chatIntent(number, shared === undefined ? undefined : String(shared)));
        if (shared !== undefined) self.finish();
      },
    },
  );
}

function snippet(message: Conversation['messages'][number] | undefined): string {
  if (message === undefined) return '';
  return message.picture === true ? 'Picture' : `${message.mine ? 'You: ' : ''}${message.text}`;
}

function unreadBadge(unread: number): View {
  return text(String(unread), {
    id: 'unread_count',
    description: `${unread} unread`,
    size: 12,
    fontWeight: 500,
    textAlign: 'center',
    color: theme.onPrimary,
    background: theme.primary,
    radius: 12,
    minWidth: 24,
    padding: [2, 6],
  });
}
