import assert from 'node:assert/strict';
import { test } from 'node:test';
import { servedPhone, type ServedPhone } from '../served-phone.ts';

async function inEmptyBody(tools: ServedPhone): Promise<void> {
  await tools.opens('Notes', 'fab_new_note');
  await tools.text('click_element', { element_id: await tools.idOf('fab_new_note') });
  await tools.sees('edit_body', 'resource_id');
  await tools.text('click_element', { element_id: await tools.idOf('edit_body') });
}

for (const release of [9, 14] as const) {
  test(`Android ${release}: a tab goes behind what a field holds`, async (t) => {
    const tools = await servedPhone(t, { release, tier: 'companion' });
    const held = () => tools.phone.framework.textInput.target?.editing.text;
    await inEmptyBody(tools);
    await tools.text('press_key', { key: 'TAB' });
    assert.equal(held(), '\t');
    await tools.text('input_text', { text: 'milk' });
    await tools.text('press_key', { key: 'TAB' });
    assert.equal(held(), '\tmilk\t');
  });
}

test('Android 5: where a text may be the hint of an empty field, Tab is a key, and the hint does not become content', async (t) => {
  const tools = await servedPhone(t, { release: 5, tier: 'companion' });
  const held = () => tools.phone.framework.textInput.target?.editing.text;
  await inEmptyBody(tools);
  assert.match(await tools.text('press_key', { key: 'TAB' }), /moves the focus; it inserted no tab$/);
  assert.equal(held(), '');
  await tools.text('set_text', { element_id: await tools.idOf('edit_body'), text: 'milk' });
  assert.equal(await tools.text('press_key', { key: 'TAB' }), "Key 'TAB' pressed successfully");
  assert.equal(held(), 'milk\t');
});
