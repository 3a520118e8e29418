import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realClock } from '../../src/call/clock.ts';
import { profiles } from '../../src/guard/profiles.ts';
import { defaultPolicy } from '../../src/guard/policy.ts';
import { box, full, node, viewOf, windowOf } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';

const APP = 'com.android.settings';
/** A page of Settings in a language without word list: only its activity says what it is. */
const root = node('FrameLayout', full, {
  children: [node('LinearLayout', box(0, 300, 1080, 500), { clickable: true, text: 'Xyzzy plugh' })],
});
const page = viewOf(root, {
  app: APP,
  activity: 'com.android.settings.Settings$AccessibilitySettingsActivity',
  windows: [windowOf(root, { app: APP, title: undefined })],
});

test('a read of the same moment takes nothing from what a click is judged by', async () => {
  for (const together of [false, true]) {
    const device = new ScriptedDevice(page);
    device.picture = { bytes: new Uint8Array() };
    const { call } = bench(page, {
      device,
      clock: realClock,
      policy: { ...defaultPolicy, rules: profiles.careful.rules },
    });
    const click = () => call('click_element', { element_id: 'text:Xyzzy plugh' });
    if (!together) {
      assert.equal((await click()).isError, true, 'alone it is refused');
      continue;
    }
    // Answers to two looks that come in one packet.
    const looks: (() => void)[] = [];
    const real = device.look.bind(device);
    device.look = async (wish, own) => {
      await new Promise<void>((resolve) => looks.push(resolve));
      return real(wish, own);
    };
    const clicked = click();
    for (let turn = 0; turn < 40 && looks.length < 1; turn += 1) await new Promise(setImmediate);
    const other = call('get_screen_state', { include_screenshot: true });
    for (let turn = 0; turn < 40 && looks.length < 2; turn += 1) await new Promise(setImmediate);
    assert.equal(looks.length, 2);
    for (const look of looks) look();
    assert.equal((await clicked).isError, true, 'beside a read it is not');
    assert.deepEqual(device.actions, []);
    looks.forEach((look) => {
      look();
    });
    await other;
  }
});
