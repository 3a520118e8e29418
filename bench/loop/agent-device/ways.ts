import type { AgentSession } from '../agent.ts';
import { Lost } from '../meter.ts';
import { lastSentence, login, MESSAGE, note } from '../tasks.ts';
import { fill, press, type Snapshots } from './snapshots.ts';

/** Flings and scrolls of one batch, before it looks at the position. */
const BLIND_SCROLLS = 6;

export function ways(see: Snapshots): AgentSession['ways'] {
  return {
    settings: () => settings(see),
    timer: () => timer(see),
    alarm: () => alarm(see),
    contact: () => contact(see),
    note: () => writeNote(see),
    message: () => send(see),
    article: () => article(see),
    calculator: () => calculator(see),
    map: () => map(see),
    delete: () => deleteNote(see),
    download: () => download(see),
    login: () => signIn(see),
  };
}

async function settings(see: Snapshots): Promise<string> {
  await see.open('Settings');
  await see.interactive();
  // It is not on the first screen.
  await see.commands.run('scrollintoview', 'System');
  await see.commands.run('press', 'label="System"');
  await see.interactive();
  await see.pressOn('Date & time');
  await see.commands.run('press', see.see('Use 24-hour format').ref);
  await see.commands.run('diff', 'snapshot', '-i');
  return 'done';
}

async function timer(see: Snapshots): Promise<string> {
  await see.open('Clock');
  await see.interactive();
  await see.pressOn('Timer');
  const more = see.see('06').ref;
  await see.commands.batch(press(more), press(more), press(more), press(see.see('Start').ref));
  const change = await see.commands.run('diff', 'snapshot', '-i');
  if (!change.includes('"Pause"')) throw new Lost(change);
  return 'done';
}

async function alarm(see: Snapshots): Promise<string> {
  await see.open('Clock');
  await see.interactive();
  await see.pressOn('Alarms');
  await see.pressOn('Add alarm');
  const [hour, minute] = [see.see('07').ref, see.see('59').ref];
  const minutes = Array.from({ length: 15 }, () => press(minute));
  await see.commands.batch(press(hour), ...minutes, press(see.see('OK').ref));
  await see.interactive();
  see.see('07:45');
  return 'done';
}

/** Flings, and lets each fling end, until the last name stays the same. */
async function contact(see: Snapshots): Promise<string> {
  await see.open('Contacts');
  await see.interactive();
  const fling = [
    { command: 'swipe', positionals: ['540', '2000', '540', '400', '50'] },
    { command: 'wait', positionals: ['2000'] },
  ];
  const last = () => see.items.findLast(({ role, label }) => role === 'text' && label.length > 1);
  for (let before: string | undefined; before !== last()?.label;) {
    before = last()?.label;
    await see.commands.batch(...Array.from({ length: BLIND_SCROLLS }, () => fling).flat());
    await see.interactive();
  }
  await see.commands.run('press', last()?.ref ?? '');
  await see.everything();
  return see.see(/^\+[\d -]+$/).label;
}

async function writeNote(see: Snapshots): Promise<string> {
  await see.open('Notes');
  await see.interactive();
  await see.pressOn('New note');
  await see.commands.batch(fill(see.see('Title').ref, note.title), fill(see.see('Note').ref, note.body));
  await see.commands.run('back');
  await see.interactive();
  see.see(note.title);
  return 'done';
}

async function send(see: Snapshots): Promise<string> {
  await see.open('Messages');
  await see.interactive();
  await see.pressOn('Mina');
  await see.commands.run('fill', see.see('Text message').ref, MESSAGE);
  await see.interactive();
  await see.pressOn('Send message');
  return 'done';
}

/** A snapshot shows the beginning of a long text: the end of the last one takes another call. */
async function article(see: Snapshots): Promise<string> {
  await see.open('Reader');
  await see.interactive();
  await see.commands.run('press', see.see('How to Read a Tide Table').ref);
  await see.everything();
  const scroll = { command: 'scroll', positionals: ['down'] };
  for (let before = ''; before !== see.content;) {
    before = see.content;
    await see.commands.batch(...Array.from({ length: BLIND_SCROLLS }, () => scroll));
    await see.everything();
  }
  const last = see.items.findLast(({ truncated }) => truncated);
  return lastSentence(await see.commands.run('get', 'text', last?.ref ?? ''));
}

async function calculator(see: Snapshots): Promise<string> {
  await see.open('Calculator');
  await see.interactive();
  const keys = ['1', '2', /^(\.|point)$/, '5', /^(×|times)$/, '4', '8', /^(=|equals)$/];
  await see.commands.batch(...keys.map((key) => press(see.see(key).ref)));
  await see.everything();
  return see.see(/^[\d.]{3,}$/).label;
}

async function map(see: Snapshots): Promise<string> {
  await see.open('Maps');
  await see.interactive();
  await see.commands.run('fill', see.see(/^Search/).ref, 'Tide Museum');
  await see.interactive();
  const result = see.items.find(({ role, label }) => role === 'text' && label === 'Tide Museum');
  await see.commands.run('press', result?.ref ?? '');
  await see.everything();
  const place = see.see(/ · \d+, \d+$/).label;
  // Its pinch is for Apple's devices; the map has buttons.
  while (Number(see.see(/^Scale /).label.replace('Scale ', '')) < 4) {
    await see.commands.run('press', see.see('Zoom in').ref);
    await see.everything();
  }
  return place.replace(/^.* · /, '');
}

async function deleteNote(see: Snapshots): Promise<string> {
  await see.open('Notes');
  await see.interactive();
  await see.commands.run('fill', see.see('Search notes').ref, 'tyres');
  await see.interactive();
  await see.pressOn('Bike');
  await see.pressOn('Delete');
  await see.pressOn('Delete');
  if (see.find('Bike') !== undefined) throw new Lost(`still there:\n${see.content}`);
  return 'done';
}

async function download(see: Snapshots): Promise<string> {
  const file = 'survey-map.pdf';
  await see.open('Downloads');
  await see.everything();
  const size = /^[\d.]+ MB/.exec(see.see(/ MB · Not started$/).label)?.[0] ?? '';
  await see.commands.run('press', see.see(`Start ${file}`).ref);
  await see.commands.run('wait', 'text', `${size} · Complete`, '30000');
  // No command opens the notifications: a finger pulls them down.
  await see.commands.run('swipe', '540', '10', '540', '1500', '300');
  await see.everything();
  const title = see.items.findIndex(({ label }) => label === file);
  const dismiss = see.items.slice(0, title).findLast(({ label }) => label === 'Dismiss');
  await see.commands.run('press', dismiss?.ref ?? '');
  const change = await see.commands.run('diff', 'snapshot', '-i');
  if (!change.includes('- ')) throw new Lost(change);
  return 'done';
}

async function signIn(see: Snapshots): Promise<string> {
  await see.open('Login');
  await see.interactive();
  const [user, password] = [see.see('User name').ref, see.see('Password').ref];
  await see.commands.run('fill', user, login.user);
  // It writes, and then fails because a password does not read back: the next snapshot shows that it is there.
  await see.commands.tries('fill', password, login.password);
  await see.interactive();
  see.see('•'.repeat(login.password.length));
  await see.pressOn(/region$/);
  await see.pressOn(login.region);
  await see.commands.batch(press(see.see('Remember me').ref), press(see.see('Sign in').ref));
  await see.commands.run('wait', 'text', 'Welcome', '10000');
  return 'done';
}
