import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PhoneTools, phoneTools } from './phone-tools.ts';

const MAIL = 'com.example.mail';

type Posted = Parameters<PhoneTools['phone']['framework']['notifications']['post']>[0];

function poster({ phone }: PhoneTools) {
  const { notifications, clock } = phone.framework;
  return (one: Partial<Posted> & Pick<Posted, 'id' | 'title' | 'text'>): void => {
    notifications.post({ package: MAIL, time: clock.now(), ticker: `${one.title}: ${one.text}`, ...one });
  };
}

/** The id of the notification or action that a line names so. */
function idBefore(list: string, words: string): string {
  const id = new RegExp(`([0-9a-f]{6,})(?: [\\w. ()]+)? "[^"]*${words}`).exec(list)?.[1];
  assert.ok(id, `no ${words} in:\n${list}`);
  return id;
}

for (const release of [5, 9, 12, 14] as const)
  for (const tier of ['plain', 'companion'] as const)
    test(`Android ${release}, ${tier}: notifications are listed, dismissed, snoozed, opened and answered`, async (t) => {
      const tools = await phoneTools(t, { release, tier, frame: { toolsets: ['device', 'notifications'] } });
      const { framework } = tools.phone;
      const post = poster(tools);
      const there = () => framework.notifications.list.map(({ title }) => title);
      const pressed: string[] = [];
      const said: (string | undefined)[] = [];
      assert.equal(await tools.text('notification_list'), 'No notifications');

      post({
        id: 1,
        title: 'Oldest',
        text: 'Down below',
        actions: [{ title: 'Archive', run: () => pressed.push('oldest') }],
      });
      for (const id of [2, 3, 4, 5, 6, 7, 8]) post({ id, title: `Mail ${id}`, text: `Text of ${id}` });
      post({
        id: 9,
        title: 'Ada',
        text: 'Shall we?',
        actions: [{ title: 'Reply', replyHint: 'Message', run: (text) => said.push(text) }],
      });
      post({ id: 10, title: 'Call', text: 'Ongoing call', ongoing: true });
      const list = await tools.text('notification_list');
      const known = release === 5 ? '"Ada: Shall we\\?"' : '"Ada": "Shall we\\?"';
      assert.match(
        list,
        new RegExp(`^[0-9a-f]{6,} com\\.example\\.mail ${known} now\\n  actions: [0-9a-f]{6,} "Reply"$`, 'm'),
      );
      assert.match(list, /"Call.* ongoing, now$/m);

      const dismissed = idBefore(list, 'Mail 5');
      assert.equal(
        await tools.text('notification_dismiss', { notification_id: dismissed }),
        `Dismissed ${release === 5 ? '"Mail 5: Text of 5"' : '"Mail 5"'} by the shade`,
      );
      assert.deepEqual(there(), [
        'Call',
        'Ada',
        'Mail 8',
        'Mail 7',
        'Mail 6',
        'Mail 4',
        'Mail 3',
        'Mail 2',
        'Oldest',
      ]);
      assert.equal(framework.shade, 'closed');
      const gone = await tools.fails(
        'notification_dismiss',
        { notification_id: dismissed },
        'element_not_found',
      );
      assert.match(gone, /is gone or has changed\. There now: [0-9a-f]{6,} "Call/);
      assert.match(
        await tools.fails(
          'notification_dismiss',
          { notification_id: idBefore(list, 'Call') },
          'action_failed',
        ),
        /is ongoing/,
      );

      const archive = await tools.text('notification_action', { action_id: idBefore(list, 'Archive') });
      assert.match(
        archive,
        /^Pressed "Archive" of "Oldest.*" by the shade; the notification is still there$/,
      );
      assert.deepEqual(pressed, ['oldest']);

      const snooze = { notification_id: idBefore(list, 'Mail 3'), duration_ms: 600_000 };
      if (release >= 12) {
        assert.match(
          await tools.text('notification_snooze', snooze),
          /^Snoozed "Mail 3" for 600000 ms by the shell/,
        );
        assert.ok(!there().includes('Mail 3'));
      } else
        assert.match(
          await tools.fails('notification_snooze', snooze, 'permission_denied'),
          /since Android 11/,
        );

      const reply = { action_id: idBefore(list, 'Reply'), text: "Yes; let's" };
      if (release >= 9) {
        assert.match(
          await tools.text('notification_reply', reply),
          /^Replied to "Ada" by the shade; it was sent/,
        );
        assert.deepEqual(said, ["Yes; let's"]);
      } else
        assert.match(await tools.fails('notification_reply', reply, 'permission_denied'), /since Android 7/);
      assert.equal(framework.shade, 'closed');

      post({
        id: 11,
        title: 'Clock',
        text: 'Tick',
        package: 'com.android.deskclock',
        intent: { component: 'com.android.deskclock/.DeskClock' },
      });
      const again = await tools.text('notification_list', { package_name: 'com.android.deskclock' });
      assert.equal(
        await tools.text('notification_open', { notification_id: idBefore(again, 'Clock') }),
        `Opened ${release === 5 ? '"Clock: Tick"' : '"Clock"'} by the shade; in front: com.android.deskclock`,
      );
      assert.equal(framework.resumedActivity()?.package, 'com.android.deskclock');
    });
