import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { realClock } from '../../src/call/clock.ts';
import { actionFailed, permissionDenied } from '../../src/device/errors.ts';
import { calculator, form, viewOf } from '@handeye/testing/screens';
import { capable, picture, ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench, textOf } from '@handeye/testing/tools';
import { PASSWORD } from '@handeye/testing/canary';

describe('get_screen_state', () => {
  test('begins with the note, the app, the screen and the header', async () => {
    const { text } = bench(calculator());
    assert.deepEqual((await text('get_screen_state')).split('\n').slice(0, 4), [
      'note:structural-only nodes are omitted from the tree',
      'app:com.example.calculator activity:.Calculator',
      'screen:1080x2400 density:420 orientation:portrait',
      'id\tclass\ttext\tdesc\tres_id\tbounds\tflags',
    ]);
  });

  test('has one text item and takes no picture unless asked', async () => {
    const { call, device } = bench(calculator());
    for (const args of [
      undefined,
      null,
      {},
      { include_screenshot: false },
      { include_screenshot: 'false' },
    ]) {
      assert.equal((await call('get_screen_state', args)).content.length, 1);
    }
    assert.ok(device.deeds.every((deed) => deed.did === 'look' && !deed.picture));
  });

  test('adds a JPEG of at most 700 pixels when asked', async () => {
    const { call, device } = bench(calculator(), { clock: realClock });
    device.picture = await picture(1080, 2400);
    const { content } = await call('get_screen_state', { include_screenshot: true });
    assert.equal(content.length, 2);
    const image = content[1]!;
    assert.ok(image.type === 'image');
    assert.equal(image.mimeType, 'image/jpeg');
    const { width, height, format } = await sharp(Buffer.from(image.data, 'base64')).metadata();
    assert.deepEqual({ width, height, format }, { width: 315, height: 700, format: 'jpeg' });
  });

  test('never enlarges a small picture', async () => {
    const { call, device } = bench(calculator(), { clock: realClock });
    device.picture = await picture(320, 240);
    const image = (await call('get_screen_state', { include_screenshot: true })).content[1]!;
    assert.ok(image.type === 'image');
    const { width, height } = await sharp(Buffer.from(image.data, 'base64')).metadata();
    assert.deepEqual({ width, height }, { width: 320, height: 240 });
  });

  test('takes raw pixels as well', async () => {
    const { call, device } = bench(calculator(), { clock: realClock });
    device.picture = {
      bytes: new Uint8Array(100 * 50 * 4).fill(200),
      raw: { width: 100, height: 50, channels: 4 },
    };
    assert.equal((await call('get_screen_state', { include_screenshot: true })).content[1]?.type, 'image');
  });

  test('says that a protected or black screen has no picture, and sends none', async () => {
    const { call, device } = bench(calculator(), { clock: realClock });
    device.picture = await picture(1080, 2400, '#000000');
    const black = await call('get_screen_state', { include_screenshot: true });
    assert.equal(black.content.length, 1);
    assert.match(textOf(black), /\nnote:the screen is protected or black: no picture of it can be taken$/);
    device.picture = undefined;
    device.protected = true;
    assert.match(
      textOf(await call('get_screen_state', { include_screenshot: true })),
      /note:the screen is protected/,
    );
  });

  test('is permission_denied when the device is not ready', async () => {
    const { fails, device } = bench(calculator());
    device.react = () => {
      throw permissionDenied('The phone is unauthorised: accept the key on its screen.');
    };
    assert.match(await fails('get_screen_state', {}, 'permission_denied'), /accept the key/);
  });

  test('is action_failed when there is no root', async () => {
    const { fails } = bench(viewOf(undefined));
    assert.match(
      await fails('get_screen_state', {}, 'action_failed'),
      /^Failed to obtain root accessibility node\./,
    );
  });

  test('is permission_denied when pictures are not available', async () => {
    const device = new ScriptedDevice(calculator(), { capabilities: capable({ picture: 'No compositor.' }) });
    const { fails } = bench(calculator(), { device });
    assert.equal(
      await fails('get_screen_state', { include_screenshot: true }, 'permission_denied'),
      'Screen capture not available. No compositor.',
    );
    assert.deepEqual(device.deeds, []);
  });

  test('is action_failed when the picture cannot be taken or read', async () => {
    const { fails, device } = bench(calculator(), { clock: realClock });
    assert.match(
      await fails('get_screen_state', { include_screenshot: true }, 'action_failed'),
      /^Screenshot capture failed: /,
    );
    device.picture = { bytes: new Uint8Array([1, 2, 3]) };
    assert.match(
      await fails('get_screen_state', { include_screenshot: true }, 'action_failed'),
      /^Screenshot capture failed: /,
    );
    device.react = () => {
      throw actionFailed('Screenshot capture failed: screencap ended with 1');
    };
    assert.equal(
      await fails('get_screen_state', { include_screenshot: true }, 'action_failed'),
      'Screenshot capture failed: screencap ended with 1',
    );
  });

  test('speaks lean when asked, or when the server was started so', async () => {
    const asked = await bench(form()).text('get_screen_state', { format: 'lean' });
    const configured = await bench(form(), { screenFormat: 'lean' }).text('get_screen_state');
    const compact = await bench(form(), { screenFormat: 'lean' }).text('get_screen_state', {
      format: 'compact',
    });
    const withoutIds = (state: string) =>
      state.replace(/^( *)\d+ /gm, '$1id ').replace(/ s[0-9a-f]{2}\d+ /, ' state ');
    assert.equal(withoutIds(configured), withoutIds(asked));
    assert.match(
      withoutIds(asked),
      /^1080x2400 state com\.example\.app\/\.MainActivity\n- Sign in\nid \[edit\] hint: Your name\n/,
    );
    assert.ok(asked.length < compact.length * 0.4, 'lean is much shorter');
  });

  test('a password is never told, nor how long it is, by any read', async () => {
    const { text, json } = bench(form({ secret: PASSWORD }));
    const [, id = ''] = /^(\S+)\t[^\n]*\t•••\t/m.exec(await text('get_screen_state')) ?? [];
    assert.match(await text('get_element_details', { ids: [id] }), /\t•••\t/);
    const found = async (value: string) =>
      ((await json('find_elements', { by: 'text', value })).elements as { id: string; text: string }[]).map(
        (element) => [element.id, element.text],
      );
    assert.deepEqual(await found('••'), [[id, '•••']]);
    // Otherwise a search would count its characters.
    assert.deepEqual(await found('••••'), []);
  });

  test('never shows a password', async () => {
    const { text } = bench(form({ secret: PASSWORD }));
    for (const format of ['compact', 'lean']) {
      const state = await text('get_screen_state', { format });
      assert.doesNotMatch(state, /hunter2/);
      assert.match(state, format === 'lean' ? /\[edit, password\] #secret = •••$/m : /\t•••\t/);
    }
  });

  test('says that the display sleeps', async () => {
    const { text } = bench({ ...calculator(), awake: false });
    assert.match(await text('get_screen_state'), /\nnote:[^\n]*sleep/);
  });
});
