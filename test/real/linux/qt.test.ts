import assert from 'node:assert/strict';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { type PrivateDesktop, sharedDesktop, until } from './desktop-session.ts';

const desktopFor = sharedDesktop();

test('SpeedCrunch, a Qt application: an expression is typed and its result read', async (t) => {
  const { desktop, editor } = await crunching(t);
  const { tools } = desktop;
  await tools.text('input_text', { element_id: editor, text: '6*7' });
  await tools.text('press_key', { key: 'ENTER' });
  await until('the result', async () => (await tools.text('get_screen_state')).includes('42'));
});

test('SpeedCrunch: a field is set to any Unicode text, cleared and read back', async (t) => {
  const { desktop, editor } = await crunching(t);
  const { tools } = desktop;
  const text = 'α ∑ 世界 שלום 😀';
  assert.equal(await tools.text('set_text', { element_id: editor, text }), `Text set on element '${editor}'`);
  assert.match(await tools.text('get_element_details', { ids: [editor] }), new RegExp(`\t${text}\t`));
  assert.equal(await tools.text('clear_text', { element_id: editor }), 'Text cleared successfully');
});

test('a click that opens a Qt dialog returns when the dialog is open, although Qt replies only when it is closed', async (t) => {
  const { desktop } = await crunching(t);
  await desktop.click('About SpeedCrunch');
  await until('the dialog', async () => {
    const { windows } = await desktop.tools.json('list_windows');
    return (windows as { title: string }[]).some(({ title }) => title === 'About SpeedCrunch');
  });
  await desktop.click('Close');
  await until('its end', async () => {
    const { windows } = await desktop.tools.json('list_windows');
    return (windows as unknown[]).length === 1;
  });
});

async function crunching(t: TestContext): Promise<{ desktop: PrivateDesktop; editor: string }> {
  const desktop = await desktopFor(t);
  await desktop.launch('speedcrunch', [], /SpeedCrunch/);
  const { elements } = await desktop.tools.json('find_elements', { by: 'class_name', value: 'text' });
  const editor = (elements as { id: string; editable: boolean }[]).find(({ editable }) => editable);
  assert.ok(editor);
  return { desktop, editor: editor.id };
}
