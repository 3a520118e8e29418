import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneInHand } from '../framework/hand.ts';

const openPaint = () => phoneInHand({ open: 'com.example.paint/.PaintActivity' });

test('Paint: one finger is described with its colour and its path in screen pixels', () => {
  const hand = openPaint();
  hand.tap('red');
  assert.equal(hand.get('red').selected, true);
  hand.swipe({ x: 120, y: 400 }, { x: 500, y: 900 }, 400);
  assert.equal(hand.get('stroke').text, 'Stroke 1: red, 1 finger, 41 points, from (120, 400) to (500, 900)');
  assert.equal(hand.pixel(310, 650), '#d93025');
});

test('Paint: three fingers with different paths are described exactly, without events until the end', () => {
  const { phone, clock, get } = openPaint();
  const events = phone.events.count;
  const at = (finger: number, step: number) => ({ x: 200 + finger * 200, y: 500 + step * 30 });
  const steps = [10, 6, 3];
  for (const id of steps.keys()) phone.pointer({ action: 'down', id, ...at(id, 0) });
  for (let step = 1; step <= 10; step++) {
    clock.advance(10);
    for (const [id, last] of steps.entries()) {
      if (step <= last) phone.pointer({ action: 'move', id, ...at(id, step) });
    }
  }
  assert.equal(phone.events.count, events);
  for (const [id, last] of steps.entries()) phone.pointer({ action: 'up', id, ...at(id, last) });
  assert.ok(phone.events.count > events);
  assert.equal(get('stroke').text, 'Stroke 1: black, 3 fingers, 22 points, from (200, 500) to (200, 800)');
  assert.equal(
    get('other_fingers').text,
    'Finger 2: from (400, 500) to (400, 680)\nFinger 3: from (600, 500) to (600, 590)',
  );
});

test('Paint: two swatches have no name; undo takes the last stroke, clear asks first', () => {
  const hand = openPaint();
  const nameless = hand.get('palette').children.filter((node) => node.description === '');
  assert.equal(nameless.length, 2);
  assert.ok(nameless.every((node) => node.clickable && node.resourceId === '' && node.text === ''));
  for (const y of [500, 600, 700]) hand.swipe({ x: 200, y }, { x: 600, y }, 100);
  hand.tap('undo');
  const strokes = () => hand.nodes().filter((node) => node.resourceId.endsWith('/stroke')).length;
  assert.equal(strokes(), 2);
  hand.tap('clear');
  assert.equal(hand.phone.focusedWindow()?.kind, 'dialog');
  hand.tap('Cancel');
  assert.equal(strokes(), 2);
  hand.tap('clear');
  hand.tap('Clear');
  assert.equal(strokes(), 0);
  assert.equal(hand.get('undo').enabled, false);
});
