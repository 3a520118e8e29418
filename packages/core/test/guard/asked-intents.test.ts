import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultPolicy } from '../../src/guard/policy.ts';
import { questionText } from '../../src/guard/question-text.ts';
import { form } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { scriptedLinks } from '@handeye/testing/scripted-links';
import { bench } from '@handeye/testing/tools';
import { refusingPerson } from './asked-person.ts';

test('who is asked about an intent is told what it carries along', async () => {
  const device = new ScriptedDevice(form());
  device.services = { links: scriptedLinks() };
  const { asked, asking } = refusingPerson();
  const rules = [{ when: { tool: 'send_intent' }, then: 'ask', from: 'rule 1' }] as const;
  const { fails } = bench(device.view, {
    ...{ device, asking, toolsets: ['apps'], policy: { ...defaultPolicy, rules } },
  });
  const extras = { address: '+49 900 1', 'android.intent.extra.TEXT': 'the code is 4711' };
  const intent = { type: 'activity', action: 'android.intent.action.SEND', extras };
  await fails('send_intent', intent, 'permission_denied');
  const [question] = asked;
  assert.ok(question);
  assert.match(questionText(question), /\+49 900 1.*the code is 4711/s);
});
