import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { realClock } from '../../../src/call/clock.ts';
import { intersect } from '@handeye/screen/bounds';
import type { Picture } from '../../../src/device/port.ts';
import type { UiNode } from '@handeye/screen/node';
import type { View } from '@handeye/screen/snapshot';
import { box, button, calculator, form, full, list, node, viewOf, windowOf } from '@handeye/testing/screens';
import { capable, picture, ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench, textOf } from '@handeye/testing/tools';
import { idsIn, labelsOf, seen } from './labels.ts';

/** A toolbox as models are served, on a device with this screen and picture. */
function tools(view: View, shot: Picture | undefined) {
  const made = bench(view, { screenFormat: 'lean', clock: realClock });
  made.device.picture = shot;
  return made;
}

const grey = () => picture(1080, 2400, '#c0c0c0');

async function idOf({ text }: ReturnType<typeof bench>, ending: string): Promise<string> {
  const lines = (await text('get_screen_state')).split('\n');
  const [, id] = /^ *(\d+) /.exec(lines.find((line) => line.endsWith(ending)) ?? '') ?? [];
  assert.ok(id, `no line ends with ${ending}: ${lines.join('\n')}`);
  return id;
}

describe('marks', () => {
  for (const colour of ['#ffffff', '#000080', '#c0c0c0', '#101010']) {
    test(`are the ids of the text, each once, legible on ${colour}, none over another`, async () => {
      const { call } = tools(calculator(), await picture(1080, 2400, colour));
      const answer = await call('get_screen_state', { include_screenshot: true, marks: true });
      const ids = idsIn(textOf(answer));
      assert.equal(ids.length, 12);
      const image = await seen(answer);
      assert.deepEqual([image.width, image.height], [315, 700]);
      const labels = ids.map((id) => labelsOf(image, id));
      assert.deepEqual(
        labels.map(({ length }) => length),
        ids.map(() => 1),
      );
      const flat = labels.flat();
      for (const [at, label] of flat.entries())
        for (const other of flat.slice(at + 1)) assert.equal(intersect(label, other), undefined);
    });
  }

  test('stand at the corner of their element, outside where nothing is; it is outlined', async () => {
    const made = tools(form(), await grey());
    const id = await idOf(made, 'Send');
    const image = await seen(await made.call('get_screen_state', { marks: true }));
    const [label] = labelsOf(image, id);
    const scale = 315 / 1080;
    assert.ok(label);
    assert.ok(Math.abs(label.left - 60 * scale) <= 1 && Math.abs(label.bottom - 640 * scale) <= 1);
    const edge = Math.round(760 * scale) - 1;
    const isDark = Array.from({ length: 100 }, (_, x) => image.light(Math.round(60 * scale) + x, edge) < 150);
    assert.ok(isDark.filter(Boolean).length > 50, 'its lower edge is drawn');
  });

  test('let what is under them shine through', async () => {
    const under = async (colour: string) => {
      const made = tools(form(), await picture(1080, 2400, colour));
      const id = await idOf(made, 'Send');
      const image = await seen(await made.call('get_screen_state', { marks: true }));
      const [label] = labelsOf(image, id);
      return image.light((label?.left ?? 0) + 1, (label?.top ?? 0) + 1);
    };
    assert.ok((await under('#ffffff')) - (await under('#101010')) > 15);
  });

  test('and pictures say how their points become points of the screen', async () => {
    const made = tools(form(), await grey());
    const scale = async (args: object) => {
      const item = (await made.call('get_screen_state', args)).content.at(-1);
      return item?.type === 'text' ? item.text : '';
    };
    const whole = 'picture: 315x700; a point of the screen = its point x 3.429';
    assert.equal(await scale({ marks: true }), whole);
    assert.equal(await scale({ include_screenshot: true }), whole);
    const part = 'picture: 440x120; a point of the screen = its point x 1 + (60, 640)';
    assert.equal(await scale({ crop: 'text:Send' }), part);
    const compact = bench(form(), { clock: realClock });
    compact.device.picture = await grey();
    assert.equal((await compact.call('get_screen_state', { include_screenshot: true })).content.length, 2);
  });

  test('bring the picture with them, and no picture brings them', async () => {
    const made = tools(calculator(), await grey());
    const id = await idOf(made, ' 7');
    const marked = await made.call('get_screen_state', { marks: true });
    assert.equal(labelsOf(await seen(marked), id).length, 1);
    const plain = await made.call('get_screen_state', { include_screenshot: true });
    assert.equal(labelsOf(await seen(plain), id).length, 0);
    assert.equal((await made.call('get_screen_state', {})).content.length, 1);
  });

  test('are drawn for what the text lists, and for nothing that a budget left out', async () => {
    const rows = Array.from({ length: 24 }, (_, at) =>
      button(`Row number ${at} of a long list`, box(0, at * 100, 1080, at * 100 + 100)),
    );
    const root = node('ListView', full, { scrollable: true, children: rows });
    const made = tools(viewOf(root), await grey());
    const all = idsIn(await made.text('get_screen_state'));
    const answer = await made.call('get_screen_state', { marks: true, max_tokens: 200 });
    const listed = new Set(idsIn(textOf(answer)));
    assert.ok(listed.size < all.length, 'something was left out');
    const scroller = /^(\d+) \[scroll\]/m.exec(textOf(answer))?.[1];
    const image = await seen(answer);
    for (const id of all) {
      const expected = listed.has(id) && id !== scroller ? 1 : 0;
      assert.equal(labelsOf(image, id).length, expected, id);
    }
  });

  test('are not drawn for what the keyboard covers', async () => {
    const app = node('FrameLayout', full, {
      children: [button('Above', box(0, 300, 500, 500)), button('Below', box(0, 2000, 500, 2200))],
    });
    const keyboard = windowOf(node('FrameLayout', box(0, 1500, 1080, 2400)), {
      key: 'ime',
      type: 'keyboard',
      active: false,
    });
    const made = tools(viewOf(app, { windows: [windowOf(app), keyboard] }), await grey());
    const [above, below] = [await idOf(made, 'Above'), await idOf(made, 'Below')];
    const image = await seen(await made.call('get_screen_state', { marks: true }));
    assert.deepEqual([labelsOf(image, above).length, labelsOf(image, below).length], [1, 0]);
  });

  test('keep to their elements where a picture has more pixels than the screen has points', async () => {
    const screen = { width: 700, height: 400, density: 160 };
    const root = node('FrameLayout', box(0, 0, 700, 400), {
      children: [button('OK', box(350, 200, 450, 240))],
    });
    const made = tools(viewOf(root, { screen }), await picture(1400, 800, '#c0c0c0'));
    const id = await idOf(made, 'OK');
    const [label] = labelsOf(await seen(await made.call('get_screen_state', { marks: true })), id);
    assert.deepEqual([label?.left, label?.bottom], [350, 200]);
  });

  test('that find no room are said', async () => {
    const tiny: UiNode[] = Array.from({ length: 40 }, (_, at) =>
      button(
        `b${at}`,
        box((at % 10) * 4, Math.floor(at / 10) * 4, (at % 10) * 4 + 4, Math.floor(at / 10) * 4 + 4),
      ),
    );
    const screen = { width: 100, height: 60, density: 160 };
    const root = node('FrameLayout', box(0, 0, 100, 60), { children: tiny });
    const made = tools(viewOf(root, { screen }), await picture(100, 60, '#c0c0c0'));
    const answer = await made.call('get_screen_state', { marks: true });
    const image = await seen(answer);
    const drawn = idsIn(textOf(answer)).filter((id) => labelsOf(image, id).length === 1).length;
    assert.ok(drawn >= 8, `${drawn} are drawn`);
    assert.match(textOf(answer), new RegExp(`^note: the picture has no room for ${40 - drawn} ids; `, 'm'));
  });

  test('are drawn with compact rows, too', async () => {
    const made = tools(form(), await grey());
    const id = await idOf(made, 'Send');
    const answer = await made.call('get_screen_state', { marks: true, format: 'compact' });
    assert.match(textOf(answer), new RegExp(`^node_${id}\tButton\tSend`, 'm'));
    assert.equal(labelsOf(await seen(answer), id).length, 1);
  });
});

describe('crop', () => {
  /** Red where the button Send is, and grey elsewhere. */
  async function withRedButton(): Promise<Picture> {
    const red = await sharp({ create: { width: 440, height: 120, channels: 3, background: '#e01010' } })
      .png()
      .toBuffer();
    const bytes = await sharp((await grey()).bytes)
      .composite([{ input: red, left: 60, top: 640 }])
      .png()
      .toBuffer();
    return { bytes };
  }

  test('is a picture of that element alone, as large as it is', async () => {
    const made = tools(form(), await withRedButton());
    const crop = await idOf(made, 'Send');
    for (const id of [crop, Number(crop), `node_${crop}`, 'text:Send']) {
      const image = await seen(await made.call('get_screen_state', { crop: id }));
      assert.deepEqual([image.width, image.height], [440, 120]);
      for (const [x, y] of [
        [2, 2],
        [437, 117],
        [220, 60],
      ] as const) {
        const [red = 0, green = 0] = image.colour(x, y);
        assert.ok(red > 190 && green < 60, `red at ${x},${y}`);
      }
    }
  });

  test('costs no text of the whole screen', async () => {
    const made = tools(list(0), await grey());
    const people = await made.text('get_screen_state');
    const row = /^ (\d+) Person 2$/m.exec(people)?.[1] ?? '';
    const crop = async (args: object) => textOf(await made.call('get_screen_state', { crop: row, ...args }));
    assert.equal(await crop({}), `${row} Person 2`);
    // With marks, what is marked.
    assert.match(await crop({ marks: true }), new RegExp(`^${row} Person 2\n\\d+ Call$`));
    const state = /^\S+ (\S+) /.exec(people)?.[1] ?? '';
    assert.equal(await crop({ since: state }), `unchanged since ${state}`);
  });

  test('has at most 700 pixels on its longer side, and shows its part of a picture of any size', async () => {
    const made = tools(form(), await grey());
    const field = await idOf(made, 'hint: Your name');
    const size = async () => {
      const { width, height } = await seen(await made.call('get_screen_state', { crop: field }));
      return [width, height];
    };
    assert.deepEqual(await size(), [700, 87]);
    made.device.picture = await picture(540, 1200, '#c0c0c0');
    assert.deepEqual(await size(), [480, 60]);
  });

  test('has the marks of what it shows, and no others', async () => {
    const made = tools(list(0), await grey());
    const people = await made.text('get_screen_state');
    const row = /^ (\d+) Person 2$/m.exec(people)?.[1] ?? '';
    const call = people.split('\n').flatMap((line) => /^ +(\d+) Call$/.exec(line)?.[1] ?? []);
    assert.equal(call.length, 8);
    const image = await seen(await made.call('get_screen_state', { crop: row, marks: true }));
    assert.equal(labelsOf(image, row).length, 1);
    assert.deepEqual(
      call.map((id) => labelsOf(image, id).length),
      [0, 1, 0, 0, 0, 0, 0, 0],
    );
  });

  test('of a black element on a screen that is not black is a picture', async () => {
    const made = tools(form(), await withRedButton());
    const bytes = await sharp((await withRedButton()).bytes)
      .composite([{ input: (await picture(440, 120, '#000000')).bytes as Buffer, left: 60, top: 640 }])
      .png()
      .toBuffer();
    made.device.picture = { bytes };
    const image = await seen(await made.call('get_screen_state', { crop: await idOf(made, 'Send') }));
    assert.deepEqual([image.width, image.height], [440, 120]);
    made.device.picture = await picture(1080, 2400, '#000000');
    const black = await made.call('get_screen_state', { crop: await idOf(made, 'Send') });
    assert.equal(black.content.length, 1);
    assert.match(textOf(black), /^note: the screen is protected or black/m);
  });

  test('of an unknown id is element_not_found', async () => {
    const made = tools(form(), await grey());
    assert.equal(
      await made.fails('get_screen_state', { crop: '12' }, 'element_not_found'),
      "Element '12' not found on the screen. Call get_screen_state or find_elements to get current ids.",
    );
    assert.match(
      await made.fails('get_screen_state', { crop: 'text:Sen' }, 'element_not_found'),
      /^Nothing on the screen matches 'text:Sen'\. Similar:\n\d+ \[hold\] Send$/,
    );
  });

  test('of what is not in sight says what to do', async () => {
    const root = node('FrameLayout', full, {
      children: [
        button('Hidden', box(0, 2500, 500, 2600), { visible: false }),
        button('Empty', box(100, 100, 100, 200)),
        button('Covered', box(0, 2000, 500, 2200)),
      ],
    });
    const keyboard = windowOf(node('FrameLayout', box(0, 1500, 1080, 2400)), {
      key: 'ime',
      type: 'keyboard',
      active: false,
    });
    const made = tools(viewOf(root, { windows: [windowOf(root), keyboard] }), await grey());
    const state = await made.text('get_screen_state', { offscreen: true });
    const why = async (label: string) => {
      const [, id = ''] = new RegExp(`^ *(\\d+) .*${label}$`, 'm').exec(state) ?? [];
      return made.fails('get_screen_state', { crop: id }, 'action_failed');
    };
    assert.match(await why('Hidden'), /^Element '\d+' is not in sight: call scroll_to_element first\.$/);
    assert.match(await why('Empty'), /it has no area/);
    assert.match(await why('Covered'), /another window covers it/);
  });

  test('is permission_denied where pictures are not available', async () => {
    const device = new ScriptedDevice(form(), { capabilities: capable({ picture: 'No compositor.' }) });
    const made = bench(form(), { device, screenFormat: 'lean' });
    for (const args of [{ crop: '1' }, { marks: true }]) {
      assert.equal(
        await made.fails('get_screen_state', args, 'permission_denied'),
        'Screen capture not available. No compositor.',
      );
    }
  });
});

test('without lean there are neither marks nor crops', async () => {
  const { fails } = bench(form());
  for (const args of [{ crop: '1' }, { marks: true }]) {
    assert.match(await fails('get_screen_state', args, 'invalid_params'), /^Unknown parameter/);
  }
});
