import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actionFailed } from '../../src/device/errors.ts';
import { calculator } from '@handeye/testing/screens';
import { capable, ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';

describe('the clipboard', () => {
  test('a text that was set is read back', async () => {
    const { text, json } = bench(calculator());
    assert.deepEqual(await json('get_clipboard'), { text: null });
    assert.equal(
      await text('set_clipboard', { text: 'Hello 😀' }),
      'Clipboard set successfully (7 characters)',
    );
    assert.deepEqual(await json('get_clipboard'), { text: 'Hello 😀' });
  });

  test('invisible characters are not in the text', async () => {
    const { json, device } = bench(calculator());
    device.clip = 'two\n\u202elines\u200b';
    assert.deepEqual(await json('get_clipboard'), { text: 'two\nlines' });
  });

  test('a device without one says why', async () => {
    const device = new ScriptedDevice(calculator(), {
      capabilities: capable({ clipboard: 'Use the companion.' }),
    });
    const { fails } = bench(calculator(), { device });
    assert.equal(await fails('get_clipboard', {}, 'permission_denied'), 'Use the companion.');
    assert.equal(await fails('set_clipboard', { text: 'x' }, 'permission_denied'), 'Use the companion.');
  });

  test('a clipboard that refuses is action_failed', async () => {
    const { fails, device } = bench(calculator());
    const refuse = () => Promise.reject(actionFailed('Only the app in front may use it.'));
    Object.assign(device.clipboard, { read: refuse, write: refuse });
    const message = 'Only the app in front may use it.';
    assert.equal(await fails('get_clipboard', {}, 'action_failed'), message);
    assert.equal(await fails('set_clipboard', { text: 'x' }, 'action_failed'), message);
  });
});
