import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realClock } from '../../src/call/clock.ts';
import { Registry } from '../../src/device/registry.ts';
import { defaultPolicy } from '../../src/guard/policy.ts';
import type { Rule } from '../../src/guard/rules.ts';
import { createToolbox } from '../../src/tools/create-toolbox.ts';
import { form } from '@handeye/testing/screens';
import { ScriptedDevice, sourceOf } from '@handeye/testing/scripted-device';
import { ScriptedLeases } from '@handeye/testing/scripted-leases';
import { callers } from '@handeye/testing/tools';

function served(rule: Pick<Rule, 'when' | 'then'>) {
  const device = new ScriptedDevice(form());
  const other = Object.assign(new ScriptedDevice(form()), { id: 'other' });
  const registry = new Registry({
    sources: [sourceOf([device, other])],
    configured: [device.id, other.id],
  });
  const leases = new ScriptedLeases();
  const policy = { ...defaultPolicy, rules: [{ ...rule, from: 'rule 1' }] };
  const toolbox = createToolbox({ registry, clock: realClock, policy, screenFormat: 'lean', leases });
  return { ...callers(toolbox), toolbox, device: device.id, leases };
}

test('a rule that denies a tool of the server itself is kept, in steps too', async () => {
  for (const tool of ['list_devices', 'read', '*']) {
    const { fails, call, device } = served({ when: { tool }, then: 'deny' });
    assert.match(await fails('list_devices', {}, 'permission_denied'), /policy of this server forbids/);
    const steps = [{ tool: 'list_devices', arguments: {} }];
    assert.match(JSON.stringify(await call('run_steps', { device, steps })), /policy of this server forbids/);
  }
});

test('no device is leased against a rule, or where nobody answers', async () => {
  for (const then of ['deny', 'ask'] as const) {
    const { fails, leases } = served({ when: { tool: 'lease_device' }, then });
    await fails('lease_device', {}, 'permission_denied');
    assert.deepEqual(leases.wishes, []);
  }
});

test('what the policy says of a tool of the server itself is told as it is kept', async () => {
  const about = async (then: 'allow' | 'deny') => {
    const { toolbox } = served({ when: { tool: 'list_devices' }, then });
    return toolbox.explain?.('list_devices', {}, { signal: new AbortController().signal });
  };
  assert.equal(await about('deny'), 'deny: rule 1 {"tool":"list_devices"}');
  assert.equal(await about('allow'), 'allow: rule 1 {"tool":"list_devices"}');
});

test('a rule about something else leaves them alone', async () => {
  for (const when of [{}, { app: '*' }, { tool: 'touch' }]) {
    const { text } = served({ when, then: 'deny' });
    await text('list_devices', {});
  }
});
