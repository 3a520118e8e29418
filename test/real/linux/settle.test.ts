import assert from 'node:assert/strict';
import test from 'node:test';
import { PrivateDesktop, until } from './desktop-session.ts';

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
});

test('applications tell when they are at rest after an act', async (t) => {
  const desktop = await PrivateDesktop.start(t, {}, {}, 'lean');
  await desktop.launch('gnome-calculator', [], /Calculator/);
  const device = await desktop.device();
  await desktop.tools.text('get_screen_state');
  // A calculator that needs longer than a change may take to begin is not heard, and looks have to tell: on a busy machine
  // it may take several acts. None of them is observed, since an observation would wait for this very rest.
  await until('an act after which the applications tell that they are at rest', () =>
    desktop.during(async (call) => {
      await desktop.tools.text('click_element', { element_id: 'text:8', observe: 'none' });
      return (await device.settle?.(2000, call)) === true;
    }),
  );
});
