import assert from 'node:assert/strict';
import { textOf } from '@handeye/testing/tools';
import { PROBE } from './probe-app.ts';
import type { Stage } from './stage.ts';
import type { Trial } from './trial.ts';

const ID = 41;

/** The probe's notification, as the phone holds it. */
const posted = ({ phone }: Stage) =>
  phone.framework.notifications.list.find((one) => one.package === PROBE && one.id === ID);

/** Posts the notification afresh, and keeps the ids that the tools give it and its actions. */
async function post(stage: Stage): Promise<void> {
  const { phone, probe, kept } = stage;
  phone.framework.home();
  phone.framework.notifications.post({
    id: ID,
    package: PROBE,
    title: 'Parcel',
    text: 'It is at the door',
    time: phone.framework.clock.now(),
    intent: { component: `${PROBE}/.Main` },
    actions: [
      { title: 'Archive', run: () => probe.heard.push('archived') },
      {
        title: 'Reply',
        replyHint: 'Reply',
        run: (reply) => probe.heard.push(`reply ${reply ?? 'without text'}`),
      },
    ],
  });
  const lines = textOf(await stage.call('notification_list', { package_name: PROBE })).split('\n');
  const at = lines.findIndex((line) => line.includes(PROBE));
  kept.set('notification', lines[at]?.split(' ')[0] ?? 'none');
  for (const [, id = '', title = ''] of (lines[at + 1] ?? '').matchAll(/(\w+) "([^"]+)"/g))
    kept.set(title, id);
}

const idOf = (name: string) => (stage: Stage) => stage.kept.get(name) ?? 'none';

export const notificationTrials: readonly Trial[] = [
  {
    tool: 'notification_list',
    before: post,
    args: {},
    verify: ({ phone, release }, answer) => {
      for (const { title, package: name } of phone.framework.notifications.list) {
        const line = answer.split('\n').find((one) => one.includes(name));
        assert.ok(line?.includes(release === 5 ? name : title), `"${title}" is not told: ${answer}`);
      }
      return release === 5 ? 'without their texts' : undefined;
    },
  },
  {
    tool: 'notification_action',
    before: post,
    args: (stage) => ({ action_id: idOf('Archive')(stage) }),
    verify: ({ probe }) => {
      assert.equal(probe.heard.at(-1), 'archived');
    },
  },
  {
    tool: 'notification_reply',
    before: post,
    args: (stage) => ({ action_id: idOf('Reply')(stage), text: 'Thank you' }),
    verify: ({ probe }) => {
      assert.equal(probe.heard.at(-1), 'reply Thank you');
    },
  },
  {
    tool: 'notification_open',
    before: post,
    args: (stage) => ({ notification_id: idOf('notification')(stage) }),
    verify: ({ phone }) => {
      assert.equal(phone.framework.resumedActivity()?.package, PROBE);
    },
  },
  {
    tool: 'notification_snooze',
    before: post,
    args: (stage) => ({ notification_id: idOf('notification')(stage), duration_ms: 600_000 }),
    verify: (stage) => {
      assert.equal(posted(stage), undefined);
      assert.deepEqual(
        stage.phone.framework.notifications.snoozed.map(({ id }) => id),
        [ID],
      );
    },
  },
  {
    tool: 'notification_dismiss',
    before: post,
    args: (stage) => ({ notification_id: idOf('notification')(stage) }),
    verify: (stage) => {
      assert.equal(posted(stage), undefined);
    },
  },
];
