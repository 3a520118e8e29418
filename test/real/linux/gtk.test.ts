import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { editorText, sharedDesktop, until } from './desktop-session.ts';
import { selectsAndCopies } from './selecting.ts';
import { ownTools } from './own-tools.ts';
import { PASSWORD } from '@handeye/testing/canary';

const desktopFor = sharedDesktop();

test('gnome-calculator adds 7 and 3 by clicks on its buttons', async (t) => {
  const desktop = await desktopFor(t);
  await desktop.launch('gnome-calculator', [], /Calculator/);
  for (const key of ['7', '+', '3', '=']) await desktop.click(key);
  await until('the result', async () => (await desktop.tools.text('get_screen_state')).includes('\t10\t'));
});

test('a GTK4 button is where its bounds say, although GTK4 reports them relative to the window', async (t) => {
  const desktop = await desktopFor(t);
  await desktop.launch('gnome-calculator', [], /Calculator/);
  const id = await desktop.find('text', '8');
  const row = (await desktop.tools.text('get_screen_state')).split('\n').find((line) => line.startsWith(id));
  const [left, top, right, bottom] = row!.split('\t')[5]!.split(',').map(Number);
  await desktop.tools.text('tap', { x: (left! + right!) >> 1, y: (top! + bottom!) >> 1 });
  await until('an 8 in the display', async () => {
    const { structuredContent } = await desktop.tools.call('find_elements', {
      by: 'class_name',
      value: 'textarea',
    });
    const fields = structuredContent!.elements as { text: string; editable: boolean }[];
    return fields.some(({ text, editable }) => editable && text === '8');
  });
});

test('mousepad: any Unicode text is set, typed and read back; keys go to the focused field', async (t) => {
  const desktop = await desktopFor(t);
  const file = join(desktop.home, 'note.txt');
  await writeFile(file, 'before\n');
  await desktop.launch('mousepad', [file], /note\.txt/);
  const { tools } = desktop;
  const field = await desktop.find('class_name', 'textarea');
  assert.equal(
    await tools.text('set_text', { element_id: field, text: 'Grüße, 世界' }),
    `Text set on element '${field}'`,
  );
  await tools.text('input_text', { element_id: field, text: ' 😀' });
  await tools.text('press_key', { key: 'ENTER' });
  await until('the text', async () => (await editorText(desktop)) === 'Grüße, 世界 😀\n');
  await tools.text('press_key', { key: 'DEL' });
  await until('one character less', async () => (await editorText(desktop)) === 'Grüße, 世界 😀');
  await t.test('parts of it are selected, copied, cut and pasted', () =>
    selectsAndCopies(t, desktop, /= Grüße/),
  );
});

test('a form of zenity is filled in and sent', async (t) => {
  const desktop = await desktopFor(t);
  const form = ['--forms', '--title=Order', '--text=Order', '--add-entry=Name', '--add-password=Secret'];
  const answer: string[] = [];
  const zenity = spawn('zenity', form, { env: desktop.environment, stdio: ['ignore', 'pipe', 'ignore'] });
  zenity.stdout.on('data', (bytes: Buffer) => answer.push(bytes.toString()));
  const ended = new Promise<number | null>((resolve) => zenity.once('exit', resolve));
  const { tools } = desktop;
  await tools.text('set_text', {
    element_id: await desktop.find('class_name', 'textfield'),
    text: 'Ada Lovelace',
  });
  const secret = await desktop.find('class_name', 'passwordfield');
  assert.match(await tools.text('set_text', { element_id: secret, text: PASSWORD }), /not verified/);
  const state = await tools.text('get_screen_state');
  assert.match(state, /\tpasswordfield\t•••\t/);
  assert.ok(!state.includes(PASSWORD));
  await desktop.click('OK');
  assert.equal(await ended, 0);
  assert.equal(answer.join('').trim(), `Ada Lovelace|${PASSWORD}`);
});

test('the outcome of a click is reported after the last change of the application', async (t) => {
  const desktop = await desktopFor(t);
  await desktop.launch('gnome-calculator', [], /Calculator/);
  const device = await desktop.device();
  const tools = await ownTools(t, desktop, {}, 'lean');
  await tools.text('get_screen_state');
  // From the first wait on, applications tell of their changes.
  await desktop.during(async (call) => device.settle?.(2000, call));
  const { content } = await tools.call('click_element', { element_id: 'text:7' });
  const [, told] = content;
  assert.equal(told?.type, 'text', JSON.stringify(content));
  assert.match(told.text, /\b7\b/);
  assert.doesNotMatch(told.text, /nothing changed|still changing/);
});

test('applications tell when they are at rest after an act', async (t) => {
  const desktop = await desktopFor(t);
  await desktop.launch('gnome-calculator', [], /Calculator/);
  const device = await desktop.device();
  const tools = await ownTools(t, desktop, {}, 'lean');
  await tools.text('get_screen_state');
  // A calculator that needs longer than a change may take to begin is not heard, and looks have to tell: on a busy machine
  // it may take several acts. None of them is observed, since an observation would wait for this very rest.
  await until('an act after which the applications tell that they are at rest', () =>
    desktop.during(async (call) => {
      await tools.text('click_element', { element_id: 'text:8', observe: 'none' });
      return (await device.settle?.(2000, call)) === true;
    }),
  );
});
