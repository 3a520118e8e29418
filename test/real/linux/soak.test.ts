import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { residentMemory } from '../../../packages/handeye/src/linux/atspi/memory-watch.ts';
import { PrivateDesktop, until } from './desktop-session.ts';
import { processOf } from './processes.ts';
import { firefox, libreOffice, qtForm } from './programs/recipes.ts';

/*
 * Nothing that we ask may end an application, or make it grow without end: looks at page after page of real programs.
 * HANDEYE_SOAK_LOOKS=200 looks longer than `npm test` does.
 */
const LOOKS = Number(process.env.HANDEYE_SOAK_LOOKS ?? 3);
const MAX_GROWTH_MB = 200;

test('looks at its pages neither end Firefox nor make it grow', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  const page = join(desktop.home, 'kinds.html');
  await copyFile(join(import.meta.dirname, 'programs/kinds.html'), page);
  const others = ['about:preferences', 'about:config', 'about:support'];
  const program = await firefox(desktop, `file://${page}`, /Kinds of text/, others);
  const looks = looking(t, desktop, { program, pid: program.pid ?? 0 });
  await looks('the page');
  for (const [at, name] of others.entries()) {
    const before = await frontTitle(desktop);
    // A tab whose page still loads may be made anew between the look and the click, which says so: then it is looked for again.
    await until(`a click on the tab of ${name}`, async () => {
      const { isError } = await desktop.tools.call('click_element', {
        element_id: await tab(desktop, at + 1),
      });
      return isError !== true;
    });
    await until(name, async () => (await frontTitle(desktop)) !== before);
    await looks(name);
  }
});

test('looks at Writer, Calc, a Qt form and an editor of GTK neither end them nor make them grow', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  const writer = await libreOffice(desktop, 'writer', { title: /Writer/ });
  const ofWriter = looking(t, desktop, {
    program: writer,
    pid: processOf(desktop, /soffice\.bin .*--writer/),
  });
  await ofWriter('Writer');
  await desktop.click('Find and Replace');
  await until('the dialog', async () => (await frontTitle(desktop)).includes('Find'));
  await ofWriter("Writer's dialog");
  const calc = await libreOffice(desktop, 'calc', { title: /Calc/ });
  await looking(t, desktop, { program: calc, pid: processOf(desktop, /soffice\.bin .*--calc/) })('Calc');
  const form = await qtForm(desktop);
  await looking(t, desktop, { program: form, pid: form.pid ?? 0 })('the Qt form');
  const editor = await desktop.launch('mousepad', [], /Mousepad/);
  await looking(t, desktop, { program: editor, pid: editor.pid ?? 0 })('Mousepad');
  // Programs that were looked at before still live.
  for (const program of [writer, calc, form]) assert.equal(program.exitCode ?? program.signalCode, null);
});

/** Looks again and again, in two ways, at what a program shows now. */
function looking(
  t: TestContext,
  desktop: PrivateDesktop,
  { program, pid }: { program: ChildProcess; pid: number },
): (what: string) => Promise<void> {
  return async (what) => {
    const lives = () => {
      assert.equal(program.exitCode ?? program.signalCode, null, `${what} ended the program`);
    };
    const before = (await residentMemory(pid)) ?? 0;
    for (let look = 0; look < LOOKS; look++) {
      await desktop.tools.text('get_screen_state', {});
      await desktop.tools.call('get_focused_element', {});
      lives();
    }
    const after = (await residentMemory(pid)) ?? Infinity;
    assert.ok(after - before < MAX_GROWTH_MB, `${what} made it grow from ${before} to ${after} MB`);
    t.diagnostic(`${what}: ${Math.round(before)} MB before, ${Math.round(after)} MB after ${LOOKS} looks`);
  };
}

async function frontTitle(desktop: PrivateDesktop): Promise<string> {
  const { windows } = await desktop.tools.json('list_windows', {});
  return (windows as { title: string; frontmost: boolean }[]).find(({ frontmost }) => frontmost)?.title ?? '';
}

/** The id of one of Firefox's tabs. */
async function tab(desktop: PrivateDesktop, index: number): Promise<string> {
  const { elements } = await desktop.tools.json('find_elements', {
    by: 'class_name',
    value: 'tab',
    exact_match: true,
  });
  const found = (elements as { id: string; visible: boolean }[]).filter(({ visible }) => visible)[index];
  assert.ok(found, `there is no tab ${index}`);
  return found.id;
}
