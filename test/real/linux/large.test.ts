import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { residentMemory } from '../../../packages/linux/src/atspi/memory-watch.ts';
import type { DesktopNode } from '@handeye/screen/desktop/node';
import { PrivateDesktop, until } from './desktop-session.ts';
import { ownTools } from './own-tools.ts';
import { libreOffice } from './programs/recipes.ts';
import { processOf } from './processes.ts';

const PROGRAMS = join(import.meta.dirname, 'programs');
/** An application that grows by more than this is harmed. */
const MAX_GROWTH_MB = 200;

test('of what has too many children, those in sight are read, and the rest is counted', async (t) => {
  const desktop = await PrivateDesktop.start(t);

  await t.test('a sheet of Calc', async (t) => {
    const file = join(desktop.home, 'sheet.fods');
    await writeFile(
      file,
      sheet([
        ['Name', 'Amount'],
        ['Ada', '12'],
        ['漢字 🙂', '34'],
      ]),
    );
    const calc = await libreOffice(desktop, 'calc', { file, title: /sheet/ });
    const pid = processOf(desktop, /soffice\.bin/);
    const before = (await residentMemory(pid)) ?? 0;
    await until('the cells', async () => (await screen(desktop)).includes('Amount'));
    const text = await screen(desktop);
    assert.match(text, /'Sheet .*' has 1048576 rows and 16384 columns: only the \d+ in sight were read/);
    for (const [name, content] of [
      ['A1', 'Name'],
      ['B2', '12'],
      ['A3', '漢字 🙂'],
    ]) {
      assert.match(text, new RegExp(`\\t${content}\\t${name}\\t`), `${name} = ${content}`);
    }
    const table = await tableOf(desktop, pid);
    assert.equal(table?.childCount, 1048576 * 16384);
    assert.ok(table.children.length < 5000);
    // Objects of cells do not last, their ids do.
    const id = await desktop.find('content_desc', 'B2');
    assert.equal(await desktop.find('content_desc', 'B2'), id);
    await focusIsFound(t, desktop);
    await unharmed(calc, { pid, before });
  });

  await t.test('a table and a list of a million rows in Qt', async () => {
    const program = await desktop.launch('/usr/bin/python3', [join(PROGRAMS, 'large-qt.py')], /Large Qt/);
    const pid = program.pid ?? 0;
    const before = (await residentMemory(pid)) ?? 0;
    const text = await screen(desktop);
    assert.match(text, /\tcell 500000 3\t/);
    assert.match(text, /\tline 0 0\t/);
    assert.match(text, /has 1000000 rows and 20 columns: only the \d+ in sight were read/);
    await unharmed(program, { pid, before });
  });

  await t.test('a tree view of 20,000 rows in GTK 3', async () => {
    const program = await desktop.launch('/usr/bin/python3', [join(PROGRAMS, 'large-gtk.py')], /Large GTK/);
    const pid = program.pid ?? 0;
    const before = (await residentMemory(pid)) ?? 0;
    await until('the row', async () => (await screen(desktop)).includes('\trow 10000\t'));
    assert.match(await screen(desktop), /only the \d+ in sight were read/);
    await unharmed(program, { pid, before });
  });
});

/** The focus was there before we came; it moves to another cell, into a cell, into a dialog and back. */
async function focusIsFound(t: TestContext, desktop: PrivateDesktop): Promise<void> {
  // Only the lean format has arrow keys.
  const tools = await ownTools(t, desktop, {}, 'lean');
  const has = (what: string, isFocused: (element: { title?: string; role?: string }) => boolean) =>
    until(`the focus on ${what}`, async () => {
      const { element } = await tools.json('get_focused_element', {});
      return isFocused(element ?? {});
    });
  await has('A1', ({ title }) => title === 'A1');
  await tools.text('press_key', { key: 'DOWN' });
  await has('A2', ({ title }) => title === 'A2');
  await tools.text('input_text', { text: 'Bob' });
  await has('A2, which is edited', ({ title, role }) => title === 'A2' || role === 'paragraph');
  await tools.text('press_key', { key: 'ENTER' });
  await has('A3', ({ title }) => title === 'A3');
  await desktop.click('Find and Replace');
  await has("the dialog's field", ({ role }) => role === 'textfield');
  await tools.text('press_key', { key: 'ESCAPE' });
  await has('A3 again', ({ title }) => title === 'A3');
}

/** The sheet, as the desktop tools get it. */
async function tableOf(desktop: PrivateDesktop, pid: number): Promise<DesktopNode | undefined> {
  const port = await desktop.port();
  const find = (node: DesktopNode): DesktopNode | undefined =>
    node.role === 'table' ? node : node.children.map(find).find((found) => found !== undefined);
  return desktop.during(async (call) => {
    const app = (await port.applications(call)).find((one) => one.pid === pid);
    return app && find(await port.tree(app, call));
  });
}

function screen(desktop: PrivateDesktop): Promise<string> {
  return desktop.tools.text('get_screen_state', {});
}

async function unharmed(
  program: ChildProcess,
  { pid, before }: { pid: number; before: number },
): Promise<void> {
  assert.equal(program.exitCode ?? program.signalCode, null, 'the program ended');
  const after = (await residentMemory(pid)) ?? Infinity;
  assert.ok(after - before < MAX_GROWTH_MB, `it grew from ${before} to ${after} MB`);
}

/** A sheet in OpenDocument's format in one file. */
function sheet(rows: readonly (readonly string[])[]): string {
  const names = ['office', 'table', 'text']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
  const cell = (content: string) =>
    `<table:table-cell office:value-type="string"><text:p>${content}</text:p></table:table-cell>`;
  const body = rows.map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${names} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:body><office:spreadsheet><table:table table:name="Amounts">${body}</table:table></office:spreadsheet></office:body>
</office:document>`;
}
