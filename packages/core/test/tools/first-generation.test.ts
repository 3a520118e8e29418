import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { realClock } from '../../src/call/clock.ts';
import { actionFailed, permissionDenied } from '../../src/device/errors.ts';
import { calculator, viewOf } from '@handeye/testing/screens';
import { capable, picture, ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';

const both = { toolsets: ['device', 'first-generation'], clock: realClock } as const;
const names = ['get_accessibility_tree', 'capture_screenshot', 'get_current_app', 'get_screen_info'];

test('the first generation is there only when asked for', () => {
  const { toolbox } = bench(calculator());
  for (const name of names) assert.equal(toolbox.has(name), false);
  const { toolbox: opted } = bench(calculator(), both);
  for (const name of names) assert.equal(opted.has(name), true);
  assert.equal(opted.tools.length, toolbox.tools.length + names.length);
});

describe('get_accessibility_tree', () => {
  test('is the whole tree with nulls kept', async () => {
    const { json } = bench(calculator(), both);
    const { nodes } = (await json('get_accessibility_tree')) as {
      nodes: { children: { children: { text: string }[] }[] }[];
    };
    const [{ children, ...root } = assert.fail()] = nodes;
    assert.deepEqual(
      { ...root, id: 'any' },
      {
        id: 'any',
        text: null,
        contentDescription: null,
        resourceId: null,
        className: 'android.widget.FrameLayout',
        bounds: { left: 0, top: 0, right: 1080, bottom: 2400 },
        clickable: false,
        longClickable: false,
        focusable: false,
        scrollable: false,
        editable: false,
        enabled: true,
        visible: true,
      },
    );
    assert.deepEqual(
      children[0]?.children.slice(0, 2).map(({ text }) => text),
      ['0', '7'],
    );
  });

  test('no root is action_failed, an unreachable device permission_denied', async () => {
    await bench(viewOf(undefined), both).fails('get_accessibility_tree', {}, 'action_failed');
    const { fails, device } = bench(calculator(), both);
    device.react = () => {
      throw permissionDenied('not ready');
    };
    await fails('get_accessibility_tree', {}, 'permission_denied');
    await fails('get_current_app', {}, 'permission_denied');
  });
});

describe('capture_screenshot', () => {
  const imageAt = async (args?: unknown) => {
    const { call, device } = bench(calculator(), both);
    const noise = await sharp({
      create: {
        width: 200,
        height: 100,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    device.picture = { bytes: noise };
    const [item] = (await call('capture_screenshot', args)).content;
    assert.ok(item?.type === 'image');
    return item;
  };

  test('is a JPEG in full resolution with its size', async () => {
    const image = await imageAt();
    const { width, height, format } = await sharp(Buffer.from(image.data, 'base64')).metadata();
    assert.deepEqual({ width, height, format }, { width: 200, height: 100, format: 'jpeg' });
    assert.deepEqual(image._meta, { width: 200, height: 100 });
    assert.equal(image.mimeType, 'image/jpeg');
  });

  test('quality matters, and is 80 by default', async () => {
    const sizes = await Promise.all(
      [{ quality: 1 }, { quality: 80 }, undefined, { quality: 100 }].map(
        async (args) => (await imageAt(args)).data.length,
      ),
    );
    const [low, usual, fallback, high] = sizes;
    assert.ok(low! < usual! && usual! < high!);
    assert.ok(Math.abs(usual! - fallback!) < usual! * 0.05, 'the noise differs a little each time');
  });

  test('quality must be within 1..100', async () => {
    const { fails } = bench(calculator(), both);
    for (const quality of [0, 101, -5]) {
      assert.equal(
        await fails('capture_screenshot', { quality }, 'invalid_params'),
        `Parameter 'quality' must be between 1 and 100, got: ${quality}`,
      );
    }
  });

  test('says why there is no picture', async () => {
    const device = new ScriptedDevice(calculator(), { capabilities: capable({ picture: 'Not granted.' }) });
    assert.equal(
      await bench(calculator(), { ...both, device }).fails('capture_screenshot', {}, 'permission_denied'),
      'Not granted.',
    );
    const failing = bench(calculator(), both);
    await failing.fails('capture_screenshot', {}, 'action_failed');
    failing.device.react = () => {
      throw actionFailed('Screenshot capture failed: Capture timeout');
    };
    assert.match(await failing.fails('capture_screenshot', {}, 'action_failed'), /Capture timeout/);
    failing.device.react = () => undefined;
    failing.device.picture = { bytes: new Uint8Array([1, 2, 3]) };
    assert.match(
      await failing.fails('capture_screenshot', {}, 'action_failed'),
      /^Screenshot capture failed: /,
    );
    failing.device.picture = await picture(10, 10);
    failing.device.protected = true;
    await failing.fails('capture_screenshot', {}, 'permission_denied');
  });
});

test('get_current_app names package and activity, or unknown', async () => {
  assert.deepEqual(await bench(calculator(), both).json('get_current_app'), {
    packageName: 'com.example.calculator',
    activityName: '.Calculator',
  });
  const nobody = viewOf(undefined, { app: undefined, activity: undefined });
  assert.deepEqual(await bench(nobody, both).json('get_current_app'), {
    packageName: 'unknown',
    activityName: 'unknown',
  });
});

test('get_screen_info has size, density and orientation', async () => {
  assert.deepEqual(await bench(calculator(), both).json('get_screen_info'), {
    width: 1080,
    height: 2400,
    densityDpi: 420,
    orientation: 'portrait',
  });
  const wide = viewOf(undefined, { screen: { width: 2400, height: 1080, density: 420 } });
  assert.deepEqual(await bench(wide, both).json('get_screen_info'), {
    width: 2400,
    height: 1080,
    densityDpi: 420,
    orientation: 'landscape',
  });
});
