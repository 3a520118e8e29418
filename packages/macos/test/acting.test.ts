import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { keyCodes } from '../src/actions/keys.ts';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { defaultPolicy } from '@handeye/core/guard/policy';
import { profiles } from '@handeye/core/guard/profiles';
import { patientLimits } from '@handeye/testing/patience';
import type { FakeWorld } from './fake/world.ts';
import { macHouse, sharedMac } from './house.ts';
import { application, box, desk, field } from './worlds.ts';

const onMac = sharedMac({ after });

/** CGEventTypes. */
const [LEFT_DOWN, LEFT_UP, MOVED, KEY_DOWN, WHEEL] = [1, 2, 5, 10, 22];
const COMMAND = 0x10_0000;
const SHIFT = 0x2_0000;

type House = Awaited<ReturnType<typeof onMac>>;
const pressed = ({ mac }: House) =>
  mac
    .posted()
    .filter(({ type }) => type === KEY_DOWN)
    .map(({ detail, flags, text }) => (text === '' ? [detail, flags & (COMMAND | SHIFT)] : text));

describe('click_element on a Mac', () => {
  test('performs AXPress on the element itself, wherever it is', async () => {
    const { idOf, text, mac } = await onMac(desk());
    await text('click_element', { element_id: await idOf('New') });
    assert.deepEqual(mac.log(), [{ did: 'perform', element: 'New', action: 'AXPress' }]);
  });

  test('focuses a field and brings its window and application to the front', async () => {
    const { idOf, text, json, mac } = await onMac(desk());
    await text('click_element', { element_id: await idOf('secret') });
    assert.deepEqual(
      mac.log().map((entry) => ('attribute' in entry ? entry.attribute : 'action' in entry && entry.action)),
      ['AXFrontmost', 'AXRaise', 'AXFocused'],
    );
    const focused = await json('get_focused_element');
    assert.equal((focused.element as { identifier: string }).identifier, 'secret');
  });

  test('clicks a row with the mouse, after raising its window', async () => {
    const { idOf, text, mac } = await onMac(desk());
    await text('click_element', { element_id: await idOf('Bread') });
    const [raise, ...events] = mac.log();
    assert.deepEqual(raise, { did: 'perform', element: 'notes window', action: 'AXRaise' });
    assert.deepEqual(
      events.map((entry) => entry.did === 'post' && [entry.event.type, entry.event.x, entry.event.y]),
      [MOVED, LEFT_DOWN, LEFT_UP].map((type) => [type, 220, 360]),
    );
  });

  test('does not click a row that another application covers', async () => {
    const world = desk();
    const over = application(700, 'Over', { bounds: box(0, 0, 1440, 900) });
    const { idOf, fails, mac } = await onMac({
      ...world,
      applications: [...world.applications!, over.app],
      windows: [over.window, ...world.windows!],
    });
    const why = await fails('click_element', { element_id: await idOf('Bread') }, 'action_failed');
    assert.match(why, /another application covers this element.*'Notes' to the front/);
    assert.deepEqual(mac.posted(), []);
  });

  test('clicks the visible part of a row, never below it', async () => {
    const { idOf, text, fails, mac } = await onMac(desk());
    // The list ends at 400, in the middle of this row.
    await text('click_element', { element_id: await idOf('Tea') });
    assert.deepEqual(
      mac.posted().map(({ x, y }) => [x, y]),
      [
        [220, 390],
        [220, 390],
        [220, 390],
      ],
    );
    mac.forget();
    await fails('click_element', { element_id: await idOf('Salt') }, 'action_failed');
    assert.deepEqual(mac.posted(), []);
  });

  test('a long click shows the context menu', async () => {
    const { idOf, text, fails, mac } = await onMac(desk());
    await text('long_click_element', { element_id: await idOf('New') });
    assert.deepEqual(mac.log(), [{ did: 'perform', element: 'New', action: 'AXShowMenu' }]);
    await fails('long_click_element', { element_id: await idOf('Sync') }, 'action_failed');
  });
});

describe('texts on a Mac', () => {
  test('set_text sets AXValue and reads it back', async () => {
    const { idOf, text, mac } = await onMac(desk());
    const id = await idOf('search');
    assert.equal(await text('set_text', { element_id: id, text: 'Käse 😀' }), `Text set on element '${id}'`);
    assert.deepEqual(mac.log(), [{ did: 'set', element: 'search', attribute: 'AXValue', value: 'Käse 😀' }]);
  });

  for (const [why, parts] of [
    ['refuses a value', { refuses: ['AXValue'] }],
    ['says that it took a value and did not', { stubborn: true }],
  ] as const) {
    test(`a field that ${why} is selected from end to end and typed over`, async () => {
      const odd = field('odd', box(400, 140, 100, 24), { value: 'old', ...parts });
      const house = await onMac(desk({ notes: { more: [odd] } }));
      const id = await house.idOf('odd');
      await house.text('set_text', { element_id: id, text: 'new' });
      await house.text('set_text', { element_id: id, text: '' });
      const selecting = [
        [keyCodes.up, COMMAND],
        [keyCodes.down, COMMAND | SHIFT],
      ];
      assert.deepEqual(pressed(house), [...selecting, 'new', ...selecting, [keyCodes.delete, 0]]);
    });
  }

  test('a secure field is set but not read back', async () => {
    const { idOf, text } = await onMac(desk());
    const answer = await text('set_text', { element_id: await idOf('secret'), text: 'tr0ub4dor' });
    assert.match(answer, /password field: its content cannot be read back/);
  });

  test('input_text types at the end of the focused field', async () => {
    const house = await onMac(desk());
    await house.text('input_text', { text: ' ünd 😀' });
    assert.deepEqual(pressed(house), [[keyCodes.down, COMMAND], ' ünd 😀']);
    assert.match(await house.text('get_screen_state'), /milk ünd 😀/);
  });
});

test('a part of a text is selected by its range, and copied, cut and pasted without a letter with Command', async () => {
  const memo = field('memo', box(400, 140, 100, 24), {
    value: 'Groceries for Sunday',
    settable: ['AXValue', 'AXFocused', 'AXSelectedTextRange'],
    attributes: { AXSelectedTextRange: { range: [0, 0] } },
  });
  const house = await onMac(desk({ notes: { more: [memo] } }), { screenFormat: 'lean' });
  const { text, fails, mac } = house;
  const press = (key: string) => text('press_key', { key });
  const ranges = () =>
    mac
      .log()
      .flatMap((entry) =>
        entry.did === 'set' && entry.attribute === 'AXSelectedTextRange' ? [entry.value] : [],
      );
  const element_id = 'res:memo';
  await text('click_element', { element_id });
  await fails('press_key', { key: 'COPY' }, 'action_failed');
  await fails('press_key', { key: 'PASTE' }, 'action_failed');
  assert.equal(
    await text('select_text', { element_id, text: 'Sunday' }),
    "Text selected on element 'res:memo'",
  );
  assert.match(await text('get_screen_state'), /#memo = Groceries for Sunday \| selected 14-20: Sunday$/m);
  await press('COPY');
  assert.match(await text('get_clipboard'), /"Sunday"/);
  await press('CUT');
  await press('PASTE');
  assert.deepEqual(pressed(house), [[keyCodes.delete, 0], 'Sunday']);
  await press('SELECT_ALL');
  assert.deepEqual(ranges(), ['14 6', '0 26']);
});

describe('keys, pointer and wheel on a Mac', () => {
  test('each key has its key code, and chords their modifiers', async () => {
    const house = await onMac(desk(), { screenFormat: 'lean' });
    const codes = {
      ...{
        ENTER: [36, 0],
        DEL: [51, 0],
        TAB: [48, 0],
        SPACE: [49, 0],
        ESCAPE: [53, 0],
        F5: [96, 0],
        F12: [111, 0],
      },
      ...{ PAGE_DOWN: [121, 0], FORWARD_DEL: [117, 0], 'cmd+shift+LEFT': [123, COMMAND | SHIFT] },
    };
    for (const key of Object.keys(codes)) await house.text('press_key', { key });
    assert.deepEqual(pressed(house), Object.values(codes));
  });

  test('a letter with Command held is refused: the layout of the keyboard decides where it is', async () => {
    const house = await onMac(desk(), { screenFormat: 'lean' });
    assert.match(
      await house.fails('press_key', { key: 'cmd+q' }, 'action_failed'),
      /only named keys .* Click the command in the application's menu/,
    );
    assert.deepEqual(pressed(house), []);
  });

  test('a slider is set by its AXValue, to a number or a share of its scale', async () => {
    const slider = {
      key: 'zoom',
      role: 'AXSlider',
      title: 'Zoom',
      value: { float: 1 },
      settable: ['AXValue'],
      bounds: box(200, 400, 200, 20),
      attributes: { AXMinValue: { float: 0 }, AXMaxValue: { float: 4 } },
    };
    const { text, fails, mac } = await onMac(desk({ notes: { more: [slider] } }), { screenFormat: 'lean' });
    const [, id] = /^(\d+) /.exec(await text('find_elements', { value: 'Zoom' })) ?? [];
    assert.equal(
      await text('set_value', { element_id: id, value: '75%' }),
      `Value set on element '${id}': 3 (75 % of 0 to 4)`,
    );
    assert.equal(
      await text('set_value', { element_id: id, value: '0.5' }),
      `Value set on element '${id}': 0.5 (13 % of 0 to 4)`,
    );
    assert.deepEqual(
      mac.log().map((entry) => entry.did === 'set' && [entry.attribute, entry.value]),
      [
        ['AXValue', 3],
        ['AXValue', 0.5],
      ],
    );
    await fails('set_value', { element_id: id, value: '120%' }, 'action_failed');
  });

  test('a tap under a policy is compared by the bridge, right before the mouse is pressed', async (t) => {
    const policy = { ...defaultPolicy, writesPerSecond: 1000, ...profiles.careful };
    const { fails, call, text, mac, registry } = macHouse(t, desk(), { policy });
    await text('get_screen_state');
    const limit = patientLimits.action;
    const { device } = await withinLimit({ clock: realClock, limit }, (one) =>
      registry.choose(undefined, one),
    );
    const at = { x: 160, y: 232 };
    assert.notEqual((await call('tap', at)).isError, true);
    assert.ok(mac.posted().length > 0);
    mac.forget();
    // The windows are read last.
    const glance = device.glance?.bind(device);
    device.glance = async (one) => {
      const seen = await glance?.(one);
      mac.become(JSON.parse(JSON.stringify(desk()).replaceAll('"New"', '"Pay 49 €"')) as FakeWorld);
      return seen;
    };
    assert.match(
      await fails('tap', at, 'permission_denied'),
      /The screen changed since you looked: .* is at \(160, 232\)/,
    );
    assert.deepEqual(mac.posted(), []);
  });

  test('a cancelled drag still releases the button', async (t) => {
    const { toolbox, text, mac } = macHouse(t, desk());
    const controller = new AbortController();
    const args = { x1: 300, y1: 200, x2: 400, y2: 250, duration: 600 };
    const swipe = toolbox.call('swipe', args, { signal: controller.signal });
    while (!mac.posted().some(({ type }) => type === LEFT_DOWN)) await text('get_screen_state');
    controller.abort();
    assert.equal((await swipe).isError, true);
    while (mac.posted().at(-1)?.type !== LEFT_UP) await text('get_screen_state');
  });

  test('a drag releases the button even if the server stops meanwhile', async (t) => {
    const { call, text, mac, registry } = macHouse(t, desk());
    const swipe = call('swipe', { x1: 300, y1: 200, x2: 400, y2: 250, duration: 300 });
    while (!mac.posted().some(({ type }) => type === LEFT_DOWN)) await text('get_screen_state');
    await registry.close();
    assert.equal(mac.posted().at(-1)?.type, LEFT_UP);
    await swipe;
  });

  test('scroll turns the wheel over the scroll area and does not drag', async () => {
    const { text, mac } = await onMac(desk());
    await text('scroll', { direction: 'down', amount: 'medium' });
    assert.deepEqual(
      mac.posted().map(({ type, x, y, lines }) => [type, x, y, lines]),
      [
        [MOVED, 220, 350, [0, 0]],
        [WHEEL, 220, 350, [-5, 0]],
      ],
    );
  });

  test('scroll_to_element turns the wheel over the list, down first', async () => {
    const { idOf, fails, mac } = await onMac(desk());
    // Nothing moves in this world, so both directions are tried.
    await fails('scroll_to_element', { element_id: await idOf('Salt') }, 'action_failed');
    const turns = mac.posted().filter(({ type }) => type === WHEEL);
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
  test('keeps any text, with any locale of the server', async () => {
    const { text, json, programs } = await onMac(desk());
    await text('set_clipboard', { text: 'Käse – 😀' });
    assert.equal((await json('get_clipboard')).text, 'Käse – 😀');
    for (const program of ['pbcopy', 'pbpaste'] as const) {
      assert.equal(programs.variable(program, 'LC_ALL'), 'en_US.UTF-8');
    }
  });
});
