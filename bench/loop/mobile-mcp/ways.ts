import type { AgentSession } from '../agent.ts';
import { Lost } from '../meter.ts';
import { lastSentence, login, MESSAGE, note } from '../tasks.ts';
import { backButton, type Batches, click, type Item, type } from './batches.ts';

/** The most listings while it waits for something. */
const PATIENCE = 10;

export function ways(on: Batches): AgentSession['ways'] {
  return {
    settings: () => settings(on),
    timer: () => timer(on),
    alarm: () => alarm(on),
    contact: () => contact(on),
    note: () => writeNote(on),
    message: () => send(on),
    article: () => article(on),
    calculator: () => calculator(on),
    map: () => map(on),
    delete: () => deleteNote(on),
    download: () => download(on),
    login: () => signIn(on),
  };
}

async function settings(on: Batches): Promise<string> {
  await on.open('Settings');
  for (const page of ['System', 'Date & time']) {
    await on.swipeTo(page);
    await on.clickOn(page);
  }
  // Over plain adb its listings have no states, so the switch's state cannot be seen in them.
  await on.clickOn('Use 24-hour format');
  return 'done';
}

/** The arrows of a picker stay where they are: all presses are one batch. */
function presses(on: Batches, wheel: number, steps: number): ReturnType<typeof click>[] {
  const middles = on.items.flatMap(({ id }, at) => (id.endsWith('numberpicker_input') ? [at] : []));
  const arrow = on.items[(middles[wheel] ?? NaN) + Math.sign(steps)];
  if (arrow === undefined) throw new Lost(`no picker in\n${on.content}`);
  return Array.from({ length: Math.abs(steps) }, () => click(arrow));
}

async function timer(on: Batches): Promise<string> {
  await on.open('Clock');
  await on.clickOn('Timer');
  await on.run(...presses(on, 1, 3), click(on.see('Start')));
  on.see('Pause');
  return 'done';
}

async function alarm(on: Batches): Promise<string> {
  await on.open('Clock');
  await on.clickOn('Alarms');
  await on.clickOn('Add alarm');
  await on.run(...presses(on, 0, -1), ...presses(on, 1, -15), click(on.see('OK')));
  on.see('07:45');
  return 'done';
}

async function contact(on: Batches): Promise<string> {
  await on.open('Contacts');
  await on.swipeToEnd(20);
  const last = on.items.filter(({ id }) => id.endsWith('/cliv_name_textview')).at(-1);
  await on.run(click(last ?? on.see('cliv_name_textview')));
  return on.see(/^\+[\d -]+$/).text;
}

async function writeNote(on: Batches): Promise<string> {
  await on.open('Notes');
  await on.clickOn('New note');
  const [title, body] = [on.see('edit_title'), on.see('edit_body')];
  await on.run(click(title), type(note.title), click(body), type(note.body), backButton, backButton);
  on.see(note.title);
  return 'done';
}

async function send(on: Batches): Promise<string> {
  await on.open('Messages');
  await on.clickOn('Mina');
  await on.run(click(on.see('compose_message_text')), type(MESSAGE));
  await on.clickOn('Send message');
  on.see(MESSAGE);
  return 'done';
}

/** Listings contain whole texts: the end of the article is in the last one. */
async function article(on: Batches): Promise<string> {
  await on.open('Reader');
  const title = 'How to Read a Tide Table';
  await on.swipeTo(title);
  await on.clickOn(title);
  await on.swipeToEnd(6);
  return lastSentence(on.items.filter(({ id }) => id.endsWith('/paragraph')).at(-1)?.text ?? '');
}

async function calculator(on: Batches): Promise<string> {
  await on.open('Calculator');
  await on.run(...['1', '2', '.', '5', '×', '4', '8', '='].map((key) => click(on.see(key))));
  return on.see('formula').text;
}

async function map(on: Batches): Promise<string> {
  await on.open('Maps');
  await on.run(click(on.see('search_box')), type('Tide Museum'));
  await on.clickOn('title');
  const place = on.see('place_details').text;
  // There is no pinch; the map has buttons.
  while (Number(on.see('scale').text.replace('Scale ', '')) < 4) await on.clickOn('Zoom in');
  return place.replace(/^.* · /, '');
}

async function deleteNote(on: Batches): Promise<string> {
  await on.open('Notes');
  await on.run(click(on.see(/^search/)), type('tyres'));
  await on.clickOn('Bike');
  await on.clickOn('Delete');
  await on.clickOn('Delete');
  if (on.find('Bike') !== undefined) throw new Lost('the note is still there');
  return 'done';
}

async function download(on: Batches): Promise<string> {
  const file = 'survey-map.pdf';
  await on.open('Downloads');
  const size = /^[\d.]+ MB/.exec(on.see(/ MB · Not started$/).text)?.[0] ?? '';
  await on.clickOn(`Start ${file}`);
  await until(on, `${size} · Complete`);
  // No tool opens the notifications: a finger pulls them down.
  const pull = { direction: 'down', x: 540, y: 10, distance: 1500 };
  await on.run({ name: 'mobile_swipe_on_screen', arguments: pull });
  const title = on.items.findIndex(({ text }) => text === file);
  const dismiss = on.items.slice(0, title).findLast(({ label }: Item) => label === 'Dismiss');
  await on.run(click(dismiss ?? on.see('Dismiss')));
  if (on.find(file) !== undefined) throw new Lost('the notification is still there');
  return 'done';
}

/** No tool waits: it lists again. */
async function until(on: Batches, sign: string | RegExp): Promise<void> {
  for (let looks = 0; looks < PATIENCE && on.find(sign) === undefined; looks += 1) await on.list();
  on.see(sign);
}

async function signIn(on: Batches): Promise<string> {
  await on.open('Login');
  const [user, password] = [on.see('username'), on.see('password')];
  await on.run(click(user), type(login.user), click(password), type(login.password), click(on.see('region')));
  await on.clickOn(login.region);
  await on.run(click(on.see('remember')), click(on.see('sign_in')));
  await until(on, /^Welcome/);
  return 'done';
}
