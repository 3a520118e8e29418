import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Chord, desktopKeys, phoneKeys } from '../../src/device/keys.ts';
import { phoneOnlyCapabilities } from '../../src/device/phone-only.ts';
import { defaultPolicy } from '../../src/guard/policy.ts';
import { form } from '@handeye/testing/screens';
import { capable, ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';

const lean = { screenFormat: 'lean' } as const;

function phone(): ScriptedDevice {
  return Object.assign(new ScriptedDevice(form()), { moreKeys: phoneKeys });
}

function desktop(): { device: ScriptedDevice; chords: Chord[] } {
  const chords: Chord[] = [];
  const pressChord = (chord: Chord) => {
    chords.push(chord);
    return Promise.resolve(undefined);
  };
  const { back, home } = phoneOnlyCapabilities;
  const device = new ScriptedDevice(form(), { capabilities: capable({ back, home }) });
  return { device: Object.assign(device, { kind: 'desktop', moreKeys: desktopKeys, pressChord }), chords };
}

describe('press_key in lean', () => {
  test('takes the keys of a phone in any case, without a focused field', async () => {
    const device = phone();
    const { text } = bench(form(), { ...lean, device });
    for (const key of phoneKeys)
      assert.equal(await text('press_key', { key: key.toLowerCase() }), `Key '${key}' pressed successfully`);
    assert.deepEqual(
      device.actions,
      phoneKeys.map((key) => ({ did: 'press', key })),
    );
  });

  test('still wants a field for DEL and SPACE, and something focused for ENTER', async () => {
    const { fails } = bench(form(), { ...lean, device: phone() });
    for (const key of ['DEL', 'SPACE', 'ENTER', 'TAB'])
      await fails('press_key', { key }, 'element_not_found');
  });

  test('tells a phone given a desktop key which ones it takes', async () => {
    const device = phone();
    const { fails } = bench(form(), { ...lean, device });
    for (const key of ['F5', 'ESCAPE', 'ctrl+a', 'RECENTS', 'constructor'])
      assert.equal(
        await fails('press_key', { key }, 'invalid_params'),
        `Invalid 'key' value: '${key}'. This phone takes: ENTER, BACK, DEL, HOME, TAB, SPACE, UP, DOWN, LEFT, RIGHT, PAGE_UP, PAGE_DOWN, FORWARD_DEL, SEARCH, VOLUME_UP, VOLUME_DOWN`,
      );
    assert.deepEqual(device.actions, []);
  });

  test('takes function keys and chords on a desktop, and names them as it understood them', async () => {
    const { device, chords } = desktop();
    const { text } = bench(form(), { ...lean, device });
    assert.equal(await text('press_key', { key: 'f12' }), "Key 'F12' pressed successfully");
    assert.equal(await text('press_key', { key: 'Ctrl+Shift+T' }), "Key 'ctrl+shift+t' pressed successfully");
    assert.equal(await text('press_key', { key: 'Control + f4' }), "Key 'ctrl+F4' pressed successfully");
    assert.equal(await text('press_key', { key: 'cmd++' }), "Key 'cmd++' pressed successfully");
    assert.deepEqual(device.actions, [{ did: 'press', key: 'F12' }]);
    assert.deepEqual(chords, [
      { held: ['ctrl', 'shift'], key: { character: 't' } },
      { held: ['ctrl'], key: 'F4' },
      { held: ['cmd'], key: { character: '+' } },
    ]);
  });

  test('takes the Home key of a keyboard on a desktop, alone as MOVE_HOME, and knows keys by their other names', async () => {
    const { device, chords } = desktop();
    const { text, fails } = bench(form(), { ...lean, device });
    for (const key of ['MOVE_HOME', 'end', 'Esc', 'Delete', 'insert']) await text('press_key', { key });
    assert.deepEqual(
      device.actions,
      ['MOVE_HOME', 'MOVE_END', 'ESCAPE', 'FORWARD_DEL', 'INSERT'].map((key) => ({ did: 'press', key })),
    );
    for (const key of ['ctrl+Home', 'shift+End', 'alt+F4', 'super+a']) await text('press_key', { key });
    assert.deepEqual(chords, [
      { held: ['ctrl'], key: 'MOVE_HOME' },
      { held: ['shift'], key: 'MOVE_END' },
      { held: ['alt'], key: 'F4' },
      { held: ['cmd'], key: { character: 'a' } },
    ]);
    assert.match(
      await fails('press_key', { key: 'HOME' }, 'permission_denied'),
      /The Home key of a keyboard is MOVE_HOME\.$/,
    );
  });

  test('tells a desktop given a phone key, or half a chord, what it takes', async () => {
    const { device, chords } = desktop();
    const { fails } = bench(form(), { ...lean, device });
    for (const key of ['VOLUME_UP', 'ctrl+', 'ctrl+BACK', 'hyper+a', '+', 'F13'])
      assert.match(
        await fails('press_key', { key }, 'invalid_params'),
        /This desktop takes: ENTER, DEL, TAB, SPACE, UP, .*ESCAPE, F1, .*F12, and keys with others held, as in ctrl\+shift\+t$/,
      );
    await fails('press_key', { key: 'HOME' }, 'permission_denied');
    assert.deepEqual([chords, device.actions], [[], []]);
  });

  test('does not reach a blocked application, by the keys for the volume either: a camera takes a picture by them', async () => {
    const policy = { ...defaultPolicy, blockedApps: [form().windows[0]?.app ?? ''] };
    const device = phone();
    const { text, fails } = bench(form(), { ...lean, device, policy });
    for (const key of ['UP', 'PAGE_DOWN', 'FORWARD_DEL', 'SEARCH', 'VOLUME_UP', 'VOLUME_DOWN'])
      await fails('press_key', { key }, 'permission_denied');
    await text('press_key', { key: 'HOME' });
    assert.deepEqual(device.actions, [{ did: 'press', key: 'HOME' }]);
    const { device: computer, chords } = desktop();
    await bench(form(), { ...lean, device: computer, policy }).fails(
      'press_key',
      { key: 'ctrl+w' },
      'permission_denied',
    );
    assert.deepEqual(chords, []);
  });

  test('outside lean stays as the contract has it', async () => {
    const { fails } = bench(form(), { device: phone() });
    assert.equal(
      await fails('press_key', { key: 'UP' }, 'invalid_params'),
      "Invalid 'key' value: 'UP'. Must be one of: ENTER, BACK, DEL, HOME, TAB, SPACE",
    );
  });
});
