import { madeUpPeople } from '../people.ts';

/** The data of the messages app. */
export interface Mailbox {
  readonly conversations: readonly Conversation[];
  readonly nextMessage: number;
  /** The open conversation: messages that arrive there are read at once. */
  readonly open: string | undefined;
}

export interface Conversation {
  /** The phone number, by which other apps identify it. */
  readonly number: string;
  readonly name: string;
  readonly messages: readonly Message[];
  readonly unread: number;
  readonly typing: boolean;
}

export interface Message {
  readonly id: number;
  readonly text: string;
  readonly mine: boolean;
  readonly time: number;
  readonly picture?: boolean;
}

/** Changes one conversation; a new number starts one. */
export function withConversation(
  { conversations }: Mailbox,
  number: string,
  change: (one: Conversation) => Conversation,
): Pick<Mailbox, 'conversations'> {
  const known = conversations.some((one) => one.number === number);
  const all = known ? conversations : [...conversations, newConversation(number)];
  return { conversations: all.map((one) => (one.number === number ? change(one) : one)) };
}

/** The mailbox with one more message at the end of a conversation. */
export function withMessage(
  mailbox: Mailbox,
  number: string,
  message: Omit<Message, 'id'>,
): Partial<Mailbox> {
  const isRead = message.mine || mailbox.open === number;
  return {
    nextMessage: mailbox.nextMessage + 1,
    ...withConversation(mailbox, number, (one) => ({
      ...one,
      messages: [...one.messages, { ...message, id: mailbox.nextMessage }],
      unread: isRead ? one.unread : one.unread + 1,
    })),
  };
}

export function conversationWith({ conversations }: Mailbox, number: string): Conversation {
  return conversations.find((one) => one.number === number) ?? newConversation(number);
}

/** A conversation with a new number, which may be in the contacts. */
function newConversation(number: string): Conversation {
  const person = madeUpPeople(500).find(({ phone }) => phone === number);
  return { number, name: person?.name ?? number, messages: [], unread: 0, typing: false };
}

/** The other person's answer: always the same for the same text. */
export function replyTo(text: string, length: number): string {
  if (/\bcode\b/i.test(text)) return 'Your one-time code is 731 046. Do not give it to anybody.';
  if (/^(hi|hello|hey)\b/i.test(text)) return 'Hi! Good to hear from you.';
  if (text.trim().endsWith('?')) return 'Good question. Let me think about it.';
  const replies = [
    'All right!',
    'That sounds good.',
    'I have to see. More in a moment.',
    'Ha, really?',
    'Thank you!',
  ];
  return replies[length % replies.length] ?? '';
}

interface Script {
  readonly name: string;
  readonly number: string;
  readonly unread: number;
  /** Lines of the other person; those of the phone's owner start with ">". */
  readonly lines: readonly string[];
}

const scripts: readonly Script[] = [
  {
    name: 'Mina',
    number: '+1 555-0101',
    unread: 2,
    lines: [
      'Are you coming on Saturday?',
      '> I hope so. What shall I bring?',
      'Nothing but yourself. And perhaps the long ladder.',
      'The apples are ripe 🍎',
    ],
  },
  {
    name: 'Book club',
    number: '+1 555-0102',
    unread: 3,
    lines: Array.from({ length: 59 }, (_, chapter) =>
      chapter % 4 === 3
        ? `> I have finished chapter ${chapter + 1}.`
        : `Chapter ${chapter + 1} is for ${chapter % 2 === 0 ? 'Tuesday' : 'Thursday'}.`,
    ),
  },
  {
    name: 'Parcel service',
    number: '+1 555-0103',
    unread: 0,
    lines: [
      'Your parcel 7781 is on its way.',
      'Your code for the locker is 482 913. It is valid for two days.',
    ],
  },
  {
    name: 'Jonas (work)',
    number: '+1 555-0104',
    unread: 0,
    lines: [
      'Can you have a look at the third page?',
      '> Done. Two commas, otherwise fine.',
      '[picture]',
      'Better now?',
    ],
  },
  {
    name: 'Landlady',
    number: '+1 555-0105',
    unread: 0,
    lines: ['The chimney sweep comes on Monday between 8 and 12.', '> Thank you, I will be at home.'],
  },
  { name: 'Dentist', number: '+1 555-0106', unread: 0, lines: ['It is time for your check-up. Call us!'] },
];

const START = Date.UTC(2024, 0, 9, 18, 0);
const HOUR = 60 * 60 * 1000;

/** The messages of earlier days. */
export function firstMailbox(): Mailbox {
  let nextMessage = 1;
  const conversations = scripts.map(({ lines, ...facts }, place) => ({
    ...facts,
    typing: false,
    messages: lines.map((line, number) => ({
      id: nextMessage++,
      text: line.replace('> ', '').replace('[picture]', ''),
      mine: line.startsWith('> '),
      picture: line === '[picture]',
      time: START - (place * 20 + lines.length - number) * HOUR,
    })),
  }));
  return { conversations, nextMessage, open: undefined };
}
