import assert from 'node:assert/strict';
import test from 'node:test';
import sharp from 'sharp';
import { helperOnPhone, type HelperOnPhone } from './helper-on-phone.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

async function clipboardOf({ post }: HelperOnPhone): Promise<string> {
  const content = await post('/appium/device/get_clipboard', { contentType: 'plaintext' });
  return Buffer.from(String(content), 'base64').toString();
}

test('Android 9 lets the helper read the clipboard; from 10 on it may only write', async (t) => {
  const text = '📋 '.repeat(20_000);
  for (const [release, readable] of [
    [9, text],
    [12, ''],
    [14, ''],
  ] as const) {
    const helper = await helperOnPhone(t, { release });
    await helper.post('/appium/device/set_clipboard', { content: base64(text), contentType: 'PLAINTEXT' });
    assert.equal(helper.phone.framework.clipboard.text, text);
    assert.equal(await clipboardOf(helper), readable);
    const { status } = await helper.request('POST', '/session/:/appium/device/get_clipboard', {
      contentType: 'image',
    });
    assert.equal(status, 400);
  }
});

test('the screen turns and tells how it is held', async (t) => {
  const { get, post, request, source } = await helperOnPhone(t);
  assert.equal(await get('/orientation'), 'PORTRAIT');
  assert.equal(await post('/orientation', { orientation: 'landscape' }), 'LANDSCAPE');
  assert.deepEqual(await get('/rotation'), { x: 0, y: 0, z: 90 });
  assert.match(await source(), /rotation="1" width="2400" height="1080"/);
  const picture = await sharp(Buffer.from(String(await get('/screenshot')), 'base64')).metadata();
  assert.deepEqual([picture.width, picture.height], [2400, 1080]);
  await post('/rotation', { x: 0, y: 0, z: 0 });
  assert.equal(await get('/orientation'), 'PORTRAIT');
  assert.equal((await request('POST', '/session/:/rotation', { x: 0, y: 0, z: 45 })).status, 400);
});

test('keys, Back and the notification shade work', async (t) => {
  const { post, phone } = await helperOnPhone(t, { open: 'com.android.settings/.Settings' });
  await post('/appium/device/open_notifications');
  assert.equal(phone.framework.shade, 'notifications');
  await post('/back');
  assert.equal(phone.framework.shade, 'closed');
  await post('/appium/device/press_keycode', { keycode: 3 });
  assert.equal(phone.framework.resumedActivity()?.package, 'com.android.launcher3');
});

test('an alert is read, dismissed and accepted by its buttons; without one there is none', async (t) => {
  const { get, post, request, find, phone, source } = await helperOnPhone(t, {
    open: 'com.example.notes/.NotesListActivity',
  });
  const none = await request('GET', '/session/:/alert/text');
  assert.deepEqual([none.status, (none.value as { error: string }).error], [404, 'no such alert']);
  await post(`/element/${await find('id', 'com.example.notes:id/note_card')}/click`);
  const askToDelete = async () => {
    await post(`/element/${await find('accessibility id', 'Delete')}/click`);
  };
  await askToDelete();
  assert.match(String(await get('/alert/text')), /delete/i);
  await post('/alert/dismiss');
  assert.match(await source(), /edit_body/);
  await askToDelete();
  await post('/alert/accept');
  assert.doesNotMatch(await source(), /edit_body/);
  assert.equal(phone.framework.resumedActivity()?.package, 'com.example.notes');
});

test('the phone tells facts about itself', async (t) => {
  const { get, phone } = await helperOnPhone(t);
  const { display, shape } = phone.framework;
  assert.equal(await get('/appium/device/display_density'), display.density);
  assert.equal(await get('/appium/device/pixel_ratio'), display.scale);
  assert.deepEqual(await get('/appium/device/system_bars'), { statusBar: 63 });
  assert.deepEqual(await get('/appium/device/battery_info'), { level: 0.85, status: 2 });
  assert.deepEqual(await get('/window/current/size'), { width: 1080, height: 2400 });
  const info = (await get('/appium/device/info')) as Record<string, unknown>;
  assert.equal(info.apiVersion, String(shape.sdk));
  assert.equal(info.realDisplaySize, '1080x2400');
  const apps = (await get('/appium/device/apps')) as { packageName: string }[];
  assert.ok(apps.some(({ packageName }) => packageName === 'com.android.calculator2'));
});

test('windows are listed, uppermost first, and can be filtered', async (t) => {
  const { post } = await helperOnPhone(t, { open: 'com.android.settings/.Settings' });
  const windows = (await post('/appium/list_windows', { skipScreenshots: true })) as Record<
    string,
    unknown
  >[];
  const layers = windows.map(({ layer }) => Number(layer));
  assert.deepEqual(
    layers,
    layers.toSorted((one, other) => other - one),
  );
  const filtered = await post('/appium/list_windows', {
    filters: { packageName: 'com.android.set*', isActive: true },
  });
  assert.deepEqual(
    (filtered as Record<string, unknown>[]).map(({ packageName, isActive, type, rect }) => ({
      packageName,
      isActive,
      type,
      rect,
    })),
    [
      {
        packageName: 'com.android.settings',
        isActive: true,
        type: 1,
        rect: { x: 0, y: 0, width: 1080, height: 2400 },
      },
    ],
  );
});
