import assert from 'node:assert/strict';
import test from 'node:test';
import { type PrivateDesktop, sharedDesktop, until } from './desktop-session.ts';
import { selectsAndCopies } from './selecting.ts';
import { ownTools } from './own-tools.ts';
import { inSight, rowsOf } from './rows.ts';

const desktopFor = sharedDesktop();

async function lean(desktop: PrivateDesktop, id: string): Promise<string> {
  const state = await desktop.tools.text('get_screen_state', { format: 'lean' });
  return state.split('\n').find((line) => line.trim().startsWith(`${id.replace('node_', '')} `)) ?? '';
}

test('gtk4-widget-factory', async (t) => {
  const desktop = await desktopFor(t);
  await desktop.launch('gtk4-widget-factory', [], /Widget Factory/);

  await t.test('GTK4 widgets without an action (check box, tab) are clicked with the mouse', async () => {
    const { tools } = desktop;
    const boxes = (await rowsOf(desktop)).filter(
      ({ role, flags }) => role === 'checkbox' && /^vc.*nx$/.test(flags),
    );
    const [box] = boxes;
    assert.ok(box);
    assert.match(await lean(desktop, box.id), /\[on/);
    await tools.text('click_element', { element_id: box.id });
    await until('an unchecked box', async () => (await lean(desktop, box.id)).includes('[off'));
    // A GTK4 tab is named by the label inside it.
    const tab = await desktop.find('text', 'NYC');
    assert.match(await tools.text('click_element', { element_id: tab }), /through '.*', which contains it/);
    await until('the other tab', async () => /tab.*selected/.test(await selectedTab(desktop)));
  });

  await t.test(
    'GTK4 widgets: a field is set, typed into and cleared; a toggle button shows that it is pressed',
    async () => {
      const { tools } = desktop;
      const field = (await rowsOf(desktop)).find(({ description }) => description.includes('Click icon'));
      assert.ok(field);
      await tools.text('set_text', { element_id: field.id, text: 'Grüße 世界' });
      await tools.text('input_text', { element_id: field.id, text: ' שלום 😀' });
      assert.match(await tools.text('get_element_details', { ids: [field.id] }), /\tGrüße 世界 שלום 😀\t/);
      await tools.text('clear_text', { element_id: field.id });
      assert.match(await tools.text('get_element_details', { ids: [field.id] }), /\t-\t/);
      const toggle = (await rowsOf(desktop)).find(
        ({ role, text, flags }) => role === 'button' && text === 'togglebutton' && /n[kxt]?$/.test(flags),
      );
      assert.ok(toggle);
      const before = await lean(desktop, toggle.id);
      await tools.text('click_element', { element_id: toggle.id });
      await until('the toggled button', async () => (await lean(desktop, toggle.id)) !== before);
      const spin = (await rowsOf(desktop)).find(({ role, text }) => role === 'spinbutton' && text !== '-');
      assert.match(spin?.text ?? '', /^50/);
    },
  );

  await t.test('GTK4 widgets: parts of a field are selected, copied, cut and pasted', () =>
    selectsAndCopies(t, desktop, /Click icon/),
  );

  await t.test(
    'sliders and spin buttons are set through accessibility, and keys and chords reach the application',
    async (t) => {
      const tools = await ownTools(t, desktop, {}, 'lean');
      const idOf = async (className: string) => {
        const found = await tools.text('find_elements', { by: 'class_name', value: className });
        const [, id] = /^(\d+) \[(?!.*(?:offscreen|disabled))/m.exec(found) ?? [];
        assert.ok(id, found);
        return id;
      };
      const slider = await idOf('slider');
      assert.match(
        await tools.text('set_value', { element_id: slider, value: '75%', observe: 'none' }),
        /^Value set on element '\d+': (\S+ \()?75 %/,
      );
      const spin = await idOf('spinbutton');
      assert.match(
        await tools.text('set_value', { element_id: spin, value: '20', observe: 'none' }),
        /^Value set on element '\d+': 20\b/,
      );
      assert.match(await tools.text('get_element_details', { ids: [spin] }), /\t20/);
      assert.match(
        await tools.fails(
          'set_value',
          { element_id: await idOf('slider'), value: '1000000' },
          'action_failed',
        ),
        /goes from .* to /,
      );
      for (const key of ['F10', 'ESCAPE', 'LEFT', 'PAGE_DOWN'])
        assert.equal(
          await tools.text('press_key', { key, observe: 'none' }),
          `Key '${key}' pressed successfully`,
        );
      await tools.text('press_key', { key: 'ctrl+q', observe: 'none' });
      await until('the end of the application', async () => {
        const found = await tools
          .text('find_elements', { by: 'class_name', value: 'spinbutton' })
          .catch(() => '');
        return !/^\d+ /m.test(found);
      });
    },
  );
});

test('gtk4-demo: a GTK4 list is scrolled by the wheel, and a row that was scrolled past is found again', async (t) => {
  const desktop = await desktopFor(t);
  await desktop.launch('gtk4-demo', [], /GTK Demo/);
  const { tools } = desktop;
  await until('the list', async () => (await inSight(desktop, 'group')).includes('Benchmark'));
  const near = await desktop.find('text', 'Benchmark');
  const far = await desktop.find('text', 'Flow Box');
  assert.match(await tools.text('scroll_to_element', { element_id: far }), /^Scrolled to element/);
  assert.ok((await inSight(desktop, 'group')).includes('Flow Box'));
  assert.ok(!(await inSight(desktop, 'group')).includes('Benchmark'));
  await tools.text('click_element', { element_id: far });
  await until('its page', async () => (await inSight(desktop, 'textarea')).length > 0);
  assert.match(await tools.text('scroll_to_element', { element_id: near }), /^Scrolled to element/);
  assert.ok((await inSight(desktop, 'group')).includes('Benchmark'));
});

async function selectedTab(desktop: PrivateDesktop): Promise<string> {
  const found = await desktop.tools.json('get_ui_tree', {
    app: 'gtk4-widget-factory',
    depth: 100,
    filter_roles: ['tab'],
    include_attributes: ['states'],
  });
  return JSON.stringify(found.tree);
}
