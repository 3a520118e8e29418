import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centerOf } from '../../src/framework/views/geometry.ts';
import { phoneInHand } from '../framework/hand.ts';

const openMap = () => phoneInHand({ open: 'com.example.maps/.MapActivity' });
type Hand = ReturnType<typeof openMap>;
interface Point {
  x: number;
  y: number;
}

/** Two fingers, each moving from one point to another in twenty steps. */
function twoFingers({ phone, clock }: Hand, ways: readonly (readonly [Point, Point])[]): void {
  const steps = 20;
  for (const [id, [from]] of ways.entries()) phone.pointer({ action: 'down', id, ...from });
  for (let step = 1; step <= steps; step++) {
    clock.advance(10);
    for (const [id, [from, to]] of ways.entries()) {
      const x = from.x + ((to.x - from.x) * step) / steps;
      const y = from.y + ((to.y - from.y) * step) / steps;
      phone.pointer({ action: 'move', id, x, y });
    }
  }
  for (const [id, [, to]] of ways.entries()) phone.pointer({ action: 'up', id, ...to });
  clock.advance(1000);
}

/** The tip of the dropped pin: the middle of its lower edge. */
const pinAt = (hand: Hand) => {
  const { bounds } = hand.get('dropped_pin');
  return { x: centerOf(bounds).x, y: bounds.bottom };
};

const center = (hand: Hand) => (hand.get('center').text.match(/-?\d+/g) ?? []).map(Number);

test('Maps: a pinch that doubles the distance doubles the scale and keeps the point between the fingers', () => {
  const hand = openMap();
  const at = { x: 300, y: 1500 };
  hand.press(at, 600);
  assert.equal(hand.get('place_name').text, 'Dropped pin');
  const pin = pinAt(hand);
  assert.ok(Math.hypot(pin.x - at.x, pin.y - at.y) <= 2);
  twoFingers(hand, [
    [
      { x: at.x - 100, y: at.y },
      { x: at.x - 200, y: at.y },
    ],
    [
      { x: at.x + 100, y: at.y },
      { x: at.x + 200, y: at.y },
    ],
  ]);
  assert.equal(hand.get('scale').text, 'Scale 2.00');
  const after = pinAt(hand);
  assert.ok(Math.hypot(after.x - at.x, after.y - at.y) <= 2, `the pin went to ${after.x}, ${after.y}`);
});

test('Maps: two fingers that move together move the centre and keep the scale', () => {
  const hand = openMap();
  assert.deepEqual(center(hand), [800, 1000]);
  // 210 pixels are 80 dp at 420 dpi, and 80 metres at scale 1.
  twoFingers(hand, [
    [
      { x: 400, y: 1000 },
      { x: 610, y: 1210 },
    ],
    [
      { x: 700, y: 1000 },
      { x: 910, y: 1210 },
    ],
  ]);
  assert.deepEqual(center(hand), [720, 920]);
  assert.equal(hand.get('scale').text, 'Scale 1.00');
});

test('Maps: buttons and a double tap zoom, and places that leave the map leave the tree', () => {
  const hand = openMap();
  assert.ok(hand.find('Quill Library'));
  hand.tap('zoom_in');
  hand.tap('zoom_in');
  assert.equal(hand.get('scale').text, 'Scale 4.00');
  assert.equal(hand.find('Quill Library'), undefined);
  hand.tap('zoom_out');
  for (let tap = 0; tap < 2; tap++) {
    hand.press({ x: 200, y: 1900 }, 30);
    hand.clock.advance(100);
  }
  assert.equal(hand.get('scale').text, 'Scale 4.00');
});

test('Maps: a search lists matches while typing, and shows the chosen one', () => {
  const hand = openMap();
  hand.tap('search_box');
  hand.phone.commitText('th');
  assert.ok(hand.find('Cedar Theatre'));
  hand.phone.commitText('eat');
  assert.equal(hand.get('search_results').children.length, 1);
  hand.phone.key(66);
  hand.clock.advance(1000);
  assert.equal(hand.get('place_name').text, 'Cedar Theatre');
  assert.deepEqual(center(hand), [600, 1620]);
  hand.phone.back();
  hand.clock.advance(1000);
  assert.equal(hand.find('place_card'), undefined);
  assert.equal(hand.phone.resumedActivity()?.package, 'com.example.maps');
});
