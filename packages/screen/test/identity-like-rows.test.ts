import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isOurGesture, Witness } from './witness.ts';
import { type Change, change, type World } from './world.ts';

/** Counterexamples that were once found for identity.property.test.ts. */

interface Example {
  readonly labels: readonly string[];
  readonly viewport: number;
  /** The events before each look. */
  readonly steps: readonly (readonly Change[])[];
}

const scroll = (by: number): Change => ({ type: 'scroll', by, reported: false });
const insert = (label: string): Change => ({ type: 'insert', at: 0, label });
const swap = (at: number, other: number): Change => ({ type: 'swap labels', at, other });
const emptyDetail: Change = { type: 'details', details: [{ at: 0, detail: '' }] };

const KEYBOARD: Change = { type: 'keyboard' };

/** Rows of 100 pixels, each with a title and a button, and possibly an empty text. */
function worldOf({ labels, viewport }: Example): World {
  return {
    shape: { container: 'recycler', rows: 'nested', axis: 'vertical', viewport, uniqueIds: 'none' },
    rows: labels.map((label, uid) => ({ uid, label })),
    tabs: [
      { uid: 100, label: 'Home' },
      { uid: 101, label: 'More' },
    ],
    panel: [],
    offset: 0,
    keyboard: false,
    nextUid: 1000,
  };
}

/** Fails if an id passes to another element. */
function lookAtEach(example: Example): void {
  const witness = new Witness();
  let android = worldOf(example);
  witness.look(android);
  for (const changes of example.steps) {
    if (changes.some(isOurGesture)) witness.identity.noteGesture();
    android = changes.reduce(change, android);
    witness.look(android);
  }
}

describe('an id does not pass to a row that says the same in the same place', () => {
  test('where only an empty text is gone', () => {
    lookAtEach({ labels: ['OK', 'OK', 'OK'], viewport: 150, steps: [[emptyDetail], [scroll(100)]] });
  });

  test('where an empty text came into the row before it', () => {
    lookAtEach({
      labels: ['OK', 'OK', 'Ada'],
      viewport: 150,
      steps: [
        [swap(1, 2), { type: 'jump', to: 0 }],
        [emptyDetail],
        [swap(0, 1)],
        [scroll(150)],
        [scroll(-100)],
      ],
    });
  });

  test('where the keyboard left room for a part of it', () => {
    lookAtEach({
      labels: ['Ada', 'Ada', 'OK'],
      viewport: 150,
      steps: [
        [scroll(100)],
        [emptyDetail, KEYBOARD],
        [{ type: 'insert', at: 29, label: 'Ada' }, scroll(-75)],
      ],
    });
  });

  test('where rows were added before it', () => {
    lookAtEach({
      labels: ['Hello', 'Hello', 'OK'],
      viewport: 201,
      steps: [
        [insert('Hello')],
        [KEYBOARD],
        [insert('Ada'), scroll(201)],
        [
          {
            type: 'details',
            details: [
              { at: 1, detail: '' },
              { at: 0, detail: 'On' },
            ],
          },
        ],
        [insert('Ada')],
      ],
    });
  });
});

test('an id does not pass to a row that comes where another one was removed', () => {
  const { shape, ...world } = worldOf({
    labels: ['Ada', 'Ada', 'OK', 'Ada', 'Bob'],
    viewport: 150,
    steps: [],
  });
  const witness = new Witness();
  let android: World = { ...world, shape: { ...shape, rows: 'plain', uniqueIds: 'some' } };
  witness.look(android);
  const remove: Change = { type: 'remove', at: 1, label: '' };
  for (const changes of [[remove], [KEYBOARD], [remove, KEYBOARD]]) {
    android = changes.reduce(change, android);
    witness.look(android);
  }
});

test('rows whose detail appears keep their ids where their titles tell them apart', () => {
  const witness = new Witness();
  const before = worldOf({ labels: ['Ada', 'Bob', 'Cyd', 'Dan'], viewport: 400, steps: [] });
  const ids = witness.look(before);
  assert.deepEqual(
    ['row 0', 'row 1', 'row 3'].map((name) => witness.look(change(before, emptyDetail)).get(name)),
    ['row 0', 'row 1', 'row 3'].map((name) => ids.get(name)),
  );
});
