import type { AgentSession } from '../agent.ts';
import { Lost } from '../meter.ts';
import { lastSentence, login, MESSAGE, note } from '../tasks.ts';
import type { Hands } from './hands.ts';

/** The way of a model through each task. Each next step follows from the answers only. */
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
    await hands.click(page);
  }
  await hands.click('Use 24-hour format');
  const { marks } = await hands.see('Use 24-hour format');
  if (!marks.includes('on')) throw new Lost(`the switch is not on:\n${hands.said}`);
  return 'done';
}

async function timer(hands: Hands): Promise<string> {
  await hands.open('Clock');
  await hands.click('Timer');
  const minutes = { element_id: pickers(hands)[1], value: '8' };
  await hands.steps([{ tool: 'set_value', arguments: minutes }, await hands.clicking('Start')]);
  await hands.see('Pause');
  return 'done';
}

async function alarm(hands: Hands): Promise<string> {
  await hands.open('Clock');
  if (hands.screen.find('Add alarm') === undefined) await hands.click('Alarms');
  await hands.click('Add alarm');
  // The time picker contains those of its hour and minute.
  const [time] = pickers(hands);
  await hands.steps([
    { tool: 'set_value', arguments: { element_id: time, value: '07:45' } },
    await hands.clicking('OK'),
  ]);
  await hands.see('07:45');
  return 'done';
}

/** The ids of the number pickers, from the left. */
function pickers({ screen: { rows } }: Hands): readonly (string | undefined)[] {
  return rows.filter(({ marks }) => marks.startsWith('slide')).map(({ id }) => id);
}

async function contact(hands: Hands): Promise<string> {
  await hands.open('Contacts');
  await hands.act('scroll', { to: 'end' });
  const last = hands.screen.rows.findLast(
    ({ id, label }) => id !== undefined && /^\p{L}+ \p{L}+$/u.test(label),
  );
  await hands.click(last?.label ?? '');
  const { label } = await hands.see(/^\+[\d -]+$/);
  return label.split(' | ').find((part) => part.startsWith('+')) ?? '';
}

async function writeNote(hands: Hands): Promise<string> {
  await hands.open('Notes');
  await hands.click('New note');
  await hands.steps([
    await hands.writing(/#edit_title|hint: Title/, note.title),
    await hands.writing(/#edit_body|hint: Note/, note.body),
    { tool: 'press_back' },
  ]);
  // The first may only have closed the keyboard.
  if (hands.screen.find('New note') === undefined) await hands.act('press_back');
  await hands.see(note.title);
  return 'done';
}

async function send(hands: Hands): Promise<string> {
  await hands.open('Messages');
  await hands.click('Mina');
  await hands.steps([
    await hands.writing(/compose_message_text|^hint: /, MESSAGE),
    await hands.clicking(/^Send/),
  ]);
  await hands.see(MESSAGE);
  return 'done';
}

async function article(hands: Hands): Promise<string> {
  const title = 'How to Read a Tide Table';
  await hands.open('Reader');
  await hands.scrollTo(title);
  await hands.click(title);
  await hands.act('scroll', { to: 'end' });
  const last = hands.screen.rows.findLast(({ label }) => /…\(|\.$/.test(label));
  if (!last?.label.includes('…(')) return lastSentence(last?.label ?? '');
  return lastSentence(await hands.does('get_element_details', { ids: [last.id], last: 300 }));
}

async function calculator(hands: Hands): Promise<string> {
  await hands.open('Calculator');
  const keys = ['1', '2', '.', '5', '×', '4', '8', '='];
  await hands.steps(
    await Promise.all(keys.map((key) => hands.clicking(key === '=' ? /^(\[\] )?=|^equals$/ : key))),
  );
  return (await hands.see(/^[\d.,]{2,}$/)).label;
}

async function map(hands: Hands): Promise<string> {
  await hands.open('Maps');
  await hands.steps([await hands.writing(/search/i, 'Tide Museum')]);
  await hands.click(/^Tide Museum \|/);
  const { label } = await hands.see(/ · \d+, \d+$/);
  const scale = () => Number(/Scale ([\d.]+)/.exec(hands.screen.find(/^Scale /)?.label ?? '')?.[1] ?? 0);
  while (scale() < 3.8) await hands.act('pinch', { center_x: 540, center_y: 1200, scale: 4 });
  return label.replace(/^.* · /, '');
}

async function deleteNote(hands: Hands): Promise<string> {
  await hands.open('Notes');
  await hands.steps([await hands.writing(/search/i, 'tyres')]);
  await hands.click('Bike');
  await hands.click('Delete');
  await hands.click('Delete');
  if (hands.screen.find('Bike') !== undefined) throw new Lost(`still there:\n${hands.said}`);
  return 'done';
}

async function download(hands: Hands): Promise<string> {
  const file = 'survey-map.pdf';
  await hands.open('Downloads');
  const size = /[\d.]+ MB/.exec((await hands.see(file)).label)?.[0] ?? '';
  await hands.steps([
    await hands.clicking(`Start ${file}`),
    { tool: 'wait_for_element', arguments: { value: `${size} · Complete`, timeout: 30_000 } },
    { tool: 'open_notifications' },
  ]);
  const { rows } = hands.screen;
  // The button belongs to the card of the file: it comes after its title and before the next one.
  const title = rows.findIndex(({ label }) => label.includes(file));
  const dismiss = rows.slice(title).find(({ label }) => label === 'Dismiss');
  await hands.act('click_element', { element_id: dismiss?.id ?? '' });
  if (hands.screen.find(file) !== undefined) throw new Lost(`still there:\n${hands.said}`);
  return 'done';
}

async function signIn(hands: Hands): Promise<string> {
  await hands.open('Login');
  await hands.steps([
    await hands.writing(/user/i, login.user),
    await hands.writing(/password/i, login.password),
    await hands.clicking(/region|Europe/i),
  ]);
  await hands.click(login.region);
  await hands.steps([
    await hands.clicking(/remember/i),
    await hands.clicking(/^Sign in$/i),
    { tool: 'wait_for_element', arguments: { value: 'Welcome', timeout: 10_000 } },
  ]);
  return 'done';
}
