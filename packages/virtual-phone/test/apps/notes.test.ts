import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyCodes } from '../../src/framework/input/keys.ts';
import { phoneInHand } from '../framework/hand.ts';

const LIST = 'com.example.notes/.NotesListActivity';
const notes = () => phoneInHand({ open: LIST });

type Hand = ReturnType<typeof phoneInHand>;

function leave({ phone, clock }: Hand): void {
  phone.back();
  clock.advance(1000);
}

test('Notes: a new note is typed on the keyboard and stands first in the list, also after the process died', () => {
  const hand = notes();
  hand.tap('New note');
  hand.tap('edit_title');
  for (const key of ['Shift', 'T', 'e', 'a']) hand.tap(key);
  hand.tap('Next');
  hand.phone.commitText('Green');
  hand.phone.key(keyCodes.ENTER);
  hand.phone.commitText('Black');
  assert.equal(hand.get('edit_body').text, 'Green\nBlack');
  hand.phone.kill('com.example.notes');
  hand.phone.start({ component: LIST });
  hand.clock.advance(1000);
  assert.equal(hand.get('note_title').text, 'Tea');
  assert.equal(hand.get('note_preview').text, 'Green\nBlack');
});

test('Notes: an edited note is saved as it is typed', () => {
  const hand = notes();
  hand.tap('Library card');
  hand.tap('edit_title');
  hand.phone.key(keyCodes.MOVE_END);
  hand.phone.commitText(' (new)');
  leave(hand);
  leave(hand);
  assert.equal(hand.get('note_title').text, 'Library card (new)');
});

test('Notes: a note left empty is not kept', () => {
  const hand = notes();
  hand.tap('New note');
  leave(hand);
  assert.ok(hand.find('Empty note discarded'));
  assert.equal(hand.get('note_title').text, 'Shopping list');
});

test('Notes: a long press deletes after a question; Undo brings the note back, for five seconds', () => {
  const hand = notes();
  const ask = () => {
    hand.hold('Library card', 800);
    hand.clock.advance(200);
  };
  ask();
  assert.equal(hand.get('message').text, '“Library card” will be deleted.');
  hand.tap('Cancel');
  assert.ok(hand.find('Library card'));
  ask();
  hand.tap('Delete');
  assert.equal(hand.find('Library card'), undefined);
  hand.tap('Undo');
  assert.ok(hand.find('Library card'));
  ask();
  hand.tap('Delete');
  hand.clock.advance(5000);
  assert.equal(hand.find('Undo'), undefined);
  assert.equal(hand.find('Library card'), undefined);
});

test('Notes: the button in an open note also deletes it, and Back cancels the question', () => {
  const hand = notes();
  hand.tap('Library card');
  hand.tap('Delete');
  leave(hand);
  assert.equal(hand.get('edit_title').text, 'Library card');
  hand.tap('Delete');
  hand.tap('button1');
  assert.equal(hand.phone.resumedActivity()?.short, '.NotesListActivity');
  assert.equal(hand.find('Library card'), undefined);
  hand.tap('Undo');
  assert.ok(hand.find('Library card'));
});

test('Notes: a pinned note comes first; its button has no name', () => {
  const hand = notes();
  hand.tap('Library card');
  const pin = hand
    .nodes()
    .find((node) => node.class === 'android.widget.ImageButton' && node.description === '');
  assert.ok(pin);
  hand.press({ x: pin.bounds.left + 20, y: pin.bounds.top + 20 }, 50);
  leave(hand);
  assert.equal(hand.get('note_title').text, 'Library card');
});

test('Notes: search looks into titles and bodies', () => {
  const hand = notes();
  hand.tap('search_view');
  hand.phone.commitText('lentils');
  assert.equal(hand.get('notes_list').children.length, 1);
  assert.ok(hand.find('Packing for the mountains'));
  hand.phone.commitText('!');
  assert.equal(hand.get('empty').text, 'Nothing found');
});

test('Notes: in a long text the typed line stays above the keyboard, and a touch on a visible line scrolls nothing', () => {
  const hand = notes();
  hand.tap('How the lighthouse works');
  const touched = hand.get('edit_body').bounds.top + 400;
  hand.press({ x: 540, y: touched }, 50);
  hand.clock.advance(1000);
  assert.ok(hand.find('edit_title'), 'the touched line was in view already, so nothing moved');
  for (let lines = 0; lines < 20; lines++) hand.phone.key(keyCodes.DPAD_DOWN);
  hand.phone.key(keyCodes.MOVE_END);
  hand.phone.commitText('\n\n\nThe end');
  const keyboard = hand.phone.windows().find((window) => window.kind === 'keyboard');
  assert.ok(keyboard);
  assert.equal(hand.find('edit_title'), undefined);
  const bottom = hand.phone.textInput.target?.node.bounds.bottom ?? Infinity;
  assert.ok(bottom <= keyboard.bounds.top);
});

test('Notes: a long text scrolls', () => {
  const hand = notes();
  hand.tap('How the lighthouse works');
  assert.equal(hand.get('edit_scroll').scrollable, true);
  hand.swipe({ x: 540, y: 1800 }, { x: 540, y: 400 }, 400);
  assert.equal(hand.find('edit_title'), undefined);
});
