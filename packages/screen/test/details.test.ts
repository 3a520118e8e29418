import assert from 'node:assert/strict';
import test from 'node:test';
import { detailsText } from '../src/format/compact.ts';
import { createIdentity } from '../src/identity/identity.ts';
import type { UiNode } from '../src/node.ts';
import type { Snapshot } from '../src/snapshot.ts';
import { node, viewOf } from '@handeye/testing/view-screens';

function snapshotOf(root: UiNode): Snapshot {
  return createIdentity({ first: 1 }).identify(viewOf(root));
}

test('details tell full values, and which ids are not there', () => {
  const long = 'x'.repeat(500);
  const snapshot = snapshotOf(
    node({ children: [node({ text: `a\tb\n${long}` }), node({ editable: true, hint: 'Name' })] }),
  );
  assert.equal(
    detailsText(snapshot, ['node_2', 'node_9', 'node_3', 'forged\nnode_2\tno']),
    `id\ttext\tdesc\nnode_2\ta b ${long}\t-\nnode_9\tnot_found\tnot_found\nnode_3\t-\thint: Name\nforged node_2 no\tnot_found\tnot_found`,
  );
});
