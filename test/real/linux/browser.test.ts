import assert from 'node:assert/strict';
import test from 'node:test';
import { browse } from './browse.ts';
import { PrivateDesktop, until } from './desktop-session.ts';

test('a form in Chromium is filled in and sent; a password on the page is never shown', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  await browse(desktop, { rows: 3 });
  const { tools } = desktop;
  const name = await desktop.find('resource_id', 'name');
  assert.equal(
    await tools.text('set_text', { element_id: name, text: 'Zoë 😀' }),
    `Text set on element '${name}'`,
  );
  await tools.text('input_text', { element_id: name, text: ' ☂' });
  await tools.text('click_element', { element_id: await desktop.find('resource_id', 'gift') });
  await desktop.click('Send');
  await until('the answer', async () =>
    (await tools.text('get_screen_state')).includes('Thanks, Zoë 😀 ☂ (gift)'),
  );
  assert.ok(!(await tools.text('get_screen_state')).includes('hunter2'));
});

test('a list of 2,000 rows in Chromium is read to its end, with what is in sight told apart', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  await browse(desktop, { rows: 2000 });
  let rows: string[] = [];
  await until('the last row', async () => {
    const state = await desktop.tools.text('get_screen_state');
    rows = state.split('\n').filter((line) => /\tlink\tRow \d+\t/.test(line));
    return rows.length === 2000;
  });
  assert.match(flagsOf(rows[0]), /^vc/);
  assert.match(flagsOf(rows.at(-1)), /^c/);
});

function flagsOf(row: string | undefined): string {
  return row?.split('\t')[6] ?? '';
}
