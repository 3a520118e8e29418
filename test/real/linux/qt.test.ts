import assert from 'node:assert/strict';
import test from 'node:test';
import { PrivateDesktop, until } from './desktop-session.ts';

test('SpeedCrunch, a Qt application: an expression is typed and its result read', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  const { tools } = desktop;
  await desktop.launch('speedcrunch', [], /SpeedCrunch/);
  const fields = (await tools.json('find_elements', { by: 'class_name', value: 'text' })).elements as {
    id: string;
    editable: boolean;
  }[];
  const editor = fields.find(({ editable }) => editable);
  assert.ok(editor);
  await tools.text('input_text', { element_id: editor.id, text: '6*7' });
  await tools.text('press_key', { key: 'ENTER' });
  await until('the result', async () => (await tools.text('get_screen_state')).includes('42'));
});
