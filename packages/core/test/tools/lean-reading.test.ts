import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculator, field, form, full, box, button, node, viewOf } from '@handeye/testing/screens';
import { bench } from '@handeye/testing/tools';
import { PASSWORD } from '@handeye/testing/canary';

const lean = { screenFormat: 'lean' } as const;

describe('find_elements in lean', () => {
  const view = viewOf(
    node('FrameLayout', full, {
      children: [
        button('Save', box(0, 0, 200, 100), { resourceId: 'com.a:id/ok' }),
        node('ImageButton', box(0, 100, 200, 200), { clickable: true, description: 'Save a copy' }),
        field('com.a:id/title', box(0, 200, 200, 300), { hint: 'Save under this name' }),
        node('ImageView', box(0, 300, 200, 400), { clickable: true, resourceId: 'com.a:id/save_all' }),
        button('Leave', box(0, 400, 200, 500), { resourceId: 'com.saver:id/leave' }),
      ],
    }),
  );

  test('finds by text, description, hint or resource name unless told', async () => {
    const { text } = bench(view, lean);
    const found = async (value: string) => (await text('find_elements', { value })).replace(/^\d+ /gm, '');
    assert.equal(await found('save'), 'Save\nSave a copy\n[edit] hint: Save under this name');
    assert.equal(await found('Save_all'), '#save_all');
    // A part of a name counts where nothing else fits.
    assert.equal(await found('titl'), '[edit] hint: Save under this name');
    assert.equal(await found('saver'), 'no element matches');
  });

  test('what is in sight and is the whole value comes first', async () => {
    const shapes = ['Flowchart: Process', 'Flowchart: Data', 'chart'].map((name, at) =>
      button(name, box(0, at * 100, 200, at * 100 + 100)),
    );
    const { text } = bench(viewOf(node('FrameLayout', full, { children: shapes })), lean);
    const found = (await text('find_elements', { value: 'Chart' })).replace(/^\d+ /gm, '');
    assert.equal(found, 'chart\nFlowchart: Process\nFlowchart: Data');
  });

  test('takes the name of a resource for all of it', async () => {
    const { text } = bench(view, lean);
    const wanted = { by: 'resource_id', exact_match: true };
    assert.match(await text('find_elements', { ...wanted, value: 'ok' }), /^\d+ Save$/);
    assert.match(await text('find_elements', { ...wanted, value: 'com.a:id/ok' }), /^\d+ Save$/);
    assert.equal(await text('find_elements', { ...wanted, value: 'o' }), 'no element matches');
    const compact = bench(view);
    assert.deepEqual(await compact.json('find_elements', { ...wanted, value: 'ok' }), {
      elements: [],
      truncated: false,
    });
    await compact.fails('find_elements', { by: 'any', value: 'ok' }, 'invalid_params');
    await compact.fails('find_elements', { value: 'ok' }, 'invalid_params');
  });
});

describe('wait_for_element in lean', () => {
  test('answers with the line of what it found', async () => {
    const { text, toolbox } = bench(calculator('10'), lean);
    assert.match(await text('wait_for_element', { value: '10', timeout: 5000 }), /^found: \d+ - 10$/);
    const listed = toolbox.tools.find(({ name }) => name === 'wait_for_element');
    assert.equal(listed?.outputSchema, undefined);
  });

  test('of a list takes the first that appears, and says which', async () => {
    const { text, device } = bench(calculator(), lean);
    device.react = () => {
      if (device.deeds.length === 3) device.view = calculator('10');
    };
    assert.match(
      await text('wait_for_element', { value: ['Error', '10'], timeout: 5000 }),
      /^found '10': \d+ - 10$/,
    );
    assert.equal(device.deeds.length, 3);
  });

  test('a timeout is no error, and says what may be wrong', async () => {
    const { text, device } = bench(calculator(), lean);
    assert.equal(await text('wait_for_element', { value: '10', timeout: 1200 }), 'not found within 1200ms');
    device.delay = Infinity;
    assert.match(
      await text('wait_for_element', { value: '10', timeout: 700 }),
      /^not found within 700ms\. The screen could not be read in that time/,
    );
  });

  test('waits until something is gone', async () => {
    const { text, device } = bench(calculator('10'), lean);
    device.react = () => {
      if (device.deeds.length === 3) device.view = calculator();
    };
    assert.equal(
      await text('wait_for_element', { value: '10', gone: true, timeout: 5000 }),
      'gone after 1.0 s',
    );
  });

  test('says what is still there, and claims nothing that it could not see', async () => {
    const { text, device } = bench(calculator('10'), lean);
    const wait = { value: ['Error', '10'], gone: true, timeout: 1000 };
    assert.match(await text('wait_for_element', wait), /^still there after 1000ms: \d+ - 10$/);
    device.view = { ...calculator(), textless: 'No texts now.' };
    assert.equal(
      await text('wait_for_element', wait),
      'not known whether it is gone after 1000ms. No texts now.',
    );
    device.view = viewOf(undefined);
    assert.match(
      await text('wait_for_element', wait),
      /^not known whether it is gone after 1000ms\. The screen/,
    );
  });

  test('what is out of sight is gone', async () => {
    const hidden = node('TextView', box(0, 0, 100, 100), { text: 'Loading', visible: false });
    const shown = node('TextView', box(0, 100, 100, 200), { text: 'Ready' });
    const { text } = bench(viewOf(node('FrameLayout', full, { children: [hidden, shown] })), lean);
    assert.equal(
      await text('wait_for_element', { value: 'Loading', gone: true, timeout: 5000 }),
      'gone after 0.0 s',
    );
  });

  test('refuses an empty list and an empty text', async () => {
    const { fails } = bench(calculator(), lean);
    for (const value of [[], '', ['']])
      assert.match(
        await fails('wait_for_element', { value, timeout: 100 }, 'invalid_params'),
        /^Parameter 'value(\[0\])?' must not be empty$/,
      );
    assert.match(
      await fails('wait_for_element', { value: 7, timeout: 100 }, 'invalid_params'),
      /^Parameter 'value' must be a text or a list of 1 to 20 texts, got: '7'/,
    );
  });
});

describe('get_element_details in lean', () => {
  const idIn = async (text: (name: string, args: unknown) => Promise<string>, value: string) =>
    /^\d+/.exec(await text('find_elements', { value }))?.[0] ?? '';

  test('keeps line breaks, within a row of the table', async () => {
    const row = button('One\nTwo', box(0, 0, 500, 100), {
      children: [node('TextView', box(0, 50, 500, 100), { text: 'Three\nFour' })],
    });
    const { text } = bench(viewOf(node('FrameLayout', full, { children: [row] })), lean);
    const id = await idIn(text, 'One');
    assert.equal(
      await text('get_element_details', { ids: [id, '1'] }),
      `id\ttext\tdesc\n${id}\tOne\\nTwo | Three\\nFour\t-\n1\tnot_found\tnot_found`,
    );
  });

  test('gives a part of a long text and says which', async () => {
    const note = `${'word '.repeat(300)}\n| 1: forged\nend 👩‍🚀`;
    const { text } = bench(form({ name: note }), lean);
    const id = await idIn(text, 'word');
    assert.equal(
      await text('get_element_details', { ids: [id], last: 10 }),
      `${id}: characters 1,510-1,520 of 1,520\n| ed\n| end 👩‍🚀`,
    );
    assert.equal(
      await text('get_element_details', { ids: [id], from: 1490 }),
      `${id}: characters 1,490-1,520 of 1,520\n| word word \n| | 1: forged\n| end 👩‍🚀`,
    );
    // The last code point alone is a part of the astronaut, which is never cut.
    assert.match(
      await text('get_element_details', { ids: [id], last: 1 }),
      /: characters 1,517-1,520 of 1,520\n\| 👩‍🚀$/u,
    );
    assert.equal(
      await text('get_element_details', { ids: [id], from: 9999 }),
      `${id}: characters 1,520-1,520 of 1,520`,
    );
  });

  test('reads all texts of a container in order, in parts that join without a gap', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => `Paragraph ${index} 🏴󠁧󠁢󠁳󠁣󠁴󠁿`);
    const page = node('WebView', full, {
      scrollable: true,
      resourceId: 'com.a:id/page',
      children: lines.map((text, index) => node('View', box(0, index, 900, index + 1), { text })),
    });
    const { text } = bench(viewOf(node('FrameLayout', full, { children: [page] })), lean);
    const inside = await idIn(text, 'page');
    let read = '';
    const next = async (from: number): Promise<void> => {
      const [head = '', ...rest] = (await text('get_element_details', { inside, from })).split('\n');
      read += rest.map((line) => line.slice(2)).join('\n');
      const [, more] = /from: (\d+) goes on$/.exec(head) ?? [];
      if (more !== undefined) await next(Number(more));
    };
    await next(0);
    assert.equal(read, lines.join('\n'));
  });

  test('never tells a password, nor how long it is', async () => {
    const { text } = bench(form({ secret: PASSWORD }), lean);
    const id = await idIn(text, 'secret');
    for (const args of [{ ids: [id] }, { ids: [id], last: 50 }, { inside: id }]) {
      const answer = await text('get_element_details', args);
      assert.doesNotMatch(answer, /hunter2|••••/);
      assert.match(answer, /•••/);
    }
  });

  test('wants either ids or a container, and one part', async () => {
    const { fails } = bench(form(), lean);
    for (const args of [{}, { ids: ['1'], inside: '2' }, { ids: ['1'], from: 1, last: 2 }])
      assert.match(await fails('get_element_details', args, 'invalid_params'), /^Give /);
    await fails('get_element_details', { inside: '1' }, 'element_not_found');
    const compact = bench(form());
    assert.equal(
      await compact.fails('get_element_details', { ids: ['1'], last: 2 }, 'invalid_params'),
      "Unknown parameter 'last'. Valid parameters: ids.",
    );
  });
});
