import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScreenStates } from '../../src/device/screen-states.ts';
import { createIdentity } from '@handeye/screen/identity/identity';
import { node, viewOf } from '@handeye/testing/view-screens';

const looks = (...texts: string[]) => {
  const identity = createIdentity();
  return texts.map((text) => identity.identify(viewOf(node({ text }))));
};

const moment = { time: 0, inputs: 0 };

test('a screen keeps its number, and another one gets another', () => {
  const states = new ScreenStates();
  const [one, other] = looks('one', 'other');
  assert.ok(one && other);
  const number = states.numberOf(one, moment);
  assert.match(number, /^s[0-9a-f]{2}1$/);
  assert.equal(states.numberOf(one, moment), number);
  assert.notEqual(states.numberOf(other, moment), number);
  assert.equal(states.snapshotOf(number)?.elements, one.elements);
});

test('a screen that was looked at again and is the same has the same number', () => {
  const states = new ScreenStates();
  const numbers = looks('one', 'one', 'other', 'one').map((snapshot) => states.numberOf(snapshot, moment));
  const [first, again, other, back] = numbers;
  assert.equal(again, first);
  assert.equal(new Set([first, other, back]).size, 3);
});

test('no picture is kept with a number', () => {
  const states = new ScreenStates();
  const [look] = looks('one');
  assert.ok(look);
  const number = states.numberOf(Object.assign(look, { picture: { data: Buffer.alloc(1) } }), moment);
  assert.equal(JSON.stringify(states.snapshotOf(number)).includes('"picture"'), false);
});

test('only the latest screens are kept, and a number from elsewhere names none', () => {
  const states = new ScreenStates();
  const numbers = looks(...Array.from({ length: 17 }, (_, at) => `screen ${at}`)).map((look) =>
    states.numberOf(look, moment),
  );
  assert.deepEqual(
    numbers.map((number) => states.snapshotOf(number) !== undefined),
    [false, ...Array.from({ length: 16 }, () => true)],
  );
  assert.equal(states.snapshotOf('s991'), undefined);
});

test('the screen that was shown last is known, with the moment', () => {
  const states = new ScreenStates();
  const [one, again] = looks('one', 'one');
  assert.ok(one && again);
  const number = states.numberOf(one, { time: 5, inputs: 2 });
  assert.deepEqual([states.latest?.number, states.latest?.time, states.latest?.inputs], [number, 5, 2]);
  states.numberOf(again, { time: 9, inputs: 3 });
  assert.deepEqual([states.latest?.number, states.latest?.time], [number, 9]);
  assert.equal(states.latest?.snapshot.elements, again.elements);
});
