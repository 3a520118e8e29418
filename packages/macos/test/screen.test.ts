import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { picture } from '@handeye/testing/scripted-device';
import type { FakeElement } from './fake/world.ts';
import { macHouse, sharedMac } from './house.ts';
import { box, button, desk, menuBar, notes, partsOf, withParts } from './worlds.ts';

const onMac = sharedMac({ after });

/** The rows of a screen state without their ids. */
const rowsOf = (state: string) =>
  state
    .split('\n')
    .filter((line) => line.startsWith('node_'))
    .map((line) => line.split('\t').slice(1).join(' '));

describe('get_screen_state on a Mac', () => {
  test('shows the application in front, its menu bar, and the windows of the others', async () => {
    const state = await (await onMac(desk())).text('get_screen_state');
    assert.match(state, /^app:Notes activity:All notes$/m);
    assert.match(state, /^screen:1440x900 density:72 orientation:landscape$/m);
    assert.match(state, /^window:application Mail window$/m);
    assert.deepEqual(rowsOf(state).slice(0, 8), [
      'window All notes - - 100,100,700,500 vn',
      'text My notes - - 120,110,220,130 vn',
      'textfield milk Search search 120,140,320,164 vclfen',
      'passwordfield - Password secret 120,180,320,204 vclfen',
      'button New - - 120,220,200,244 vcln',
      'button Off - - 220,220,300,244 vc',
      'checkbox Sync - - 320,220,400,244 vcnx',
      'scrollarea - - - 120,300,320,400 vsn',
    ]);
  });

  test('a row that is scrolled away is not visible', async () => {
    const rows = rowsOf(await (await onMac(desk())).text('get_screen_state'));
    const flags = (text: string) =>
      rows
        .find((row) => row.startsWith(`text ${text} `))
        ?.split(' ')
        .at(-1);
    assert.deepEqual([flags('Milk'), flags('Tea'), flags('Salt')], ['vn', 'vn', 'n']);
  });

  test('the items of a menu are shown while it is open', async () => {
    const { text, mac } = await onMac(desk());
    assert.doesNotMatch(await text('get_screen_state'), /New Note/);
    const [file] = menuBar.children as FakeElement[];
    const [menu] = file!.children as FakeElement[];
    const [item] = menu!.children as FakeElement[];
    const open = {
      ...menuBar,
      children: [
        {
          ...file!,
          attributes: { AXSelected: true },
          children: [
            {
              ...menu!,
              bounds: box(60, 24, 200, 300),
              children: [{ ...item!, bounds: box(60, 28, 200, 20) }],
            },
          ],
        },
      ],
    };
    const app = notes();
    mac.become(desk({ applications: [withParts(app, [partsOf(app)[0]!, open])] }));
    assert.ok(
      rowsOf(await text('get_screen_state')).includes('menuitem New Note - - 60,28,260,48 vcn'),
      'a menu reaches beyond what it belongs to',
    );
  });

  test('a picture comes from screencapture', async () => {
    const { call, programs } = await onMac(desk());
    programs.shows((await picture(2880, 1800)).bytes);
    const { content } = await call('get_screen_state', { include_screenshot: true });
    assert.equal(content[1]?.type, 'image');
  });

  test('without the Screen Recording permission everything but pictures works', async (t) => {
    const without = desk({ recording: false });
    // Never granted, and revoked while we run.
    for (const { fails, text } of [macHouse(t, without), await onMac(without)]) {
      assert.match(
        await fails('get_screen_state', { include_screenshot: true }, 'permission_denied'),
        /Privacy & Security > Screen & System Audio Recording/,
      );
      assert.match(await text('get_screen_state'), /My notes/);
    }
  });

  test('if an application cannot be read, its window is listed with a note', async () => {
    const { call } = await onMac(desk({ notes: { parts: { fault: { error: -25208 } } } }));
    const { content, isError } = await call('get_screen_state');
    assert.equal(isError, true);
    assert.match(JSON.stringify(content), /Failed to obtain root accessibility node/);
  });
});

describe('a display on the left', () => {
  test('windows there are read and clicked through accessibility, not by coordinates', async () => {
    const far = button('Far', box(-500, 200, 80, 24));
    const { idOf, text, fails, mac } = await onMac(desk({ notes: { more: [far] } }));
    await text('click_element', { element_id: await idOf('Far') });
    assert.deepEqual(mac.log(), [{ did: 'perform', element: 'Far', action: 'AXPress' }]);
    assert.match(await fails('tap', { x: 1440, y: 10 }, 'invalid_params'), /1440x900/);
  });
});
