import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CallOptions } from '../../src/tools/frame/toolbox.ts';
import { box, button, full, node, viewOf, windowOf } from '@handeye/testing/screens';
import { ScrollWorld, type WorldOptions } from '@handeye/testing/scroll-world';
import { capable, ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';

const lean = { screenFormat: 'lean', observe: 'changes' } as const;

/** Scrolls in lean, on a clock that does not wait: the answer, and the first line of what happened. */
function scrollingOn(device: ScriptedDevice) {
  const tools = bench(device.view, { device, ...lean });
  const scroll = async (args: object, options: Partial<CallOptions> = {}) => {
    const { signal } = new AbortController();
    const { content, isError } = await tools.toolbox.call('scroll', args, { signal, ...options });
    const [text = '', seen = ''] = content.map((item) => (item.type === 'text' ? item.text : ''));
    if (isError) throw new Error(text);
    return { text, effect: seen.split('\n')[0] ?? '', seen };
  };
  const idOf = async (resource: string) => {
    const found = await tools.text('find_elements', { by: 'resource_id', value: resource });
    return found.split(' ')[0] ?? '';
  };
  return { ...tools, idOf, scroll };
}

function scrolling(world: ScrollWorld | WorldOptions = {}) {
  const own = world instanceof ScrollWorld ? world : new ScrollWorld(world);
  return { world: own, ...scrollingOn(own.device) };
}

const touches = ({ actions }: ScriptedDevice) => actions.filter(({ did }) => did === 'touch').length;

describe('until', () => {
  for (const actions of [false, true]) {
    const way = actions ? 'by actions' : 'by a finger';
    test(`finds a text ${way} in one call, and names its line and the number of scrolls`, async () => {
      const { scroll, world, text: callText } = scrolling({ actions });
      await callText('get_screen_state');
      const { text, effect, seen } = await scroll({ until: 'person 77' });
      assert.equal(text, 'Scroll down (medium) executed');
      assert.match(effect, /^found: \d+ Person 77 after \d+ scrolls$/);
      assert.match(seen, /^\d+ .*#people$/m, 'and what was scrolled');
      const missed = Array.from({ length: 76 }, (_, row) => `Person ${row + 1}`).filter(
        (row) => !world.seen.has(row),
      );
      assert.deepEqual(missed, [], 'every row on the way was looked at');
    });
  }

  test('a text in sight needs no scroll', async () => {
    const { scroll, device } = scrolling();
    const { text, effect } = await scroll({ until: 'PERSON 2' });
    assert.equal(text, 'Scroll down (medium) executed');
    assert.match(effect, /^found: \d+ Person 2 without scrolling$/);
    assert.deepEqual(device.actions, []);
  });

  test('says what was searched when there is no such text, and how to search the rest', async () => {
    const { scroll, world } = scrolling({ rows: 40 });
    world.move(2500);
    world.draw();
    assert.match(
      (await scroll({ until: 'Zoe' })).effect,
      /^not found: "Zoe" is not in \d+ #people \(\d+ scrolls, this is the end\); only what comes after where it was is searched: scroll to: 'start' first for the rest$/,
    );
  });

  test('does not say so where all of it was searched', async () => {
    const { scroll } = scrolling({ rows: 40, actions: true });
    assert.match(
      (await scroll({ until: 'Zoe' })).effect,
      /^not found: "Zoe" is not in \d+ #people \(4 scrolls, this is the end\)$/,
    );
  });

  test('a text beside the list is not found in it, but named', async () => {
    const around = (list: ReturnType<ScrollWorld['list']>) =>
      viewOf(
        node('FrameLayout', full, {
          children: [node('TextView', box(0, 0, 900, 150), { text: 'All of Zoe' }), list],
        }),
      );
    const { scroll } = scrolling({ rows: 20, actions: true, around });
    assert.match(
      (await scroll({ until: 'Zoe' })).effect,
      /this is the end\); it is in sight elsewhere: \d+ - All of Zoe$/,
    );
  });

  test('to: start searches backwards', async () => {
    const { scroll, world } = scrolling();
    world.move(9000);
    world.draw();
    const { text, effect } = await scroll({ until: 'Person 1', to: 'start' });
    assert.equal(text, 'Scroll up (medium) executed');
    assert.match(effect, /^found: \d+ Person 1\d after \d scrolls$/, 'the first page that contains it');
  });

  test('of what contains the text, what is nothing but the text is found', async () => {
    const { scroll } = scrolling({ textOf: (row) => (row === 3 ? 'ann' : `Annie ${row}`) });
    assert.match((await scroll({ until: 'Ann' })).effect, /^found: \d+ ann without scrolling$/);
  });

  test('a row of which only the edge is in sight is brought into view', async () => {
    // Of the 16th row 25 of 265 pixels are in sight after one page.
    const { scroll, world } = scrolling({ actions: true, rowSize: 265 });
    const { effect } = await scroll({ until: 'Person 16' });
    assert.match(effect, /^found: \d+ Person 16 after 2 scrolls$/);
    assert.ok(world.offset > 2000);
  });
});

describe('to', () => {
  for (const actions of [false, true]) {
    test(`goes to the end and back ${actions ? 'by actions' : 'by flings'}`, async () => {
      const { scroll, world, device } = scrolling({ actions });
      assert.match((await scroll({ to: 'end' })).effect, /^at the end after \d+ scrolls$/);
      assert.equal(world.offset, world.max);
      if (!actions) assert.ok(touches(device) < 8, `${touches(device)} flings`);
      const { text, effect } = await scroll({ to: 'start' });
      assert.equal(text, 'Scroll up (medium) executed');
      assert.match(effect, /^at the start after \d+ scrolls$/);
      assert.equal(world.offset, 0);
      assert.equal((await scroll({ to: 'start' })).effect, 'at the start already');
    });

    test(`a list that loads more at its end is followed (${actions ? 'by actions' : 'by flings'})`, async () => {
      const { scroll, world, clock } = scrolling({ rows: 20, actions });
      let loads = 0;
      world.then = () => {
        if (world.offset < world.max || loads === 3) return;
        loads += 1;
        clock.after(500, () => {
          world.rows += 20;
          world.draw();
        });
      };
      assert.match((await scroll({ to: 'end' })).effect, /^at the end after \d+ scrolls$/);
      assert.equal(world.rows, 80);
      assert.equal(world.offset, world.max);
    });
  }

  test('a list that shows all it has is at its end, and no finger is needed', async () => {
    const { scroll, device } = scrolling({ rows: 3 });
    assert.equal((await scroll({ to: 'end' })).effect, 'at the end already');
    assert.match(
      (await scroll({ until: 'Zoe' })).effect,
      /^not found: "Zoe" is not in \d+ #people \(0 scrolls, this is the end\)$/,
    );
    assert.deepEqual(device.actions, []);
  });

  test('a list that goes sideways is followed along its own axis', async () => {
    const { scroll, world } = scrolling({ axis: 'horizontal', className: 'HorizontalScrollView' });
    const { text, effect } = await scroll({ to: 'end' });
    assert.equal(text, 'Scroll right (medium) executed');
    assert.match(effect, /^at the end after/);
    assert.equal(world.offset, world.max);
  });

  test('where people read from right to left, forwards is left', async () => {
    const options = {
      axis: 'horizontal',
      className: 'HorizontalScrollView',
      textOf: (row: number) => `שורה ${row}`,
    } as const;
    const { scroll, world } = scrolling(options);
    world.move(world.max);
    world.draw();
    assert.equal((await scroll({ to: 'end' })).text, 'Scroll left (medium) executed');
    assert.equal(world.offset, 0);
    await assert.rejects(
      scroll({ to: 'end', direction: 'right' }),
      /Direction 'right' leads away from the end/,
    );
    assert.equal((await scroll({ to: 'start', direction: 'right' })).text, 'Scroll right (medium) executed');
  });

  test('before 60 s are over it stops and says how to go on', async () => {
    const { scroll, device, clock, world } = scrolling({ rows: 5000 });
    device.delay = 1_000;
    const start = clock.now();
    assert.match(
      (await scroll({ until: 'Zoe' })).effect,
      /^not found yet: "Zoe" is not in the part of \d+ #people that was searched \(\d+ scrolls in 55 s\); repeat this call to go on$/,
    );
    const took = clock.now() - start;
    assert.ok(took > 50_000 && took <= 60_000, `${took} ms`);
    assert.match(
      (await scroll({ to: 'end' })).effect,
      /^not at the end yet after \d+ scrolls in 55 s: repeat/,
    );
    assert.ok(world.offset < world.max);
  });

  test('a cancelled one stops at once', async () => {
    const { scroll, device } = scrolling({ rows: 5000 });
    const controller = new AbortController();
    let strokes = 0;
    const { react } = device;
    device.react = (deed, own) => {
      if (deed.did === 'touch' && (strokes += 1) === 3) controller.abort(new Error('cancelled'));
      react(deed, own);
    };
    await assert.rejects(scroll({ to: 'end' }, { signal: controller.signal }), /cancelled/);
    await new Promise(setImmediate);
    assert.equal(strokes, 3);
  });

  test('it tells how far it is', async () => {
    const told: string[] = [];
    const { scroll } = scrolling();
    await scroll({ until: 'Person 60' }, { progress: (message) => told.push(message) });
    assert.equal(told[0], '1 scrolls');
    assert.ok(told.length > 3);
  });
});

describe('one scroll', () => {
  for (const actions of [false, true]) {
    test(`says whether it moved (${actions ? 'companion' : 'plain'})`, async () => {
      const { scroll, world, device } = scrolling({ rows: 12, actions });
      const { text, effect } = await scroll({ direction: 'down', amount: 'large' });
      assert.deepEqual([text, effect], ['Scroll down (large) executed', 'moved']);
      assert.equal(world.offset, 1000);
      device.deeds.length = 0;
      assert.equal((await scroll({ direction: 'down' })).effect, 'did not move: this is the end');
      assert.equal(touches(device), actions ? 0 : 2, 'a finger tries twice, an action tells it');
      assert.equal((await scroll({ direction: 'up', amount: 'small' })).effect, 'moved');
      assert.equal(world.offset, 500);
    });
  }

  test('a clock beside the list, or in one of its rows, is no movement', async () => {
    let ticks = 0;
    const textOf = (row: number) => (row === 3 ? `${(ticks += 1)} s` : `Person ${row}`);
    const around = (list: ReturnType<ScrollWorld['list']>) =>
      viewOf(
        node('FrameLayout', full, {
          children: [node('TextView', box(0, 0, 900, 150), { text: `12:${(ticks += 1)}` }), list],
        }),
      );
    const { scroll } = scrolling({ rows: 9, textOf, around });
    assert.equal((await scroll({ direction: 'up' })).effect, 'did not move: this is the start');
    assert.equal((await scroll({ direction: 'down' })).effect, 'moved');
  });

  test('rows that are alike: only what is certain is said', async () => {
    // A page and a half of rows by a finger is a whole number of rows: the screen looks the same.
    const alike = { textOf: () => 'Row', rows: 40 };
    assert.equal(
      (await scrolling(alike).scroll({ direction: 'down' })).effect,
      'may have moved: what is in sight would look the same',
    );
    const { scroll } = scrolling({ ...alike, actions: true });
    assert.equal((await scroll({ direction: 'down' })).effect, 'moved', 'it offered to go on');
    assert.match((await scroll({ to: 'end' })).effect, /^at the end after 4 scrolls$/);
  });

  test('a single text that fills the screen gives no hint of its place', async () => {
    const story = node('TextView', full, { text: 'Once upon a time' });
    const device = new ScriptedDevice(
      viewOf(node('ScrollView', full, { scrollable: true, children: [story] })),
    );
    const { effect } = await scrollingOn(device).scroll({ direction: 'down' });
    assert.equal(effect, 'may have moved: what is in sight would look the same');
  });

  test('a list at its end inside a page lets the page move, and it is said', async () => {
    let pageOffset = 0;
    const inner = new ScrollWorld({
      rows: 10,
      around: (list) => {
        const shift = Math.min(0, pageOffset);
        const moved = node('LinearLayout', box(0, 200 + shift, 1080, 3000 + shift), {
          children: [{ ...list, bounds: box(0, 200 + shift, 1080, 2200 + shift) }],
        });
        return viewOf(
          node('ScrollView', full, { scrollable: true, resourceId: 'app:id/page', children: [moved] }),
        );
      },
    });
    inner.move(inner.max);
    inner.then = (deed) => {
      if (deed.did === 'touch') pageOffset -= 300;
    };
    inner.draw();
    const { scroll, idOf } = scrolling(inner);
    const id = await idOf('people');
    assert.match(
      (await scroll({ direction: 'down', element_id: id })).effect,
      /^moved: \d+ #page around it; \d+ #people is at the end$/,
    );
  });

  test('another screen that came by it is said, and is no failure', async () => {
    const { scroll, device, world } = scrolling();
    const other = viewOf(node('FrameLayout', full, { children: [button('OK', box(0, 0, 200, 200))] }));
    const { react } = device;
    device.react = (deed, own) => {
      react(deed, own);
      if (deed.did === 'touch') world.draw = () => (device.view = other);
      world.draw();
    };
    assert.match(
      (await scroll({ direction: 'down' })).effect,
      /^\d+ #people is gone: another screen is shown$/,
    );
  });

  test('a screen that cannot be read is scrolled by a finger, and it is said', async () => {
    const device = new ScriptedDevice(viewOf(undefined));
    const { text } = await scrollingOn(device).scroll({ direction: 'down' });
    assert.match(text, /^Scroll down \(medium\) executed\. The screen could not be read first/);
  });
});

describe('which scroller', () => {
  const rows = (top: number, bottom: number, name: string) =>
    Array.from({ length: 4 }, (_, row) => {
      const height = (bottom - top) / 4;
      return node('TextView', box(0, top + row * height, 1080, top + (row + 1) * height), {
        text: `${name} ${row}`,
      });
    });
  const listAt = (top: number, bottom: number, name: string) =>
    node('ListView', box(0, top, 1080, bottom), {
      scrollable: true,
      resourceId: `app:id/${name}`,
      children: rows(top, bottom, name),
    });
  const two = viewOf(
    node('FrameLayout', full, {
      resourceId: 'app:id/all',
      children: [listAt(0, 800, 'upper'), listAt(800, 2400, 'lower')],
    }),
  );

  test('the largest under the middle, or the one that is named by itself or by a part of it', async () => {
    const device = new ScriptedDevice(two);
    const { scroll, idOf, text } = scrollingOn(device);
    await text('get_screen_state');
    const hit = async (args: object) => /#(upper|lower)$/m.exec((await scroll(args)).seen)?.[1];
    assert.equal(await hit({ direction: 'down' }), 'lower');
    assert.equal(await hit({ direction: 'down', element_id: await idOf('upper') }), 'upper');
    const [row] = (await text('find_elements', { by: 'text', value: 'upper 2' })).split(' ');
    assert.equal(await hit({ direction: 'down', element_id: row }), 'upper');
    const strokes = device.actions.flatMap((deed) => (deed.did === 'touch' ? deed.strokes : []));
    assert.ok(
      strokes.slice(-2).every((stroke) => stroke.every(({ y }) => y < 800)),
      'the finger stays on it',
    );
  });

  test('a finger keeps above the keyboard', async () => {
    const keyboard = windowOf(node('FrameLayout', box(0, 1500, 1080, 2400)), {
      key: 'keyboard',
      type: 'keyboard',
      active: false,
    });
    const device = new ScriptedDevice({ ...two, windows: [...two.windows, keyboard] });
    await scrollingOn(device).scroll({ direction: 'down', amount: 'large' });
    const strokes = device.actions.flatMap((deed) => (deed.did === 'touch' ? deed.strokes : []));
    assert.ok(strokes.length > 0);
    for (const stroke of strokes) assert.ok(stroke.every(({ y }) => y >= 800 && y < 1500));
  });

  test('another application in the middle of a desktop is left alone', async () => {
    const behind = windowOf(listAt(0, 2400, 'other'), { key: 'behind', active: false });
    const small = windowOf(listAt(0, 400, 'small'), { bounds: box(0, 0, 1080, 400) });
    const device = new ScriptedDevice({ ...two, windows: [small, behind] }, { capabilities: capable() });
    Object.assign(device, { hasMouse: true });
    await scrollingOn(device).scroll({ direction: 'down' });
    const [first] = device.actions;
    assert.equal(first?.did === 'act' && first.on, 'app:id/small');
  });

  test('something that holds several is refused, and they are named', async () => {
    const { fails, text, device } = bench(two, lean);
    const [id] = (await text('find_elements', { by: 'resource_id', value: 'all' })).split(' ');
    assert.match(
      await fails('scroll', { direction: 'down', element_id: id }, 'action_failed'),
      new RegExp(
        `^Nothing in or around '${id}' scrolls, or several things do\\. Pass one of these as element_id: \\d+ #upper, \\d+ #lower\\. Nothing was touched\\.$`,
      ),
    );
    assert.deepEqual(device.actions, []);
  });

  test('nothing that scrolls is refused, and nothing is touched', async () => {
    const { fails, device } = bench(
      viewOf(node('FrameLayout', full, { children: [button('OK', full)] })),
      lean,
    );
    assert.equal(
      await fails('scroll', { direction: 'down' }, 'action_failed'),
      'Nothing scrolls in the middle of the screen. Use swipe to move a finger all the same. Nothing was touched.',
    );
    assert.deepEqual(device.actions, []);
  });

  test('across a list is refused', async () => {
    const { fails, device } = bench(two, lean);
    assert.match(
      await fails('scroll', { direction: 'left' }, 'action_failed'),
      /the ListView '\d+' scrolls up and down only/,
    );
    assert.deepEqual(device.actions, []);
  });

  test('a mouse turns its wheel over it', async () => {
    const device = new ScriptedDevice(two, { capabilities: capable() });
    Object.assign(device, { hasMouse: true });
    await scrollingOn(device).scroll({ direction: 'down', amount: 'small' });
    assert.deepEqual(device.actions[0], {
      did: 'act',
      on: 'app:id/lower',
      action: { kind: 'scroll', direction: 'down', share: 0.25 },
    });
  });
});

describe('what scroll takes in lean', () => {
  for (const [args, message] of [
    [{}, "Missing required parameter 'direction'"],
    [{ amount: 'large' }, "Missing required parameter 'direction'"],
    [
      { direction: 'up', to: 'end' },
      "Direction 'up' leads away from the end. Leave 'direction' out, or pass to: 'start'",
    ],
    [
      { direction: 'down', to: 'start' },
      "Direction 'down' leads away from the start. Leave 'direction' out, or pass to: 'end'",
    ],
    [{ until: '' }, "Parameter 'until' must not be empty"],
    [{ to: 'top' }, "Invalid 'to' value: 'top'. Must be one of: end, start"],
  ] as const) {
    test(`${JSON.stringify(args)} is refused before anything is touched`, async () => {
      const { fails, device } = bench(viewOf(node('FrameLayout', full)), lean);
      assert.equal(await fails('scroll', args, 'invalid_params'), message);
      assert.deepEqual(device.deeds, []);
    });
  }

  test('compact keeps its schema', async () => {
    const { fails, toolbox } = bench(viewOf(node('FrameLayout', full)));
    assert.match(
      await fails('scroll', { direction: 'down', until: 'x' }, 'invalid_params'),
      /Unknown parameter 'until'/,
    );
    const { inputSchema } = toolbox.tools.find(({ name }) => name === 'scroll')!;
    assert.deepEqual(Object.keys(inputSchema.properties as object), ['direction', 'amount']);
  });
});

test('scroll_to_element goes on in lean until the row is there, further than five scrolls', async () => {
  const world = new ScrollWorld({ rows: 300 });
  const { text } = bench(world.device.view, { device: world.device, screenFormat: 'lean' });
  const [id] = (await text('find_elements', { by: 'text', value: 'Person 1', exact_match: true })).split(' ');
  for (let page = 0; page < 12; page += 1) {
    await text('scroll', { direction: 'down', amount: 'large' });
    await text('get_screen_state');
  }
  assert.equal(
    await text('scroll_to_element', { element_id: id }),
    `Scrolled to element '${id}' (11 scroll(s))`,
  );
  assert.ok(world.offset < 250);
});
