import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { UiNode } from '@handeye/screen/node';
import { box, full, node, viewOf } from '@handeye/testing/screens';
import { capable, fingerOnly, ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';
import { size } from '@handeye/testing/long';

const toolsets = ['device', 'first-generation'] as const;

function wide(count: number): UiNode {
  const children = Array.from({ length: count }, (_, index) =>
    node('Button', box(index % 1000, index % 2300, (index % 1000) + 30, (index % 2300) + 40), {
      text: `row ${index}`,
      clickable: true,
    }),
  );
  return node('FrameLayout', full, { children, clickable: true, text: 'all' });
}

function deep(levels: number): UiNode {
  let inner = node('Button', full, { text: 'innermost', clickable: true });
  for (let level = 0; level < levels; level += 1) inner = node('FrameLayout', full, { children: [inner] });
  return inner;
}

interface Tree {
  readonly children: readonly Tree[];
}

function sizeOf(trees: readonly Tree[]): number {
  return trees.reduce((sum, { children }) => sum + 1 + sizeOf(children), 0);
}

const ROWS = size(200_000, 20_000);
const LEVELS = size(100_000, 25_000);

describe('a hostile screen never makes an answer too large', () => {
  for (const [shape, root, nodes] of [
    ['many rows', wide(ROWS), ROWS + 1],
    ['many levels', deep(LEVELS), LEVELS + 1],
  ] as const) {
    test(`of ${shape}`, async () => {
      const { text, json } = bench(viewOf(root), { toolsets });
      for (const format of ['compact', 'lean']) {
        assert.ok((await text('get_screen_state', { format })).length < 1_200_000);
      }
      const found = await text('find_elements', { by: 'class_name', value: 'android' });
      assert.ok(found.length < 100_000);
      const tree = await json('get_accessibility_tree');
      assert.ok(JSON.stringify(tree).length < 1_500_000);
      const [, leftOut] = /^(\d+) more elements were left out/.exec(String(tree.note)) ?? [];
      assert.equal(sizeOf(tree.nodes as Tree[]) + Number(leftOut), nodes);
    });
  }

  test('of one text as long as a book, which get_element_details tells in full', async () => {
    const long = 'x'.repeat(1_000_000);
    const { text, json, idOf } = bench(
      viewOf(
        node('FrameLayout', full, {
          children: [node('TextView', full, { text: long, resourceId: 'a:id/book' })],
        }),
      ),
      { toolsets },
    );
    const id = await idOf('book');
    assert.ok((await text('find_elements', { by: 'text', value: 'xxx' })).length < 10_000);
    assert.ok(JSON.stringify(await json('get_accessibility_tree')).length < 10_000);
    assert.ok((await text('get_element_details', { ids: [id] })).length > 1_000_000);
  });

  test('and its elements are clicked and scrolled', async () => {
    const view = viewOf(wide(size(50_000, 10_000)));
    const device = new ScriptedDevice(view, { capabilities: capable(fingerOnly) });
    const { text, json } = bench(view, { device });
    const { elements } = await json('find_elements', { by: 'text', value: 'all', exact_match: true });
    const [{ id } = { id: '' }] = elements as { id: string }[];
    await text('click_element', { element_id: id });
    await text('scroll', { direction: 'down' });
    assert.equal(device.actions.length, 2);
  });
});

test('get_accessibility_tree says how much it holds, how much it left out and where the rest is', async () => {
  const { json, text, toolbox } = bench(viewOf(wide(2_500)), { toolsets });
  const tree = await json('get_accessibility_tree');
  const told = sizeOf(tree.nodes as Tree[]);
  const description = toolbox.tools.find(({ name }) => name === 'get_accessibility_tree')?.description ?? '';
  assert.match(description, new RegExp(`first ${told.toLocaleString('en')} elements`));
  assert.doesNotMatch(description, /whole/);
  assert.match(
    String(tree.note),
    /^501 more elements were left out.* find_elements searches all.* get_screen_state lists up to 10,000$/,
  );
  assert.ok((await text('get_screen_state')).split('\n').length > 2_500);
});

test('an ordinary screen is told whole, and without a note', async () => {
  const { json } = bench(viewOf(wide(50)), { toolsets });
  const tree = await json('get_accessibility_tree');
  assert.deepEqual(Object.keys(tree), ['nodes']);
});
