import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { servedPhone, type ServedPhone } from '../served-phone.ts';

/** The companion beyond plain ADB, through the tools; tools.test.ts has what both can do. */

interface Elements {
  readonly elements: readonly {
    readonly id: string;
    readonly text: string | null;
    readonly resourceId: string | null;
  }[];
}

async function openNote(tools: ServedPhone): Promise<void> {
  await tools.opens('Notes', 'fab_new_note');
  await tools.text('click_element', { element_id: await tools.idOf('fab_new_note') });
  await tools.json('wait_for_element', { by: 'resource_id', value: 'edit_body', timeout: 5000 });
}

async function openLogin(tools: ServedPhone): Promise<void> {
  await tools.opens('Login', 'username');
}

/** The text that a row of the screen shows. */
async function shown(tools: ServedPhone, resource: string): Promise<string> {
  const state = await tools.text('get_screen_state');
  const row = state.split('\n').find((line) => line.split('\t')[4]?.endsWith(`/${resource}`));
  assert.ok(row, `nothing shows ${resource}:\n${state}`);
  return row.split('\t')[2] ?? '';
}

// At once: nearly all of the time is spent waiting for the phone.
describe('the companion beyond plain ADB', { concurrency: 4 }, () => {
  test('it serves the phone, and the screen says what plain ADB does not know', async (t) => {
    const tools = await servedPhone(t);
    await openLogin(tools);
    assert.deepEqual(tools.tiers, ['the companion on the phone']);
    const state = await tools.text('get_screen_state');
    assert.match(state, /^app:com\.example\.login activity:\.LoginActivity$/m);
    assert.match(state, /^screen:1080x2400 density:420 orientation:portrait$/m);
    assert.match(state, /^window:system Status ?[Bb]ar$/m);
    const lean = await tools.text('get_screen_state', { format: 'lean' });
    assert.match(lean, /hint/, 'an empty field suggests and holds nothing');
    const { elements } = (await tools.json('find_elements', {
      by: 'class_name',
      value: 'EditText',
    })) as unknown as Elements;
    assert.deepEqual(
      elements.map(({ text }) => text),
      [null, null],
    );
  });

  test('what an application tells accessibility is shown and found: errors, hints, headings, panes, states', async (t) => {
    const tools = await servedPhone(t);
    const lean = async (res: string) => {
      const id = (await tools.idOf(res)).replace('node_', '');
      const rows = (await tools.text('get_screen_state', { format: 'lean' })).split('\n');
      return rows.find((row) => row.trim().startsWith(`${id} `)) ?? '';
    };
    const describes = async (value: string) => {
      const found = (await tools.json('find_elements', { by: 'content_desc', value })) as unknown as Elements;
      return found.elements.map(({ resourceId }) => resourceId?.replace(/^.*\//, ''));
    };
    await openLogin(tools);
    assert.deepEqual(await describes('User name'), ['username'], 'by its hint');
    await tools.text('click_element', { element_id: await tools.idOf('remember') });
    await tools.text('click_element', { element_id: await tools.idOf('sign_in') });
    await tools.sees('At least 8 characters');
    assert.match(await lean('username'), /hint: User name \| error: Enter a user name$/);
    assert.deepEqual(await describes('Enter a user name'), ['username']);
    assert.match(await lean('remember'), /\[on\]/);
    assert.match(await tools.text('get_screen_state', { format: 'lean' }), /- \[heading\] Sign in$/m);
    await tools.text('input_text', { element_id: await tools.idOf('username'), text: 'ada' });
    assert.match(await lean('username'), /\[edit, focused\] .*= ada$/, 'neither hint nor error any more');

    await tools.opens('Maps', 'scale');
    await tools.text('long_press', { x: 300, y: 1500, duration: 600 });
    await tools.sees('place_card', 'resource_id');
    assert.deepEqual(await describes('Place'), ['place_card'], 'the title of the pane');
    assert.match(await tools.text('get_screen_state', { format: 'lean' }), /- \[heading\] /);
  });

  for (const [script, text] of [
    ['emoji', 'Party 🎉👩🏽‍🚀 at 8'],
    ['Chinese', '你好,世界 — 手机'],
    ['right-to-left', 'مرحبا שלום'],
    ['lines', 'one\ntwo\n\nfour'],
  ] as const) {
    test(`text with ${script} is set, added to, read back and seen`, async (t) => {
      const tools = await servedPhone(t);
      await openNote(tools);
      const before = await tools.call('get_screen_state', { include_screenshot: true });
      const body = await tools.idOf('edit_body');
      assert.equal(
        await tools.text('set_text', { element_id: body, text }),
        `Text set on element '${body}'`,
        'and nothing to remark',
      );
      const count = Array.from(text).length;
      assert.equal(
        await tools.text('input_text', { element_id: body, text }),
        `Text input completed (${count} characters)`,
      );
      assert.equal(
        await tools.text('get_element_details', { ids: [body] }),
        `id\ttext\tdesc\n${body}\t${(text + text).replaceAll('\n', ' ')}\t-`,
      );
      const after = await tools.call('get_screen_state', { include_screenshot: true });
      const picture = ({ content }: typeof after) => content.find(({ type }) => type === 'image');
      assert.notDeepEqual(picture(after), picture(before), 'the picture shows it');
      assert.equal(await tools.text('clear_text', { element_id: body }), 'Text cleared successfully');
      assert.equal(
        await tools.text('get_element_details', { ids: [body] }),
        `id\ttext\tdesc\n${body}\t-\thint: Note`,
      );
    });
  }

  test('a line break at the end is text, and no Enter key', async (t) => {
    const tools = await servedPhone(t);
    await openNote(tools);
    const body = await tools.idOf('edit_body');
    for (const text of ['ends with a line\n', 'a C string: "\\n', 'ends in \\n']) {
      assert.equal(await tools.text('set_text', { element_id: body, text }), `Text set on element '${body}'`);
    }
  });

  test('keys: a tab is inserted, Enter performs the action of a field, Delete takes a whole character', async (t) => {
    const tools = await servedPhone(t);
    await openNote(tools);
    const body = await tools.idOf('edit_body');
    await tools.text('input_text', { element_id: body, text: 'a😀' });
    assert.equal(await tools.text('press_key', { key: 'DEL' }), "Key 'DEL' pressed successfully");
    assert.equal(await tools.text('press_key', { key: 'TAB' }), "Key 'TAB' pressed successfully");
    assert.equal(await tools.text('press_key', { key: 'SPACE' }), "Key 'SPACE' pressed successfully");
    await tools.text('press_key', { key: 'ENTER' });
    await tools.text('input_text', { text: 'b' });
    const { elements } = (await tools.json('find_elements', {
      by: 'resource_id',
      value: 'edit_body',
    })) as unknown as Elements;
    assert.equal(elements[0]?.text, 'a\t \nb');
    await tools.text('click_element', { element_id: await tools.idOf('edit_title') });
    await tools.text('press_key', { key: 'ENTER' });
    await tools.text('input_text', { text: 'c' });
    await tools.sees('a');
    assert.match(await shown(tools, 'edit_body'), /bc$/, "Enter in the title is its field's action: next");
  });

  test('a password is set and added to, and never shown', async (t) => {
    const tools = await servedPhone(t);
    await openLogin(tools);
    const password = await tools.idOf('password');
    assert.match(await tools.text('set_text', { element_id: password, text: 'sésame' }), /not verified/);
    assert.match(await tools.text('input_text', { element_id: password, text: '12' }), /not verified/);
    const held = () => tools.phone.framework.textInput.target?.editing.text;
    assert.equal(await shown(tools, 'password'), '•••');
    assert.equal(held(), 'sésame12');
    assert.match(
      await tools.fails('input_text', { element_id: password, text: 'é' }, 'permission_denied'),
      /only ASCII text can be added to it\. Nothing was typed\. .*set_text/,
    );
    assert.equal(held(), 'sésame12');
    await tools.text('set_text', { element_id: password, text: 'ends in \\n' });
    assert.equal(held(), 'ends in \\n', 'and nothing behind that');
  });

  test('three fingers and ten paint at once, and a pinch scales the map by as much as it says', async (t) => {
    const tools = await servedPhone(t);
    await tools.opens('Paint', 'canvas');
    const line = (x: number) => [0, 160, 400].map((time) => ({ x, y: 700 + time, time }));
    assert.equal(
      await tools.text('custom_gesture', { paths: [line(300), line(500), line(700)] }),
      'Custom gesture executed with 3 path(s), total 9 point(s)',
    );
    assert.match(
      await shown(tools, 'stroke'),
      /^Stroke 1: black, 3 fingers, .* from \(300, 700\) to \(300, 1100\)$/,
    );
    const ten = Array.from({ length: 10 }, (_, finger) => line(100 + finger * 90));
    assert.match(
      await tools.text('custom_gesture', { paths: ten }),
      /with 10 path\(s\), total 30 point\(s\)$/,
    );
    assert.match(await shown(tools, 'stroke'), /^Stroke 2: black, 10 fingers, /);
    await tools.opens('Maps', 'scale');
    assert.match(
      await tools.text('pinch', { center_x: 540, center_y: 1200, scale: 2 }),
      /with scale 2\.0 over 300ms$/,
    );
    await tools.json('wait_for_idle', { timeout: 3000 });
    const scale = async () => Number(/[\d.]+/.exec(await shown(tools, 'scale'))?.[0]);
    const zoomed = await scale();
    assert.ok(Math.abs(zoomed - 2) < 0.1, `scaled by ${zoomed}`);
    // There the fingers come from the sides, and none begins on the bars above and below the map.
    await tools.text('pinch', { center_x: 540, center_y: 1900, scale: 0.5 });
    await tools.json('wait_for_idle', { timeout: 3000 });
    const back = await scale();
    assert.ok(Math.abs(back - 1) < 0.1, `and back to ${back}`);
  });

  test('a gesture takes the time it was given', async (t) => {
    const tools = await servedPhone(t);
    await tools.opens('Maps', 'scale');
    const start = performance.now();
    await tools.text('long_press', { x: 300, y: 1500, duration: 800 });
    const took = performance.now() - start;
    assert.ok(took >= 800, `took ${took} ms`);
    await tools.json('wait_for_element', { by: 'content_desc', value: 'Dropped pin', timeout: 5000 });
    await tools.text('double_tap', { x: 300, y: 700 });
    await tools.sees('Scale 2.00');
  });

  test('a row that left the list is not clicked, but found again by scrolling', async (t) => {
    const tools = await servedPhone(t);
    await tools.opens('Contacts', 'android:id/list');
    await tools.text('scroll', { direction: 'down', amount: 'large' });
    await tools.text('scroll', { direction: 'down', amount: 'large' });
    const { elements } = (await tools.json('find_elements', {
      by: 'resource_id',
      value: 'cliv_name_textview',
    })) as unknown as Elements;
    const row = elements[5];
    assert.ok(row);
    for (let scroll = 0; scroll < 4; scroll += 1) await tools.text('scroll', { direction: 'up' });
    assert.match(
      await tools.fails('click_element', { element_id: row.id }, 'element_not_found'),
      /scroll_to_element/,
    );
    const said = await tools.text('scroll_to_element', { element_id: row.id });
    assert.match(said, /^Scrolled to element '\S+' \(\d+ scroll\(s\)\)$/);
    await tools.text('click_element', { element_id: row.id });
    await tools.json('wait_for_element', { by: 'resource_id', value: 'call', timeout: 5000 });
    await tools.sees(row.text ?? '');
  });

  test('what an application keeps below the edge of the screen is found, and scrolled to', async (t) => {
    const tools = await servedPhone(t);
    await openLogin(tools);
    await tools.shell('settings put system accelerometer_rotation 0; settings put system user_rotation 1');
    await tools.json('wait_for_idle', { timeout: 3000 });
    const passkey = async () => {
      const { elements } = await tools.json('find_elements', { by: 'resource_id', value: 'passkey' });
      return (elements as { id: string; visible: boolean }[])[0];
    };
    const hidden = await passkey();
    assert.equal(hidden?.visible, false);
    assert.match(
      await tools.fails('click_element', { element_id: hidden.id }, 'action_failed'),
      /is not visible or is covered.*scroll_to_element/,
    );
    assert.match(
      await tools.text('scroll_to_element', { element_id: hidden.id }),
      /^Scrolled to element '\S+' \(\d scroll\(s\)\)$/,
    );
    assert.deepEqual(await passkey(), { ...(await passkey()), id: hidden.id, visible: true });
  });

  for (const release of [9, 12] as const) {
    test(`Android ${release}: it is read, touched, written to and scrolled`, async (t) => {
      const tools = await servedPhone(t, { release });
      await openNote(tools);
      assert.deepEqual(tools.tiers, ['the companion on the phone']);
      const body = await tools.idOf('edit_body');
      assert.equal(
        await tools.text('set_text', { element_id: body, text: '漢字 😀' }),
        `Text set on element '${body}'`,
      );
      assert.equal(await shown(tools, 'edit_body'), '漢字 😀');
      await tools.opens('Maps', 'scale');
      await tools.text('double_tap', { x: 300, y: 900 });
      await tools.sees('Scale 2.00');
      await tools.text('long_press', { x: 300, y: 900, duration: 600 });
      await tools.sees('Dropped pin', 'content_desc');
      await tools.text('tap', { x: 300, y: 500 });
      await tools.opens('Contacts', 'android:id/list');
      const top = () => shown(tools, 'cliv_name_textview');
      const first = await top();
      await tools.text('scroll', { direction: 'down' });
      assert.notEqual(await top(), first);
      await tools.text('scroll', { direction: 'up' });
      assert.equal(await top(), first);
    });
  }

  test('a screen that never rests is read at once', async (t) => {
    const asked: string[] = [];
    const onCompanionRequest = (method: string) => asked.push(method);
    const tools = await servedPhone(t, { idleWaitMs: 1000, onCompanionRequest });
    await tools.opens('Downloads', 'download_list');
    asked.length = 0;
    for (let look = 0; look < 3; look += 1) await tools.text('get_screen_state');
    assert.deepEqual(asked, ['look', 'look', 'look'], 'it waits for no rest');
  });

  test('a toast can be waited for', async (t) => {
    const tools = await servedPhone(t);
    await openNote(tools);
    await tools.text('press_back');
    const { found } = await tools.json('wait_for_element', {
      by: 'text',
      value: 'Empty note discarded',
      timeout: 3000,
    });
    assert.equal(found, true);
  });

  for (const release of [9, 12, 14] as const) {
    test(`Android ${release}: 100 kB of any text go to the clipboard and come back`, async (t) => {
      const tools = await servedPhone(t, { release });
      assert.deepEqual(await tools.json('get_clipboard'), { text: null });
      const text = 'ünïcödé 漢字 😀 שלום\n'.repeat(4000);
      assert.ok(Buffer.byteLength(text) > 100_000);
      assert.equal(
        await tools.text('set_clipboard', { text }),
        `Clipboard set successfully (${Array.from(text).length} characters)`,
      );
      assert.deepEqual(await tools.json('get_clipboard'), { text });
    });
  }

  test('Android 14: what another application copied is read', async (t) => {
    const tools = await servedPhone(t);
    await openNote(tools);
    await tools.text('input_text', { element_id: await tools.idOf('edit_body'), text: 'copied by hand' });
    await tools.shell('input keycombination 113 29; input keyevent 278');
    assert.deepEqual(await tools.json('get_clipboard'), { text: 'copied by hand' });
  });
});
