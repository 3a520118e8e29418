import assert from 'node:assert/strict';
import { test } from 'node:test';
import { full, node, viewOf, windowOf } from '@handeye/testing/screens';
import { aimRequest, judgedNode, WireWindows } from '../../src/companion/aim.ts';

test('where no window was known at a point, a touch that must not meet anything else is not made', () => {
  const context = { handles: new WeakMap(), windows: new WireWindows() };
  const strokes = [[{ x: 10, y: 10, time: 0 }]] as const;
  const judged = (refuses: boolean) => {
    const aim = { on: viewOf(node('FrameLayout', full)), refuses, labels: ['words'] } as const;
    return aimRequest(aim, strokes, context).judged;
  };
  assert.deepEqual(judged(true), [{ window: -1, label: 'words' }]);
  assert.deepEqual(judged(false), [{ label: 'words' }]);
});

test('an act that a person allowed is not made in a window that is not known', () => {
  const root = node('FrameLayout', full);
  const context = { handles: new WeakMap(), windows: new WireWindows(), isAllowed: true };
  assert.equal(judgedNode(root, windowOf(root), context).window, -1);
});
