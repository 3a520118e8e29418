import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type Call, orAborted, pause } from '../../src/call/call.ts';
import { actionFailed, DeviceUnreachable, permissionDenied } from '../../src/device/errors.ts';
import type { Device } from '../../src/device/port.ts';
import { Registry } from '../../src/device/registry.ts';
import { type Audit, createToolbox } from '../../src/tools/create-toolbox.ts';
import { defaultPolicy } from '../../src/guard/policy.ts';
import { toolsets } from '../../src/tools/toolsets.ts';
import type { UiNode } from '@handeye/screen/node';
import { SkippingClock } from '@handeye/testing/clock';
import { box, button, calculator, form, full, node, viewOf, windowOf } from '@handeye/testing/screens';
import { ScriptedDevice, sourceOf } from '@handeye/testing/scripted-device';
import { bench, callers, textOf } from '@handeye/testing/tools';

function withDevices(devices: readonly ScriptedDevice[], configured: readonly string[]) {
  const registry = new Registry({ sources: [sourceOf(devices)], configured });
  const toolbox = createToolbox({ registry, clock: new SkippingClock() });
  return { toolbox, ...callers(toolbox) };
}

describe('the list of tools', () => {
  test('is one and the same for toolsets in whatever order and number', () => {
    const { toolbox } = withDevices([], []);
    const one = toolbox.servedAs?.({ toolsets: ['device', 'apps'] });
    assert.equal(toolbox.servedAs?.({ toolsets: ['apps', 'device', 'apps'] }), one);
  });

  test('has the 27 tools of the contract, in its order', () => {
    assert.deepEqual(
      bench(form()).toolbox.tools.map(({ name }) => name),
      [
        'get_screen_state',
        'press_back',
        'press_home',
        'press_recents',
        'open_notifications',
        'open_quick_settings',
        'get_device_logs',
        'tap',
        'long_press',
        'double_tap',
        'swipe',
        'scroll',
        'pinch',
        'custom_gesture',
        'find_elements',
        'click_element',
        'long_click_element',
        'set_text',
        'scroll_to_element',
        'input_text',
        'clear_text',
        'press_key',
        'get_clipboard',
        'set_clipboard',
        'wait_for_element',
        'wait_for_idle',
        'get_element_details',
      ],
    );
  });

  const matrix: Readonly<Record<string, readonly string[]>> = {
    'read idempotent': [
      'get_screen_state',
      'get_element_details',
      'find_elements',
      'get_device_logs',
      'get_clipboard',
      'wait_for_element',
      'wait_for_idle',
      'get_accessibility_tree',
      'capture_screenshot',
      'get_current_app',
      'get_screen_info',
    ],
    idempotent: [
      'press_home',
      'open_notifications',
      'open_quick_settings',
      'scroll_to_element',
      'set_clipboard',
    ],
    '': ['press_back', 'press_recents', 'scroll', 'swipe', 'pinch'],
    'destructive idempotent': ['set_text', 'clear_text'],
    destructive: [
      'tap',
      'long_press',
      'double_tap',
      'custom_gesture',
      'click_element',
      'long_click_element',
      'input_text',
      'press_key',
    ],
  };

  test('states all four hints of every tool as the contract does', () => {
    const { toolbox } = bench(form(), { toolsets: ['device', 'first-generation'] });
    const expected = Object.entries(matrix).flatMap(([words, names]) => names.map((name) => [name, words]));
    const stated = toolbox.tools.map(({ name, annotations: hints }) => {
      assert.equal(hints.openWorldHint, true);
      return [
        name,
        [
          hints.readOnlyHint && 'read',
          hints.destructiveHint && 'destructive',
          hints.idempotentHint && 'idempotent',
        ]
          .filter(Boolean)
          .join(' '),
      ];
    });
    assert.deepEqual(Object.fromEntries(stated), Object.fromEntries(expected));
  });

  test('every tool, and every parameter that needs one, has a description', () => {
    for (const { title, description, inputSchema } of bench(form()).toolbox.tools) {
      assert.ok(title.length > 2 && description.length > 10);
      assert.equal(inputSchema.additionalProperties, false);
    }
  });

  test('a prefix reaches names, descriptions, parameters and errors', async () => {
    const { toolbox, call } = bench(form(), { prefix: 'android_' });
    assert.ok(toolbox.tools.every(({ name }) => name.startsWith('android_')));
    const all = JSON.stringify(toolbox.tools) + toolbox.instructions;
    assert.doesNotMatch(
      all,
      /(?<!android_)\b(get_screen_state|get_element_details|find_elements|click_element|scroll_to_element|press_back)\b/,
    );
    assert.equal(toolbox.has('tap'), false);
    const result = await call('android_click_element', { element_id: 'node_x' });
    assert.match(textOf(result), /Call android_get_screen_state or android_find_elements/);
  });

  test('an unknown tool that is in another toolset is refused with its name and the way to it', async () => {
    const { fails } = bench(form());
    assert.equal(
      await fails('open_uri', {}, 'invalid_params'),
      "Unknown tool: open_uri. It belongs to the toolset 'apps', which is not served to you. The user can change that: --toolset device,apps.",
    );
    assert.match(
      await fails('run_steps', {}, 'invalid_params'),
      /toolset 'model', .*: --screen-format lean, or \?screen=lean at/,
    );
    const { toolbox } = bench(form(), { toolsets: ['device', 'apps'] });
    const chosen = callers(toolbox.servedAs?.({ toolsets: ['device'] }) ?? toolbox);
    assert.match(
      await chosen.fails('open_uri', {}, 'invalid_params'),
      /--toolset device,apps, or \?toolset=device,apps at the end of the address\.$/,
    );
    assert.equal(await fails('no_such_tool', {}, 'invalid_params'), 'Unknown tool: no_such_tool');
  });

  test('the server lists tools and checks arguments with no device at all', async () => {
    const { toolbox, fails } = withDevices([], []);
    assert.equal(toolbox.tools.length, toolsets.device.length);
    assert.equal(await fails('tap', {}, 'invalid_params'), "Missing required parameter 'x'");
    assert.match(await fails('tap', { x: 1, y: 1 }, 'permission_denied'), /No device is attached/);
  });
});

describe('choosing a device', () => {
  const two = () => [
    new ScriptedDevice(calculator('1'), { id: 'one' }),
    new ScriptedDevice(calculator('2'), { id: 'two' }),
  ];

  test('with one configured no tool takes a device', () => {
    const { toolbox } = withDevices(two(), ['one']);
    assert.ok(!toolbox.has('list_devices'));
    assert.doesNotMatch(JSON.stringify(toolbox.tools), /"device"/);
  });

  test('with several every tool takes one, and list_devices is there', async () => {
    const { toolbox, text, json, fails } = withDevices(two(), ['one', 'two']);
    assert.equal(toolbox.tools.length, toolsets.device.length + 1);
    for (const { name, inputSchema } of toolbox.tools) {
      assert.equal('device' in (inputSchema.properties as object), name !== 'list_devices');
    }
    assert.match(await text('get_screen_state', { device: 'two' }), /\t2\t/);
    assert.match(await text('get_screen_state', { device: 'one' }), /\t1\t/);
    assert.deepEqual((await json('list_devices')).devices, [
      { id: 'one', title: 'Scripted device', ready: true },
      { id: 'two', title: 'Scripted device', ready: true },
    ]);
    assert.match(await fails('get_screen_state', {}, 'permission_denied'), /say which one.*one, two/);
    assert.match(
      await fails('get_screen_state', { device: 'three' }, 'permission_denied'),
      /No device 'three' is configured.*one, two/,
    );
    assert.equal(
      await fails('get_screen_state', { device: 3 }, 'invalid_params'),
      "Parameter 'device' must be a string",
    );
  });

  test('the valid parameters that an error lists are all of them', async () => {
    const registry = new Registry({ sources: [sourceOf([])], configured: ['a', 'b'] });
    const { fails } = callers(createToolbox({ registry, screenFormat: 'lean', clock: new SkippingClock() }));
    assert.match(
      await fails('click_element', { element_id: '1', device: 'a', devise: 'b' }, 'invalid_params'),
      /^Unknown parameter 'devise': did you mean 'device'\? Valid parameters: element_id, device, observe\.$/,
    );
  });

  test('list_devices names what a call can name: the configured ones, attached or not', async () => {
    const { json } = withDevices(
      [...two(), new ScriptedDevice(calculator(), { id: 'three' })],
      ['two', 'far'],
    );
    const { devices } = (await json('list_devices')) as { devices: { id: string; ready: boolean }[] };
    assert.deepEqual(
      devices.map(({ id, ready }) => [id, ready]),
      [
        ['two', true],
        ['far', false],
      ],
    );
  });

  test('a device that is being opened is opened for everybody who waits for it', async () => {
    const device = new ScriptedDevice(calculator());
    let opened: (() => void) | undefined;
    const open = (_: string, { signal }: Call) =>
      orAborted(
        new Promise<Device>(
          (resolve) =>
            (opened = () => {
              resolve(device);
            }),
        ),
        signal,
      );
    const registry = new Registry({ sources: [{ ...sourceOf([device]), open }], configured: ['scripted'] });
    const { call, text } = callers(createToolbox({ registry }));
    const client = new AbortController();
    const first = call('get_screen_state', {}, client.signal);
    const second = text('get_screen_state');
    while (!opened) await setImmediate();
    client.abort(new Error('gone'));
    assert.equal((await first).isError, true);
    opened();
    assert.match(await second, /\tButton\t7\t/);
  });

  test('with none configured the only attached one is used', async () => {
    assert.match(await withDevices([two()[0]!], []).text('get_screen_state'), /\t1\t/);
  });

  test('several attached and none chosen are listed, with how to choose', async () => {
    assert.match(
      await withDevices(two(), []).fails('get_screen_state', {}, 'permission_denied'),
      /Several devices are attached: one .*; two .*--device/,
    );
  });

  test('a device that cannot be used yet says what to do', async () => {
    const listing = {
      id: 'R58',
      title: 'Phone',
      kind: 'phone',
      ready: 'unauthorised: accept the key on its screen',
    } as const;
    const registry = new Registry({ sources: [sourceOf([], [listing])], configured: [] });
    const { fails } = callers(createToolbox({ registry }));
    assert.match(
      await fails('press_home', {}, 'permission_denied'),
      /R58 \(Phone\): unauthorised: accept the key/,
    );
  });

  test('a platform that cannot look for devices does not hide those of the others', async () => {
    const [device] = two();
    const broken = { ...sourceOf([]), list: () => Promise.reject(new Error('no adb')) };
    const registry = new Registry({ sources: [broken, sourceOf([device!])], configured: [] });
    assert.match(await callers(createToolbox({ registry })).text('get_screen_state'), /\t1\t/);
  });

  test('closing the registry closes its devices', async () => {
    const device = new ScriptedDevice(calculator());
    const registry = new Registry({ sources: [sourceOf([device])], configured: ['scripted'] });
    await callers(createToolbox({ registry })).text('get_screen_state');
    await registry.close();
    assert.equal(device.closed, true);
  });
});

describe('policy', () => {
  test('read-only lists and serves the reading tools only', async () => {
    const { toolbox, text, fails } = bench(form(), { policy: { ...defaultPolicy, readOnly: true } });
    const reading = toolsets.device.filter(({ hints }) => hints.readOnlyHint);
    assert.deepEqual(
      toolbox.tools.map(({ name }) => name),
      reading.map(({ name }) => name),
    );
    assert.match(await fails('tap', { x: 1, y: 1 }, 'permission_denied'), /read-only/);
    await text('get_screen_state');
  });

  test('a blocked app is read but not touched', async () => {
    const { idOf, fails, text, device } = bench(form({ focused: 'name' }), {
      policy: { ...defaultPolicy, blockedApps: ['com.example.app'] },
    });
    const id = await idOf('Send');
    for (const [tool, args] of [
      ['click_element', { element_id: id }],
      ['tap', { x: 100, y: 700 }],
      ['input_text', { text: 'x' }],
      ['press_key', { key: 'ENTER' }],
      ['press_back', {}],
    ] as const) {
      assert.match(await fails(tool, args, 'permission_denied'), /forbids acting on 'com.example.app'/);
    }
    assert.match(
      await fails('press_back', {}, 'permission_denied'),
      / press_home is allowed, and leaves it\.$/,
    );
    await text('press_home');
    assert.deepEqual(device.actions, [{ did: 'press', key: 'HOME' }]);
  });

  test('nothing that lies above a blocked app is a way around the block', async () => {
    const key = button('q', box(0, 2000, 100, 2100));
    const over = (type: 'keyboard' | 'system', root: UiNode) =>
      windowOf(root, { key: type, type, app: `com.example.${type}`, active: false });
    const view = form({ focused: 'name' });
    const keyboard = over('keyboard', node('FrameLayout', box(0, 1900, 1080, 2400), { children: [key] }));
    const decoration = over('system', node('FrameLayout', full));
    const { idOf, fails, device } = bench(
      { ...view, windows: [...view.windows, keyboard, decoration] },
      { policy: { ...defaultPolicy, blockedApps: ['com.example.app'] } },
    );
    await fails('tap', { x: 100, y: 700 }, 'permission_denied');
    await fails('tap', { x: 50, y: 2050 }, 'permission_denied');
    await fails('click_element', { element_id: await idOf('q') }, 'permission_denied');
    assert.deepEqual(device.actions, []);
  });

  test('an unknown owner counts as blocked', async () => {
    const view = form();
    const nobody = { ...view, windows: [windowOf(view.windows[0]!.root, { app: undefined })] };
    await bench(nobody, { policy: { ...defaultPolicy, blockedApps: ['com.bank'] } }).fails(
      'tap',
      { x: 1, y: 1 },
      'permission_denied',
    );
  });

  test('an owner without a name is unknown, and no refusal names it', async () => {
    const view = form();
    const nameless = { ...view, windows: [windowOf(view.windows[0]!.root, { app: ' ' })] };
    const policy = { ...defaultPolicy, blockedApps: ['com.bank'] };
    const said = await bench(nameless, { policy }).fails('tap', { x: 1, y: 1 }, 'permission_denied');
    assert.match(said, /^It is not known which application this would reach/);
  });

  test('an application may be blocked by its id, too, in any case', async () => {
    const view = form();
    const windows = [windowOf(view.windows[0]!.root, { app: 'Notes', appId: 'org.example.Notes' })];
    for (const blocked of ['notes', 'ORG.example.notes']) {
      const { fails } = bench({ ...view, windows }, { policy: { ...defaultPolicy, blockedApps: [blocked] } });
      assert.match(await fails('tap', { x: 1, y: 1 }, 'permission_denied'), /forbids acting on 'Notes'/);
    }
  });

  test('what a device holds back is written to only if the owner allows it', async () => {
    const view = form();
    const windows = [windowOf(view.windows[0]!.root, { app: 'Keys', appId: 'org.example.Keys' })];
    const tools = (allowedApps: string[]) => {
      const device = Object.assign(new ScriptedDevice({ ...view, windows }), {
        protectedApps: ['org.example.keys'],
      });
      return bench(device.view, { device, policy: { ...defaultPolicy, allowedApps } });
    };
    assert.match(
      await tools([]).fails('tap', { x: 1, y: 1 }, 'permission_denied'),
      /Only the user can allow more: --allow-app "org\.example\.Keys"/,
    );
    await tools(['Keys']).text('tap', { x: 1, y: 1 });
    await tools(['org.example.keys']).text('tap', { x: 1, y: 1 });
  });

  test('the eleventh write within a second waits', async () => {
    const { text, clock } = bench(form());
    for (let count = 0; count < 10; count += 1) await text('tap', { x: 1, y: 1 });
    assert.equal(clock.now(), 0);
    await text('tap', { x: 1, y: 1 });
    assert.equal(clock.now(), 1000);
    await text('get_screen_state');
    assert.equal(clock.now(), 1000, 'reading is not held back');
  });

  test('ten taps in one gesture are ten writes', async () => {
    const { text, clock } = bench(form());
    const paths = Array.from({ length: 10 }, (_, index) => [
      { x: 1, y: 1, time: index * 20 },
      { x: 1, y: 1, time: index * 20 + 10 },
    ]);
    await text('custom_gesture', { paths });
    assert.equal(clock.now(), 0);
    await text('tap', { x: 1, y: 1 });
    assert.equal(clock.now(), 1000);
  });

  test('a gesture that does not fit into the second waits for the next; two fingers are one write', async () => {
    const { text, clock } = bench(form());
    const finger = (x: number) => [
      { x, y: 1, time: 0 },
      { x, y: 50, time: 100 },
    ];
    for (let count = 0; count < 9; count += 1)
      await text('custom_gesture', { paths: [finger(1), finger(90)] });
    assert.equal(clock.now(), 0);
    await text('double_tap', { x: 1, y: 1 });
    assert.equal(clock.now(), 1000);
  });

  test('with blocked apps each touch of a gesture is judged by a look of its own', async () => {
    const it = bench(form(), { policy: { ...defaultPolicy, blockedApps: ['com.bank'] } });
    const { device } = it;
    const tap = (x: number, time: number) => [
      { x, y: 1000, time },
      { x, y: 1000, time: time + 50 },
    ];
    const paths = [tap(10, 0), tap(500, 100), tap(900, 2000)];
    assert.match(
      await it.text('custom_gesture', { paths }),
      /^Custom gesture executed with 3 path\(s\), total 6 point\(s\)\. Each touch was checked/,
    );
    assert.deepEqual(
      device.actions.map((deed) => (deed.did === 'touch' ? deed.strokes : [])),
      [[tap(10, 0)], [tap(500, 0)], [tap(900, 0)]],
    );
    const order = device.deeds.map(({ did }) => did);
    for (const [at, did] of order.entries()) if (did === 'touch') assert.equal(order[at - 1], 'look');
    device.deeds.length = 0;
    device.react = ({ did }) => {
      if (did === 'touch')
        device.view = { ...form(), windows: [windowOf(form().windows[0]!.root, { app: 'com.bank' })] };
    };
    assert.match(
      await it.fails('custom_gesture', { paths }, 'permission_denied'),
      /1 of 3 touches was made, then: .*forbids acting on 'com.bank'/,
    );
    assert.equal(device.actions.length, 1);
  });

  test('a gesture that fails after some of its touches says how many were made', async () => {
    const it = bench(form(), { policy: { ...defaultPolicy, blockedApps: ['com.bank'] } });
    const { device } = it;
    const paths = [10, 500, 900].map((x, index) => [
      { x, y: 1000, time: index * 1000 },
      { x, y: 1000, time: index * 1000 + 50 },
    ]);
    device.react = ({ did }) => {
      if (did === 'look' && device.actions.length === 2) throw actionFailed('The screen cannot be read.');
    };
    assert.match(
      await it.fails('custom_gesture', { paths }, 'action_failed'),
      /2 of 3 touches were made, then: The screen cannot be read\./,
    );
    assert.equal(device.actions.length, 2);
    device.deeds.length = 0;
    device.react = () => {
      throw actionFailed('The screen cannot be read.');
    };
    assert.doesNotMatch(await it.fails('custom_gesture', { paths }, 'action_failed'), /touches/);
  });

  test('with blocked apps a finger that comes down while another is held is refused', async () => {
    const it = bench(form(), { policy: { ...defaultPolicy, blockedApps: ['com.bank'] } });
    const finger = (x: number, start: number, end: number) => [
      { x, y: 1000, time: start },
      { x, y: 1000, time: end },
    ];
    for (const start of [1, 10, 50, 55, 59]) {
      assert.match(
        await it.fails(
          'custom_gesture',
          { paths: [finger(10, 0, 60), finger(500, start, 2100)] },
          'permission_denied',
        ),
        /put all fingers down at the same time/,
      );
    }
    assert.deepEqual(it.device.actions, []);
    await it.text('custom_gesture', { paths: [finger(10, 0, 60), finger(500, 0, 2100)] });
    await it.text('pinch', { center_x: 540, center_y: 1200, scale: 2 });
    assert.equal(it.device.actions.length, 2);
  });

  test('a mouse double-clicks beside blocked apps, and each other click is judged by itself', async () => {
    const device = Object.assign(new ScriptedDevice(form()), { hasMouse: true });
    const it = bench(device.view, { device, policy: { ...defaultPolicy, blockedApps: ['com.bank'] } });
    await it.text('double_tap', { x: 100, y: 1000 });
    assert.equal(device.actions.length, 1);
    const click = (x: number, time: number) => [
      { x, y: 1000, time },
      { x, y: 1000, time: time + 20 },
    ];
    await it.text('custom_gesture', { paths: [click(10, 0), click(10, 100), click(700, 200)] });
    assert.equal(device.actions.length, 3);
  });

  test('a sleeping display is woken before an action, unless that is forbidden', async () => {
    const { text, device, idOf } = bench(form());
    const id = await idOf('Send');
    device.deeds.length = 0;
    device.awake = false;
    await text('click_element', { element_id: id });
    assert.deepEqual(
      device.deeds.map(({ did }) => did),
      ['look', 'wake', 'look', 'act'],
      'what is looked for is looked for on the screen that was woken',
    );
    device.deeds.length = 0;
    device.awake = false;
    await text('tap', { x: 1, y: 1 });
    assert.deepEqual(
      device.actions.map(({ did }) => did),
      ['wake', 'touch'],
    );
    const strict = bench(form(), { policy: { ...defaultPolicy, wake: false } });
    strict.device.awake = false;
    assert.match(await strict.fails('tap', { x: 1, y: 1 }, 'permission_denied'), /--no-wake/);
    assert.deepEqual(strict.device.actions, []);
  });
});

describe('limits and cancellation', () => {
  for (const [tool, args, limit] of [
    ['get_screen_state', {}, 20_000],
    ['press_home', {}, 10_000],
    ['tap', { x: 1, y: 1 }, 10_000],
    ['long_press', { x: 1, y: 1, duration: 5000 }, 15_000],
    ['get_device_logs', {}, 30_000],
  ] as const) {
    test(`${tool} ends after ${limit} ms when the device hangs`, async () => {
      const { fails, device, clock } = bench(form());
      device.delay = Infinity;
      assert.match(await fails(tool, args, 'timeout'), /did not answer within/);
      assert.equal(clock.now(), limit);
    });
  }

  test('cancelling a request cancels the work', async () => {
    const audits: Audit[] = [];
    const { call, device } = bench(form(), { audit: (audit) => audits.push(audit) });
    device.delay = Infinity;
    const client = new AbortController();
    const pending = call('get_screen_state', {}, client.signal);
    client.abort(new Error('client went away'));
    assert.equal(textOf(await pending), 'The call was cancelled.');
    assert.equal(audits[0]?.outcome, 'cancelled');
    assert.equal(audits[0].fault, undefined, "it is nobody's fault");
    device.delay = 0;
    assert.equal((await call('get_screen_state')).isError, undefined, 'the next call works');
  });

  test('input goes to a device one call at a time, in order', async () => {
    const { text, device } = bench(form());
    device.delay = 10;
    await Promise.all([1, 2, 3, 4].map((x) => text('tap', { x, y: 1 })));
    assert.deepEqual(
      device.actions.map((deed) => deed.did === 'touch' && deed.strokes[0]![0].x),
      [1, 2, 3, 4],
    );
  });

  test('the calls behind one that hangs end within their own limit, counted from their arrival, and say that nothing was done', async () => {
    const { fails, device, clock } = bench(form());
    device.delay = Infinity;
    const ends: number[] = [];
    const tap = async () => {
      const said = await fails('tap', { x: 1, y: 1 }, 'timeout');
      ends.push(clock.now());
      return said;
    };
    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, tap));
    assert.match(first ?? '', /did not answer within 10000 ms/);
    for (const said of others) assert.match(said, /^Nothing was done: other calls acted on this device/);
    assert.ok(Math.max(...ends) <= 10_000, ends.join());
    assert.equal(device.deeds.length, 1);
  });

  test('a call that waited has the rest of its limit, and what it needs in any case is left to it', async () => {
    const { call, fails, text, device, clock } = bench(form());
    device.delay = 7_000;
    const first = text('tap', { x: 1, y: 1 });
    assert.match(await fails('tap', { x: 2, y: 1 }, 'timeout'), /did not answer within/);
    assert.equal(clock.now(), 10_000);
    await first;
    // Eight seconds of ten may be waited, however long the press itself is.
    device.delay = 9_000;
    const before = text('tap', { x: 1, y: 1 });
    const press = await call('long_press', { x: 1, y: 1, duration: 60_000 });
    assert.match(textOf(press), /^Nothing was done: other calls/);
    await before;
  });

  test('a device that proves unreachable fails the calls that wait for it', async () => {
    const { fails, text, device, clock } = bench(form());
    device.delay = 3_000;
    device.react = () => {
      throw new DeviceUnreachable('permission_denied', 'The phone scripted is not attached.');
    };
    const taps = Array.from({ length: 8 }, (_, x) => fails('tap', { x, y: 1 }, 'permission_denied'));
    for (const said of await Promise.all(taps)) assert.equal(said, 'The phone scripted is not attached.');
    assert.equal(clock.now(), 3_000);
    device.react = () => undefined;
    await text('tap', { x: 1, y: 1 });
  });

  test('looks of the same moment share one reading', async () => {
    const { text, device } = bench(form());
    device.delay = 10;
    await Promise.all(Array.from({ length: 20 }, () => text('get_screen_state')));
    assert.equal(device.deeds.length, 1);
    await text('get_screen_state');
    assert.equal(device.deeds.length, 2, 'a later look reads afresh');
  });

  test('a look that began before an action is not taken for one after it', async () => {
    const { text, device } = bench(form());
    device.delay = 10;
    const early = text('get_screen_state');
    const action = text('press_home');
    device.react = (deed) => {
      if (deed.did === 'press') device.view = calculator('home');
    };
    await action;
    assert.match(await text('get_screen_state'), /\thome\t/);
    await early;
  });

  test('a look goes on for the more patient of two who wait for it', async () => {
    const { json, text, device } = bench(form());
    device.delay = 2_000;
    const [waited] = await Promise.all([
      json('wait_for_element', { by: 'text', value: 'nothing', timeout: 300 }),
      text('get_screen_state'),
    ]);
    assert.equal(waited.found, false);
    assert.equal(device.deeds.length, 1, 'they shared it');
  });

  test('a look from before a scroll that arrives after it passes no id on to another row', async () => {
    const rows = ['A', 'A', 'A', 'A'].map((text, index) =>
      button(text, box(0, 100 + index * 100, 1080, 200 + index * 100)),
    );
    const people = node('ListView', box(0, 100, 1080, 500), { scrollable: true, children: rows });
    const { text, device } = bench(viewOf(people));
    const { view } = device;
    let arrive: (() => void) | undefined;
    device.look = () =>
      new Promise(
        (resolve) =>
          (arrive = () => {
            resolve(view);
          }),
      );
    const early = text('get_screen_state');
    while (!arrive) await setImmediate();
    await text('scroll', { direction: 'down' });
    arrive();
    const before = await early;
    device.look = () => Promise.resolve(view);
    const after = await text('get_screen_state');
    const idsOf = (state: string): readonly string[] => state.match(/node_\d+(?=\tButton)/g) ?? [];
    assert.equal(idsOf(before).length, 4);
    assert.deepEqual(
      idsOf(after).filter((id) => idsOf(before).includes(id)),
      [],
    );
  });

  test('a look that nobody waits for any more is told to stop', async () => {
    const { call, device } = bench(form());
    let told: AbortSignal | undefined;
    device.look = (_, { signal }) => {
      told = signal;
      return new Promise<never>(() => undefined);
    };
    const client = new AbortController();
    const pending = call('get_screen_state', {}, client.signal);
    while (!told) await setImmediate();
    assert.equal(told.aborted, false);
    client.abort(new Error('gone'));
    await pending;
    assert.equal(told.aborted, true);
  });

  test('one impatient watcher does not end the look of another', async () => {
    const { call, device } = bench(form());
    device.delay = 50;
    const client = new AbortController();
    const impatient = call('get_screen_state', {}, client.signal);
    const patient = call('get_screen_state');
    client.abort(new Error('gone'));
    assert.equal((await impatient).isError, true);
    assert.equal((await patient).isError, undefined);
  });
});

describe('failures', () => {
  test('a fault of our own never reveals its inside', async () => {
    const audits: Audit[] = [];
    const { fails, device } = bench(form(), { audit: (audit) => audits.push(audit) });
    device.react = () => {
      throw new TypeError('secret at /home/someone/file.ts:1');
    };
    const message = await fails('get_screen_state', {}, 'internal');
    assert.doesNotMatch(message, /secret|file\.ts|TypeError/);
    assert.ok(audits[0]?.fault instanceof TypeError);
  });

  test('each call is logged, without screen or typed text', async () => {
    const audits: Audit[] = [];
    const { text, fails } = bench(form({ focused: 'name' }), { audit: (audit) => audits.push(audit) });
    const unjudged = { judged: [], notes: [] };
    await text('input_text', { text: 'my secret' });
    await fails('tap', { x: -1, y: 1 }, 'invalid_params');
    assert.deepEqual(
      audits.map(({ milliseconds: _time, fault: _fault, ...rest }) => rest),
      [
        { tool: 'input_text', device: 'scripted', outcome: 'ok', way: undefined, ...unjudged },
        { tool: 'tap', device: undefined, outcome: 'invalid_params', way: undefined, ...unjudged },
      ],
    );
    assert.doesNotMatch(JSON.stringify(audits), /my secret|Sign in/);
  });

  const everyTool = [...toolsets.device, ...toolsets['first-generation']];
  for (const { name, example } of everyTool) {
    test(`${name} is permission_denied when the device cannot be reached`, async () => {
      const gone = {
        ...sourceOf([]),
        claims: () => true,
        open: () => Promise.reject(permissionDenied('Offline.')),
      };
      const registry = new Registry({ sources: [gone], configured: ['gone'] });
      const toolbox = createToolbox({ registry, toolsets: ['device', 'first-generation'] });
      const { call, fails } = callers(toolbox);
      assert.equal(await fails(name, example, 'permission_denied'), 'Offline.');
      assert.equal((await call(name, example))._meta?.['handeye/error'].code, -32001);
    });
  }

  test('every kind carries its code', async () => {
    const { call } = bench(viewOf(undefined));
    const code = async (name: string, args?: unknown) =>
      (await call(name, args))._meta?.['handeye/error'].code;
    assert.equal(await code('tap'), -32602);
    assert.equal(await code('find_elements', { by: 'text', value: 'x' }), -32001);
    assert.equal(await code('get_screen_state'), -32003);
    const withForm = bench(form());
    assert.equal(
      (await withForm.call('click_element', { element_id: 'node_x' }))._meta?.['handeye/error'].code,
      -32002,
    );
  });
});

test('a timeout names the time that the caller waited, not the limit of the last part', async () => {
  const device = new ScriptedDevice(calculator());
  device.delay = Infinity;
  const clock = new SkippingClock();
  const source = sourceOf([device]);
  const slowly = {
    ...source,
    claims: (name: string) => source.claims(name),
    list: (call: Call) => source.list(call),
    open: async (name: string, call: Call) => {
      await pause(9_000, call);
      return source.open(name, call);
    },
    close: () => source.close(),
  };
  const registry = new Registry({ sources: [slowly], configured: [device.id] });
  const { fails } = callers(createToolbox({ registry, clock }));
  assert.match(await fails('press_home', {}, 'timeout'), /did not answer within 19000 ms/);
});
