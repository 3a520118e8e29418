import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScreenStates } from '../../src/device/screen-states.ts';
import { createIdentity } from '../../src/ui/identity/identity.ts';
import { node, viewOf } from '../ui/screens.ts';

const snapshot = () => createIdentity().identify(viewOf(node()));

test('a screen keeps its number, and another one gets another', () => {
  const states = new ScreenStates();
  const [one, other] = [snapshot(), snapshot()];
  const number = states.numberOf(one, 0);
  assert.match(number, /^s[0-9a-f]{2}1$/);
  assert.equal(states.numberOf(one, 0), number);
  assert.notEqual(states.numberOf(other, 1), number);
  assert.equal(states.snapshotOf(number), one);
});

test('only the latest screens are kept, and a number from elsewhere names none', () => {
  const states = new ScreenStates();
  const numbers = Array.from({ length: 17 }, () => states.numberOf(snapshot(), 0));
  assert.deepEqual(
    numbers.map((number) => states.snapshotOf(number) !== undefined),
    [false, ...Array.from({ length: 16 }, () => true)],
  );
  assert.equal(states.snapshotOf('s991'), undefined);
});

test('the screen that was shown last is known, with the time; one that shows the same takes its number', () => {
  const states = new ScreenStates();
  const [one, other] = [snapshot(), snapshot()];
  assert.equal(states.latest, undefined);
  const number = states.numberOf(one, 5);
  assert.deepEqual(states.latest, { snapshot: one, number, time: 5 });
  assert.equal(states.showsTheSame(other, states.latest, 9), number);
  assert.deepEqual(states.latest, { snapshot: other, number, time: 9 });
  assert.equal(states.snapshotOf(number), other);
});
