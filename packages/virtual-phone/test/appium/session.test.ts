import assert from 'node:assert/strict';
import test from 'node:test';
import { helperOnPhone } from './helper-on-phone.ts';

test('a session is known by its id, and there is one at a time', async (t) => {
  const { request } = await helperOnPhone(t);
  const status = await request('GET', '/status');
  assert.deepEqual(status.value, {
    build: { version: '10.6.6', versionCode: 278 },
    message: 'UiAutomator2 Server is ready to accept commands',
    ready: true,
  });
  const second = await request('POST', '/session', {
    capabilities: { alwaysMatch: { 'appium:appPackage': 'a.b' } },
  });
  assert.deepEqual(second.value, { sessionId: second.sessionId, capabilities: { appPackage: 'a.b' } });
  assert.deepEqual((await request('GET', '/sessions')).value, [
    { id: second.sessionId, capabilities: { appPackage: 'a.b' } },
  ]);
  const old = await request('GET', '/session/:/source');
  assert.equal(old.status, 404);
  assert.match(JSON.stringify(old.value), /"invalid session id".*is not known/);
});

test('what the server does not know or cannot read is said as the W3C says it', async (t) => {
  const { request } = await helperOnPhone(t);
  const errorOf = async (method: string, path: string, body?: unknown) => {
    const { status, value } = await request(method, path, body);
    const { error } = value as { error: string; message: string; stacktrace: string };
    return `${status} ${error}`;
  };
  assert.equal(await errorOf('GET', '/nothing'), '404 unknown command');
  assert.equal(await errorOf('POST', '/session', {}), '400 invalid argument');
  const element = '/session/:/element';
  assert.equal(await errorOf('POST', element, {}), '400 invalid argument');
  assert.equal(await errorOf('POST', element, { strategy: 'css', selector: 'a' }), '400 invalid selector');
  assert.equal(
    await errorOf('POST', element, { strategy: 'xpath', selector: '//[' }),
    '400 invalid selector',
  );
  assert.equal(
    await errorOf('POST', element, {
      strategy: '-android uiautomator',
      selector: 'new UiSelector().nothing(1)',
    }),
    '400 invalid selector',
  );
  assert.equal(
    await errorOf('POST', element, { strategy: 'id', selector: 'nothing' }),
    '404 no such element',
  );
  assert.equal(
    await errorOf('GET', `${element}/00000000-0000-0000-0000-000000000000/text`),
    '404 no such element',
  );
  assert.equal(
    await errorOf('POST', '/session/:/appium/settings', { settings: { waitForIdleTimeout: 'soon' } }),
    '400 invalid argument',
  );
});

test('settings have defaults, can be changed, and start anew with a session', async (t) => {
  const { request, get, post } = await helperOnPhone(t);
  const before = (await get('/appium/settings')) as Record<string, unknown>;
  assert.equal(before.waitForIdleTimeout, 10_000);
  assert.equal(before.allowInvisibleElements, false);
  assert.equal(before.limitXPathContextScope, true);
  assert.equal(before.snapshotMaxDepth, 70);
  await post('/appium/settings', { settings: { waitForIdleTimeout: 0, unheardOf: 1 } });
  assert.equal(((await get('/appium/settings')) as Record<string, unknown>).waitForIdleTimeout, 0);

  const { sessionId } = await request('POST', '/session', {
    capabilities: { firstMatch: [{ snapshotMaxDepth: 5 }] },
  });
  const { value } = await request('GET', `/session/${sessionId ?? ''}/appium/settings`);
  assert.deepEqual(value, { ...before, snapshotMaxDepth: 5 });
});

test('the server waits for a screen to rest only as long as it may', async (t) => {
  const { phone, settings, source, request } = await helperOnPhone(t);
  phone.framework.setFaults({ endlessEventsMs: 50 });
  const timed = async () => {
    const start = performance.now();
    await source();
    return performance.now() - start;
  };
  await settings({ waitForIdleTimeout: 700 });
  assert.ok((await timed()) >= 650);
  await settings({ waitForIdleTimeout: 0 });
  assert.ok((await timed()) < 400);
  assert.equal((await request('GET', '/status')).status, 200);
});
