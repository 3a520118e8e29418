import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foundText } from '../../src/format/lean/found.ts';
import { viewOf } from '@handeye/testing/view-screens';
import { button, n, page, snapshotOf } from './lines.ts';

const limits = { most: 10, maxTokens: 500 };

test('a password outside its line does not show its length', () => {
  const field = n('EditText', [0, 0, 500, 100], {
    text: '•••••••••',
    password: true,
    visible: false,
    resourceId: 'a:id/secret',
  });
  const snapshot = snapshotOf(viewOf(page(field, button('Save', [0, 200, 500, 100]))));
  const found = snapshot.elements.filter(({ node }) => node.password);
  const told = foundText(snapshot, found, limits);
  assert.doesNotMatch(told, /•{4}/);
  assert.match(told, /#secret/);
});
