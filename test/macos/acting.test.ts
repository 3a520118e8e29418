import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keyCodes } from '../../src/macos/keys.ts';
import { macHouse } from './house.ts';
import { box, button, desk, field, notes, notesWindow } from './worlds.ts';

/** CGEventTypes. */
const [leftDown, leftUp, moved, dragged, keyDown, wheel] = [1, 2, 5, 6, 10, 22];
const command = 0x10_0000;
const shift = 0x2_0000;

type House = ReturnType<typeof macHouse>;
const pressed = ({ mac }: House) =>
  mac
    .posted()
    .filter(({ type }) => type === keyDown)
    .map(({ detail, flags, text }) => (text === '' ? [detail, flags & (command | shift)] : text));

describe('click_element on a Mac', () => {
  test('is AXPress on the element itself, wherever it lies', async (t) => {
    const { idOf, text, mac } = macHouse(t, desk());
    await text('click_element', { element_id: await idOf('New') });
    assert.deepEqual(mac.log(), [{ did: 'perform', element: 'New', action: 'AXPress' }]);
  });

  test('gives a field the focus, its window and application to the front', async (t) => {
    const { idOf, text, json, mac } = macHouse(t, desk());
    await text('click_element', { element_id: await idOf('secret') });
    assert.deepEqual(
      mac.log().map((entry) => ('attribute' in entry ? entry.attribute : 'action' in entry && entry.action)),
      ['AXFrontmost', 'AXRaise', 'AXFocused'],
    );
    const focused = await json('get_focused_element');
    assert.equal((focused.element as { identifier: string }).identifier, 'secret');
  });

  test('is the mouse on a row, after its window was raised', async (t) => {
    const { idOf, text, mac } = macHouse(t, desk());
    await text('click_element', { element_id: await idOf('Bread') });
    const [raise, ...events] = mac.log();
    assert.deepEqual(raise, { did: 'perform', element: 'notes window', action: 'AXRaise' });
    assert.deepEqual(
      events.map((entry) => entry.did === 'post' && [entry.event.type, entry.event.x, entry.event.y]),
      [moved, leftDown, leftUp].map((type) => [type, 220, 360]),
    );
  });

  test('presses nothing when another element has come to its place', async (t) => {
    const house = macHouse(t, desk());
    const id = await house.idOf('New');
    const other = notes();
    const [window, bar] = other.tree!.children! as [object, object];
    const shuffled = {
      ...window,
      children: [
        button('Delete everything', box(120, 220, 80, 24)),
        ...(window as { children: object[] }).children,
      ],
    };
    // The look of the click still finds New; what is there when it acts is another world.
    const changed = {
      ...desk(),
      applications: [{ ...other, tree: { ...other.tree!, children: [shuffled, bar] as never } }],
    };
    for (let messages = 1; messages < 200; messages += 3) {
      house.mac.become({ ...desk(), then: { messages, world: changed } });
      await house.call('click_element', { element_id: id });
    }
    const elements = house.mac.log().map((entry) => 'element' in entry && entry.element);
    assert.ok(elements.includes('New'), 'some of the clicks are quick enough');
    assert.ok(!elements.includes('Delete everything'));
  });

  test('a long click shows the context menu', async (t) => {
    const { idOf, text, fails, mac } = macHouse(t, desk());
    await text('long_click_element', { element_id: await idOf('New') });
    assert.deepEqual(mac.log(), [{ did: 'perform', element: 'New', action: 'AXShowMenu' }]);
    await fails('long_click_element', { element_id: await idOf('Sync') }, 'action_failed');
  });
});

describe('texts on a Mac', () => {
  test('set_text sets AXValue and reads it back', async (t) => {
    const { idOf, text, mac } = macHouse(t, desk());
    const id = await idOf('search');
    assert.equal(await text('set_text', { element_id: id, text: 'Käse 😀' }), `Text set on element '${id}'`);
    assert.deepEqual(mac.log(), [{ did: 'set', element: 'search', attribute: 'AXValue', value: 'Käse 😀' }]);
  });

  test('a field that refuses a value is selected from end to end and typed over', async (t) => {
    const stubborn = field('stubborn', box(400, 140, 100, 24), { value: 'old', refuses: ['AXValue'] });
    const house = macHouse(t, desk({ notes: { more: [stubborn] } }));
    const id = await house.idOf('stubborn');
    await house.text('set_text', { element_id: id, text: 'new' });
    await house.text('set_text', { element_id: id, text: '' });
    const selecting = [
      [keyCodes.up, command],
      [keyCodes.down, command | shift],
    ];
    assert.deepEqual(pressed(house), [...selecting, 'new', ...selecting, [keyCodes.delete, 0]]);
  });

  test('a secret field is set and not read back', async (t) => {
    const { idOf, text } = macHouse(t, desk());
    const answer = await text('set_text', { element_id: await idOf('secret'), text: 'tr0ub4dor' });
    assert.match(answer, /password field: its content cannot be read back/);
  });

  test('input_text types at the end of the focused field', async (t) => {
    const house = macHouse(t, desk());
    await house.text('input_text', { text: ' ünd 😀' });
    assert.deepEqual(pressed(house), [[keyCodes.down, command], ' ünd 😀']);
    assert.match(await house.text('get_screen_state'), /milk ünd 😀/);
  });

  test('input_text focuses the field that is named', async (t) => {
    const house = macHouse(t, desk());
    await house.text('input_text', { element_id: await house.idOf('secret'), text: 'x' });
    const focused = await house.json('get_focused_element');
    assert.equal((focused.element as { identifier: string }).identifier, 'secret');
  });

  test('clear_text empties the focused field', async (t) => {
    const { text, json } = macHouse(t, desk());
    await text('clear_text');
    assert.equal(((await json('get_focused_element')).element as { value?: string }).value, '');
  });
});

describe('keys, pointer and wheel on a Mac', () => {
  for (const [key, code] of [
    ['ENTER', 36],
    ['DEL', 51],
    ['TAB', 48],
    ['SPACE', 49],
  ] as const) {
    test(`${key} is key ${code}`, async (t) => {
      const house = macHouse(t, desk());
      await house.text('press_key', { key });
      assert.deepEqual(pressed(house), [[code, 0]]);
    });
  }

  test('keys of a phone are none of a Mac', async (t) => {
    const { fails } = macHouse(t, desk());
    for (const tool of ['press_back', 'press_home', 'press_recents', 'open_notifications']) {
      assert.match(await fails(tool, {}, 'permission_denied'), /belongs to phones/);
    }
    await fails('press_key', { key: 'HOME' }, 'permission_denied');
    await fails('get_device_logs', {}, 'permission_denied');
  });

  test('a tap is a click, two taps a double click, a swipe a drag', async (t) => {
    const { text, mac } = macHouse(t, desk());
    await text('tap', { x: 300, y: 200 });
    await text('double_tap', { x: 310, y: 210 });
    await text('swipe', { x1: 300, y1: 200, x2: 400, y2: 250, duration: 20 });
    const downs = mac.posted().filter(({ type }) => type === leftDown);
    assert.deepEqual(
      downs.map(({ x, y, clicks }) => [x, y, clicks]),
      [
        [300, 200, 1],
        [310, 210, 1],
        [310, 210, 2],
        [300, 200, 1],
      ],
    );
    const last = mac.posted().slice(-2);
    assert.deepEqual(
      last.map(({ type, x, y }) => [type, x, y]),
      [
        [dragged, 400, 250],
        [leftUp, 400, 250],
      ],
    );
  });

  test('two fingers cannot be made', async (t) => {
    const { fails } = macHouse(t, desk());
    assert.match(
      await fails('pinch', { center_x: 700, center_y: 400, scale: 2 }, 'permission_denied'),
      /one pointer/,
    );
  });

  test('scroll_to_element turns the wheel over the list, down first', async (t) => {
    const { idOf, fails, mac } = macHouse(t, desk());
    // Nothing moves in this world, so that it is tried both ways.
    await fails('scroll_to_element', { element_id: await idOf('Salt') }, 'action_failed');
    const turns = mac.posted().filter(({ type }) => type === wheel);
    assert.deepEqual(
      turns.map(({ x, y, lines }) => [x, y, lines]),
      [
        [220, 350, [-7, 0]],
        [220, 350, [7, 0]],
      ],
    );
  });
});

describe('the clipboard of a Mac', () => {
  test('keeps any text, whatever the locale of the server is', async (t) => {
    const { text, json, programs } = macHouse(t, desk());
    await text('set_clipboard', { text: 'Käse – 😀' });
    assert.equal((await json('get_clipboard')).text, 'Käse – 😀');
    for (const program of ['pbcopy', 'pbpaste'] as const) {
      assert.equal(programs.variable(program, 'LC_ALL'), 'en_US.UTF-8');
    }
  });

  test('an empty one holds no text', async (t) => {
    const { json } = macHouse(t, desk());
    assert.equal((await json('get_clipboard')).text, null);
  });
});

test('a window that is only minimised or hidden is not looked at', async (t) => {
  const { text } = macHouse(t, {
    ...desk({ notes: { window: { AXMinimized: true } } }),
    windows: [{ ...notesWindow, onScreen: false }],
  });
  assert.doesNotMatch(await text('get_screen_state'), /My notes/);
});
