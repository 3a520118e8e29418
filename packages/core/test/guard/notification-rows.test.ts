import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Notification } from '../../src/device/services/notifications.ts';
import { Asking } from '../../src/guard/asking.ts';
import { defaultPolicy, type Policy } from '../../src/guard/policy.ts';
import { parsePolicy } from '../../src/guard/policy-file.ts';
import type { Question } from '../../src/guard/questions.ts';
import { makeNode, type UiNode } from '@handeye/screen/node';
import type { StackedWindow, View } from '@handeye/screen/snapshot';
import { SkippingClock } from '@handeye/testing/clock';
import { box, button, full, node, viewOf, windowOf } from '@handeye/testing/screens';
import { capable, fingerOnly, ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';

const SYSTEM_UI = 'com.android.systemui';
const BANK = 'com.bank';
const CHAT = 'com.chat';

function posted(app: string, title: string, text: string): Notification {
  return {
    ...{ key: `${app} ${title}`, app, user: 0, title, text, subText: undefined, otherTexts: [] },
    ...{ time: 0, age: 0, ongoing: false, clearable: true, group: undefined, groupSummary: false },
    actions: [],
  };
}

const bank = posted(BANK, 'Card', 'A payment waits');
const chat = posted(CHAT, 'Ada', 'Shall we meet at six?');

const said = (words: string, top: number, resourceId: string) =>
  node('TextView', box(60, top, 900, top + 50), { text: words, resourceId });

/** A row with two texts and a button. */
function row(title: string, text: string, at: number, pressed: string): UiNode {
  const top = 400 + at * 400;
  return node('FrameLayout', box(20, top, 1060, top + 380), {
    resourceId: `${SYSTEM_UI}:id/expandableNotificationRow`,
    clickable: true,
    children: [
      said(title, top + 20, 'android:id/title'),
      said(text, top + 80, 'android:id/text'),
      node('LinearLayout', box(40, top + 200, 1040, top + 300), {
        resourceId: 'android:id/actions',
        children: [button(pressed, box(60, top + 200, 400, top + 300))],
      }),
    ],
  });
}

function shade(...rows: UiNode[]): View {
  const clear = button('Clear all', box(700, 2000, 1060, 2100), {
    resourceId: `${SYSTEM_UI}:id/dismiss_text`,
  });
  const wifi = button('Wi-Fi', box(60, 100, 400, 200));
  const scroller = makeNode({
    ...{
      className: 'android.widget.ScrollView',
      bounds: box(0, 300, 1080, 2400),
      children: [...rows, clear],
    },
    resourceId: `${SYSTEM_UI}:id/notification_stack_scroller`,
  });
  const root = node('FrameLayout', full, { children: [wifi, scroller] });
  return viewOf(root, { app: SYSTEM_UI, windows: [windowOf(root, { app: SYSTEM_UI, type: 'system' })] });
}

const both = shade(
  row('Card', 'A payment waits', 0, 'Approve'),
  row('Ada', 'Shall we meet at six?', 1, 'Mark as read'),
);

function stage(view: View, policy: Partial<Policy>, { byFinger = false, all = [bank, chat] } = {}) {
  const device = new ScriptedDevice(view, { capabilities: capable(byFinger ? fingerOnly : {}) });
  const seen = { lists: 0, questions: [] as Question[] };
  const list = () => {
    seen.lists += 1;
    return Promise.resolve(all);
  };
  device.services = { notifications: { shade: true, replies: true, snoozes: true, list } };
  const ask = (question: Question) => {
    seen.questions.push(question);
    return Promise.resolve('once' as const);
  };
  const asking = new Asking({ clock: new SkippingClock(), askers: [{ way: 'the test', ask }] });
  return { ...bench(view, { device, asking, policy: { ...defaultPolicy, ...policy } }), seen };
}

const blocked = { blockedApps: [BANK] };

describe('in the notification shade, what is of an application that is blocked', () => {
  for (const byFinger of [true, false]) {
    test(`is not pressed, tapped, swiped or cleared, and the rest is free (${byFinger ? 'by finger' : 'by action'})`, async () => {
      const it = stage(both, blocked, { byFinger });
      const approve = await it.idOf('Approve');
      assert.match(
        await it.fails('click_element', { element_id: approve }, 'permission_denied'),
        /'com\.bank'/,
      );
      await it.fails('tap', { x: 200, y: 650 }, 'permission_denied');
      await it.fails('swipe', { x1: 300, y1: 450, x2: 1000, y2: 450 }, 'permission_denied');
      await it.fails('click_element', { element_id: await it.idOf('Clear all') }, 'permission_denied');
      assert.deepEqual(it.device.actions, []);
      await it.text('click_element', { element_id: await it.idOf('Mark as read') });
      await it.text('click_element', { element_id: await it.idOf('Wi-Fi') });
      assert.equal(it.device.actions.length, 2);
    });
  }

  test('gets no text', async () => {
    const answer = node('EditText', box(60, 600, 900, 700), {
      resourceId: `${SYSTEM_UI}:id/remote_input_text`,
      ...{ editable: true, clickable: true, focused: true },
    });
    const open = row('Card', 'A payment waits', 0, 'Approve');
    const it = stage(shade({ ...open, children: [...open.children, answer] }), blocked);
    const id = await it.idOf('remote_input_text');
    await it.fails('set_text', { element_id: id, text: 'yes' }, 'permission_denied');
    await it.fails('input_text', { text: 'yes' }, 'permission_denied');
    await it.fails('press_key', { key: 'ENTER' }, 'permission_denied');
    assert.deepEqual(it.device.actions, []);
  });

  test('may be any row that reads like none of those that are posted, unless nothing of it is posted', async () => {
    const hidden = shade(row('2 new notifications', 'Contents hidden', 0, 'Open'));
    const it = stage(hidden, blocked);
    const refusal = await it.fails(
      'click_element',
      { element_id: await it.idOf('Open') },
      'permission_denied',
    );
    assert.match(refusal, /It has posted a notification/);
    const without = stage(hidden, blocked, { all: [chat] });
    await without.text('click_element', { element_id: await without.idOf('Open') });
  });

  test('may be what lies over the screen where only its window is known; a bar is none', async () => {
    const root = node('FrameLayout', full, { children: [button('Go', box(0, 100, 1080, 300))] });
    const stacked = (top: number, bottom: number): StackedWindow => ({
      ...windowOf(undefined, { app: SYSTEM_UI, bounds: box(0, top, 1080, bottom), key: `${top}` }),
      ...{ root: undefined, touchable: true, overlay: false, active: false, type: 'system' },
    });
    const view = viewOf(root, { stack: [stacked(0, 63), stacked(63, 320)] });
    const it = stage(view, blocked, { byFinger: true });
    await it.fails('tap', { x: 500, y: 200 }, 'permission_denied');
    await it.text('tap', { x: 500, y: 30 });
    await it.text('tap', { x: 500, y: 1000 });
  });
});

test('who posted what is asked for once a write, and only where a rule names applications', async () => {
  const named = stage(both, blocked, { byFinger: true });
  const id = await named.idOf('Mark as read');
  await named.text('click_element', { element_id: id });
  assert.equal(named.seen.lists, 1);
  await named.text('click_element', { element_id: await named.idOf('Wi-Fi') });
  assert.equal(named.seen.lists, 1, 'a tile is of no notification');
  const careful = stage(both, parsePolicy('{"profile": "careful", "rules": []}', []));
  await careful.text('click_element', { element_id: await careful.idOf('Mark as read') });
  assert.equal(careful.seen.lists, 0);
});

const trusting = parsePolicy(
  JSON.stringify({ profile: 'careful', rules: [{ when: { app: CHAT, kind: 'send' }, then: 'allow' }] }),
  [],
);

test('a button of a row is one of the application that posted it, whatever else is asked about', async () => {
  const sends = shade(row('Ada', chat.text ?? '', 0, 'Send'), row('Card', bank.text ?? '', 1, 'Pay 49 €'));
  const it = stage(sends, trusting);
  await it.text('click_element', { element_id: await it.idOf('Send') });
  assert.deepEqual(it.seen.questions, []);
  await it.text('click_element', { element_id: await it.idOf('Pay 49 €') });
  assert.deepEqual(
    it.seen.questions.map(({ app, label }) => [app, label]),
    [[BANK, 'Pay 49 €']],
  );
});

test('what may be of several is asked about once', async () => {
  const it = stage(shade(row('Contents hidden', '', 0, 'Pay 49 €')), trusting);
  await it.text('click_element', { element_id: await it.idOf('Pay 49 €') });
  assert.equal(it.seen.questions.length, 1);
});
