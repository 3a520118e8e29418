import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeviceState, StateWish } from '../../src/device/services/device-state.ts';
import { calculator } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { scriptedState } from '@handeye/testing/scripted-state';
import { bench } from '@handeye/testing/tools';

function served(state?: DeviceState, policy: { readOnly?: boolean } = {}) {
  const device = new ScriptedDevice(calculator());
  if (state) device.services = { state };
  const full = {
    readOnly: false,
    blockedApps: [],
    allowedApps: [],
    allowedSchemes: [],
    writesPerSecond: 1000,
    wake: true,
  };
  return bench(calculator(), { device, toolsets: ['device', 'state'], policy: { ...full, ...policy } });
}

test('the state is told in lines', async () => {
  const { text } = served(scriptedState());
  const lines = (await text('get_device_state')).split('\n');
  assert.equal(lines.length, 16);
  assert.equal(lines[2], 'battery: 85%, charging (USB)');
});

test('what is wished reaches the device as it was checked; numbers and booleans may come as text', async () => {
  const wishes: StateWish[] = [];
  const { text, fails } = served(scriptedState(wishes));
  await text('set_device_state', { rotation: '90', dark_theme: 'true', font_scale: 1.3 });
  assert.deepEqual(wishes, [{ rotation: 90, dark_theme: true, font_scale: 1.3 }]);
  for (const wrong of [
    { rotation: 45 },
    { rotation: 'sideways' },
    { font_scale: 9 },
    { brightness: 101 },
    { screen_timeout: 0.5 },
    { locale: 'en_US' },
    { locale: '' },
  ])
    await fails('set_device_state', wrong, 'invalid_params');
  assert.match(await fails('set_device_state', {}, 'invalid_params'), /at least one/);
  assert.match(
    await fails('set_device_state', { restore: true, wifi: true }, 'invalid_params'),
    /goes alone/,
  );
  assert.equal(wishes.length, 1);
});

test('a change of which nothing took is an error that says why; one of which a part took is not', async () => {
  const outcomes = [
    { item: 'wifi', took: false, text: 'still on. The phone did not take it.' },
    { item: 'font_scale', took: true, text: '1.3 (was 1)' },
  ];
  const state = { ...scriptedState(), set: () => Promise.resolve(outcomes.slice(0, 1)) };
  assert.match(
    await served(state).fails('set_device_state', { wifi: false }, 'action_failed'),
    /wifi: not done: still on\. The phone did not take it\./,
  );
  const partly = { ...state, set: () => Promise.resolve(outcomes) };
  assert.equal(
    await served(partly).text('set_device_state', { wifi: false, font_scale: 1.3 }),
    'wifi: not done: still on. The phone did not take it.\nfont_scale: 1.3 (was 1)',
  );
});

test('a device whose state can only be read says why, and a read-only policy forbids setting', async () => {
  const { read } = scriptedState();
  const desktop = served({ read, readOnlyBecause: 'Use the settings of the desktop.' });
  await desktop.text('get_device_state');
  assert.equal(
    await desktop.fails('set_device_state', { dark_theme: true }, 'permission_denied'),
    'Use the settings of the desktop.',
  );
  await served(scriptedState(), { readOnly: true }).text('get_device_state');
  await served(scriptedState(), { readOnly: true }).fails(
    'set_device_state',
    { wifi: true },
    'permission_denied',
  );
  assert.match(await served().fails('get_device_state', {}, 'permission_denied'), /does not tell its state/);
});
