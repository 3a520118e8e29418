import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculator, form, list } from '@handeye/testing/screens';
import { bench } from '@handeye/testing/tools';

const lean = { screenFormat: 'lean' } as const;

/** The id under which lean lists what its line ends with. */
async function idOf({ text }: ReturnType<typeof bench>, ending: string): Promise<string> {
  const line = (await text('get_screen_state', { format: 'lean' }))
    .split('\n')
    .find((one) => one.endsWith(ending));
  const [, id] = /^ *(\d+) /.exec(line ?? '') ?? [];
  assert.ok(id, `no line ends with ${ending}`);
  return id;
}

describe('ids in lean', () => {
  test('are taken without their prefix by every format, and echoed as they were given', async () => {
    for (const options of [{}, lean]) {
      const tools = bench(form(), options);
      const id = await idOf(tools, 'Send');
      assert.equal(
        await tools.text('click_element', { element_id: id }),
        `Click performed on element '${id}'`,
      );
      assert.equal(
        await tools.text('click_element', { element_id: `node_${id}` }),
        `Click performed on element 'node_${id}'`,
      );
      assert.match(
        await tools.text('get_element_details', { ids: [id, '1'] }),
        new RegExp(`^id\\ttext\\tdesc\\n${id}\\tSend\\t-\\n1\\tnot_found`),
      );
    }
  });

  test('may be integers, alone and in a list', async () => {
    const tools = bench(form(), lean);
    const id = Number(await idOf(tools, 'Send'));
    assert.equal(
      await tools.text('long_click_element', { element_id: id }),
      `Long-click performed on element '${id}'`,
    );
    assert.equal(
      await tools.text('scroll_to_element', { element_id: id }),
      `Element '${id}' is already visible`,
    );
    assert.match(await tools.text('get_element_details', { ids: [id] }), /\tSend\t-$/);
    assert.match(
      await tools.fails('click_element', { element_id: 1.5 }, 'invalid_params'),
      /must be a string, got: 1.5/,
    );
    const { inputSchema } = tools.toolbox.tools.find(({ name }) => name === 'click_element')!;
    assert.match(JSON.stringify(inputSchema), /"type":\["string","integer"\]/);
  });

  test('are texts without lean: schema and error stay', async () => {
    const tools = bench(form());
    assert.equal(
      await tools.fails('click_element', { element_id: 417 }, 'invalid_params'),
      "Parameter 'element_id' must be a string, got: 417",
    );
    assert.equal(
      await tools.fails('get_element_details', { ids: [417] }, 'invalid_params'),
      "Each element in 'ids' must be a string",
    );
    assert.doesNotMatch(JSON.stringify(tools.toolbox.tools), /integer"\]/);
  });

  test('name the row that takes a click without its prefix, too', async () => {
    const tools = bench(form());
    const label = await tools.idOf('Remember me');
    assert.match(
      await tools.text('click_element', { element_id: label.replace('node_', '') }),
      /^Click performed on element '\d+' through '\d+', which contains it/,
    );
    assert.match(
      await tools.text('click_element', { element_id: label }),
      /^Click performed on element 'node_\d+' through 'node_\d+'/,
    );
  });

  test('of a number that nothing has are not found', async () => {
    assert.match(
      await bench(form(), lean).fails('click_element', { element_id: 7 }, 'element_not_found'),
      /Element '7' not found/,
    );
  });
});

describe('get_screen_state in lean', () => {
  test('numbers each screen anew', async () => {
    const { text } = bench(calculator(), lean);
    const numbers = await Promise.all(
      [0, 1].map(async () => /^\S+ (s[0-9a-f]{2}\d+) /.exec(await text('get_screen_state'))?.[1]),
    );
    assert.ok(numbers[0] && numbers[1], String(numbers));
  });

  test('keeps a budget: the server’s, or the call’s', async () => {
    const many = list(0, { size: 400, total: 400 });
    const leftOut = / … \d+ lines left out \(max_tokens\)/;
    assert.match(await bench(many, lean).text('get_screen_state'), leftOut);
    assert.match(await bench(many).text('get_screen_state', { format: 'lean' }), leftOut);
    const large = await bench(many, lean).text('get_screen_state', { max_tokens: 20_000 });
    assert.doesNotMatch(large, leftOut);
    const small = await bench(many, { ...lean, maxTokens: 200 }).text('get_screen_state');
    assert.ok(small.length < 1_000, small);
    assert.equal(
      await bench(many, lean).fails('get_screen_state', { max_tokens: 199 }, 'invalid_params'),
      "Parameter 'max_tokens' must be between 200 and 20000, got: 199",
    );
  });

  test('takes wishes that only lean knows, and compact does not', async () => {
    await bench(form(), lean).text('get_screen_state', { offscreen: 'true', windows: 'all' });
    for (const wish of [{ max_tokens: 500 }, { offscreen: true }, { windows: 'all' }]) {
      assert.match(
        await bench(form()).fails('get_screen_state', wish, 'invalid_params'),
        /^Unknown parameter/,
      );
    }
  });

  test('explains its format in the description', () => {
    const { tools } = bench(form(), lean).toolbox;
    const { description } = tools.find(({ name }) => name === 'get_screen_state')!;
    for (const word of ['id [marks] label', 'edit', 'on/off', 'hold', 'scroll'])
      assert.ok(description.includes(word), word);
  });
});

describe('find_elements in lean', () => {
  test('answers with lines like those of the screen', async () => {
    const tools = bench(list(0), lean);
    assert.match(await tools.text('find_elements', { by: 'text', value: 'Person 3' }), /^\d+ Person 3$/);
    assert.match(
      await tools.text('find_elements', { by: 'text', value: 'Call' }),
      /^(\d+ Call\n){7}\d+ Call$/,
    );
    assert.match(
      await tools.text('find_elements', { by: 'resource_id', value: 'id/people' }),
      /^\d+ \[scroll\] #people$/,
    );
    const found = await tools.call('find_elements', { by: 'text', value: 'Person 1' });
    assert.equal(found.structuredContent, undefined);
  });

  test('gives a text that can only be read an id, and says when nothing matches', async () => {
    const tools = bench(form(), lean);
    assert.match(await tools.text('find_elements', { by: 'text', value: 'terms' }), /^\d+ - Terms apply$/);
    assert.match(
      await tools.text('find_elements', { by: 'class_name', value: 'FrameLayout' }),
      /^\d+ - area @540,1200$/,
    );
    assert.equal(await tools.text('find_elements', { by: 'text', value: 'nowhere' }), 'no element matches');
  });

  test('says how many more there are', async () => {
    const tools = bench(list(0, { size: 300, total: 300 }), lean);
    assert.match(
      await tools.text('find_elements', { by: 'text', value: 'Person' }),
      /\n… 200 more matches: ask for something more exact$/,
    );
  });

  test('stays JSON without lean', async () => {
    const { elements } = await bench(form()).json('find_elements', { by: 'text', value: 'terms' });
    assert.equal((elements as unknown[]).length, 1);
  });
});

test('the details of a row of lean are the whole texts inside it', async () => {
  const tools = bench(list(0), lean);
  const id = await idOf(tools, 'Person 2');
  assert.match(await tools.text('get_element_details', { ids: [id] }), /\tPerson 2\t-$/);
});
