import type { AgentSession } from '../agent.ts';
import { Lost } from '../meter.ts';
import { lastSentence, login, MESSAGE, note } from '../tasks.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hands } from './hands.ts';
import { pick } from './picker.ts';

/** Scrolls and flings that a model makes in a row before it looks where it is. */
const BLIND_SCROLLS = 4;

/** The way of a model through each task. What it does next follows from the last look only. */
export function ways(hands: Hands): AgentSession['ways'] {
  return {
    settings: () => settings(hands),
    timer: () => timer(hands),
    alarm: () => alarm(hands),
    contact: () => contact(hands),
    note: () => writeNote(hands),
    message: () => send(hands),
    article: () => article(hands),
    calculator: () => calculator(hands),
    map: () => map(hands),
    delete: () => deleteNote(hands),
    download: () => download(hands),
    login: () => signIn(hands),
  };
}

async function settings(hands: Hands): Promise<string> {
  await hands.open('Settings');
  for (const page of ['System', 'Date & time']) {
    await hands.scrollTo(page);
    await hands.clickAndLook(page);
  }
  const { y } = await hands.see('Use 24-hour format');
  await hands.clickAndLook('Use 24-hour format');
  const isOn = hands.screen.rows.some((row) => Math.abs(row.y - y) < 60 && row.state.startsWith('checked'));
  if (!isOn) throw new Lost(`the switch is not on:\n${hands.screen.text}`);
  return 'done';
}

async function timer(hands: Hands): Promise<string> {
  await hands.open('Clock');
  await hands.clickAndLook('Timer');
  await pick(hands, 1, 8);
  await hands.clickAndLook('Start');
  await hands.see('Pause');
  return 'done';
}

async function alarm(hands: Hands): Promise<string> {
  await hands.open('Clock');
  await hands.clickAndLook('Alarms');
  await hands.clickAndLook('Add alarm');
  await pick(hands, 0, 7);
  await pick(hands, 1, 45);
  await hands.clickAndLook('OK');
  await hands.see('07:45');
  return 'done';
}

/** Flings, some at a time, until a look shows the same last row twice. */
async function contact(hands: Hands): Promise<string> {
  await hands.open('Contacts');
  const names = () => hands.screen.rows.filter(({ res }) => res === 'cliv_name_textview');
  for (let last: string | undefined; last !== names().at(-1)?.text;) {
    last = names().at(-1)?.text;
    for (let fling = 0; fling < BLIND_SCROLLS; fling += 1) {
      await hands.does('swipe', { x1: 540, y1: 2000, x2: 540, y2: 400, duration: 50 });
      await thinking();
    }
    await hands.look();
  }
  await hands.clickAndLook(names().at(-1)?.text ?? '');
  return (await hands.see(/^\+[\d -]+$/)).text;
}

async function writeNote(hands: Hands): Promise<string> {
  await hands.open('Notes');
  await hands.clickAndLook('New note');
  await hands.write('edit_title', note.title);
  await hands.write('edit_body', note.body);
  await hands.look();
  await hands.see(note.title);
  await back(hands, 'New note');
  await hands.see(note.title);
  return 'done';
}

/** Back until a sign is there: the first may only have closed the keyboard. */
async function back(hands: Hands, sign: string): Promise<void> {
  for (let presses = 0; presses < 3 && hands.screen.find(sign) === undefined; presses += 1) {
    await hands.does('press_back');
    await hands.look();
  }
}

async function send(hands: Hands): Promise<string> {
  await hands.open('Messages');
  await hands.clickAndLook('Mina');
  await hands.write('compose_message_text', MESSAGE);
  await hands.clickAndLook('Send message');
  await hands.see(MESSAGE);
  return 'done';
}

/** The page shows one paragraph at a time: it scrolls on, some at a time, until nothing moves, and asks for the rest. */
async function article(hands: Hands): Promise<string> {
  await hands.open('Reader');
  const title = 'How to Read a Tide Table';
  await hands.scrollTo(title);
  await hands.clickAndLook(title);
  for (let before = ''; before !== hands.screen.content;) {
    before = hands.screen.content;
    for (let scrolls = 0; scrolls < BLIND_SCROLLS; scrolls += 1) {
      await hands.does('scroll', { direction: 'down', amount: 'large' });
    }
    await hands.look();
  }
  const last = hands.screen.rows.filter(({ res, state }) => res === 'paragraph' && state === '').at(-1);
  const details = await hands.does('get_element_details', { ids: [last?.id ?? ''] });
  return lastSentence(details.split('\n')[1]?.split('\t')[1] ?? '');
}

async function calculator(hands: Hands): Promise<string> {
  await hands.open('Calculator');
  for (const key of ['1', '2', '.', '5', '×', '4', '8', '=']) await hands.click(key);
  await hands.look();
  return (await hands.see('formula')).text;
}

/** The museum is not on the part of the town that the map shows first: it searches. */
async function map(hands: Hands): Promise<string> {
  await hands.open('Maps');
  await hands.write('search_box', 'Tide Museum');
  await hands.look();
  await hands.clickAndLook('title');
  const { text } = await hands.see('place_details');
  const { x, y } = await hands.see(/^Map of /);
  const scale = () => Number((hands.screen.find('scale')?.text ?? '').replace('Scale ', ''));
  while (scale() < 4) {
    await hands.does('pinch', { center_x: x, center_y: y, scale: 2 });
    await hands.look();
  }
  return text.replace(/^.* · /, '');
}

async function deleteNote(hands: Hands): Promise<string> {
  await hands.open('Notes');
  await hands.write(/^search/, 'tyres');
  await hands.look();
  await hands.clickAndLook('Bike');
  await hands.clickAndLook('Delete');
  await hands.clickAndLook('Delete');
  if (hands.screen.find('Bike') !== undefined) throw new Lost(`still there:\n${hands.screen.text}`);
  return 'done';
}

async function download(hands: Hands): Promise<string> {
  const file = 'survey-map.pdf';
  await hands.open('Downloads');
  await hands.click(`Start ${file}`);
  // The other rows show how one ends that is complete.
  const size = /^[\d.]+ MB/.exec((await hands.see(/ MB · Not started$/)).text)?.[0] ?? '';
  await hands.does('wait_for_element', { by: 'text', value: `${size} · Complete`, timeout: 30_000 });
  await hands.does('open_notifications');
  const { rows } = await hands.look();
  const title = rows.findIndex(({ text }) => text === file);
  // The button stands before the title, in the same card.
  const dismiss = rows.slice(0, title).findLast(({ desc }) => desc === 'Dismiss');
  await hands.does('click_element', { element_id: dismiss?.id ?? '' });
  await hands.look();
  if (hands.screen.find(file) !== undefined) throw new Lost(`still there:\n${hands.screen.text}`);
  return 'done';
}

async function signIn(hands: Hands): Promise<string> {
  await hands.open('Login');
  await hands.write('username', login.user);
  await hands.write('password', login.password);
  await hands.clickAndLook('region');
  await hands.clickAndLook(login.region);
  await hands.clickAndLook('remember');
  await hands.click('sign_in');
  await hands.does('wait_for_element', { by: 'text', value: 'Welcome', timeout: 10_000 });
  return 'done';
}

/** A fling goes on while a model thinks about its next call; another touch at once would stop it. Not counted. */
function thinking(): Promise<void> {
  return sleep(2000);
}
