import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { DesktopNode } from '../../src/desktop/node.ts';
import { inTreeOrder } from '../../src/desktop/tree-order.ts';
import { desktopNode } from '@handeye/testing/scripted-desktop';
import { parsePath, resolvePath } from './resolve-path.ts';
import { titles, trees } from './trees.ts';
import { runs } from '@handeye/testing/runs';

function appOf(...windows: DesktopNode[]): DesktopNode {
  return desktopNode('application', { children: windows });
}

function pathsOf(root: DesktopNode): string[] {
  return inTreeOrder(root, { pid: 123 }).map(({ path }) => path);
}

function resolved(path: string, root: DesktopNode) {
  const parsed = parsePath(path);
  assert.ok(parsed, `${path} is no path`);
  return resolvePath(parsed, root);
}

describe('a path', () => {
  test('counts the siblings of the same role, from 0', () => {
    const toolbar = desktopNode('toolbar', {
      children: [desktopNode('button'), desktopNode('text'), desktopNode('button')],
    });
    assert.deepEqual(pathsOf(appOf(desktopNode('window', { children: [toolbar] }))), [
      'app(123)',
      'app(123)/window[0]',
      'app(123)/window[0]/toolbar[0]',
      'app(123)/window[0]/toolbar[0]/button[0]',
      'app(123)/window[0]/toolbar[0]/text[0]',
      'app(123)/window[0]/toolbar[0]/button[1]',
    ]);
  });

  test('names the window and the element itself by title, quoted and escaped, and counts the steps between', () => {
    const button = desktopNode('button', { title: 'a/b "c"' });
    const bar = desktopNode('toolbar', { title: 'Tools', children: [button] });
    assert.deepEqual(pathsOf(appOf(desktopNode('window', { title: 'Save as', children: [bar] }))), [
      'app(123)',
      'app(123)/window["Save as"]',
      'app(123)/window["Save as"]/toolbar["Tools"]',
      String.raw`app(123)/window["Save as"]/toolbar[0]/button["a/b \"c\""]`,
    ]);
  });

  test('counts where the title is shared, blank or too long to be a name', () => {
    const rows = ['Row', 'Row', ' ', 'x'.repeat(61)].map((title) => desktopNode('row', { title }));
    assert.deepEqual(pathsOf(appOf(...rows)).slice(1), [
      'app(123)/row[0]',
      'app(123)/row[1]',
      'app(123)/row[2]',
      'app(123)/row[3]',
    ]);
  });

  test('parses back to itself', () => {
    assert.deepEqual(parsePath(String.raw`app(7)/window[0]/menu item["a/b \"c\"]"]`), {
      pid: 7,
      steps: [
        { role: 'window', index: 0 },
        { role: 'menu item', title: 'a/b "c"]' },
      ],
    });
  });

  for (const text of [
    '',
    'app',
    'app()',
    'app("Finder")',
    'app(1)/',
    'app(1)window[0]',
    'app(1)/window',
    'app(1)/window[]',
    'app(1)/window[-1]',
    'app(1)/window["a]',
    'app(1)/window["a\\x"]',
    'app(1)/window["a\nb"]',
    'app(1)/window[0]/',
    'app(1)/window[0] ',
    ' app(1)',
  ]) {
    test(`${JSON.stringify(text)} is none`, () => {
      assert.equal(parsePath(text), undefined);
    });
  }
});

describe('a path that was given out', () => {
  const save = desktopNode('button', { title: 'Save' });
  const window = (title: string, ...children: DesktopNode[]) => desktopNode('window', { title, children });

  test('finds its element again behind new siblings', () => {
    const after = appOf(window('Alert'), window('Editor', desktopNode('button', { title: 'New' }), save));
    assert.deepEqual(resolved('app(123)/window["Editor"]/button["Save"]', after), { node: save });
  });

  test('is stale when its element is gone, and says which step leads nowhere', () => {
    assert.deepEqual(resolved('app(123)/window["Editor"]/button["Save"]', appOf(window('Editor'))), {
      stale: 'button["Save"]',
    });
    assert.deepEqual(resolved('app(123)/window["Editor"]/button["Save"]', appOf(window('Other', save))), {
      stale: 'window["Editor"]',
    });
    assert.deepEqual(resolved('app(123)/window[1]', appOf(window('Editor'))), { stale: 'window[1]' });
  });

  test('is stale rather than a guess when its title fits two elements now', () => {
    assert.deepEqual(resolved('app(123)/window["Editor"]', appOf(window('Editor'), window('Editor'))), {
      stale: 'window["Editor"]',
    });
  });

  test('leads to the same node in any tree, with any titles and roles', () => {
    fc.assert(
      fc.property(trees, (root) => {
        const placed = inTreeOrder(root, { pid: 1 });
        assert.equal(new Set(placed.map(({ path }) => path)).size, placed.length);
        for (const { node, path } of placed) {
          const found = resolved(path, root);
          assert.ok('node' in found && found.node === node, path);
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  test('carries any title through', () => {
    fc.assert(
      fc.property(titles, (title) => {
        const node = desktopNode('button', { title });
        const [, path = ''] = pathsOf(appOf(node));
        const [step] = parsePath(path)?.steps ?? [];
        assert.ok(step);
        if ('title' in step) assert.equal(step.title, title);
      }),
      { numRuns: runs(2000) },
    );
  });
});

test('a tree 20,000 levels deep costs no call stack', () => {
  let root = desktopNode('panel');
  for (let level = 1; level < 20_000; level += 1) root = desktopNode('panel', { children: [root] });
  assert.equal(inTreeOrder(root, { pid: 1, depth: 100 }).length, 100);
  assert.equal(inTreeOrder(root, { pid: 1 }).length, 20_000);
});
