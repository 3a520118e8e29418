import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import sharp from 'sharp';
import type { Bounds } from '@handeye/screen/node';
import { runs } from '@handeye/testing/runs';
import { type PrivateDesktop, sharedDesktop, start, until } from './desktop-session.ts';
import { selectsAndCopies } from './selecting.ts';
import { ownTools } from './own-tools.ts';
import { firefox, libreOffice, qtForm, swingForm } from './programs/recipes.ts';

const run = promisify(execFile);
const desktopFor = sharedDesktop();

/** xdotool stands for a person at this desktop. */
function xdotool(desktop: PrivateDesktop, ...args: string[]): string {
  return execFileSync('xdotool', args, { env: desktop.environment, encoding: 'utf8' }).trim();
}

/** The first line of xdotool's result; empty if it finds nothing, because it then fails. */
function found(desktop: PrivateDesktop, ...args: string[]): string {
  const { stdout } = spawnSync('xdotool', args, { env: desktop.environment, encoding: 'utf8' });
  return stdout.split('\n')[0] ?? '';
}

function windowNamed(desktop: PrivateDesktop, name: string): string {
  return found(desktop, 'search', '--onlyvisible', '--name', name);
}

function activeTitle(desktop: PrivateDesktop): string {
  return found(desktop, 'getactivewindow', 'getwindowname');
}

/** The file that the form writes when its Save is clicked. */
async function saved(desktop: PrivateDesktop, file: string): Promise<string> {
  const path = join(desktop.home, file);
  await rm(path, { force: true });
  await desktop.click('Save');
  await until(file, () => existsSync(path) && readFileSync(path, 'utf8') !== '');
  return readFileSync(path, 'utf8');
}

/** The id of an element of a class, among others that are named like it; waits until it is there. */
async function item(desktop: PrivateDesktop, text: string, className: RegExp): Promise<string> {
  let id: string | undefined;
  await until(`'${text}' of class ${String(className)}`, async () => {
    const wanted = { by: 'text', value: text, exact_match: true };
    const { elements } = await desktop.tools.json('find_elements', wanted);
    const alike = elements as { id: string; className: string }[];
    id = alike.find((one) => className.test(one.className))?.id;
    return id !== undefined;
  });
  return id ?? '';
}

async function picture(
  { tools }: Pick<PrivateDesktop, 'tools'>,
  wish: Record<string, unknown>,
): Promise<Buffer> {
  const { content } = await tools.call('get_screen_state', wish);
  const image = content.find((part) => part.type === 'image');
  assert.ok(image?.type === 'image');
  return sharp(Buffer.from(image.data, 'base64')).raw().toBuffer();
}

/** The mean difference of two pictures, in levels of 255. */
function difference(one: Buffer, other: Buffer): number {
  assert.equal(one.length, other.length);
  return one.reduce((sum, level, at) => sum + Math.abs(level - (other[at] ?? 0)), 0) / one.length;
}

/** The note on an open menu that is not in the tree. */
const UNDESCRIBED = /a menu or list is open from .* that the application does not describe/;

/** Two positions in UTF-16, four bytes, marks that combine, joiners, right to left. */
const HARD = 'äöü漢🙂z';
const MIXED = 'שלום é नमस्ते 👩‍🚀!';
const LINES = 'one\n\ttwo';

/** The file that the application itself wrote. */
async function written(desktop: PrivateDesktop, file: string): Promise<string> {
  return readFile(join(desktop.home, file), 'utf8').catch(() => '');
}

/** Presses the form's Save, and waits until its file holds a text. */
async function saves(desktop: PrivateDesktop, file: string, text: string): Promise<void> {
  await rm(join(desktop.home, file), { force: true });
  await desktop.click('Save');
  await until(`'${file}'`, async () => (await written(desktop, file)) !== '');
  const content = await written(desktop, file);
  assert.ok(content.includes(text), `${JSON.stringify(text)} is not in ${JSON.stringify(content)}`);
}

async function formTakesAnyText(desktop: PrivateDesktop, file: string): Promise<void> {
  const { tools } = desktop;
  const notes = await desktop.find('content_desc', 'Notes');
  for (const text of [HARD, MIXED, LINES]) {
    assert.match(
      await tools.text('set_text', { element_id: notes, text }),
      new RegExp(`^Text set on element '${notes}'(\\. (The focus is not|It was pasted).*)?$`),
    );
    await saves(desktop, file, `notes=${text}\n`);
    await tools.text('input_text', { element_id: notes, text: `+${text}` });
    await saves(desktop, file, `notes=${text}+${text}\n`);
  }
  assert.match(await tools.text('clear_text', { element_id: notes }), /^Text cleared successfully/);
  await saves(desktop, file, 'notes=\n');
}

test('a form of Qt 6: combo boxes, context menus, rows far down, a window partly off the screen, any text', async (t) => {
  const desktop = await desktopFor(t);
  const { tools } = desktop;
  await qtForm(desktop);

  await t.test('an item of a closed combo box of Qt is chosen', async () => {
    await tools.text('click_element', { element_id: await item(desktop, 'Large', /item/) });
    assert.match(await saved(desktop, 'qt-form.txt'), /^size=Large$/m);
    await tools.text('click_element', { element_id: await item(desktop, 'Small', /item/) });
    assert.match(await saved(desktop, 'qt-form.txt'), /^size=Small$/m);
  });

  await t.test('a row of a list without a long-click action gets the right button', async () => {
    const banana = await desktop.find('text', 'Banana');
    assert.doesNotMatch(await tools.text('get_screen_state', {}), UNDESCRIBED);
    await tools.text('long_click_element', { element_id: banana });
    // Qt 6.4 does not tell of a menu that has no menu bar.
    await until('the note on the menu', async () =>
      UNDESCRIBED.test(await tools.text('get_screen_state', {})),
    );
    xdotool(desktop, 'key', 'Down', 'Return');
    assert.match(await saved(desktop, 'qt-form.txt'), /^ate Banana$/m);
    assert.doesNotMatch(await tools.text('get_screen_state', {}), UNDESCRIBED);
  });

  await t.test(
    'a menu of Qt is closed after a choice, without a key that another window could get',
    async () => {
      await desktop.click('Edit');
      assert.doesNotMatch(await tools.text('get_screen_state', {}), UNDESCRIBED);
      await desktop.click('Paste');
      // Only the form's own window is left of what X shows of it.
      const shown = xdotool(desktop, 'search', '--onlyvisible', '--class', 'qt-form').split('\n');
      assert.deepEqual(shown, [windowNamed(desktop, 'Qt form')]);
      const file = await saved(desktop, 'qt-form.txt');
      assert.match(file, /^chose Paste$/m);
      assert.doesNotMatch(file, /^escape$/m);
      xdotool(desktop, 'key', 'Escape');
      assert.match(await saved(desktop, 'qt-form.txt'), /^escape$/m, 'the form hears that key');
    },
  );

  await t.test('of a window that is partly off the screen, the part on the screen is clicked', async () => {
    const window = windowNamed(desktop, 'Qt form');
    xdotool(desktop, 'windowmove', '--', window, '-400', '300');
    const cherry = await desktop.find('text', 'Cherry');
    await tools.text('long_click_element', { element_id: cherry });
    // Qt 6.4 does not tell of a menu that has no menu bar.
    xdotool(desktop, 'key', 'Down', 'Return');
    assert.match(await saved(desktop, 'qt-form.txt'), /^ate Cherry$/m);
    xdotool(desktop, 'windowmove', window, '300', '300');
  });

  await t.test('scroll_to_element finds a row of a Qt table, which knows no method for that', async () => {
    await desktop.click('Rows');
    const row = await desktop.find('text', 'Row 40');
    assert.match(await tools.text('scroll_to_element', { element_id: row }), /^Scrolled to element/);
    await desktop.click('Order');
  });

  await t.test('in Qt 6 parts of a text are selected, copied, cut and pasted', () =>
    selectsAndCopies(t, desktop, /edit.* Name/),
  );

  await t.test('in Qt 6, whose file tells it', async () => {
    await formTakesAnyText(desktop, 'qt-form.txt');
  });

  await t.test('in Qt 6, whatever is typed at the end of whatever is there', async () => {
    const notes = await desktop.find('content_desc', 'Notes');
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '🙂', 'ש', '\u0301', '\n', '"', ' ') });
    await fc.assert(
      fc.asyncProperty(text, text, async (before, typed) => {
        await tools.text('set_text', { element_id: notes, text: before });
        assert.doesNotMatch(
          await tools.text('input_text', { element_id: notes, text: typed }),
          /But the field/,
        );
        await saves(desktop, 'qt-form.txt', `notes=${before}${typed}\nsize=`);
      }),
      { numRuns: runs(4) },
    );
  });
});

test('a form of Swing: combo boxes, lists and menus, any text', async (t) => {
  const desktop = await desktopFor(t);
  const { tools } = desktop;
  await swingForm(desktop);

  await t.test('an item of a closed combo box of Swing is chosen', async () => {
    await tools.text('click_element', { element_id: await item(desktop, 'Large', /text|label/) });
    assert.match(await saved(desktop, 'swing-form.txt'), /^size=Large$/m);
  });

  await t.test('lists and menus of Swing are closed after a choice, without a key', async () => {
    await tools.text('click_element', { element_id: await item(desktop, 'Large', /combo/) });
    assert.match(await saved(desktop, 'swing-form.txt'), /^a list is open$/m);
    await tools.text('click_element', { element_id: await item(desktop, 'Medium', /text|label/) });
    await desktop.click('File');
    assert.match(await saved(desktop, 'swing-form.txt'), /^a menu is open$/m);
    await desktop.click('Close');
    const file = await saved(desktop, 'swing-form.txt');
    assert.match(file, /^size=Medium$[^]*^Close$/m);
    assert.doesNotMatch(file, /is open|escape/);
    xdotool(desktop, 'key', 'Escape');
    assert.match(await saved(desktop, 'swing-form.txt'), /^escape$/m, 'the form hears that key');
  });

  await t.test('in Swing, and the clipboard is as it was', async () => {
    await tools.text('set_clipboard', { text: 'mine' });
    await formTakesAnyText(desktop, 'swing-form.txt');
    const name = await desktop.find('content_desc', 'Name');
    await tools.text('set_text', { element_id: name, text: HARD });
    await tools.text('input_text', { element_id: name, text: '🙂!' });
    await saves(desktop, 'swing-form.txt', `name=${HARD}🙂!\n`);
    const { stdout } = await run('xclip', ['-selection', 'clipboard', '-o', '-t', 'UTF8_STRING'], {
      env: desktop.environment,
    });
    assert.equal(stdout, 'mine');
  });
});

test('a page in Firefox: a select, the context menu of a link, any text', async (t) => {
  const desktop = await desktopFor(t);
  const { tools } = desktop;
  const page = join(desktop.home, 'page.html');
  await writeFile(
    page,
    `<!doctype html><meta charset="utf-8"><title>Page</title><p><a href="#x">A link</a></p><select aria-label="Size"
onchange="document.title = 'Page ' + this.value"><option>Small<option>Medium<option>Large</select>
<input aria-label="Name"><textarea aria-label="Notes"></textarea>
<script>oninput = ({ target }) => { if (target.type !== 'select-one') document.title = 'Fields ' + JSON.stringify(target.value); };</script>`,
  );
  await firefox(desktop, `file://${page}`, /Page/);

  await t.test('the page hears that an item of its select was chosen', async () => {
    await tools.text('click_element', { element_id: await desktop.find('text', 'Large') });
    await until('the page’s own word', () => windowNamed(desktop, 'Page Large') !== '');
  });

  await t.test('a link has a context menu, by its id and by its place', async () => {
    const link = await desktop.find('text', 'A link');
    await tools.text('long_click_element', { element_id: link });
    await desktop.find('text', 'Copy Link');
    xdotool(desktop, 'key', 'Escape');
    await until('the end of the menu', async () => {
      const { structuredContent } = await tools.call('get_focused_element', {});
      return (structuredContent?.element as { role?: string } | undefined)?.role !== 'menu';
    });
  });

  await t.test('in Firefox parts of a text are selected, copied, cut and pasted', () =>
    selectsAndCopies(t, desktop, /edit.* Name/),
  );

  await t.test('in Firefox, whose page puts what it holds into its title', async () => {
    const holds = (text: string) =>
      until(`the page's ${JSON.stringify(text)}`, async () => {
        const { windows } = await tools.json('list_windows');
        return (windows as { title: string }[]).some(({ title }) =>
          title.startsWith(`Fields ${JSON.stringify(text)}`),
        );
      });
    for (const field of ['Name', 'Notes']) {
      const id = await desktop.find('content_desc', field);
      for (const text of [HARD, MIXED]) {
        assert.equal(await tools.text('set_text', { element_id: id, text }), `Text set on element '${id}'`);
        await holds(text);
        await tools.text('input_text', { element_id: id, text: '🙂!' });
        await holds(`${text}🙂!`);
      }
    }
    const [name, notes] = [
      await desktop.find('content_desc', 'Name'),
      await desktop.find('content_desc', 'Notes'),
    ];
    await tools.text('set_text', { element_id: notes, text: 'one\ntwo' });
    await holds('one\ntwo');
    assert.match(
      await tools.fails('set_text', { element_id: name, text: 'one\ntwo' }, 'action_failed'),
      /Nothing was typed/,
    );
    assert.match(
      await tools.fails('input_text', { element_id: notes, text: 'one\ttwo' }, 'action_failed'),
      /Nothing was typed/,
    );
    await holds('one\ntwo');
    await tools.text('clear_text', { element_id: notes });
    await holds('');
  });
});

test('a terminal, which offers no accessibility, gets any text, with a remark', async (t) => {
  const desktop = await desktopFor(t);
  const { tools } = desktop;
  // Only the lean format has chords.
  const lean = await ownTools(t, desktop, {}, 'lean');
  const file = join(desktop.home, 'terminal.txt');
  const terminal = spawn('xterm', ['-e', `cat > ${file}`], { env: desktop.environment, stdio: 'ignore' });
  await until('the terminal', async () =>
    (await tools.text('get_screen_state')).includes('offers no accessibility'),
  );
  assert.match(
    await tools.text('input_text', { text: `${HARD} x` }),
    /^Text input completed \(8 characters\)\. No text field has the focus: .* cannot be read back/,
  );
  // A Russian layout has no D; the terminal wants one.
  await run('setxkbmap', ['-layout', 'ru'], { env: desktop.environment });
  for (const key of ['DEL', 'SPACE', 'ENTER', 'ctrl+d']) await lean.text('press_key', { key });
  await until('the end of cat', () => terminal.exitCode !== null);
  assert.equal(await readFile(file, 'utf8'), `${HARD}  \n`);
  await run('setxkbmap', ['-layout', 'us'], { env: desktop.environment });
});

test('Writer: the focus, the places of what LibreOffice draws, text behind the cursor', async (t) => {
  const desktop = await desktopFor(t);
  const { tools } = desktop;
  const lean = await ownTools(t, desktop, {}, 'lean');
  const file = join(desktop.home, 'text.txt');
  await writeFile(file, 'Start\n');
  await libreOffice(desktop, 'writer', { file, title: /text\.txt/ });

  await t.test('the paragraph has the focus', async () => {
    await until('the focus', async () => {
      // Its limit of a second may pass while LibreOffice starts.
      const { structuredContent } = await tools.call('get_focused_element', {});
      return (structuredContent?.element as { role?: string } | undefined)?.role === 'paragraph';
    });
  });

  await t.test('a button lies below the menu bar: a tap on its middle opens its dialog', async () => {
    const wanted = { by: 'text', value: 'Find and Replace', exact_match: true };
    const { elements } = await tools.json('find_elements', wanted);
    const button = (elements as { className: string; visible: boolean; bounds: Bounds }[]).find(
      ({ className, visible }) => className.endsWith('button') && visible,
    );
    assert.ok(button, JSON.stringify(elements));
    const { left, top, right, bottom } = button.bounds;
    await tools.text('tap', { x: (left + right) / 2, y: (top + bottom) / 2 });
    await until('the dialog', () => activeTitle(desktop).startsWith('Find'));
    xdotool(desktop, 'key', 'Escape');
    await until('its end', () => activeTitle(desktop).startsWith('text.txt'));
  });

  await t.test('text is written behind the cursor', async () => {
    await lean.text('press_key', { key: 'ctrl+HOME' });
    await tools.text('input_text', { text: ' Hand🙂' });
    await tools.text('input_text', { text: 'eye 漢🙂' });
    await tools.text('press_key', { key: 'ENTER' });
    await tools.text('input_text', { text: 'Second 🙂' });
    await lean.text('press_key', { key: 'ctrl+s' });
    await until('the question how to save it', () => !activeTitle(desktop).startsWith('text.txt'));
    await tools.text('press_key', { key: 'ENTER' });
    await until('the file', async () => (await readFile(file, 'utf8')).includes('Second'));
    assert.equal((await readFile(file, 'utf8')).replace('\ufeff', ''), 'Start Hand🙂eye 漢🙂\nSecond 🙂\n');
  });
});

test('crop with a window’s id is a picture of that window, without what covers it', async (t) => {
  const desktop = await desktopFor(t);
  const tools = await ownTools(t, desktop, {}, 'lean');
  await qtForm(desktop);
  const listed = await tools.text('find_elements', { value: 'Qt form' });
  const id = /\d+/.exec(listed)?.[0] ?? '';
  const alone = await picture({ tools }, { crop: id });
  const uncovered = await picture({ tools }, { include_screenshot: true });
  start('xterm', ['-bg', 'black', '-geometry', '80x24+400+400', '-T', 'Cover'], desktop.environment);
  await until('what covers it', () => activeTitle(desktop) === 'Cover');
  xdotool(desktop, 'windowfocus', windowNamed(desktop, 'Qt form'));
  await until('the focus without a raise', () => activeTitle(desktop).includes('Qt form'));
  assert.ok(difference(uncovered, await picture({ tools }, { include_screenshot: true })) > 10);
  assert.ok(difference(alone, await picture({ tools }, { crop: id })) < 4);
});
