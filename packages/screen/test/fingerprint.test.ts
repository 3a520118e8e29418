import assert from 'node:assert/strict';
import test from 'node:test';
import { similarity, structuralHash } from '../src/fingerprint.ts';
import { createIdentity } from '../src/identity/identity.ts';
import type { UiNode } from '../src/node.ts';
import type { Snapshot } from '../src/snapshot.ts';
import { box, node, otherWindow, viewOf } from '@handeye/testing/view-screens';

function snapshotOf(...children: UiNode[]): Snapshot {
  return createIdentity().identify(viewOf(node({ children })));
}

const clock = (text: string): UiNode => node({ className: 'Clock', text });
const rows = Array.from({ length: 18 }, (_, at) =>
  node({ text: `row ${at}`, bounds: box(0, at, 9, at + 1) }),
);

test('the same screen has the same hash with other ids', () => {
  assert.equal(structuralHash(snapshotOf(clock('9:41'))), structuralHash(snapshotOf(clock('9:41'))));
  assert.equal(similarity(snapshotOf(clock('9:41')), snapshotOf(clock('9:41'))), 100);
});

const differences: [what: string, other: Snapshot][] = [
  ['text', snapshotOf(clock('9:42'))],
  ['class', snapshotOf(node({ className: 'Text', text: '9:41' }))],
  ['bounds', snapshotOf(node({ className: 'Clock', text: '9:41', bounds: box(0, 1, 100, 100) }))],
  ['children', snapshotOf(node({ className: 'Clock', text: '9:41', children: [node()] }))],
  ['windows', createIdentity().identify(viewOf(node({ children: [clock('9:41')] }), otherWindow(node())))],
];
for (const [what, other] of differences) {
  test(`another ${what} gives another hash`, () => {
    assert.notEqual(structuralHash(snapshotOf(clock('9:41'))), structuralHash(other));
  });
}

test('a ticking clock leaves most of a screen similar', () => {
  assert.equal(similarity(snapshotOf(clock('9:41'), ...rows), snapshotOf(clock('9:42'), ...rows)), 95);
});

test('another order or nesting of the same nodes is not the same screen', () => {
  const turned = snapshotOf(...rows.toReversed());
  assert.notEqual(structuralHash(turned), structuralHash(snapshotOf(...rows)));
  assert.equal(similarity(turned, snapshotOf(...rows)), 99);
});

test('screens with nothing in common have nothing in common', () => {
  assert.equal(similarity(snapshotOf(clock('1')), createIdentity().identify(viewOf(undefined))), 0);
});
