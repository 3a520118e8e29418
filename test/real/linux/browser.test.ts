import assert from 'node:assert/strict';
import test from 'node:test';
import { browse } from './browse.ts';
import { PrivateDesktop, until } from './desktop-session.ts';
import { selectsAndCopies } from './selecting.ts';
import { inSight } from './rows.ts';
import { PASSWORD } from '@handeye/testing/canary';

test('a page in Chromium', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  await browse(desktop, { rows: 500 });
  const { tools } = desktop;

  await t.test('a form is filled in and sent; a password on the page is never shown', async () => {
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
    assert.ok(!(await tools.text('get_screen_state')).includes(PASSWORD));
  });

  await t.test('parts of a field are selected, copied, cut and pasted', () =>
    selectsAndCopies(t, desktop, /edit.* Your name/),
  );

  await t.test('a list of 500 rows is read completely, and visible rows are marked', async () => {
    let rows: string[] = [];
    await until('the last row', async () => {
      const state = await desktop.tools.text('get_screen_state');
      rows = state.split('\n').filter((line) => /\tlink\tRow \d+\t/.test(line));
      return rows.length === 500;
    });
    assert.match(flagsOf(rows[0]), /^vc/);
    assert.match(flagsOf(rows.at(-1)), /^c/);
  });

  await t.test(
    'the wheel scrolls it, a distant row is scrolled into view, its menu opens, ids stay',
    async () => {
      const row = await desktop.find('text', 'Row 400');
      const top = await desktop.find('text', 'Row 0');
      await tools.text('scroll', { direction: 'down', amount: 'large' });
      await until('the first row to leave', async () => !(await inSight(desktop, 'link')).includes('Row 0'));
      const [first = ''] = await inSight(desktop, 'link');
      assert.ok(Number(first.slice(4)) < 50, `a page was passed over: ${first}`);
      assert.equal(
        await tools.text('scroll_to_element', { element_id: row }),
        `Scrolled to element '${row}' (1 scroll(s))`,
      );
      assert.ok((await inSight(desktop, 'link')).includes('Row 400'));
      await tools.text('long_click_element', { element_id: row });
      await until('the context menu', async () =>
        (await inSight(desktop, 'menuitem')).some((text) => text.includes('Copy link address')),
      );
      await desktop.click('Copy link address');
      await until('the address', async () =>
        String((await tools.json('get_clipboard')).text).endsWith('page.html#row400'),
      );
      await tools.text('scroll_to_element', { element_id: top });
      assert.ok((await inSight(desktop, 'link')).includes('Row 0'));
      const notes = await desktop.find('resource_id', 'notes');
      await tools.text('set_text', { element_id: notes, text: 'one' });
      await tools.text('press_key', { key: 'ENTER' });
      await tools.text('input_text', { text: 'two' });
      assert.match(await tools.text('get_element_details', { ids: [notes] }), /\tone two\t/);
      assert.equal(await tools.text('clear_text', { element_id: notes }), 'Text cleared successfully');
    },
  );
});

function flagsOf(row: string | undefined): string {
  return row?.split('\t')[6] ?? '';
}
