import assert from 'node:assert/strict';
import test from 'node:test';
import { PrivateDesktop } from './desktop-session.ts';

test('what came of a click is told when the application has told of its last change', async (t) => {
  const desktop = await PrivateDesktop.start(t, {}, {}, 'lean');
  await desktop.launch('gnome-calculator', [], /Calculator/);
  const device = await desktop.device();
  await desktop.tools.text('get_screen_state');
  // From the first wait on, applications tell of their changes.
  await desktop.during(async (call) => device.settle?.(2000, call));
  const { content } = await desktop.tools.call('click_element', { element_id: 'text:7' });
  const [, told] = content;
  assert.equal(told?.type, 'text', JSON.stringify(content));
  assert.match(told.text, /\b7\b/);
  assert.doesNotMatch(told.text, /nothing changed|still changing/);
  const settled = await desktop.during(async (call) => {
    await desktop.tools.text('click_element', { element_id: 'text:8' });
    return device.settle?.(2000, call);
  });
  assert.equal(settled, true);
});
