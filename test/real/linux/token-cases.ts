import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { leanText } from '@handeye/screen/format/lean/lean';
import { createIdentity } from '@handeye/screen/identity/identity';
import { type PrivateDesktop, until } from './desktop-session.ts';
import * as recipes from './programs/recipes.ts';
import { FORM_PAGE, longPage, OFFICE_SHEET, OFFICE_TEXT } from './token-pages.ts';

/** A program and how it comes to show what is measured. */
export interface TokenCase {
  readonly name: string;
  readonly goal: number;
  readonly show: (desktop: PrivateDesktop) => Promise<void>;
  /** A text that the screen has when it is complete. */
  readonly complete: RegExp;
}

export const tokenCases: readonly TokenCase[] = [
  { name: 'Firefox, form of ten fields', goal: 400, show: firefoxForm, complete: /Send order/ },
  { name: 'Firefox, two background tabs', goal: 500, show: firefoxTabs, complete: /Send order/ },
  { name: 'Writer, two pages', goal: 900, show: writer, complete: /Paragraph 1 / },
  { name: 'Writer, Special Character', goal: 1500, show: specialCharacter, complete: /Font/ },
  { name: 'Calc, a small sheet', goal: 900, show: calc, complete: /Paper/ },
  { name: 'GIMP, an image', goal: 1200, show: gimp, complete: /Layers?/ },
  { name: 'Qt 6 form', goal: 600, show: qtForm, complete: /Save/ },
  { name: 'gedit, a document', goal: 500, show: gedit, complete: /Line 1 / },
];

/** The lean screen of a program when it shows the state to measure, as get_screen_state returns it without a budget. */
export async function screenOf(
  desktop: PrivateDesktop,
  { name, show, complete }: TokenCase,
): Promise<string> {
  await show(desktop);
  let text = '';
  await until(`the screen of ${name}`, async () => {
    const before = text;
    text = await leanScreenOf(desktop);
    // A program that has just started adds to its window bit by bit.
    return complete.test(text) && text.length === before.length;
  });
  return text;
}

async function leanScreenOf(desktop: PrivateDesktop): Promise<string> {
  const device = await desktop.device();
  const view = await desktop.during((call) => device.look({ picture: false }, call));
  return leanText(createIdentity({ first: 553_000 }).identify(view), { state: 's4f17' });
}

async function firefoxForm(desktop: PrivateDesktop): Promise<void> {
  await recipes.firefox(desktop, await pageIn(desktop, 'form', FORM_PAGE), /Order/);
}

async function firefoxTabs(desktop: PrivateDesktop): Promise<void> {
  const form = await pageIn(desktop, 'form', FORM_PAGE);
  const others = [
    await pageIn(desktop, 'one', longPage('One')),
    await pageIn(desktop, 'two', longPage('Two')),
  ];
  await recipes.firefox(desktop, form, /Order/, others);
}

async function pageIn(desktop: PrivateDesktop, name: string, html: string): Promise<string> {
  return `file://${await fileIn(desktop, `${name}.html`, html)}`;
}

async function writer(desktop: PrivateDesktop): Promise<void> {
  const file = await fileIn(desktop, 'letter.fodt', OFFICE_TEXT);
  await recipes.libreOffice(desktop, 'writer', { file, title: /letter/ });
}

async function specialCharacter(desktop: PrivateDesktop): Promise<void> {
  await writer(desktop);
  await desktop.tools.text('click_element', { element_id: 'text:Insert' });
  await desktop.tools.text('click_element', { element_id: 'text:Special Character...' });
}

async function calc(desktop: PrivateDesktop): Promise<void> {
  const file = await fileIn(desktop, 'sheet.fods', OFFICE_SHEET);
  await recipes.libreOffice(desktop, 'calc', { file, title: /sheet/ });
}

async function gimp(desktop: PrivateDesktop): Promise<void> {
  const file = join(desktop.home, 'picture.png');
  await sharp({ create: { width: 320, height: 240, channels: 3, background: '#3366cc' } }).toFile(file);
  await recipes.gimp(desktop, file);
  await until('the image', async () => {
    const port = await desktop.port();
    const windows = await desktop.during((call) => port.windows(undefined, call));
    return windows.some(({ title }) => title.includes('picture'));
  });
}

async function qtForm(desktop: PrivateDesktop): Promise<void> {
  await recipes.qtForm(desktop);
}

async function gedit(desktop: PrivateDesktop): Promise<void> {
  const lines = Array.from({ length: 60 }, (_, index) => `Line ${index + 1} of a text about nothing much.`);
  const file = await fileIn(desktop, 'notes.txt', lines.join('\n'));
  await desktop.launch('gedit', [file], /notes/);
}

async function fileIn(desktop: PrivateDesktop, name: string, content: string): Promise<string> {
  const file = join(desktop.home, name);
  await writeFile(file, content);
  return file;
}
