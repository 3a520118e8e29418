import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScreenStates } from '../../src/device/screen-states.ts';
import { createIdentity } from '../../src/ui/identity/identity.ts';
import { node, viewOf } from '../ui/screens.ts';

const snapshot = () => createIdentity().identify(viewOf(node()));

test('a screen keeps its number, and another one gets another', () => {
  const states = new ScreenStates();
  const [one, other] = [snapshot(), snapshot()];
  const number = states.numberOf(one);
  assert.match(number, /^s[0-9a-f]{2}1$/);
  assert.equal(states.numberOf(one), number);
  assert.notEqual(states.numberOf(other), number);
  assert.equal(states.snapshotOf(number), one);
});

test('only the latest screens are kept, and a number from elsewhere names none', () => {
  const states = new ScreenStates();
  const numbers = Array.from({ length: 17 }, () => states.numberOf(snapshot()));
  assert.deepEqual(
    numbers.map((number) => states.snapshotOf(number) !== undefined),
    [false, ...Array.from({ length: 16 }, () => true)],
  );
  assert.equal(states.snapshotOf('s991'), undefined);
});

test('the picture of a screen is not kept with it', () => {
  const states = new ScreenStates();
  const pictured = { ...snapshot(), picture: { bytes: new Uint8Array(1) } };
  const kept = states.snapshotOf(states.numberOf(pictured));
  assert.ok(kept);
  assert.equal(kept.elements, pictured.elements);
  assert.ok(!Object.values(kept).includes(pictured.picture));
});
