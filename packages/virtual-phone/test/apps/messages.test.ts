import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyCodes } from '../../src/framework/input/keys.ts';
import { phoneInHand } from '../framework/hand.ts';

const messages = () =>
  phoneInHand({ open: 'com.android.messaging/.ui.conversationlist.ConversationListActivity' });

const CHAT = '.ui.conversation.ConversationActivity';

test('Messages: a message is sent by the keyboard, which stays, and answered after a moment', () => {
  const hand = messages();
  hand.tap('Mina');
  assert.equal(hand.get('send_message_button').enabled, false);
  hand.tap('compose_message_text');
  hand.phone.commitText('Hello Mina');
  hand.tap('Send');
  assert.ok(hand.find('Hello Mina'));
  assert.equal(hand.get('compose_message_text').showingHint, true);
  assert.equal(hand.phone.textInput.shown, true);
  assert.ok(hand.find('typing'));
  hand.clock.advance(2000);
  assert.equal(hand.find('typing'), undefined);
  assert.ok(hand.find('Hi! Good to hear from you.'));
  assert.equal(hand.phone.notifications.list.length, 0);
});

test('Messages: an answer to a closed chat is a notification, counts as unread, and opens its chat', () => {
  const hand = messages();
  hand.tap('Landlady');
  hand.tap('compose_message_text');
  hand.phone.commitText('May I paint the door?');
  hand.tap('Send message');
  hand.phone.key(keyCodes.HOME);
  hand.clock.advance(3000);
  assert.deepEqual(
    hand.phone.notifications.list.map(({ title, text }) => [title, text]),
    [['Landlady', 'Good question. Let me think about it.']],
  );
  hand.phone.expandNotifications();
  hand.tap('Landlady');
  assert.equal(hand.phone.resumedActivity()?.short, CHAT);
  assert.ok(hand.find('Good question. Let me think about it.'));
  assert.equal(hand.phone.notifications.list.length, 0);
  hand.phone.back();
  hand.clock.advance(1000);
  assert.equal(hand.get('conversation_name').text, 'Landlady', 'the same chat was not opened twice');
});

test('Messages: opening a conversation reads it', () => {
  const hand = messages();
  assert.equal(hand.get('unread_count').text, '2');
  assert.equal(hand.get('unread_count').description, '2 unread');
  hand.tap('Mina');
  hand.tap('Navigate up');
  assert.equal(hand.get('unread_count').text, '3');
  hand.tap('More options');
  hand.tap('Mark all as read');
  assert.equal(hand.find('unread_count'), undefined);
});

test('Messages: a long press offers to copy and to delete', () => {
  const hand = messages();
  hand.tap('Parcel service');
  const code = 'Your code for the locker is 482 913. It is valid for two days.';
  hand.hold(code, 800);
  hand.clock.advance(500);
  hand.tap('Copy text');
  assert.equal(hand.phone.clipboard.text, code);
  hand.hold(code, 800);
  hand.clock.advance(500);
  hand.tap('Delete');
  assert.equal(hand.find(code), undefined);
});

test('Messages: a long chat opens at its end and scrolls back', () => {
  const hand = messages();
  hand.tap('Book club');
  assert.ok(hand.find('Chapter 59 is for Tuesday.'));
  assert.equal(hand.find('Chapter 1 is for Tuesday.'), undefined);
  for (let swipes = 0; swipes < 6; swipes++) hand.swipe({ x: 540, y: 600 }, { x: 540, y: 1900 }, 150);
  assert.ok(hand.find('Chapter 1 is for Tuesday.'));
});

test('Messages: search finds conversations by name and by their messages', () => {
  const hand = messages();
  hand.tap('search_view');
  hand.phone.commitText('chimney');
  assert.deepEqual(
    hand.nodes().flatMap((node) => (node.resourceId.endsWith('/conversation_name') ? [node.text] : [])),
    ['Landlady'],
  );
});

test('Contacts and Messages: the button beside a person opens a new chat with that person', () => {
  const hand = phoneInHand({ open: 'com.android.contacts/.activities.PeopleActivity' });
  hand.tap('Ada Allen');
  const buttons = hand
    .nodes()
    .filter((node) => node.class === 'android.widget.ImageButton' && node.description === '');
  const { left, top } = buttons.at(-1)?.bounds ?? assert.fail('no button');
  hand.press({ x: left + 20, y: top + 20 }, 50);
  hand.clock.advance(1000);
  assert.equal(hand.phone.resumedActivity()?.short, CHAT);
  assert.equal(hand.get('toolbar').children[1]?.text, 'Ada Allen');
});
