import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Criteria } from '../../src/desktop/search.ts';
import { inTreeOrder } from '../../src/desktop/tree-order.ts';
import { search, withRoles } from '../../src/desktop/search.ts';
import { appWith, desktopNode } from '@handeye/testing/scripted-desktop';
import { trees } from './trees.ts';

const save = desktopNode('button', { nativeRole: 'push button', title: 'Save As…', identifier: 'save' });
const name = desktopNode('textfield', { nativeRole: 'text', title: 'File name', value: 'Report\n2024.txt' });
const label = desktopNode('text', { nativeRole: 'label', title: 'File name' });
const { tree } = appWith([desktopNode('panel', { children: [save, name] }), label]);

describe('a search', () => {
  const found = (criteria: Criteria) =>
    search(inTreeOrder(tree, { pid: 1 }), criteria).map(({ node }) => node);

  test('takes a role of the common vocabulary or the platform’s own, in any case', () => {
    assert.deepEqual(found({ role: 'BUTTON' }), [save]);
    assert.deepEqual(found({ role: 'Push Button' }), [save]);
    // `text` is a label in the shared roles and a field in AT-SPI's: the criterion may mean either.
    assert.deepEqual(found({ role: 'text' }), [name, label]);
    assert.deepEqual(found({ role: 'butt' }), []);
  });

  test('finds titles and values that contain the text, in any case and across line breaks', () => {
    assert.deepEqual(found({ title: 'save as' }), [save]);
    assert.deepEqual(found({ title: 'FILE' }), [name, label]);
    assert.deepEqual(found({ value: 'report 2024' }), [name]);
  });

  test('finds an identifier only if it is equal', () => {
    assert.deepEqual(found({ identifier: 'save' }), [save]);
    assert.deepEqual(found({ identifier: 'Save' }), []);
    assert.deepEqual(found({ identifier: 'sav' }), []);
  });

  test('wants all criteria to hold', () => {
    assert.deepEqual(found({ role: 'textfield', title: 'file', value: 'txt' }), [name]);
    assert.deepEqual(found({ role: 'button', title: 'file' }), []);
  });
});

describe('a filter of roles', () => {
  test('keeps matches and all their ancestors', () => {
    const kept = withRoles(inTreeOrder(tree, { pid: 1 }), ['Push Button']);
    assert.deepEqual(
      kept.map(({ node }) => node.role),
      ['application', 'window', 'panel', 'button'],
    );
  });

  test('leaves the application alone where nothing matches', () => {
    assert.equal(withRoles(inTreeOrder(tree, { pid: 1 }), ['menu']).length, 1);
  });

  test('keeps a node if and only if it or something below it matches', () => {
    fc.assert(
      fc.property(trees, fc.constantFrom('button', 'panel', 'WINDOW'), (root, role) => {
        const all = inTreeOrder(root, { pid: 1 });
        const matches = all.filter(({ node }) => node.role.toLowerCase() === role.toLowerCase());
        const wanted = new Set(all.slice(0, 1));
        for (const match of matches) {
          for (let node: (typeof all)[number] | undefined = match; node; node = node.parent) wanted.add(node);
        }
        assert.deepEqual(
          withRoles(all, [role]),
          all.filter((node) => wanted.has(node)),
        );
      }),
    );
  });
});
