import type { AccessibilityNode, VirtualPhone } from '@handeye/virtual-phone';
import { madeUpPeople } from '../../packages/virtual-phone/src/apps/people.ts';
import { articles } from '../../packages/virtual-phone/src/apps/reader/articles.ts';
import { shownBy, visibleIn } from './place.ts';

/** An everyday task. The agent gets only the wish; whether it came true is read from the phone itself. */
export interface Task {
  /** The user's words. */
  readonly wish: string;
  /** Prepares the phone; the rest of it is as new. */
  readonly prepare?: (phone: VirtualPhone) => void;
  /** The problem in the end; undefined if there is none. `answer` is the agent's answer to the user. */
  readonly problem: (phone: VirtualPhone, answer: string) => string | undefined | Promise<string | undefined>;
}

export const note = {
  title: 'Überraschung für Zoë 🎉',
  body: 'Käse, crème brûlée, 3 × 2,50 €\nСпасибо, 谢谢!',
};
export const MESSAGE = 'Ladder at 6? 🪜 I owe you 20 € 😊';
export const login = { user: 'demo', password: 'secret123', region: 'Asia' };

const ARTICLE = 'How to Read a Tide Table';
const DOWNLOAD = 'survey-map.pdf';

const all = {
  settings: {
    wish: 'Turn on the 24-hour format of the clock in the settings.',
    prepare: ({ framework }) => {
      framework.settings.put('system', 'time_12_24', '12');
    },
    problem: ({ framework }) => {
      const format = framework.settings.get('system', 'time_12_24');
      return unless(format === '24', `the format is ${format}`);
    },
  },
  timer: {
    wish: 'Start a timer of 8 minutes.',
    problem: async (phone) => {
      const nodes = await shownBy(phone, { action: 'android.intent.action.SHOW_TIMERS' });
      const left = textOf(nodes, 'timer_time_text');
      const runs = nodes.some(({ description }) => description === 'Pause');
      // The clock has run in the meantime; the picker has whole minutes.
      return unless(
        runs && /^(08:00|07:\d\d)$/.test(left),
        `the timer ${runs ? 'shows' : 'does not run:'} ${left}`,
      );
    },
  },
  alarm: {
    wish: 'Add an alarm for 07:45.',
    problem: async (phone) => {
      const nodes = await shownBy(phone, { action: 'android.intent.action.SHOW_ALARMS' });
      const alarms = nodes
        .filter(({ checkable }) => checkable)
        .map(({ description, checked }) => `${description.replace('Alarm ', '')} ${checked ? 'on' : 'off'}`);
      const wanted = ['06:30 on', '07:45 on', '09:00 off', '22:15 off'];
      return unless(alarms.join() === wanted.join(), `the alarms are ${alarms.join(', ')}`);
    },
  },
  contact: {
    wish: 'What is the phone number of the last of my contacts?',
    problem: (_phone, answer) => {
      const number = madeUpPeople(500).at(-1)?.phone ?? '';
      return unless(answer === number, `the number is ${number}, not ${answer}`);
    },
  },
  note: {
    wish: `Write a note with the title “${note.title}” and this text:\n${note.body}`,
    problem: async (phone) => {
      const nodes = await shownBy(phone, { component: 'com.example.notes/.NotesListActivity' });
      const [title, body] = [textOf(nodes, 'note_title'), textOf(nodes, 'note_preview')];
      return unless(title === note.title && body === note.body, `the newest note is ${title}: ${body}`);
    },
  },
  message: {
    wish: `Send Mina this message: ${MESSAGE}`,
    problem: async (phone) => {
      const nodes = await shownBy(phone, {
        component: 'com.android.messaging/.ui.conversation.ConversationActivity',
        extras: { number: '+1 555-0101' },
      });
      const sent = nodes.filter(({ text }) => text === MESSAGE);
      return unless(sent.length === 1, `it was sent ${sent.length} times`);
    },
  },
  article: {
    wish: `What is the last sentence of the article “${ARTICLE}” in the reader?`,
    problem: (_phone, answer) => {
      const text = articles.find(({ title }) => title === ARTICLE)?.paragraphs.at(-1) ?? '';
      return unless(answer === lastSentence(text), `the article does not end with “${answer}”`);
    },
  },
  calculator: {
    wish: 'Compute 12.5 × 48 with the calculator.',
    problem: async (phone, answer) => {
      const shown = textOf(await visibleIn(phone), 'formula');
      return unless(answer === '600' && shown === '600', `the calculator shows ${shown}, told was ${answer}`);
    },
  },
  map: {
    wish: 'Choose the Tide Museum on the map, zoom in to a scale of 4 or more, and tell me its coordinates.',
    problem: async (phone, answer) => {
      const nodes = await visibleIn(phone);
      const [scale, chosen] = [textOf(nodes, 'scale'), textOf(nodes, 'place_name')];
      // A pinch of 4 may end a little short of it, as fingers do.
      const isNear = Number(scale.replace('Scale ', '')) >= 3.8;
      const isRight = isNear && chosen === 'Tide Museum' && answer === '1000, 460';
      return unless(isRight, `the map shows ${chosen}, ${scale}; told was ${answer}`);
    },
  },
  delete: {
    wish: 'Search my notes for the one about the bike tyres, and delete it.',
    problem: async (phone) => {
      const gone: number[] = [];
      for (let id = 0; id < 12; id += 1) {
        const nodes = await shownBy(phone, {
          component: 'com.example.notes/.NoteEditActivity',
          extras: { id },
        });
        if (nodes.some(({ text }) => text === 'This note is gone.')) gone.push(id);
      }
      return unless(gone.join() === '11', `the notes ${gone.join(', ') || '(none)'} are gone, not 11`);
    },
  },
  download: {
    wish: `Download ${DOWNLOAD}, and when it is there, dismiss the notification about it, but no other.`,
    prepare: ({ framework }) => {
      framework.notifications.post({
        package: 'com.android.messaging',
        id: 7,
        title: 'Mina',
        text: 'The ladder, please!',
        time: framework.clock.now(),
      });
    },
    problem: async (phone) => {
      const left = phone.framework.notifications.list.map(({ title }) => title);
      const nodes = await shownBy(phone, { component: 'com.example.downloads/.DownloadsActivity' });
      const isThere = nodes.some(({ text }) => text === '12.0 MB · Complete');
      const isRight = isThere && left.join() === 'Mina';
      return unless(isRight, `${isThere ? 'complete' : 'not complete'}; notifications: ${left.join(', ')}`);
    },
  },
  login: {
    wish: `Sign in to Login as ${login.user} with the password ${login.password}, region ${login.region}, and let it remember me.`,
    problem: async (phone) => {
      const { framework } = phone;
      const shown = framework.resumedActivity()?.short;
      if (shown !== '.WelcomeActivity') return `${shown} is in front`;
      framework.back();
      const nodes = await visibleIn(phone);
      const region = textOf(nodes, 'region');
      const isKept = nodes.some(({ resourceId, checked }) => resourceId.endsWith('/remember') && checked);
      return unless(region === login.region && isKept, `region ${region}, ${isKept ? '' : 'not '}remembered`);
    },
  },
} satisfies Record<string, Task>;

export type TaskName = keyof typeof all;

export const tasks: Readonly<Record<TaskName, Task>> = all;
export const taskNames = Object.keys(all) as readonly TaskName[]; // an object literal has no other keys

/** Sentences of the reader end with a full stop. */
export function lastSentence(text: string): string {
  return (
    text
      .trim()
      .split(/(?<=\.) /)
      .at(-1) ?? ''
  );
}

function unless(right: boolean, problem: string): string | undefined {
  return right ? undefined : problem;
}

function textOf(nodes: readonly AccessibilityNode[], id: string): string {
  const node = nodes.find(({ resourceId }) => resourceId.endsWith(`/${id}`));
  // A drop-down shows its choice in a child.
  return node?.text === '' ? (node.children.find(({ text }) => text !== '')?.text ?? '') : (node?.text ?? '');
}
