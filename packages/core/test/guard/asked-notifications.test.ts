import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultPolicy } from '../../src/guard/policy.ts';
import { questionText } from '../../src/guard/question-text.ts';
import { form } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { stageNotifications } from '@handeye/testing/scripted-notifications';
import { bench } from '@handeye/testing/tools';
import { refusingPerson } from './asked-person.ts';

test('who is asked about a notification is told which one: the answer goes to whoever wrote it', async () => {
  const device = new ScriptedDevice(form());
  stageNotifications(device);
  const { asked, asking } = refusingPerson();
  const rules = [{ when: { app: 'com.example.*' }, then: 'ask', from: 'rule 1' }] as const;
  const { text, fails } = bench(device.view, {
    ...{ device, asking, toolsets: ['notifications'], policy: { ...defaultPolicy, rules } },
  });
  const list = await text('notification_list');
  const idOf = (what: RegExp) => what.exec(list)?.[1] ?? assert.fail(list);
  const reply = { action_id: idOf(/([0-9a-f]{6,})\s+"?Reply/), text: 'Yes' };
  await fails('notification_reply', reply, 'permission_denied');
  await fails(
    'notification_action',
    { action_id: idOf(/([0-9a-f]{6,})\s+"?Mark as read/) },
    'permission_denied',
  );
  const told = asked.map(questionText);
  assert.equal(told.length, 2);
  for (const one of told) assert.match(one, /"Ada".*"Shall we meet at six\?"/);
});
