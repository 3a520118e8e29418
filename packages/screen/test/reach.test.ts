import assert from 'node:assert/strict';
import test from 'node:test';
import { createIdentity } from '../src/identity/identity.ts';
import type { UiNode } from '../src/node.ts';
import { clickTarget, longClickTarget, scrollableAncestor, touchPoint } from '../src/touch/reach.ts';
import type { Element, Snapshot, UiWindow } from '../src/snapshot.ts';
import { box, node, otherWindow, SCREEN, viewOf } from '@handeye/testing/view-screens';

const FULL = box(0, 0, SCREEN.width, SCREEN.height);

function screen(children: UiNode[], ...others: UiWindow[]): Snapshot {
  return createIdentity().identify(viewOf(node({ bounds: FULL, children }), ...others));
}

function called(snapshot: Snapshot, text: string): Element {
  return snapshot.elements.find((element) => element.node.text === text)!;
}

function pointOf(snapshot: Snapshot, text: string): unknown {
  return touchPoint(snapshot, called(snapshot, text));
}

const target = (bounds: UiNode['bounds'], children: UiNode[] = []): UiNode =>
  node({ text: 'target', clickable: true, bounds, children });

test('a free element is touched in its middle', () => {
  assert.deepEqual(pointOf(screen([target(box(100, 200, 301, 400))]), 'target'), { x: 200, y: 300 });
});

test('an element that sticks out of the screen or its container is touched in the part that is seen', () => {
  assert.deepEqual(pointOf(screen([target(box(-100, 0, 100, 100))]), 'target'), { x: 50, y: 50 });
  const list = node({
    scrollable: true,
    bounds: box(0, 500, 1000, 1000),
    children: [target(box(0, 900, 1000, 1200))],
  });
  assert.deepEqual(pointOf(screen([list]), 'target'), { x: 500, y: 950 });
});

test('an element outside of the screen or its container cannot be touched', () => {
  assert.equal(pointOf(screen([target(box(0, 2400, 100, 2500))]), 'target'), undefined);
  const list = node({
    scrollable: true,
    bounds: box(0, 500, 1000, 1000),
    children: [target(box(0, 1000, 1000, 1200))],
  });
  assert.equal(pointOf(screen([list]), 'target'), undefined);
});

test('the keyboard covers elements below it', () => {
  const keyboard = otherWindow(undefined, { bounds: box(0, 1500, 1080, 2400) });
  assert.deepEqual(pointOf(screen([target(box(0, 1400, 1000, 1600))], keyboard), 'target'), {
    x: 500,
    y: 1450,
  });
  assert.equal(pointOf(screen([target(box(0, 1500, 1000, 1600))], keyboard), 'target'), undefined);
});

test('a window below, and a transparent one over the whole screen, cover nothing', () => {
  const others = [
    otherWindow(node({ bounds: FULL }), { key: 'decor', type: 'system', bounds: FULL }),
    otherWindow(undefined, { key: 'below', type: 'application', bounds: FULL }),
  ];
  assert.deepEqual(pointOf(screen([target(box(0, 0, 100, 100))], ...others), 'target'), { x: 50, y: 50 });
});

test('the status bar covers its own bounds', () => {
  const bar = otherWindow(undefined, { key: 'bar', type: 'system', bounds: box(0, 0, 1080, 60) });
  assert.deepEqual(pointOf(screen([target(box(0, 0, 100, 100))], bar), 'target'), { x: 50, y: 80 });
});

test('a key of the keyboard is reached though the application is active', () => {
  const key = node({ text: 'q', clickable: true, bounds: box(0, 1500, 100, 1600) });
  const snapshot = screen([], otherWindow(key, { bounds: box(0, 1500, 1080, 2400) }));
  assert.deepEqual(pointOf(snapshot, 'q'), { x: 50, y: 1550 });
});

test('a button inside and a floating one above are avoided where there is room', () => {
  const inner = node({ text: 'Delete', clickable: true, bounds: box(400, 0, 1000, 100) });
  assert.deepEqual(pointOf(screen([target(box(0, 0, 1000, 100), [inner])]), 'target'), { x: 200, y: 50 });
  const floating = node({ clickable: true, bounds: box(400, 0, 1000, 50) });
  assert.deepEqual(pointOf(screen([target(box(0, 0, 1000, 100)), floating]), 'target'), { x: 500, y: 75 });
});

test('a row that its own buttons cover completely is touched in its middle', () => {
  const inner = node({ clickable: true, bounds: box(0, 0, 1000, 100) });
  assert.deepEqual(pointOf(screen([target(box(0, 0, 1000, 100), [inner])]), 'target'), { x: 500, y: 50 });
});

test('a click goes to the element or the nearest ancestor that takes it', () => {
  const label = node({ text: 'label' });
  const row = node({ text: 'row', clickable: true, children: [label] });
  const list = node({ text: 'list', scrollable: true, longClickable: true, children: [row] });
  const snapshot = screen([list, node({ text: 'loose' })]);
  const is = (text: string): Element => called(snapshot, text);
  assert.equal(clickTarget(is('label')), is('row'));
  assert.equal(clickTarget(is('row')), is('row'));
  assert.equal(longClickTarget(is('label')), is('list'));
  assert.equal(scrollableAncestor(is('label')), is('list'));
  assert.equal(scrollableAncestor(is('list')), undefined, 'a list does not scroll itself into sight');
  assert.equal(clickTarget(is('loose')), undefined);
});
