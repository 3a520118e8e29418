import assert from 'node:assert/strict';
import test from 'node:test';
import { PrivateDesktop, until } from './desktop-session.ts';

/** Otherwise GTK4 draws with an emulated graphics card, and a busy program has no time to answer. */
const plainDrawing = { GSK_RENDERER: 'cairo' };

test('sliders and spin buttons are set through accessibility, and keys and chords reach the application', async (t) => {
  const desktop = await PrivateDesktop.start(t, plainDrawing, {}, 'lean');
  const { tools } = desktop;
  await desktop.launch('gtk4-widget-factory', [], /Widget Factory/);
  const idOf = async (className: string) => {
    const found = await tools.text('find_elements', { by: 'class_name', value: className });
    const [, id] = /^(\d+) \[(?!.*(?:offscreen|disabled))/m.exec(found) ?? [];
    assert.ok(id, found);
    return id;
  };
  const slider = await idOf('slider');
  assert.match(
    await tools.text('set_value', { element_id: slider, value: '75%' }),
    /^Value set on element '\d+': (\S+ \()?75 %/,
  );
  const spin = await idOf('spinbutton');
  assert.match(
    await tools.text('set_value', { element_id: spin, value: '20' }),
    /^Value set on element '\d+': 20\b/,
  );
  assert.match(await tools.text('get_element_details', { ids: [spin] }), /\t20/);
  assert.match(
    await tools.fails('set_value', { element_id: await idOf('slider'), value: '1000000' }, 'action_failed'),
    /goes from .* to /,
  );
  for (const key of ['F10', 'ESCAPE', 'LEFT', 'PAGE_DOWN'])
    assert.equal(await tools.text('press_key', { key }), `Key '${key}' pressed successfully`);
  await tools.text('press_key', { key: 'ctrl+q' });
  await until('the end of the application', async () => {
    const found = await tools
      .text('find_elements', { by: 'class_name', value: 'spinbutton' })
      .catch(() => '');
    return !/^\d+ /m.test(found);
  });
});
