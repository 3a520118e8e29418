import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centerOf } from '../../src/framework/views/geometry.ts';
import { phoneInHand } from './hand.ts';
import { workbench } from './workbench.ts';
import { apps } from '../../src/apps/registry.ts';

const bench = () => phoneInHand({ apps: [...apps, workbench], open: 'test.workbench/.Main' });

test('a short touch is a tap, a touch of half a second a long press, two quick touches a double tap', () => {
  const hand = bench();
  hand.tap('press');
  assert.equal(hand.get('log').text, 'tap');
  hand.hold('press', 500);
  hand.clock.advance(500);
  assert.equal(hand.get('log').text, 'tap long');
  const at = centerOf(hand.get('press').bounds);
  hand.press(at, 30);
  hand.clock.advance(100);
  hand.press(at, 30);
  hand.clock.advance(1000);
  assert.equal(hand.get('log').text, 'tap long double');
});

test('two touches that are too far apart in time are two taps', () => {
  const hand = bench();
  hand.tap('press');
  hand.tap('press');
  assert.equal(hand.get('log').text, 'tap tap');
});

test('a slider follows the finger', () => {
  const hand = bench();
  const { left, right, top, bottom } = hand.get('slider').bounds;
  const y = (top + bottom) / 2;
  hand.swipe({ x: left + 40, y }, { x: (left + right) / 2, y }, 300);
  assert.equal(hand.get('value').text, '0.50');
});

test('two fingers that part report how far: twice the distance is twice the size', () => {
  const hand = bench();
  const { x, y } = centerOf(hand.get('pinch').bounds);
  hand.phone.pointer({ action: 'down', id: 0, x: x - 100, y });
  hand.phone.pointer({ action: 'down', id: 1, x: x + 100, y });
  for (let step = 1; step <= 10; step++) {
    hand.clock.advance(16);
    hand.phone.pointer({ action: 'move', id: 0, x: x - 100 - step * 10, y });
    hand.phone.pointer({ action: 'move', id: 1, x: x + 100 + step * 10, y });
  }
  hand.phone.pointer({ action: 'up', id: 0, x: x - 200, y });
  hand.phone.pointer({ action: 'up', id: 1, x: x + 200, y });
  assert.equal(hand.get('scale').text, '2.00');
});

test('a canvas gets every finger by its number', () => {
  const hand = bench();
  const { x, y } = centerOf(hand.get('canvas').bounds);
  hand.phone.pointer({ action: 'down', id: 0, x, y });
  hand.phone.pointer({ action: 'down', id: 1, x: x + 20, y });
  hand.phone.pointer({ action: 'move', id: 1, x: x + 30, y });
  hand.phone.pointer({ action: 'up', id: 0, x, y });
  hand.phone.pointer({ action: 'up', id: 1, x: x + 30, y });
  assert.equal(hand.get('log').text, 'down0 down1 move1 up0 up1');
});

test('a pager turns one page at a swipe and stays on it', () => {
  const hand = bench();
  const { left, right, top, bottom } = hand.get('pager').bounds;
  const y = (top + bottom) / 2;
  hand.swipe({ x: right - 50, y }, { x: left + 300, y }, 200);
  assert.ok(hand.find('Second page'));
  assert.equal(hand.find('First page'), undefined);
  assert.equal(hand.find('Third page'), undefined);
});

test('a pager turns at a short fling, and for a slow finger only after three fifths of the page', () => {
  for (const { share, duration, page } of [
    { share: 0.25, duration: 120, page: 'Second page' },
    { share: 0.55, duration: 3000, page: 'First page' },
    { share: 0.7, duration: 3000, page: 'Second page' },
  ]) {
    const hand = bench();
    const { left, right, top, bottom } = hand.get('pager').bounds;
    const y = (top + bottom) / 2;
    const from = right - 50;
    hand.swipe({ x: from, y }, { x: from - (right - left) * share, y }, duration);
    hand.clock.advance(1000);
    assert.ok(hand.find(page), `${page} after ${share} of the width in ${duration} ms`);
  }
});

test('a touch beside a dialog closes it and reaches nothing below', () => {
  const hand = phoneInHand({ open: 'com.example.login/.LoginActivity' });
  hand.tap('forgot');
  assert.equal(hand.phone.focusedWindow()?.kind, 'dialog');
  const checkbox = hand.nodes().find((node) => node.resourceId.endsWith('/remember'));
  assert.ok(checkbox);
  hand.press({ x: 30, y: 300 }, 50);
  hand.clock.advance(500);
  assert.equal(hand.phone.focusedWindow()?.kind, 'application');
  assert.equal(hand.get('remember').checked, false);
});
