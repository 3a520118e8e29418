import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { button, form, full, node, viewOf } from '@handeye/testing/screens';
import { bench } from '@handeye/testing/tools';

describe('get_element_details', () => {
  test('gives full texts, and not_found for what is gone', async () => {
    const long = 'word '.repeat(60).trim();
    const { idOf, text } = bench(form({ name: `${long}\tend\nline` }));
    const id = await idOf('name');
    assert.equal(
      await text('get_element_details', { ids: [id, 'node_nope'] }),
      `id\ttext\tdesc\n${id}\t${long} end line\t-\nnode_nope\tnot_found\tnot_found`,
    );
  });

  test('gives each id a row, in the order asked for', async () => {
    const described = button('Yes', full, { description: 'Confirm' });
    const { idOf, text } = bench(viewOf(node('FrameLayout', full, { text: 'Sure?', children: [described] })));
    const [question, yes] = [await idOf('Sure?'), await idOf('Yes')];
    assert.equal(
      await text('get_element_details', { ids: [yes, question] }),
      `id\ttext\tdesc\n${yes}\tYes\tConfirm\n${question}\tSure?\t-`,
    );
  });

  test('an element that says nothing is two dashes', async () => {
    const { idOf, text } = bench(form());
    const id = await idOf('secret');
    assert.equal(await text('get_element_details', { ids: [id] }), `id\ttext\tdesc\n${id}\t-\t-`);
  });

  test('takes 1000 ids at most, and says so', async () => {
    const { text, fails, device } = bench(form());
    const ids = Array.from({ length: 1001 }, () => 'node_1');
    assert.equal((await text('get_element_details', { ids: ids.slice(1) })).split('\n').length, 1001);
    const looks = device.deeds.length;
    assert.match(await fails('get_element_details', { ids }, 'invalid_params'), /'ids' .*at most 1000/);
    assert.equal(device.deeds.length, looks);
  });

  test('an unreadable screen is permission_denied', async () => {
    await bench(viewOf(undefined)).fails('get_element_details', { ids: ['node_1'] }, 'permission_denied');
  });
});
