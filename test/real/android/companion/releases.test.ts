import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AndroidRelease } from '@handeye/virtual-phone';
import { servedPhone, type ServedPhone } from '../served-phone.ts';

/** The companion on each Android: every action of the tools has the same answers on all of them. */

const releases: readonly AndroidRelease[] = [5, 9, 12, 14];

async function shown(tools: ServedPhone, resource: string): Promise<string> {
  const state = await tools.text('get_screen_state');
  const row = state.split('\n').find((line) => line.split('\t')[4]?.endsWith(`/${resource}`));
  assert.ok(row, `nothing shows ${resource}:\n${state}`);
  return row.split('\t')[2] ?? '';
}

// At once: nearly all of the time is spent waiting for the phone.
describe('the companion on each Android', { concurrency: 4 }, () => {
  for (const release of releases) {
    test(`Android ${release} with the companion`, async (t) => {
      const tools = await servedPhone(t, { release, tier: 'companion' });
      const held = () => tools.phone.framework.textInput.target?.editing.text;
      const { width, height } = tools.phone.framework.display.size;
      const [x, y] = [Math.round(width / 2), Math.round(height / 2)];

      await t.test('clicks reach the elements, and a picture shows the screen', async () => {
        await tools.opens('Calculator', 'formula');
        for (const key of ['7', 'plus', '3', 'equals'])
          await tools.text('click_element', { element_id: await tools.idOf(key) });
        assert.equal(await shown(tools, 'formula'), '10');
        const { content } = await tools.call('get_screen_state', { include_screenshot: true });
        assert.equal(content[1]?.type, 'image');
      });

      await t.test(
        'a hint is not content; text of any script is added to, replaced and cleared',
        async () => {
          await tools.opens('Notes', 'fab_new_note');
          await tools.text('click_element', { element_id: await tools.idOf('fab_new_note') });
          await tools.sees('edit_body', 'resource_id');
          const body = await tools.idOf('edit_body');
          await tools.text('input_text', { element_id: body, text: 'a b' });
          assert.equal(held(), 'a b', 'the hint was not taken for content');
          await tools.text('input_text', { element_id: body, text: ' é漢😀\nline' });
          assert.equal(held(), 'a b é漢😀\nline');
          await tools.text('set_text', { element_id: body, text: `$HOME "it's" %s` });
          assert.equal(held(), `$HOME "it's" %s`);
          assert.equal(await tools.text('clear_text', { element_id: body }), 'Text cleared successfully');
          assert.equal(held(), '');
        },
      );

      await t.test('a password is written and never shown; Enter submits', async () => {
        await tools.opens('Login', 'username');
        await tools.text('set_text', { element_id: await tools.idOf('username'), text: 'demo' });
        const secret = await tools.idOf('password');
        assert.match(
          await tools.text('set_text', { element_id: secret, text: 'secret12' }),
          /cannot be read back/,
        );
        assert.match(
          await tools.text('input_text', { element_id: secret, text: '3' }),
          /cannot be read back/,
        );
        assert.equal(held(), 'secret123');
        assert.equal(await shown(tools, 'password'), '•••');
        await tools.text('press_key', { key: 'ENTER' });
        await tools.sees('Welcome, demo!');
      });

      await t.test('several fingers, and one that turns a corner', async () => {
        await tools.opens('Maps', 'scale');
        await tools.text('double_tap', { x: Math.round(width / 4), y });
        await tools.sees('Scale 2.00');
        await tools.text('pinch', { center_x: x, center_y: y, scale: 0.5 });
        await tools.sees('Scale 1.0');
        await tools.text('long_press', { x: Math.round(width / 4), y, duration: 600 });
        await tools.sees('Dropped pin', 'content_desc');
        await tools.opens('Paint', 'canvas');
        const bent = [
          { x: x - 60, y: y - 100, time: 0 },
          { x: x + 60, y: y - 100, time: 200 },
          { x: x + 60, y: y + 100, time: 500 },
        ];
        await tools.text('custom_gesture', { paths: [bent] });
        await tools.sees(`to (${x + 60}, ${y + 100})`);
      });

      await t.test('a row that left the list is not clicked, but found again by scrolling', async () => {
        await tools.opens('Contacts', 'android:id/list');
        const { elements } = await tools.json('find_elements', {
          by: 'resource_id',
          value: 'cliv_name_textview',
        });
        const first = (elements as { id: string; text: string }[])[1];
        assert.ok(first);
        for (let count = 0; count < 3; count += 1)
          await tools.text('scroll', { direction: 'down', amount: 'large' });
        await tools.fails('click_element', { element_id: first.id }, 'element_not_found');
        assert.match(
          await tools.text('scroll_to_element', { element_id: first.id }),
          /^Scrolled to element '\S+' \(\d+ scroll\(s\)\)$/,
        );
        await tools.text('click_element', { element_id: first.id });
        await tools.sees(first.text);
        await tools.sees('large_title', 'resource_id');
      });

      await t.test('the clipboard goes both ways', async () => {
        await tools.text('set_clipboard', { text: 'é漢😀' });
        assert.deepEqual(await tools.json('get_clipboard'), { text: 'é漢😀' });
      });

      await t.test('the keys of the system', async () => {
        await tools.text('open_notifications');
        assert.equal(tools.phone.framework.shade, 'notifications');
        await tools.text('press_back');
        await tools.text('open_quick_settings');
        assert.equal(tools.phone.framework.shade, 'quickSettings');
        await tools.text('press_home');
        assert.equal(tools.phone.framework.shade, 'closed');
        await tools.text('press_recents');
        await tools.text('press_home');
        await tools.sees('Calculator');
      });

      assert.deepEqual(tools.tiers, ['the companion on the phone'], 'nothing else served');
    });
  }
});
