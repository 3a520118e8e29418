import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeUpPeople } from '../../src/apps/people.ts';
import { phoneInHand } from './hand.ts';

const names = madeUpPeople(500).map(({ name }) => name);

const contacts = () => phoneInHand({ release: 5, open: 'com.android.contacts/.activities.PeopleActivity' });

/** How far the list of 64 px rows moved, measured by the position of its rows. */
function offset(hand: ReturnType<typeof contacts>): number {
  const list = hand.get('list');
  const second = list.children[1];
  assert.ok(second);
  return names.indexOf(second.children[0]?.text ?? '') * 64 - (second.bounds.top - list.bounds.top);
}

// Recorded on Android 5.1: 300 px in 300 ms moved a list 441 px, in 1000 ms 305, in 2000 ms 283; 30 px in 500 ms 21.
for (const { distance, ms, recorded, tolerance } of [
  { distance: 300, ms: 300, recorded: 441, tolerance: 60 },
  { distance: 300, ms: 1000, recorded: 305, tolerance: 15 },
  { distance: 300, ms: 2000, recorded: 283, tolerance: 20 },
  { distance: 30, ms: 500, recorded: 21, tolerance: 4 },
]) {
  test(`a swipe of ${distance} px in ${ms} ms moves a list about as far as on the recorded phone`, () => {
    const hand = contacts();
    hand.swipe({ x: 240, y: 600 }, { x: 240, y: 600 - distance }, ms);
    const moved = offset(hand);
    assert.ok(Math.abs(moved - recorded) <= tolerance, `moved ${moved} px, recorded ${recorded}`);
  });
}

test('a swipe of 300 px in 100 ms moves a list by more than a screen', () => {
  const hand = contacts();
  hand.swipe({ x: 240, y: 600 }, { x: 240, y: 300 }, 100);
  assert.ok(offset(hand) > 800);
});

test('a finger that moves less than the slop still taps', () => {
  const hand = contacts();
  hand.swipe({ x: 240, y: 600 }, { x: 240, y: 593 }, 300);
  assert.equal(hand.phone.resumedActivity()?.short, '.quickcontact.QuickContactActivity');
});

test('a running list stops under the finger, and the touch taps nothing', () => {
  const hand = contacts();
  hand.phone.pointer({ action: 'down', id: 0, x: 240, y: 600 });
  for (let y = 580; y >= 300; y -= 20) {
    hand.clock.advance(10);
    hand.phone.pointer({ action: 'move', id: 0, x: 240, y });
  }
  hand.phone.pointer({ action: 'up', id: 0, x: 240, y: 300 });
  hand.clock.advance(100);
  hand.press({ x: 240, y: 400 }, 50);
  const stopped = offset(hand);
  hand.clock.advance(3000);
  assert.equal(offset(hand), stopped);
  assert.equal(hand.phone.resumedActivity()?.short, '.activities.PeopleActivity');
});

test('of 500 rows only the visible ones exist, cut at the edge of the list', () => {
  const hand = contacts();
  const list = hand.get('list');
  assert.ok(list.children.length <= 12);
  assert.equal(list.scrollable, true);
  hand.swipe({ x: 240, y: 600 }, { x: 240, y: 500 }, 2000);
  const [first] = hand.get('list').children;
  assert.ok(first);
  assert.equal(first.bounds.top, list.bounds.top);
  assert.ok(first.bounds.bottom - first.bounds.top < 64);
  assert.equal(first.index, 0);
});

test('the end of the list can be reached, and scrolling stops there', () => {
  const hand = contacts();
  for (let swipe = 0; swipe < 40; swipe++) hand.swipe({ x: 240, y: 650 }, { x: 240, y: 150 }, 60);
  const last = hand.get('list').children.at(-1);
  assert.ok(last);
  assert.equal(last.children[0]?.text, names.at(-1));
  assert.equal(last.bounds.bottom, hand.get('list').bounds.bottom);
});

const opened = (hand: ReturnType<typeof contacts>) => hand.phone.resumedActivity()?.full ?? '';

/** The list's row at this position. */
function rowOf(hand: ReturnType<typeof contacts>, place: number) {
  const row = hand.get('list').children[place];
  assert.ok(row);
  return row.bounds;
}

test('a finger that moves sideways inside a row of a list and is lifted there taps the row, as on a real phone', () => {
  const hand = contacts();
  const { left, right, top, bottom } = rowOf(hand, 3);
  const y = (top + bottom) / 2;
  hand.swipe({ x: right - 60, y }, { x: left + 60, y }, 400);
  assert.match(opened(hand), /QuickContact/);
});

test('a finger that moves mostly sideways, and down by more than a wobble, scrolls the list and taps nothing', () => {
  const hand = contacts();
  hand.swipe({ x: 100, y: 500 }, { x: 400, y: 480 }, 400);
  assert.doesNotMatch(opened(hand), /QuickContact/);
  assert.ok(offset(hand) > 0);
});

test('a finger that moves along a list with nothing to scroll taps nothing', () => {
  const hand = contacts();
  hand.tap('search_view');
  hand.phone.commitText(names[0] ?? '');
  hand.clock.advance(1000);
  const { left, top, bottom } = rowOf(hand, 0);
  hand.swipe({ x: left + 60, y: top + 2 }, { x: left + 60, y: bottom - 2 }, 400);
  assert.doesNotMatch(opened(hand), /QuickContact/);
});
