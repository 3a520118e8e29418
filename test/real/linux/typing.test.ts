import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { runs } from '../../../packages/handeye/test/support/runs.ts';
import { PrivateDesktop, until } from './desktop-session.ts';
import { ownTools } from './own-tools.ts';
import { firefox, libreOffice, qtForm, swingForm } from './programs/recipes.ts';

const run = promisify(execFile);

/** Two positions in UTF-16, four bytes, marks that combine, joiners, right to left. */
const HARD = 'äöü漢🙂z';
const MIXED = 'שלום é नमस्ते 👩‍🚀!';
const LINES = 'one\n\ttwo';

/** What the application itself wrote to its file. */
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

test('text of any kind arrives as it is', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  const { tools } = desktop;
  // Chords are for whoever reads lean screens.
  const lean = await ownTools(t, desktop, {}, 'lean');

  await t.test('in Qt 6, whose file tells it', async () => {
    await qtForm(desktop);
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

  await t.test('in Swing, and the clipboard is as it was', async () => {
    await swingForm(desktop);
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

  await t.test('in Firefox, whose page puts what it holds into its title', async () => {
    const page = join(desktop.home, 'fields.html');
    await writeFile(
      page,
      `<!doctype html><meta charset="utf-8"><title>Fields</title><input aria-label="Name"><textarea aria-label="Notes"></textarea>
<script>oninput = ({ target }) => (document.title = 'Fields ' + JSON.stringify(target.value));</script>`,
    );
    await firefox(desktop, `file://${page}`, /Fields/);
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

  await t.test('in a terminal, which offers no accessibility, with a remark', async () => {
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

  await t.test('in Writer, with the cursor behind it', async () => {
    const file = join(desktop.home, 'text.txt');
    await writeFile(file, 'Start\n');
    await libreOffice(desktop, 'writer', { file, title: /text\.txt/ });
    await lean.text('press_key', { key: 'ctrl+HOME' });
    await tools.text('input_text', { text: ' Hand🙂' });
    await tools.text('input_text', { text: 'eye 漢🙂' });
    await tools.text('press_key', { key: 'ENTER' });
    await tools.text('input_text', { text: 'Second 🙂' });
    await lean.text('press_key', { key: 'ctrl+s' });
    await tools.text('wait_for_element', { by: 'text', value: 'Keep', timeout: 3000 });
    await tools.text('press_key', { key: 'ENTER' });
    await until('the file', async () => (await readFile(file, 'utf8')).includes('Second'));
    assert.equal((await readFile(file, 'utf8')).replace('\ufeff', ''), 'Start Hand🙂eye 漢🙂\nSecond 🙂\n');
  });
});
