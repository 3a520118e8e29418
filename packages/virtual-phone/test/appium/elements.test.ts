import assert from 'node:assert/strict';
import test from 'node:test';
import sharp from 'sharp';
import { helperOnPhone, idOf } from './helper-on-phone.ts';

const CALCULATOR = 'com.android.calculator2/.Calculator';
const CONTACTS = 'com.android.contacts/.activities.PeopleActivity';
const LOGIN = 'com.example.login/.LoginActivity';

test('the same button is found by every strategy, and has one id', async (t) => {
  const { find, request } = await helperOnPhone(t, { open: CALCULATOR });
  const id = await find('id', 'com.android.calculator2:id/op_mul');
  assert.match(id, /^00000000-0000-[0-9a-f]{4}-ffff-ffff[0-9a-f]{8}$/);
  assert.equal(await find('accessibility id', 'times'), id);
  assert.equal(await find('xpath', '//*[@content-desc="times"]'), id);
  assert.equal(await find('xpath', '(//android.widget.Button[@clickable="true"])[@text="×"]'), id);
  for (const selector of [
    'new UiSelector().description("times")',
    'UiSelector().descriptionContains("IME")',
    'description("times").clickable(true).instance(0)',
    'new UiSelector().textMatches("[×]")',
    'new UiSelector().resourceId("com.android.calculator2:id/pad_numeric").childSelector(new UiSelector().text("×"))',
  ])
    assert.equal(await find('-android uiautomator', selector), id, selector);

  const buttons = await request('POST', '/session/:/elements', {
    strategy: 'class name',
    selector: 'android.widget.Button',
  });
  assert.equal((buttons.value as unknown[]).length, 19);
});

test('elements can be searched within an element', async (t) => {
  const { find, post, textOf } = await helperOnPhone(t, { open: CONTACTS });
  const list = await find('id', 'android:id/list');
  const within = async (strategy: string, selector: string) =>
    ((await post('/elements', { strategy, selector, context: list })) as unknown[]).map(idOf);
  const names = await within('id', 'com.android.contacts:id/cliv_name_textview');
  assert.ok(names.length > 5);
  assert.deepEqual(
    await within('xpath', './/*[@resource-id="com.android.contacts:id/cliv_name_textview"]'),
    names,
  );
  assert.notEqual(await textOf(names[0] ?? ''), '');
  assert.deepEqual(await within('accessibility id', 'Create new contact'), []);
});

test('an element tells its text, its attributes by both names, and its place', async (t) => {
  const { find, get, textOf, request } = await helperOnPhone(t, { open: CALCULATOR });
  const id = await find('accessibility id', 'times');
  assert.equal(await textOf(id), '×');
  assert.equal(await get(`/element/${id}/name`), 'times');
  assert.equal(await get(`/element/${id}/attribute/content-desc`), 'times');
  assert.equal(await get(`/element/${id}/attribute/contentDescription`), 'times');
  assert.equal(await get(`/element/${id}/attribute/password`), 'false');
  assert.equal(await get(`/element/${id}/attribute/hint`), null);
  const { x, y, width, height } = (await get(`/element/${id}/rect`)) as Record<string, number>;
  assert.equal(
    await get(`/element/${id}/attribute/bounds`),
    `[${x},${y}][${(x ?? 0) + (width ?? 0)},${(y ?? 0) + (height ?? 0)}]`,
  );
  const picture = await sharp(
    Buffer.from(String(await get(`/element/${id}/screenshot`)), 'base64'),
  ).metadata();
  assert.deepEqual([picture.width, picture.height], [width, height]);
  const unknown = await request('GET', `/session/:/element/${id}/attribute/colour`);
  assert.match(JSON.stringify(unknown.value), /'colour' attribute is unknown for the element/);
});

test('an element that left the screen is stale, and says so', async (t) => {
  const { find, request, phone } = await helperOnPhone(t, { open: CALCULATOR });
  const id = await find('accessibility id', 'times');
  phone.framework.home();
  const { status, value } = await request('POST', `/session/:/element/${id}/click`);
  assert.equal(status, 404);
  assert.deepEqual((value as { error: string }).error, 'stale element reference');
});

test('text of any script replaces or follows what a field holds; behind a backslash and an n, Enter is pressed', async (t) => {
  const { find, post, textOf, get, request, phone } = await helperOnPhone(t, { open: LOGIN });
  const name = await find('id', 'com.example.login:id/username');
  await post(`/element/${name}/value`, { text: 'שלום 你好 😀', replace: true });
  assert.equal(await textOf(name), 'שלום 你好 😀');
  await post(`/element/${name}/value`, { text: '!', replace: false });
  assert.equal(await textOf(name), 'שלום 你好 😀!');
  await post(`/element/${name}/clear`);
  assert.equal(await get(`/element/${name}/attribute/showing-hint`), 'true');

  await post(`/element/${name}/click`);
  assert.equal(idOf(await get('/element/active')), name);
  await post('/keys', { text: 'ada\\n' });
  assert.equal(await textOf(name), 'ada\\n');
  assert.notEqual(idOf(await get('/element/active')), name, 'Enter leads to the next field');

  const button = await find('id', 'com.example.login:id/sign_in');
  const refused = await request('POST', `/session/:/element/${button}/value`, { text: 'no' });
  assert.equal(refused.status, 400);
  assert.match(
    JSON.stringify(refused.value),
    /invalid element state.*Did you interact with the correct element/,
  );
  assert.equal(phone.framework.resumedActivity()?.package, 'com.example.login');
});

test('a selector that would take forever, or names what every object has, is refused and stops nobody', async (t) => {
  const { request, settings } = await helperOnPhone(t, { open: LOGIN });
  await settings({ waitForSelectorTimeout: 0 });
  const found = async (selector: string) => {
    const { status, value } = await request('POST', '/session/:/elements', {
      strategy: '-android uiautomator',
      selector,
    });
    return `${status} ${JSON.stringify(value)}`;
  };
  assert.match(await found('new UiSelector().constructor("x")'), /^400 .*has no `constructor` method/);
  const start = performance.now();
  await found(`new UiSelector().resourceIdMatches("(([a-z.:/]+)+)+!")`);
  assert.ok(performance.now() - start < 10_000);
  const windows = await request('POST', '/session/:/appium/list_windows', {
    filters: { title: `${'*a'.repeat(30)}!`, constructor: 'x' },
  });
  assert.deepEqual(windows.value, []);
});

test('UiScrollable finds a row that is far below', async (t) => {
  const { find, textOf, settings } = await helperOnPhone(t, { open: CONTACTS });
  await settings({ waitForIdleTimeout: 100 });
  const row = await find(
    '-android uiautomator',
    'new UiScrollable(new UiSelector().scrollable(true)).scrollIntoView(new UiSelector().textStartsWith("M"));',
  );
  assert.match(await textOf(row), /^M/);
});
