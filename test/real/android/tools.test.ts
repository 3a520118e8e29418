import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { house, onATier, onEachTier, rowsOf, type Agent } from './house.ts';
import { watchInput } from './watch-input.ts';

/** The whole contract on one phone (Android 14, straight TCP); releases.test.ts has the differences elsewhere. */

interface Found {
  readonly elements: readonly {
    readonly id: string;
    readonly text: string | null;
    readonly visible: boolean;
  }[];
  readonly truncated: boolean;
}

interface Logs {
  readonly logs: string;
  readonly line_count: number;
  readonly truncated: boolean;
}

async function opened(agent: Agent, app: string, sign: string): Promise<void> {
  await agent.does('press_home');
  await agent.clicks(app);
  await agent.sees(sign, 'resource_id');
}

// At once: nearly all of the time is spent waiting for the phone.
describe('the tools on a phone', { concurrency: 4 }, () => {
  onATier(
    'companion',
    'wrong arguments are refused in words, before the phone is touched',
    async (t, tier) => {
      const { agent, phone } = await house(t, { tier });
      await agent.state();
      const input = watchInput(t, phone);
      const cases: readonly (readonly [tool: string, args: object, why: string | RegExp])[] = [
        ['tap', { x: 1 }, "Missing required parameter 'y'"],
        ['tap', { x: -1, y: 0 }, "Parameter 'x' must be >= 0, got: -1"],
        ['tap', { x: '5', y: 0 }, /^Parameter 'x' must be a number/],
        ['tap', { x: 5, y: 0, z: 1 }, /z/],
        [
          'long_press',
          { x: 1, y: 1, duration: 0 },
          "Parameter 'duration' must be between 1 and 60000, got: 0",
        ],
        ['double_tap', {}, "Missing required parameter 'x'"],
        [
          'swipe',
          { x1: 1, y1: 1, x2: 1, y2: 1, duration: 60_001 },
          "Parameter 'duration' must be between 1 and 60000, got: 60001",
        ],
        [
          'scroll',
          { direction: 'in' },
          "Invalid 'direction' value: 'in'. Must be one of: up, down, left, right",
        ],
        [
          'scroll',
          { direction: 'up', amount: 'huge' },
          "Invalid 'amount' value: 'huge'. Must be one of: small, medium, large",
        ],
        ['pinch', { center_x: 1, center_y: 1, scale: 0 }, /^Parameter 'scale' must be > 0, got: 0/],
        ['custom_gesture', { paths: [] }, /paths/],
        [
          'custom_gesture',
          {
            paths: [
              [
                { x: 1, y: 1, time: 5 },
                { x: 1, y: 1, time: 5 },
              ],
            ],
          },
          /path.*0.*point.*1|paths\[0\]\[1\]/,
        ],
        [
          'find_elements',
          { by: 'foo', value: 'x' },
          "Invalid 'by' value: 'foo'. Must be one of: text, content_desc, resource_id, class_name",
        ],
        ['find_elements', { by: 'text', value: '' }, "Parameter 'value' must not be empty"],
        ['click_element', { element_id: '' }, "Parameter 'element_id' must not be empty"],
        ['long_click_element', {}, "Missing required parameter 'element_id'"],
        ['set_text', { element_id: 'node_1' }, "Missing required parameter 'text'"],
        ['scroll_to_element', {}, "Missing required parameter 'element_id'"],
        ['input_text', {}, "Missing required parameter 'text'"],
        [
          'press_key',
          { key: 'F1' },
          "Invalid 'key' value: 'F1'. Must be one of: ENTER, BACK, DEL, HOME, TAB, SPACE",
        ],
        ['set_clipboard', {}, "Missing required parameter 'text'"],
        ['wait_for_element', { by: 'text', value: 'x' }, "Missing required parameter 'timeout'"],
        ['wait_for_idle', { timeout: 30_001 }, "Parameter 'timeout' must be between 1 and 30000, got: 30001"],
        ['get_element_details', { ids: [] }, "Parameter 'ids' must not be empty"],
        ['get_element_details', { ids: 'x' }, "Parameter 'ids' must be an array of strings"],
        ['get_element_details', { ids: [1] }, "Each element in 'ids' must be a string"],
        [
          'get_device_logs',
          { last_lines: 1001 },
          "Parameter 'last_lines' must be between 1 and 1000, got: 1001",
        ],
        ['get_device_logs', { level: 'X' }, "Invalid 'level' value: 'X'. Must be one of: V, D, I, W, E, F"],
        ['get_device_logs', { since: 'yesterday' }, /^Parameter 'since' must be an ISO 8601 time/],
        ['get_screen_state', { include_screenshot: 'maybe' }, /include_screenshot/],
      ];
      for (const [tool, args, why] of cases) {
        const said = await agent.fails(tool, { ...args }, 'invalid_params');
        if (typeof why === 'string') assert.equal(said, why);
        else assert.match(said, why, tool);
      }
      for (const [tool, args] of [
        ['tap', { x: 1080, y: 10 }],
        ['swipe', { x1: 1, y1: 1, x2: 1, y2: 2400 }],
        ['pinch', { center_x: 2000, center_y: 10, scale: 2 }],
      ] as const) {
        assert.match(
          await agent.fails(tool, args, 'invalid_params'),
          /which is 1080x2400 in its current rotation\.$/,
        );
      }
      assert.deepEqual(input, [], 'nothing was done to the phone');
      assert.equal(phone.framework.clipboard.text, '');
      await agent.does('tap', { x: 1, y: 1200 });
      assert.deepEqual(input, ['pointer', 'pointer'], 'a tap would have been noticed');
    },
  );

  onEachTier('the screen: rows, a lean form, all windows, details in full', async (t, tier) => {
    const { agent } = await house(t, { tier });
    await opened(agent, 'Login', 'username');
    const state = await agent.state();
    const [note, app, screen, header] = state.split('\n');
    assert.deepEqual(
      [note, app, screen, header],
      [
        'note:structural-only nodes are omitted from the tree',
        'app:com.example.login activity:.LoginActivity',
        'screen:1080x2400 density:420 orientation:portrait',
        'id\tclass\ttext\tdesc\tres_id\tbounds\tflags',
      ],
    );
    const passkey = rowsOf(state).find(({ resourceId }) => resourceId.endsWith('/passkey'));
    assert.deepEqual(
      [passkey?.type, passkey?.text, passkey?.flags.includes('n')],
      ['Button', 'Sign in with a passkey', false],
    );
    assert.match(state, /^window:system Status ?[Bb]ar$/m);
    const lean = await agent.does('get_screen_state', { format: 'lean' });
    assert.ok(lean.length < state.length * 0.7, `lean has ${lean.length} of ${state.length} characters`);
    assert.match(lean, /\[disabled\] Sign in with a passkey/);
    await opened(agent, 'Reader', 'articles');
    const ids = (await agent.rows()).slice(0, 3).map(({ id }) => id);
    const details = (await agent.does('get_element_details', { ids: [...ids, 'node_1'] })).split('\n');
    assert.equal(details.length, 5);
    assert.equal(details.at(-1), 'node_1\tnot_found\tnot_found');
  });

  test('a screen that cannot be read, or not be shown, is said in the words of the contract', async (t) => {
    const { agent, phone } = await house(t);
    phone.faults.apply({ kind: 'dump', how: 'killed', times: 1 });
    await agent.state(); // tried again by itself
    phone.faults.apply({ kind: 'dump', how: 'null-root', times: 4 });
    assert.match(await agent.state(), /^note:no texts.*No window can be read right now/m);
    phone.faults.apply({ kind: 'dump', how: 'killed', times: 4 });
    assert.match(await agent.state(), /^note:no texts.*holds its accessibility/m);
    phone.faults.apply({ kind: 'secure' });
    const state = await agent.does('get_screen_state', { include_screenshot: true });
    assert.match(state, /^note:.*protected/m);
    assert.ok(!(agent.heard.at(-1) ?? '').includes('image/jpeg'), 'no black picture is sent');
    phone.faults.clear();
    await agent.picture();
  });

  onEachTier('a sleeping display is said, and woken for an action', async (t, tier) => {
    const { agent, phone } = await house(t, { tier });
    phone.framework.sleep();
    assert.match(await agent.state(), /^note:.*sleep/m);
    assert.equal(phone.framework.awake, false, 'looking does not wake it');
    await agent.clicks('Calculator');
    assert.equal(phone.framework.awake, true);
    await agent.sees('digit_7', 'resource_id');
  });

  onATier(
    'plain',
    'with --no-wake a sleeping display stays asleep, and the error says why',
    async (t, tier) => {
      const { agent, phone } = await house(t, { tier, policy: { wake: false } });
      phone.framework.sleep();
      assert.match(await agent.fails('press_home', {}, 'permission_denied'), /--no-wake/);
      assert.equal(phone.framework.awake, false);
    },
  );

  onATier('companion', 'an application that the policy blocks is read and not touched', async (t, tier) => {
    const { agent, phone } = await house(t, { tier, policy: { blockedApps: ['com.android.calculator2'] } });
    await agent.clicks('Calculator');
    await agent.sees('digit_7', 'resource_id');
    const { id, bounds } = await agent.row('7');
    await agent.fails('click_element', { element_id: id }, 'permission_denied');
    await agent.fails('tap', { x: bounds.left + 9, y: bounds.top + 9 }, 'permission_denied');
    assert.equal((await agent.row('formula')).text, '-');
    await agent.does('press_home');
    assert.equal(phone.framework.resumedActivity()?.package, 'com.android.launcher3');
  });

  onEachTier('the system keys do what they say', async (t, tier) => {
    const { agent, phone } = await house(t, { tier });
    const { framework } = phone;
    await opened(agent, 'Calculator', 'digit_7');
    assert.equal(await agent.does('press_recents'), 'Recents button press executed successfully');
    assert.equal(framework.resumedActivity()?.short, '.recents.RecentsActivity');
    assert.equal(await agent.does('press_home'), 'Home button press executed successfully');
    assert.equal(framework.resumedActivity()?.package, framework.homePackage);
    assert.equal(await agent.does('open_notifications'), 'Open notifications executed successfully');
    assert.equal(framework.shade, 'notifications');
    assert.equal(await agent.does('open_quick_settings'), 'Open quick settings executed successfully');
    assert.equal(framework.shade, 'quickSettings');
    assert.equal(await agent.does('press_back'), 'Back button press executed successfully');
    assert.equal(framework.shade, 'closed');
    await opened(agent, 'Calculator', 'digit_7');
    assert.equal(await agent.does('press_key', { key: 'back' }), "Key 'BACK' pressed successfully");
    assert.equal(framework.resumedActivity()?.package, framework.homePackage);
    await opened(agent, 'Calculator', 'digit_7');
    assert.equal(await agent.does('press_key', { key: 'Home' }), "Key 'HOME' pressed successfully");
    assert.equal(framework.resumedActivity()?.package, framework.homePackage);
  });

  onEachTier(
    'the log: every filter filters, alone and together, and the newest lines win',
    async (t, tier) => {
      const { agent, phone } = await house(t, { tier });
      const { log, processes } = phone.framework;
      await opened(agent, 'Notes', 'fab_new_note');
      const pid = processes.pidOf('com.example.notes') ?? 0;
      for (const [level, tag, message] of [
        ['V', 'MCP:ServerService', 'whispered'],
        ['D', 'MCP:ServerService', 'one'],
        ['W', 'MCP:ServerService', 'two'],
        ['W', 'MCP', 'another tag'],
        ['E', 'MCP:ServerService', 'three'],
      ] as const) {
        log.write({ pid: level === 'E' ? pid : 1, level, tag, message });
      }
      const read = (args: object) => agent.asks<Logs>('get_device_logs', { ...args });
      const tag = 'MCP:ServerService';
      const all = await read({ tag });
      assert.equal(all.line_count, 3);
      assert.match(all.logs, /^\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} D\/MCP:ServerService: one\n.* two\n.* three$/);
      assert.deepEqual(
        [(await read({ tag, level: 'V' })).line_count, (await read({ tag, level: 'W' })).line_count],
        [4, 2],
      );
      const newest = await read({ tag, last_lines: 1 });
      assert.deepEqual(
        [newest.line_count, newest.truncated, newest.logs.endsWith(' three')],
        [1, true, true],
      );
      assert.match(
        (await read({ tag, package_name: 'com.example.notes' })).logs,
        /^.* E\/MCP:ServerService: three$/,
      );
      assert.equal((await read({ tag, since: '2099-01-01T00:00:00' })).line_count, 0);
      assert.equal((await read({ tag, until: '2000-01-01T00:00:00Z' })).line_count, 0);
      assert.equal(
        (await read({ tag, since: '2000-01-01T00:00:00', until: '2099-01-01T00:00:00' })).line_count,
        3,
      );
      assert.equal((await read({ tag: `x'; reboot; '` })).line_count, 0);
      assert.equal((await read({ package_name: 'no.such.app' })).line_count, 0);
      assert.doesNotMatch((await read({ level: 'V', last_lines: 1000 })).logs, /beginning of/);
    },
  );

  onEachTier(
    'fingers: tap, long press, double tap, swipe and scroll, each with its effect',
    async (t, tier) => {
      const { agent } = await house(t, { tier });
      await opened(agent, 'Maps', 'scale');
      assert.equal(await agent.does('double_tap', { x: 300, y: 1500 }), 'Double tap executed at (300, 1500)');
      await agent.sees('Scale 2.00');
      assert.equal(
        await agent.does('long_press', { x: 300, y: 1500, duration: 800 }),
        'Long press executed at (300, 1500) for 800ms',
      );
      await agent.sees('Dropped pin', 'content_desc');
      assert.equal(await agent.does('tap', { x: 300, y: 700 }), 'Tap executed at (300, 700)');
      await agent.misses('Dropped pin', 'content_desc');
      const centre = async () => (await agent.row('center')).text;
      const before = await centre();
      assert.equal(
        await agent.does('swipe', { x1: 500, y1: 1500, x2: 500, y2: 1000 }),
        'Swipe executed from (500, 1500) to (500, 1000) over 300ms',
      );
      assert.notEqual(await centre(), before);
      await opened(agent, 'Contacts', 'android:id/list');
      const top = async () => (await agent.row('cliv_name_textview')).text;
      const first = await top();
      assert.equal(await agent.does('scroll', { direction: 'down' }), 'Scroll down (medium) executed');
      assert.notEqual(await top(), first);
      assert.equal(await agent.does('scroll', { direction: 'up' }), 'Scroll up (medium) executed');
      assert.equal(await top(), first, 'as far back as it went: nothing is flung');
      await agent.fails('scroll', { direction: 'left', amount: 'large' }, 'action_failed');
      assert.equal(await top(), first, 'a list that goes up and down is not pressed by a scroll to the side');
    },
  );

  onEachTier('several fingers at once, each point at its time', async (t, tier) => {
    const { agent } = await house(t, { tier });
    await opened(agent, 'Paint', 'canvas');
    const line = (x: number) => [0, 150, 400].map((time) => ({ x, y: 700 + time, time }));
    assert.equal(
      await agent.does('custom_gesture', { paths: [line(300), line(700)] }),
      'Custom gesture executed with 2 path(s), total 6 point(s)',
    );
    const stroke = await agent.row('stroke');
    assert.match(stroke.text, /^Stroke 1: black, 2 fingers, .* from \(300, 700\) to \(300, 1100\)$/);
    assert.equal((await agent.row('other_fingers')).text, 'Finger 2: from (700, 700) to (700, 1100)');
    await opened(agent, 'Maps', 'scale');
    assert.equal(
      await agent.does('pinch', { center_x: 540, center_y: 1200, scale: 1 }),
      'Pinch with scale 1.0 changes nothing',
    );
    assert.match(
      await agent.does('pinch', { center_x: 540, center_y: 1200, scale: 40 }),
      /^Pinch \(zoom in\) executed at \(540, 1200\) with scale \d\.\d+ over 300ms; scale 40\.0 does not fit on the screen/,
    );
    assert.match(
      await agent.fails('pinch', { center_x: 2, center_y: 2, scale: 2 }, 'action_failed'),
      /no room for two fingers/,
    );
  });

  onEachTier(
    'elements: found, clicked through what holds them, refused where they take nothing',
    async (t, tier) => {
      const { agent, phone } = await house(t, { tier });
      await opened(agent, 'Contacts', 'android:id/list');
      const find = (args: object) => agent.asks<Found>('find_elements', { ...args });
      assert.deepEqual(await find({ by: 'text', value: 'nobody of that name' }), {
        elements: [],
        truncated: false,
      });
      assert.ok((await find({ by: 'text', value: 'aDa ' })).elements.length > 0);
      assert.deepEqual((await find({ by: 'text', value: 'ada allen', exact_match: true })).elements, []);
      assert.equal((await find({ by: 'text', value: 'Ada Allen', exact_match: true })).elements.length, 1);
      assert.equal(
        (await find({ by: 'class_name', value: 'android.widget.EditText', exact_match: true })).elements
          .length,
        1,
      );
      assert.equal(
        (await find({ by: 'content_desc', value: 'battery' })).elements.length,
        1,
        'in other windows too',
      );
      const [ada] = (await find({ by: 'text', value: 'Ada Allen' })).elements;
      assert.ok(ada);
      assert.match(
        await agent.does('long_click_element', { element_id: ada.id }),
        /^Long-click performed on element '\S+' through '\S+', which contains it and takes the click$/,
      );
      await agent.sees('Ada Allen selected');
      const title = (await agent.rows()).find(
        ({ text, flags }) => text === 'Contacts' && !flags.includes('c'),
      );
      assert.ok(
        (await agent.fails('click_element', { element_id: title?.id }, 'action_failed')).startsWith(
          `Element '${title?.id}' is not clickable`,
        ),
      );
      assert.ok(
        (await agent.fails('long_click_element', { element_id: title?.id }, 'action_failed')).startsWith(
          `Element '${title?.id}' is not long-clickable`,
        ),
      );
      assert.ok(
        (await agent.fails('set_text', { element_id: title?.id, text: 'x' }, 'action_failed')).startsWith(
          `Element '${title?.id}' is not editable`,
        ),
      );
      assert.match(
        await agent.fails('click_element', { element_id: 'node_1' }, 'element_not_found'),
        /^Element 'node_1' not found/,
      );
      assert.equal(
        await agent.does('scroll_to_element', { element_id: ada.id }),
        `Element '${ada.id}' is already visible`,
      );
      await agent.fails('scroll_to_element', { element_id: 'node_1' }, 'element_not_found');
      assert.match(
        await agent.does('click_element', { element_id: ada.id }),
        /^Click performed on element '\S+' through /,
      );
      await agent.sees('large_title', 'resource_id');
      assert.equal(phone.framework.resumedActivity()?.short, '.quickcontact.QuickContactActivity');
      await agent.fails('click_element', { element_id: ada.id }, 'element_not_found');
    },
  );

  onEachTier('text: typed at the end, replaced, cleared, key by key', async (t, tier) => {
    const { agent, phone } = await house(t, { tier });
    await opened(agent, 'Login', 'username');
    const held = () => phone.framework.textInput.target?.editing.text;
    assert.match(
      await agent.fails('input_text', { text: 'x' }, 'element_not_found'),
      /^No focused editable element found\./,
    );
    await agent.fails('clear_text', {}, 'element_not_found');
    await agent.fails('press_key', { key: 'DEL' }, 'element_not_found');
    await agent.fails('press_key', { key: 'SPACE' }, 'element_not_found');
    const { id } = await agent.row('username');
    assert.equal(
      await agent.does('input_text', { element_id: id, text: 'a b' }),
      'Text input completed (3 characters)',
    );
    assert.equal(held(), 'a b');
    await agent.does('input_text', { text: '%s' });
    await agent.does('press_key', { key: 'space' });
    assert.equal(held(), 'a b%s ');
    assert.equal(await agent.does('press_key', { key: 'DEL' }), "Key 'DEL' pressed successfully");
    assert.equal(held(), 'a b%s');
    if (tier === 'plain') {
      const refusal = await agent.fails('input_text', { text: 'abc é' }, 'permission_denied');
      assert.match(
        refusal,
        /'é' \(U\+00E9\) cannot be typed over ADB alone.*Nothing was typed\. The reason is --tier plain: .*companion/,
      );
      await agent.fails('set_text', { element_id: id, text: 'x😀' }, 'permission_denied');
      assert.equal(held(), 'a b%s', 'not half a text');
    } else {
      assert.equal(await agent.does('input_text', { text: ' é😀' }), 'Text input completed (3 characters)');
      assert.equal(held(), 'a b%s é😀');
    }
    assert.equal(
      await agent.does('set_text', { element_id: id, text: 'new' }),
      `Text set on element '${id}'`,
    );
    assert.equal(held(), 'new');
    const cut = await agent.does('set_text', { element_id: id, text: 'x'.repeat(60) });
    assert.match(cut, /But the field now holds 40 characters/);
    assert.equal(await agent.does('clear_text'), 'Text cleared successfully');
    assert.equal(held(), '');
    assert.equal((await agent.row('username')).text, '-', 'the hint is not content');
    assert.equal(await agent.does('clear_text', { element_id: id }), 'Text cleared successfully');
    assert.equal(
      await agent.does('press_key', { key: 'DEL' }),
      "Key 'DEL' pressed successfully",
      'an empty field too',
    );
    assert.equal(await agent.does('set_text', { element_id: id, text: '' }), `Text set on element '${id}'`);
    assert.equal(await agent.does('input_text', { text: '' }), 'Text input completed (0 characters)');
    const tab = await agent.does('press_key', { key: 'TAB' });
    if (tier === 'plain') {
      assert.match(tab, /^Key 'TAB' pressed successfully\. .*moves the focus/);
      assert.equal(phone.framework.textInput.target?.node.view.id, 'password');
    } else {
      assert.equal(tab, "Key 'TAB' pressed successfully");
      assert.equal(held(), '\t');
    }
  });

  onEachTier(
    'an element that is gone, away, disabled or the only one is treated as what it is',
    async (t, tier) => {
      const { agent, phone } = await house(t, { tier });
      await opened(agent, 'Login', 'username');
      const disabled = (await agent.row('passkey')).id;
      assert.equal(
        await agent.does('click_element', { element_id: disabled }),
        `Click performed on element '${disabled}'. It is disabled, so the click probably did nothing`,
      );
      const label = (await agent.rows()).find(({ text }) => text.startsWith('Use the name demo'));
      assert.equal(
        await agent.does('scroll_to_element', { element_id: label?.id }),
        `Element '${label?.id}' is already visible`,
      );
      const field = (await agent.row('username')).id;
      await agent.does('press_home');
      await agent.sees('Contacts');
      for (const [tool, args] of [
        ['click_element', {}],
        ['long_click_element', {}],
        ['set_text', { text: 'x' }],
        ['input_text', { text: 'x' }],
        ['clear_text', {}],
        ['scroll_to_element', {}],
      ] as const) {
        const said = await agent.fails(tool, { element_id: field, ...args }, 'element_not_found');
        assert.match(said, /^Element '\S+' not found on the screen\. Call get_screen_state/, tool);
      }
      assert.match(await agent.does('get_element_details', { ids: [field] }), /\tnot_found\tnot_found$/);
      await opened(agent, 'Contacts', 'android:id/list');
      const row = (await agent.rows()).filter(({ resourceId }) =>
        resourceId.endsWith('cliv_name_textview'),
      )[2];
      assert.ok(row);
      for (let scroll = 0; scroll < 2; scroll += 1)
        await agent.does('scroll', { direction: 'down', amount: 'large' });
      const before = phone.framework.resumedActivity()?.short;
      for (const tool of ['click_element', 'long_click_element']) {
        const said = await agent.fails(tool, { element_id: row.id }, 'element_not_found');
        assert.match(said, /left the screen by scrolling\. Call scroll_to_element with the same id/);
      }
      assert.equal(phone.framework.resumedActivity()?.short, before, 'no other row was clicked');
      assert.match(
        await agent.does('scroll_to_element', { element_id: row.id }),
        /^Scrolled to element '\S+' \(\d scroll\(s\)\)$/,
      );
      await agent.clicks(row.text);
      await agent.sees('large_title', 'resource_id');
    },
  );

  test('the clipboard cannot be reached, and the error names what could', async (t) => {
    const { agent, phone } = await house(t);
    phone.framework.clipboard.text = 'kept';
    for (const [tool, args] of [
      ['get_clipboard', {}],
      ['set_clipboard', { text: 'x' }],
    ] as const) {
      assert.match(await agent.fails(tool, args, 'permission_denied'), /clipboard\. .*companion/);
    }
    assert.equal(phone.framework.clipboard.text, 'kept');
  });

  onEachTier('waiting: found, not found in time, idle', async (t, tier) => {
    const { agent } = await house(t, { tier });
    const wait = (args: object) =>
      agent.asks<{ found: boolean; elapsedMs: number; attempts: number; message?: string }>(
        'wait_for_element',
        { by: 'text', ...args },
      );
    assert.equal((await wait({ value: 'Calculator', timeout: 10_000 })).found, true);
    const never = await wait({ value: 'never there', timeout: 1200 });
    assert.deepEqual([never.found, never.message], [false, 'Element not found within 1200ms']);
    assert.ok(never.attempts >= 1 && never.elapsedMs >= 1100);
    const idle = await agent.asks<{ message: string }>('wait_for_idle', { timeout: 20_000 });
    assert.equal(idle.message, 'UI is idle');
    const busy = await agent.asks<{ message: string }>('wait_for_idle', { timeout: 1 });
    assert.equal(
      busy.message,
      'UI did not become idle within 1ms. The screen could not be read in that time: wait longer',
    );
  });
});
