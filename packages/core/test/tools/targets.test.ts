import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { box, button, field, form, full, node, viewOf } from '@handeye/testing/screens';
import { bench } from '@handeye/testing/tools';
import { PASSWORD } from '@handeye/testing/canary';

const pressed = (tools: ReturnType<typeof bench>) =>
  tools.device.actions.map((deed) => (deed.did === 'act' ? `${deed.action.kind} ${deed.on}` : deed.did));

describe('a target stands where an id could', () => {
  test('by text, description or resource name, in any case; it is echoed', async () => {
    const view = viewOf(
      node('FrameLayout', full, {
        children: [
          button('Save', box(0, 0, 200, 100), { resourceId: 'com.example.app:id/save' }),
          node('ImageButton', box(200, 0, 400, 100), {
            description: 'Navigate up',
            clickable: true,
            resourceId: 'up',
          }),
          field('search_view', box(0, 200, 1080, 300), { hint: 'Search: all' }),
        ],
      }),
    );
    const tools = bench(view, { screenFormat: 'lean' });
    assert.equal(
      await tools.text('click_element', { element_id: 'text:save' }),
      "Click performed on element 'text:save'",
    );
    await tools.text('click_element', { element_id: 'desc:navigate UP' });
    await tools.text('click_element', { element_id: 'res:save' });
    await tools.text('set_text', { element_id: 'res:search_view', text: 'x' });
    await tools.text('click_element', { element_id: 'text:Search: all' });
    assert.deepEqual(pressed(tools), [
      'click com.example.app:id/save',
      'click up',
      'click com.example.app:id/save',
      'setText com.example.app:id/search_view',
      'click com.example.app:id/search_view',
    ]);
  });

  test('it is the row that takes the action, and several matches inside one row are one', async () => {
    const row = (title: string, id: string, top: number) =>
      node('LinearLayout', box(0, top, 1080, top + 100), {
        clickable: true,
        resourceId: id,
        description: title,
        children: [
          node('TextView', box(0, top, 500, top + 50), { text: title }),
          node('TextView', box(0, top + 50, 500, top + 100), { text: title }),
        ],
      });
    const tools = bench(
      viewOf(
        node('FrameLayout', full, { children: [row('Wi‑Fi', 'wifi', 0), row('Mobile', 'mobile', 100)] }),
      ),
    );
    await tools.text('click_element', { element_id: 'text:Wi-Fi' });
    await tools.text('click_element', { element_id: 'desc:Mobile' });
    assert.deepEqual(pressed(tools), ['click wifi', 'click mobile']);
  });

  test('what cannot take the action is left out, unless nothing else matches', async () => {
    const view = viewOf(
      node('FrameLayout', full, {
        children: [
          node('TextView', box(0, 0, 1080, 100), { text: 'Display' }),
          button('Display', box(0, 100, 1080, 200), { resourceId: 'open' }),
          node('TextView', box(0, 300, 1080, 400), { text: 'Only text' }),
        ],
      }),
    );
    const tools = bench(view);
    await tools.text('click_element', { element_id: 'text:Display' });
    assert.deepEqual(pressed(tools), ['click open']);
    assert.match(
      await tools.fails('click_element', { element_id: 'text:Only text' }, 'action_failed'),
      /not clickable/,
    );
    assert.match(
      await tools.fails('set_text', { element_id: 'text:Display', text: '' }, 'element_not_found'),
      /^2 elements match/,
    );
  });

  test('for a value, a label and the slider that it stands beside are one', async () => {
    const row = (top: number) =>
      node('LinearLayout', box(0, top, 1080, top + 200), {
        children: [
          node('TextView', box(0, top, 1080, top + 100), { text: 'Brightness level' }),
          node('android.widget.SeekBar', box(0, top + 100, 1080, top + 200), {
            description: 'Brightness level',
            range: { min: 0, max: 100, current: 50 },
          }),
        ],
      });
    const rows = (...tops: number[]) =>
      bench(viewOf(node('FrameLayout', full, { children: tops.map(row) })), { screenFormat: 'lean' });
    const target = { element_id: 'text:Brightness level', value: '80%' };
    const once = rows(0);
    await once.call('set_value', target);
    assert.ok(once.device.actions.length > 0);
    const twice = rows(0, 400);
    assert.match(await twice.fails('set_value', target, 'element_not_found'), /^2 elements match/);
    assert.deepEqual(twice.device.actions, []);
  });

  test('a cell by its text is meant itself, not also the icon whose id its row has', async () => {
    const cell = (text: string | undefined, left: number, top: number) =>
      node('cell', box(left, top, left + 100, top + 40), {
        ...(text === undefined ? {} : { text }),
        clickable: true,
        resourceId: `${text ?? 'icon'}${top}`,
      });
    const row = (name: string, top: number) => [
      cell(undefined, 0, top),
      cell(name, 100, top),
      cell('folder', 200, top),
    ];
    const table = node('table', full, { children: [...row('Archive', 0), ...row('Documents', 40)] });
    const tools = bench(viewOf(table), { screenFormat: 'lean' });
    await tools.text('click_element', { element_id: 'text:Documents' });
    assert.deepEqual(pressed(tools), ['click Documents40']);
    assert.match(
      await tools.fails('click_element', { element_id: 'text:folder' }, 'element_not_found'),
      /^2 elements match/,
    );
  });

  test('none and several are errors that name what it could mean, with ids', async () => {
    const view = viewOf(
      node('FrameLayout', full, {
        children: [
          button('Delete', box(0, 0, 1080, 100)),
          button('Delete', box(0, 200, 1080, 300)),
          button('Delete all', box(0, 400, 1080, 500)),
        ],
      }),
    );
    const tools = bench(view);
    assert.match(
      await tools.fails('click_element', { element_id: 'text:Delete' }, 'element_not_found'),
      /^2 elements match 'text:Delete'\. Use the id of the one you mean:\n\d+ Delete\n\d+ Delete$/,
    );
    assert.match(
      await tools.fails('click_element', { element_id: 'text:all' }, 'element_not_found'),
      /^Nothing on the screen matches 'text:all'\. Did you mean this\? Then pass its id:\n\d+ Delete all$/,
    );
    assert.match(
      await tools.fails('click_element', { element_id: 'text:delet' }, 'element_not_found'),
      /^Nothing on the screen matches 'text:delet'\. Similar:\n\d+ Delete\n\d+ Delete\n\d+ Delete all$/,
    );
    assert.match(
      await tools.fails('click_element', { element_id: 'res:nothing' }, 'element_not_found'),
      /^Nothing on the screen matches 'res:nothing'\. Call get_screen_state/,
    );
    tools.device.view = { ...view, textless: 'Another program reads it.' };
    assert.match(
      await tools.fails('click_element', { element_id: 'text:Send' }, 'element_not_found'),
      /^Nothing on the screen matches 'text:Send'\. But no texts of this screen could be read: Another program/,
    );
    assert.deepEqual(tools.device.actions, []);
  });

  test('a password is never matched by what it holds', async () => {
    const tools = bench(form({ secret: PASSWORD }));
    const message = await tools.fails('clear_text', { element_id: 'text:hunter2' }, 'element_not_found');
    assert.doesNotMatch(message, /Similar|Did you mean/);
  });

  test('one part of its text between commas is enough, if nothing is called so in full and it is the only one', async () => {
    const tile = (description: string, at: number) =>
      node('Switch', box(0, at * 100, 1080, at * 100 + 100), {
        description,
        clickable: true,
        checkable: true,
        resourceId: description,
      });
    const tools = (...labels: string[]) =>
      bench(viewOf(node('FrameLayout', full, { children: labels.map(tile) })), { screenFormat: 'lean' });
    const alone = tools('Airplane mode, Off', 'Flashlight, Off', '1,740 photos');
    await alone.text('click_element', { element_id: 'text:airplane mode' });
    await alone.text('click_element', { element_id: 'desc:Flashlight' });
    assert.deepEqual(pressed(alone), ['click Airplane mode, Off', 'click Flashlight, Off']);
    const missing = { element_id: 'text:Airplane' };
    assert.match(await alone.fails('click_element', missing, 'element_not_found'), /^Nothing on the screen/);
    await alone.fails('click_element', { element_id: 'text:740 photos' }, 'element_not_found');
    const twice = tools('Wi-Fi, Lighthouse', 'Hotspot, Lighthouse');
    const both = { element_id: 'text:Lighthouse' };
    assert.match(await twice.fails('click_element', both, 'element_not_found'), /^2 elements match/);
    const exact = tools('Airplane mode, Lighthouse', 'Airplane mode');
    await exact.text('click_element', { element_id: 'text:Airplane mode' });
    assert.deepEqual(pressed(exact), ['click Airplane mode']);
  });
});
