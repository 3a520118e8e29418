import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { changeText } from '../../src/device/aim.ts';
import { actionFailed, ScreenChanged } from '../../src/device/errors.ts';
import { entryOf, type RecordedCall } from '../../src/guard/audit/entry.ts';
import { defaultPolicy, type Policy } from '../../src/guard/policy.ts';
import type { Rule } from '../../src/guard/rules.ts';
import type { Audit } from '../../src/tools/create-toolbox.ts';
import type { CallRecord } from '../../src/tools/frame/accounts.ts';
import type { ToolResult } from '../../src/tools/frame/toolbox.ts';
import type { UiWindow, View } from '@handeye/screen/snapshot';
import { box, button, full, node, viewOf, windowOf } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench, textOf } from '@handeye/testing/tools';

const AT = { x: 540, y: 1200 };
const place = box(100, 1100, 980, 1300);

function screenWith(label: string, more: readonly UiWindow[] = [], app = 'com.notes'): View {
  const root = node('FrameLayout', full, {
    children: [button(label, place, { resourceId: `${app}:id/ok` })],
  });
  const window = windowOf(root, { app, key: `window of ${app}` });
  return viewOf(root, { app, windows: [window, ...more] });
}

const safe = screenWith('Save');
const shop = screenWith('Pay 49 €', [], 'com.shop');

/** A small window of another package over the target: an overlay, or a notification that has just slid in. */
function over(app: string, label: string): UiWindow {
  const root = node('FrameLayout', place, { children: [button(label, place)] });
  return windowOf(root, { app, key: `over ${app}`, type: 'system', title: undefined, active: false });
}

const refusing: Partial<Policy> = { changedScreen: 'refuse' };
/** A rule about what is hit: a policy with one looks at the screen before each touch anyway. */
const asksAboutPayments: Rule = { when: { kind: 'payment' }, then: 'ask', from: 'rule 1' };

interface Setting {
  readonly policy?: Partial<Policy>;
  readonly screenFormat?: 'lean';
  readonly isRecorded?: boolean;
}

/** A device whose glances and looks are counted, and whose record is kept. */
function house(view: View, { policy, screenFormat, isRecorded = true }: Setting = {}) {
  const device = new ScriptedDevice(view);
  let glances = 0;
  device.glance = () => {
    glances += 1;
    return Promise.resolve(device.view);
  };
  const records: Audit[] = [];
  const tools = bench(view, {
    device,
    policy: { ...defaultPolicy, writesPerSecond: 1000, ...policy },
    ...(screenFormat && { screenFormat }),
    ...(isRecorded && { audit: (audit: Audit) => records.push(audit) }),
  });
  return {
    ...tools,
    noted: () => records.flatMap(({ notes }) => notes),
    glances: () => glances,
    looks: () => device.deeds.filter(({ did }) => did === 'look').length,
    touches: () => device.actions.length,
  };
}

const second = ({ content }: ToolResult) => (content[1]?.type === 'text' ? content[1].text : undefined);

const SHOP_NOW = "The screen changed since you looked: now 'Pay 49 €' (com.shop) is at (540, 1200)";

suite('where what came over the screen is refused', () => {
  for (const [how, policy] of [
    ['by a glance', refusing],
    ['by the look that its rules need', { ...refusing, rules: [asksAboutPayments] }],
  ] as const) {
    test(`a tap on another application is refused, named and not made (${how})`, async () => {
      const { device, text, fails, touches } = house(safe, { policy });
      await text('get_screen_state');
      device.view = shop;
      const said = await fails('tap', AT, 'permission_denied');
      assert.ok(said.startsWith(SHOP_NOW), said);
      assert.equal(touches(), 0);
    });

    test(`a window that came over the target is refused, whoever it is from (${how})`, async () => {
      for (const [app, label] of [
        ['com.evil', 'Continue'],
        ['com.android.systemui', 'New message'],
        ['com.notes', 'Delete all?'],
      ] as const) {
        const { device, text, fails, touches } = house(safe, { policy });
        await text('get_screen_state');
        device.view = screenWith('Save', [over(app, label)]);
        const said = await fails('tap', AT, 'permission_denied');
        assert.ok(said.includes(`now '${label}' (${app}) is at (540, 1200)`), said);
        assert.equal(touches(), 0);
      }
    });
  }

  test('what a step opened is touched by the next one; what came instead or over it is refused', async () => {
    const opensShop = { tool: 'open_app', arguments: { app: 'com.shop' } };
    const swipes = { tool: 'swipe', arguments: { x1: AT.x, y1: AT.y, x2: AT.x, y2: 300 } };
    const bought = screenWith('Basket', [], 'com.shop');
    for (const [policy, came, refusal] of [
      [refusing, bought, undefined],
      [{ ...refusing, rules: [asksAboutPayments] }, bought, undefined],
      [refusing, screenWith('Grant', [], 'com.evil'), "now 'Grant' (com.evil)"],
      [
        refusing,
        screenWith('Basket', [over('com.evil', 'Continue')], 'com.shop'),
        "now 'Continue' (com.evil)",
      ],
    ] as const) {
      for (const comparesElements of [false, true]) {
        const { device, text, call } = house(safe, { policy, screenFormat: 'lean' });
        device.comparesElements = comparesElements;
        device.installs([{ id: 'com.shop', name: 'Shop', launchable: true, system: false }]);
        device.react = ({ did }) => {
          if (did === 'open') device.view = came;
        };
        await text('get_screen_state');
        const result = await call('run_steps', { steps: [opensShop, swipes] });
        assert.equal(result.isError, refusal === undefined ? undefined : true, textOf(result));
        if (refusal !== undefined) assert.ok(textOf(result).includes(refusal), textOf(result));
        assert.equal(
          device.actions.some(({ did }) => did === 'touch'),
          refusal === undefined,
        );
      }
    }
  });

  test('every gesture is judged by where its strokes begin', async () => {
    const other = { x: 540, y: 300 };
    const moment = (point: { x: number; y: number }, time: number) => ({ ...point, time });
    const gestures: readonly [string, unknown][] = [
      ['tap', AT],
      ['long_press', AT],
      ['double_tap', AT],
      ['swipe', { x1: AT.x, y1: AT.y, x2: other.x, y2: other.y }],
      ['pinch', { center_x: AT.x, center_y: AT.y, scale: 2 }],
      [
        'custom_gesture',
        {
          paths: [
            [moment(other, 0), moment(other, 50)],
            [moment(AT, 200), moment(AT, 250)],
          ],
        },
      ],
    ];
    for (const [tool, args] of gestures) {
      const { device, text, fails, touches } = house(safe, { policy: refusing });
      await text('get_screen_state');
      device.view = screenWith('Save', [over('com.evil', 'Continue')]);
      await fails(tool, args, 'permission_denied');
      assert.equal(touches(), 0, tool);
    }
  });

  test('after a look at what came, it may be touched', async () => {
    const { device, text, touches } = house(safe, { policy: refusing });
    await text('get_screen_state');
    device.view = shop;
    await text('get_screen_state');
    await text('tap', AT);
    assert.equal(touches(), 1);
  });

  test('another element, or the next screen, of the same application is noted and touched', async () => {
    const { device, call, text, touches } = house(safe, { policy: refusing, screenFormat: 'lean' });
    await text('get_screen_state');
    device.view = screenWith('Delete');
    const first = await call('tap', AT);
    assert.equal(first.isError, undefined);
    assert.match(
      second(first) ?? '',
      /^note: the screen changed since you looked: now 'Delete' \(com\.notes\) is at \(540, 1200\)$/m,
    );
    assert.equal(touches(), 1);
  });

  test('the second of two touches is judged by what the first one brought', async () => {
    const policy = { ...refusing, rules: [asksAboutPayments] };
    const { device, text, fails, touches } = house(safe, { policy });
    device.actsInReach = true;
    await text('get_screen_state');
    device.react = ({ did }) => {
      if (did === 'touch') device.view = shop;
    };
    const tapAt = (time: number) => [
      { ...AT, time },
      { ...AT, time: time + 50 },
    ];
    const said = await fails('custom_gesture', { paths: [tapAt(0), tapAt(2000)] }, 'permission_denied');
    assert.ok(said.includes(SHOP_NOW), said);
    assert.equal(touches(), 1);
  });
});

suite('where it is noted', () => {
  test('it is in the second item and in the record, and the touch is made', async () => {
    const { device, text, call, touches, noted } = house(safe, { screenFormat: 'lean' });
    await text('get_screen_state');
    device.view = shop;
    const result = await call('tap', AT);
    assert.match(
      second(result) ?? '',
      /^note: the screen changed since you looked: now 'Pay 49 €' \(com\.shop\)/,
    );
    assert.equal(touches(), 1);
    assert.equal(noted().length, 1);
  });

  test('where there is no second item, the answer stays as it was and the record has the note', async () => {
    const { device, text, call, noted } = house(safe);
    await text('get_screen_state');
    device.view = shop;
    const result = await call('tap', AT);
    assert.deepEqual(result, { content: [{ type: 'text', text: 'Tap executed at (540, 1200)' }] });
    assert.equal(noted().length, 1);
  });

  test('a step of run_steps says it in the answer to all of them', async () => {
    const { device, text, call } = house(safe, { screenFormat: 'lean' });
    await text('get_screen_state');
    device.view = shop;
    const result = await call('run_steps', { steps: [{ tool: 'tap', arguments: AT }] });
    assert.match(second(result) ?? JSON.stringify(result), /'Pay 49 €' \(com\.shop\)/);
  });

  test('once, and again only after it had gone', async () => {
    const { device, text, noted } = house(safe);
    await text('get_screen_state');
    device.view = shop;
    await text('tap', AT);
    await text('tap', AT);
    assert.equal(noted().length, 1);
    device.view = safe;
    await text('tap', AT);
    device.view = shop;
    await text('tap', AT);
    assert.equal(noted().length, 2);
  });

  test('a clock that ticks and a field that was typed into are still what was shown', async () => {
    const withText = (text: string, typed: string): View => {
      const clock = node('TextView', place, { text, resourceId: 'com.notes:id/clock', clickable: true });
      const typing = node('EditText', box(0, 0, 1080, 200), {
        text: typed,
        editable: true,
        focusable: true,
        resourceId: 'com.notes:id/name',
      });
      return viewOf(node('FrameLayout', full, { children: [clock, typing] }));
    };
    const { device, text, noted } = house(withText('00:12', ''));
    await text('get_screen_state');
    device.view = withText('00:13', 'Ada');
    await text('tap', AT);
    await text('tap', { x: 10, y: 10 });
    assert.deepEqual(noted(), []);
    // With another sign it is no counter.
    device.view = withText('-00:13', 'Ada');
    await text('tap', AT);
    assert.match(noted().join(), /now '-00:13'/);
  });
});

suite('who is judged, and what it costs', () => {
  test('a client that has not looked is not judged, whatever others were shown', async () => {
    const { device, toolbox, touches } = house(safe, { policy: refusing });
    const as = (client: string, tool: string, args: unknown) =>
      toolbox.call(tool, args, { signal: new AbortController().signal, client });
    await as('one', 'get_screen_state', {});
    device.view = shop;
    assert.equal((await as('two', 'tap', AT)).isError, undefined);
    assert.equal((await as('one', 'tap', AT)).isError, true);
    assert.equal(touches(), 1);
  });

  test('what a search, or a picture of the first generation, showed counts as well', async () => {
    for (const [look, args] of [
      ['find_elements', { by: 'text', value: 'Save' }],
      ['get_accessibility_tree', {}],
    ] as const) {
      const device = new ScriptedDevice(safe);
      device.glance = () => Promise.resolve(device.view);
      const policy = { ...defaultPolicy, ...refusing };
      const tools = bench(safe, { device, policy, toolsets: ['device', 'first-generation'] });
      await tools.text(look, args);
      device.view = shop;
      await tools.fails('tap', AT, 'permission_denied');
    }
  });

  test('a touch costs one glance, which also tells the size of the screen, and no look', async () => {
    for (const policy of [{}, refusing]) {
      const { device, text, glances, looks } = house(safe, { policy });
      let sizes = 0;
      device.screen = () => {
        sizes += 1;
        return Promise.resolve({ ...safe.screen, awake: true });
      };
      await text('get_screen_state');
      const before = looks();
      await text('tap', AT);
      assert.deepEqual([glances(), sizes, looks() - before], [1, 0, 0]);
    }
  });

  test('a policy that looks before each touch anyway costs nothing more', async () => {
    const { text, glances, looks } = house(safe, { policy: { ...refusing, rules: [asksAboutPayments] } });
    await text('get_screen_state');
    const before = looks();
    await text('tap', AT);
    assert.deepEqual([glances(), looks() - before], [0, 1]);
  });

  test('what nobody would hear is not asked for', async () => {
    const { text, glances } = house(safe, { isRecorded: false });
    await text('get_screen_state');
    await text('tap', AT);
    assert.equal(glances(), 0);
  });

  test('an element that is named by its id is verified by itself, as ever', async () => {
    const { idOf, text, glances } = house(safe);
    await text('click_element', { element_id: await idOf('Save') });
    assert.equal(glances(), 0);
  });

  test('a glance that fails is in the way only of what may be refused', async () => {
    for (const policy of [{}, refusing]) {
      const { device, text, call } = house(safe, { policy });
      device.glance = () => Promise.reject(actionFailed('The list of windows cannot be read.'));
      await text('get_screen_state');
      assert.equal((await call('tap', AT)).isError, policy === refusing ? true : undefined);
    }
  });

  test('a sleeping display is woken as ever, not compared', async () => {
    const { device, text, noted } = house(safe);
    await text('get_screen_state');
    device.awake = false;
    device.glance = () => Promise.resolve({ ...shop, awake: false });
    await text('tap', AT);
    assert.deepEqual(noted(), []);
    assert.deepEqual(
      device.actions.map(({ did }) => did),
      ['wake', 'touch'],
    );
  });
});

suite('a device that tells its windows only', () => {
  const stacked = (app: string, bounds = full, more: Partial<UiWindow> = {}) => ({
    ...windowOf(undefined, { app, key: app, bounds, active: false, ...more }),
    root: undefined,
    touchable: true,
    overlay: false,
  });

  test('another application, and a window over the target, are told by the list of windows', async () => {
    for (const top of [stacked('com.shop'), stacked('com.evil', place, { type: 'system' })]) {
      const { device, text, fails } = house({ ...safe, stack: [stacked('com.notes')] }, { policy: refusing });
      await text('get_screen_state');
      device.view = { ...safe, windows: [], stack: [top, stacked('com.notes')] };
      assert.match(await fails('tap', AT, 'permission_denied'), new RegExp(`\\(${top.app}\\) is at`));
    }
  });

  test('a window that takes no touches, and one beside the target, are none', async () => {
    for (const top of [
      { ...stacked('com.filter'), touchable: false },
      stacked('com.bubble', box(0, 0, 200, 200), { type: 'system' }),
    ]) {
      const { device, text, touches } = house(
        { ...safe, stack: [stacked('com.notes')] },
        { policy: refusing },
      );
      await text('get_screen_state');
      device.view = { ...safe, windows: [], stack: [top, stacked('com.notes')] };
      await text('tap', AT);
      assert.equal(touches(), 1);
    }
  });
});

suite('a device that compares in the touch itself', () => {
  const met = { ...AT, app: 'com.shop', label: 'Pay 49 €' };
  const meant = { ...AT, app: 'com.notes', label: 'Save' };

  function comparing(setting: Setting, meets: ScriptedDevice['meets'], record?: CallRecord) {
    const device = new ScriptedDevice(safe);
    device.comparesElements = true;
    device.glance = () => Promise.reject(new Error('no glance is needed'));
    device.meets = meets;
    const { policy, screenFormat } = setting;
    return {
      ...bench(safe, {
        device,
        policy: { ...defaultPolicy, writesPerSecond: 1000, ...policy },
        ...(screenFormat && { screenFormat }),
        ...(record && { record }),
      }),
    };
  }

  test('it gets what was judged, and how much of the label counts', async () => {
    const aims: unknown[] = [];
    const rules: readonly Rule[] = [
      { when: { kind: 'payment' }, then: 'allow', from: 'rule 1' },
      asksAboutPayments,
    ];
    for (const policy of [
      refusing,
      { ...refusing, rules: [...rules, { ...asksAboutPayments, when: { kind: 'call' } } as const] },
    ]) {
      const { device, text } = comparing({ policy }, (strokes, how) => {
        const view = how?.aim?.on;
        aims.push([view?.windows[0]?.app, how?.aim?.refuses, how?.aim?.labels]);
        return strokes.map(([{ x, y }]) => ({ x, y, app: 'com.notes', label: 'Save' }));
      });
      await text('get_screen_state');
      await text('tap', AT);
      await text('swipe', { x1: AT.x, y1: AT.y, x2: AT.x, y2: 300 });
      device.view = screenWith('Pay 49 €');
      await text('get_screen_state');
      await text('tap', AT);
    }
    assert.deepEqual(aims, [
      ['com.notes', true, ['words']],
      ['com.notes', true, ['words']],
      ['com.notes', true, ['words']],
      ['com.notes', true, ['words']],
      ['com.notes', true, ['words']],
      ['com.notes', true, ['whole']],
    ]);
  });

  test('where it refused, the client is told what is there, and to look again', async () => {
    const { text, fails } = comparing({ policy: refusing }, () => {
      throw new ScreenChanged(changeText(met), met);
    });
    await text('get_screen_state');
    assert.equal(
      await fails('tap', AT, 'permission_denied'),
      `${SHOP_NOW}. Nothing was touched. Look at the screen before you decide again.`,
    );
  });

  test('where it touched something else, the first line, the note, the hit and the record say so', async () => {
    const recorded: RecordedCall[] = [];
    const record = { mustBeWritable: () => undefined, add: (call: RecordedCall) => void recorded.push(call) };
    const { text, call } = comparing({ screenFormat: 'lean' }, () => [{ ...met, meant }], record);
    await text('get_screen_state');
    const result = await call('tap', AT);
    assert.equal(
      textOf(result),
      "Tap executed at (540, 1200). It hit 'Pay 49 €' (com.shop), not 'Save' (com.notes)",
    );
    assert.match(
      second(result) ?? '',
      /^note: the screen changed since you looked: now 'Pay 49 €' \(com\.shop\) is at/,
    );
    assert.match(second(result) ?? '', /^hit: 'Pay 49 €' \(com\.shop\), not 'Save' \(com\.notes\)$/m);
    const entry = entryOf(recorded.at(-1)!, { mask: (said) => said, screens: true });
    assert.deepEqual(entry.hit, [
      { app: 'com.shop', label: 'Pay 49 €', meant: { app: 'com.notes', label: 'Save' } },
    ]);
    const steps = [{ tool: 'tap', arguments: AT, times: 2 }];
    assert.equal(
      textOf(await call('run_steps', { steps })),
      "1 ok: It hit 'Pay 49 €' (com.shop), not 'Save' (com.notes) (2 times)",
    );
  });

  test('what it does not tell was only aimed at', async () => {
    const { text, call } = house(safe, { screenFormat: 'lean' });
    await text('get_screen_state');
    assert.match(second(await call('tap', AT)) ?? '', /^aimed at: \d+ Save \(element not compared\)$/m);
    const told = comparing({ screenFormat: 'lean' }, () => [meant]);
    await told.text('get_screen_state');
    assert.match(second(await told.call('tap', AT)) ?? '', /^hit: \d+ Save$/m);
  });
});

test('on a desktop the windows are compared right before the mouse is used', async () => {
  const device = new ScriptedDevice(safe);
  device.hasMouse = true;
  // It comes to the front after the look that the policy was judged by.
  device.glance = () => Promise.resolve(shop);
  const policy = { ...defaultPolicy, ...refusing, rules: [asksAboutPayments] };
  const { text, fails } = bench(safe, { device, policy });
  await text('get_screen_state');
  assert.ok((await fails('tap', AT, 'permission_denied')).startsWith(SHOP_NOW));
  assert.deepEqual(device.actions, []);
});
