import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneInHand } from './hand.ts';

const chats = () =>
  phoneInHand({ open: 'com.android.messaging/.ui.conversationlist.ConversationListActivity' });

/** A message from the landlady that arrived while the chat was closed. */
function withMessage(said = 'May I paint the door?') {
  const hand = chats();
  hand.tap('Landlady');
  hand.tap('compose_message_text');
  hand.phone.commitText(said);
  hand.tap('Send message');
  hand.phone.home();
  hand.clock.advance(3000);
  hand.phone.expandNotifications();
  return hand;
}

test('an answer in the shade is sent in the chat and removes the notification', () => {
  const hand = withMessage();
  assert.equal(hand.get('conversation_text').text, 'Landlady');
  hand.tap('Reply');
  assert.equal(hand.get('remote_input_text').showingHint, true);
  hand.phone.commitText('In blue');
  hand.tap('remote_input_send');
  assert.equal(hand.phone.notifications.list.length, 0);
  hand.clock.advance(3000);
  assert.equal(hand.phone.notifications.list[0]?.title, 'Landlady', 'and she answers');
  hand.phone.collapseShade();
  hand.phone.start({
    component: 'com.android.messaging/.ui.conversation.ConversationActivity',
    extras: { number: '+1 555-0105' },
  });
  hand.clock.advance(1000);
  assert.ok(hand.find('In blue'));
});

test('a message with a code is marked as read', () => {
  const hand = withMessage('Which code?');
  assert.match(hand.phone.notifications.list[0]?.text ?? '', /^Your one-time code is \d{3} \d{3}\./);
  hand.tap('Mark as read');
  assert.equal(hand.phone.notifications.list.length, 0);
});

test('a group is one row until it is expanded, and a row below the first shows its buttons when it is', () => {
  const hand = phoneInHand();
  const { notifications } = hand.phone;
  const mail = { package: 'com.example.mail', group: 'inbox', time: hand.clock.now() };
  let archived = 0;
  const actions = [{ title: 'Archive', run: () => (archived += 1) }];
  for (const id of [1, 2]) notifications.post({ ...mail, id, title: `Mail ${id}`, text: 'Hello', actions });
  notifications.post({ ...mail, id: 0, title: 'Inbox', text: '2 mails', isGroupSummary: true });
  hand.phone.expandNotifications();
  assert.equal(hand.get('notification_title').text, 'Mail 2');
  assert.equal(hand.find('Archive'), undefined);
  hand.tap('Expand');
  assert.equal(hand.find('Archive'), undefined);
  hand.tap('Expand');
  hand.tap('Archive');
  assert.equal(archived, 1);
});

test('a row is swiped away, unless it is ongoing; Android 5 expands it by a pull', () => {
  const hand = phoneInHand({ release: 5 });
  const { notifications } = hand.phone;
  const one = { package: 'com.example.mail', time: hand.clock.now(), text: 'text' };
  const actions = [{ title: 'Archive', run: () => undefined }];
  notifications.post({ ...one, id: 1, title: 'Older', actions });
  notifications.post({ ...one, id: 2, title: 'Newer', ongoing: true });
  hand.phone.expandNotifications();
  const swipe = (what: string, dx: number, dy: number) => {
    const { left, top } = hand.get(what).bounds;
    hand.swipe({ x: left + 20, y: top + 5 }, { x: left + 20 + dx, y: top + 5 + dy }, 200);
  };
  swipe('Newer', 300, 0);
  assert.equal(notifications.list.length, 2);
  assert.equal(hand.find('Archive'), undefined);
  swipe('Older', 0, 120);
  assert.ok(hand.find('Archive'));
  swipe('Older', 300, 0);
  assert.deepEqual(
    notifications.list.map(({ title }) => title),
    ['Newer'],
  );
});
