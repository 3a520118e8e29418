import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actionFailed } from '../../src/device/errors.ts';
import { button, calculator, form, full, list, node, viewOf, windowOf, box } from '@handeye/testing/screens';
import { capable, type Deed, fingerOnly, ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';
import { PASSWORD } from '@handeye/testing/canary';

function withFinger(view: ReturnType<typeof form>) {
  return bench(view, { device: new ScriptedDevice(view, { capabilities: capable(fingerOnly) }) });
}

/** Where a single finger went down. */
function touched(actions: readonly Deed[]): { x: number; y: number } {
  const [deed] = actions;
  assert.ok(deed?.did === 'touch' && actions.length === 1);
  const { x, y } = deed.strokes[0]![0];
  return { x, y };
}

describe('find_elements', () => {
  test('contains, ignoring case, unless told to be exact', async () => {
    const { json } = bench(form());
    const found = async (args: object) =>
      ((await json('find_elements', args)).elements as { text: string }[]).map(({ text }) => text);
    assert.deepEqual(await found({ by: 'text', value: 'SIGN' }), ['Sign in']);
    assert.deepEqual(await found({ by: 'text', value: 'SIGN', exact_match: true }), []);
    assert.deepEqual(await found({ by: 'text', value: 'Sign in', exact_match: true }), ['Sign in']);
    assert.deepEqual(await found({ by: 'resource_id', value: ':id/send' }), ['Send']);
    assert.deepEqual(await found({ by: 'class_name', value: 'android.widget.Button' }), ['Send', 'Later']);
  });

  test('answers with every fact of the contract, missing strings as null', async () => {
    const { json } = bench(form());
    const { elements, truncated } = (await json('find_elements', { by: 'text', value: 'Send' })) as {
      elements: object[];
      truncated: boolean;
    };
    const [{ id, ...facts } = { id: undefined }] = elements as { id?: string }[];
    assert.match(id!, /^node_/);
    assert.deepEqual(facts, {
      text: 'Send',
      contentDescription: null,
      resourceId: 'com.example.app:id/send',
      className: 'android.widget.Button',
      bounds: { left: 60, top: 640, right: 500, bottom: 760 },
      clickable: true,
      longClickable: true,
      scrollable: false,
      editable: false,
      enabled: true,
      visible: true,
    });
    assert.equal(truncated, false);
  });

  test('a window that could not be read does not count as one without matches', async () => {
    const { device, text, fails } = bench(form());
    const send = /(node_\d+)\tButton\tSend/.exec(await text('get_screen_state'))?.[1];
    const unread = "The application 'form' does not answer.";
    device.view = viewOf(node('FrameLayout', full), { unread });
    assert.equal(await fails('find_elements', { by: 'text', value: 'Send' }, 'timeout'), unread);
    assert.equal(await fails('click_element', { element_id: send }, 'timeout'), unread);
    assert.match(await text('get_screen_state'), /^note:The application 'form' does not answer\.$/m);
    assert.deepEqual(device.actions, []);
  });

  test('no match is an empty array', async () => {
    assert.deepEqual(await bench(form()).json('find_elements', { by: 'text', value: 'nowhere' }), {
      elements: [],
      truncated: false,
    });
  });

  test('stops at 100 and says so', async () => {
    const many = Array.from({ length: 120 }, (_, index) =>
      button(`Item ${index}`, box(0, index, 10, index + 1)),
    );
    const { json } = bench(viewOf(node('FrameLayout', full, { children: many })));
    const { elements, truncated } = await json('find_elements', { by: 'text', value: 'Item' });
    assert.equal((elements as unknown[]).length, 100);
    assert.equal(truncated, true);
  });

  test('searches all windows', async () => {
    const keyboard = windowOf(button('Shift', box(0, 2000, 100, 2100)), {
      key: 'ime',
      type: 'keyboard',
      active: false,
    });
    const view = form();
    const { json } = bench({ ...view, windows: [...view.windows, keyboard] });
    assert.equal(
      ((await json('find_elements', { by: 'text', value: 'shift' })).elements as unknown[]).length,
      1,
    );
  });

  test('an unreadable screen is permission_denied', async () => {
    await bench(viewOf(undefined)).fails('find_elements', { by: 'text', value: 'x' }, 'permission_denied');
  });
});

describe('click_element and long_click_element', () => {
  test('click by accessibility where the device can', async () => {
    const { idOf, text, device } = bench(form());
    const id = await idOf('Send');
    assert.equal(await text('click_element', { element_id: id }), `Click performed on element '${id}'`);
    assert.equal(
      await text('long_click_element', { element_id: id }),
      `Long-click performed on element '${id}'`,
    );
    assert.deepEqual(device.actions, [
      { did: 'act', on: 'com.example.app:id/send', action: { kind: 'click' } },
      { did: 'act', on: 'com.example.app:id/send', action: { kind: 'longClick' } },
    ]);
  });

  test('else touch the middle of the visible part', async () => {
    const { idOf, text, device } = withFinger(form());
    const id = await idOf('Send');
    await text('click_element', { element_id: id });
    assert.deepEqual(touched(device.actions), { x: 280, y: 700 });
  });

  test('a label inside something clickable clicks that, and says so', async () => {
    const { idOf, text, device } = bench(form());
    const id = await idOf('Remember me');
    assert.match(
      await text('click_element', { element_id: id }),
      new RegExp(`^Click performed on element '${id}' through 'node_\\w+'`),
    );
    assert.equal(device.actions.length, 1);
  });

  test('a row of a list that takes the clicks itself is touched where the row is', async () => {
    // Android 5's ListView is clickable, its rows are not (corpus/android-5.1/FACTS.md).
    const rows = ['One', 'Two', 'Three'].map((label, index) =>
      node('TextView', box(0, 200 + index * 100, 1080, 300 + index * 100), { text: label }),
    );
    const root = node('FrameLayout', full, {
      children: [
        node('ListView', box(0, 200, 1080, 2000), { clickable: true, scrollable: true, children: rows }),
      ],
    });
    const { idOf, text, device } = bench(viewOf(root));
    await text('click_element', { element_id: await idOf('Two') });
    assert.deepEqual(touched(device.actions), { x: 540, y: 350 });
  });

  test('a disabled element is clicked, and the answer says that it probably did nothing', async () => {
    const { idOf, text } = bench(form());
    const id = await idOf('Later');
    assert.equal(
      await text('click_element', { element_id: id }),
      `Click performed on element '${id}'. It is disabled, so the click probably did nothing`,
    );
  });

  test('an element that cannot be clicked is an error', async () => {
    const { idOf, fails } = bench(form());
    const id = await idOf('Terms apply');
    assert.equal(
      await fails('click_element', { element_id: id }, 'action_failed'),
      `Element '${id}' is not clickable, and neither is anything that holds it. Choose an element that is, or touch it all the same: tap at (540, 2340).`,
    );
    assert.equal(
      await fails('long_click_element', { element_id: id }, 'action_failed'),
      `Element '${id}' is not long-clickable, and neither is anything that holds it. Choose an element that is, or touch it all the same: long_press at (540, 2340).`,
    );
  });

  test('an unknown id is element_not_found', async () => {
    const { fails, device } = bench(form());
    for (const tool of ['click_element', 'long_click_element', 'scroll_to_element']) {
      assert.match(
        await fails(tool, { element_id: 'node_nope' }, 'element_not_found'),
        /Element 'node_nope' not found/,
      );
    }
    await fails('set_text', { element_id: 'node_nope', text: 'x' }, 'element_not_found');
    assert.deepEqual(device.actions, []);
  });

  test('a covered element is not touched', async () => {
    const view = form();
    const { idOf, fails, device } = withFinger(view);
    const id = await idOf('Send');
    const dialog = windowOf(node('FrameLayout', box(0, 500, 1080, 1500)), {
      key: 'dialog',
      type: 'dialog',
      active: false,
      bounds: box(0, 500, 1080, 1500),
    });
    device.view = { ...view, windows: [...view.windows, dialog] };
    assert.match(await fails('click_element', { element_id: id }, 'action_failed'), /covered/);
    assert.deepEqual(device.actions, []);
  });

  test('an id given before a scroll never clicks another row', async () => {
    const { idOf, fails, device } = bench(list(0));
    const id = await idOf('Person 2');
    device.view = list(6);
    assert.match(await fails('click_element', { element_id: id }, 'element_not_found'), /scroll_to_element/);
    device.view = list(60);
    await fails('click_element', { element_id: id }, 'element_not_found');
    assert.deepEqual(device.actions, []);
  });

  test('an id outlives the keyboard that moves its element', async () => {
    const view = form();
    const { idOf, text, device } = withFinger(view);
    const id = await idOf('Send');
    const moved = form();
    const root = {
      ...moved.windows[0]!.root!,
      children: moved.windows[0]!.root!.children.map((child) => ({
        ...child,
        bounds: box(child.bounds.left, child.bounds.top - 100, child.bounds.right, child.bounds.bottom - 100),
      })),
    };
    device.view = { ...moved, windows: [windowOf(root)] };
    await text('click_element', { element_id: id });
    assert.deepEqual(touched(device.actions), { x: 280, y: 600 });
  });

  test('a device that fails the click is action_failed', async () => {
    const { idOf, fails, device } = bench(form());
    const id = await idOf('Send');
    device.react = (deed) => {
      if (deed.did === 'act') throw actionFailed('The view refused the click.');
    };
    assert.equal(
      await fails('click_element', { element_id: id }, 'action_failed'),
      'The view refused the click.',
    );
  });
});

describe('set_text', () => {
  test('replaces the content and reads it back', async () => {
    const { idOf, text, device } = bench(form({ name: 'Old' }));
    const id = await idOf('name');
    device.react = (deed) => {
      if (deed.did === 'act' && deed.action.kind === 'setText')
        device.view = form({ name: deed.action.text });
    };
    assert.equal(await text('set_text', { element_id: id, text: 'Ada 😀' }), `Text set on element '${id}'`);
    assert.equal(await text('set_text', { element_id: id, text: '' }), `Text set on element '${id}'`);
    assert.deepEqual(
      device.actions.map((deed) => deed.did === 'act' && deed.action),
      [
        { kind: 'setText', text: 'Ada 😀' },
        { kind: 'setText', text: '' },
      ],
    );
  });

  test('a field that ends up with another text is reported', async () => {
    const { idOf, text, device } = bench(form());
    const id = await idOf('name');
    device.react = (deed) => {
      if (deed.did === 'act') device.view = form({ name: 'ADA' });
    };
    assert.match(
      await text('set_text', { element_id: id, text: 'Ada' }),
      /But the field now holds 3 characters: "ADA"/,
    );
  });

  test('a password is not shown, and the answer says that it cannot be verified', async () => {
    const { idOf, text, device } = bench(form());
    const id = await idOf('secret');
    device.react = (deed) => {
      if (deed.did === 'act') device.view = form({ secret: PASSWORD });
    };
    const answer = await text('set_text', { element_id: id, text: PASSWORD });
    assert.match(answer, /password field: its content cannot be read back/);
    assert.doesNotMatch(answer, /hunter2/);
  });

  test('what is not editable is refused', async () => {
    const { idOf, fails } = bench(form());
    const id = await idOf('Send');
    const refusal = await fails('set_text', { element_id: id, text: 'x' }, 'action_failed');
    assert.equal(refusal.split('. ')[0], `Element '${id}' is not editable`);
    assert.match(refusal, /call click_element first/);
  });
});

describe('scroll_to_element', () => {
  /** A list that moves by half its rows with each scroll and stops at its ends. */
  function scrolling(first: number, options: { total?: number; byFinger?: boolean } = {}) {
    const { total = 40 } = options;
    const device = new ScriptedDevice(
      list(first, { total }),
      options.byFinger ? { capabilities: capable(fingerOnly) } : {},
    );
    let at = first;
    device.react = (deed) => {
      const way =
        deed.did === 'act' && deed.action.kind === 'scroll'
          ? deed.action.direction
          : deed.did === 'touch'
            ? deed.strokes[0]![1]!.y < deed.strokes[0]![0].y
              ? 'down'
              : 'up'
            : undefined;
      if (!way) return;
      at = Math.max(0, Math.min(total - 8, at + (way === 'down' ? 4 : -4)));
      device.view = list(at, { total });
    };
    return {
      ...bench(device.view, { device }),
      jump: (to: number) => (device.view = list((at = to), { total })),
    };
  }

  test('a visible element needs no scroll', async () => {
    const { idOf, text, device } = bench(list(0));
    const id = await idOf('Person 3');
    assert.equal(await text('scroll_to_element', { element_id: id }), `Element '${id}' is already visible`);
    assert.deepEqual(device.actions, []);
  });

  for (const byFinger of [false, true]) {
    test(`a row that left the screen is brought back ${byFinger ? 'with a finger' : 'by accessibility'}`, async () => {
      const { idOf, text, device } = scrolling(0, { byFinger });
      const id = await idOf('Person 2');
      await text('scroll', { direction: 'down' });
      await text('get_screen_state');
      await text('scroll', { direction: 'down' });
      await text('get_screen_state');
      device.deeds.length = 0;
      assert.equal(
        await text('scroll_to_element', { element_id: id }),
        `Scrolled to element '${id}' (2 scroll(s))`,
      );
      assert.equal(await idOf('Person 2'), id);
    });
  }

  test('a row that a jump left behind is looked for where the scrolling came from', async () => {
    const { idOf, text } = scrolling(0, { total: 200 });
    const id = await idOf('Person 2');
    for (let count = 0; count < 4; count += 1) await text('scroll', { direction: 'down', amount: 'large' });
    await text('get_screen_state');
    assert.equal(
      await text('scroll_to_element', { element_id: id }),
      `Scrolled to element '${id}' (4 scroll(s))`,
    );
  });

  test('it looks the other way when the first way ends', async () => {
    const { idOf, text, jump } = scrolling(12, { total: 40 });
    const id = await idOf('Person 13');
    jump(14);
    await text('get_screen_state');
    jump(10);
    const answer = await text('scroll_to_element', { element_id: id });
    assert.match(answer, /already visible|Scrolled/);
  });

  test('after five scrolls each way it gives up', async () => {
    const { idOf, fails, device, text } = scrolling(0, { total: 4000 });
    const id = await idOf('Person 2');
    device.react = (deed) => {
      if (deed.did === 'act') device.view = list(1000 + device.actions.length * 4, { total: 4000 });
    };
    device.view = list(3, { total: 4000 });
    await text('get_screen_state');
    assert.equal(
      await fails('scroll_to_element', { element_id: id }, 'action_failed'),
      `Element '${id}' not visible after 10 scroll attempts`,
    );
  });

  test('an element outside any scrollable container is an error that says so', async () => {
    const hidden = button('Hidden', box(0, 2500, 100, 2600), { visible: false });
    const { idOf, fails } = bench(viewOf(node('FrameLayout', full, { children: [hidden] })));
    const id = await idOf('Hidden');
    assert.equal(
      await fails('scroll_to_element', { element_id: id }, 'action_failed'),
      `No scrollable container found for element '${id}'`,
    );
  });
});

test('calculator: seven plus three is ten', async () => {
  const { idOf, text, device } = bench(calculator());
  let shown = '';
  device.react = (deed) => {
    if (deed.did !== 'act') return;
    const key = Number(deed.on.split('_').at(-1));
    shown += ['7', '8', '9', '4', '5', '6', '1', '2', '3', '0', '+', '='][key]!;
    device.view = calculator(shown === '7+3=' ? '10' : shown);
  };
  for (const key of ['7', '+', '3', '=']) await text('click_element', { element_id: await idOf(key) });
  assert.match(await text('get_screen_state'), /\tTextView\t10\t/);
});
