import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { PrivateDesktop, until } from './desktop-session.ts';
import { page } from './page.ts';

test('a page in Chromium with 2,000 rows: its form is filled in and sent, its list is read to the end', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  const { tools } = desktop;
  const file = join(desktop.home, 'page.html');
  await writeFile(file, page(2000));
  await desktop.launch(
    'chromium',
    [
      ...['--no-sandbox', '--force-renderer-accessibility', '--no-first-run', '--disable-gpu'],
      ...[`--user-data-dir=${desktop.home}/profile`, '--password-store=basic', `--app=file://${file}`],
    ],
    /Two thousand rows/,
  );
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

  const state = await tools.text('get_screen_state');
  assert.ok(!state.includes('hunter2'));
  const rows = state.split('\n').filter((line) => /\tlink\tRow \d+\t/.test(line));
  assert.equal(rows.length, 2000);
  assert.match(rows[0]!, /v/);
  assert.doesNotMatch(rows.at(-1)!.split('\t')[6]!, /v/);
});
