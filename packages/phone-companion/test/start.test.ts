import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { JAR } from '../dex/build.ts';
import { Companion, phoneFor, start, startOn } from './support/companion.ts';
import { levels } from './support/stubs.ts';
import { formWorld } from './support/world.ts';

const talkBack = { secure: { accessibility_enabled: '1', enabled_accessibility_services: 'a/b:c/d' } };
const REBOUND = ['', 'a/b:c/d'];

for (const sdk of levels) {
  test(`API ${sdk}: it connects, greets with the hash of its file, and disconnects at quit`, async (t) => {
    const { companion, phone } = await start(t, formWorld(sdk));
    const { flags: _, ...greeting } = await companion.greeting;
    assert.deepEqual(greeting, {
      companion: 1,
      dex: createHash('sha256').update(readFileSync(JAR)).digest('hex'),
      sdk,
      release: `of ${sdk}`,
      pid: companion.pid,
      automation: 'connected',
    });
    assert.deepEqual(await companion.ok('ping'), {});
    assert.deepEqual(await companion.ok('quit'), { restored: [] });
    assert.equal(await companion.exit, 0);
    // From 24 on a flag keeps the user's own accessibility services on.
    assert.deepEqual(phone.log('connect'), [{ call: 'connect', flags: sdk < 24 ? 0 : 1 }]);
    assert.equal(phone.log('disconnect').length, 1);
  });
}

for (const sdk of [21, 34]) {
  test(`API ${sdk}: another client of UiAutomation is named, and methods without UiAutomation still work`, async (t) => {
    const { companion } = await start(
      t,
      formWorld(
        sdk,
        {},
        {
          connect: 'registered',
          processes: ['io.appium.uiautomator2.server', 'com.android.systemui'],
          instrumentations: [
            { package: 'io.appium.uiautomator2.server.test', target: 'io.appium.uiautomator2.server' },
            { package: 'other.test', target: 'other' },
          ],
        },
      ),
    );
    const automation = (await companion.greeting).automation as {
      code: string;
      message: string;
      names: string[];
    };
    assert.equal(automation.code, 'registered');
    assert.match(automation.message, /already registered/);
    assert.deepEqual(automation.names, ['io.appium.uiautomator2.server.test']);
    for (const method of ['look', 'settle', 'events', 'act', 'text', 'global', 'wake', 'rotate']) {
      assert.equal(await companion.fails(method), 'registered, no', method);
    }
    await companion.ok('ping');
    await companion.ok('display');
    await companion.ok('key', { codes: [66] });
    await companion.ok('touch', { strokes: [[[1, 1, 0]]] });
    await companion.ok('clipboard.set', { text: 'x' });
    await companion.ok('clipboard.get');
    await companion.ok('setting.get', { table: 'system', name: 'x' });
    await companion.ok('labels');
    await companion.ok('quit');
  });
}

test('a failed connection is reported with its reason', async (t) => {
  const { companion } = await start(t, formWorld(30, {}, { connect: 'fails' }));
  const { automation } = await companion.greeting;
  assert.deepEqual(automation, {
    code: 'failed',
    message: 'java.lang.RuntimeException: Error while connecting UiAutomation',
    names: [],
  });
  assert.equal(await companion.fails('look'), 'failed, no');
});

test('Android 5 and 6: services of the user are switched off only if the host allows it', async (t) => {
  const { companion, phone } = await start(t, formWorld(23, {}, { settings: talkBack }), ['services=refuse']);
  const automation = (await companion.greeting).automation as { code: string; names: string[] };
  assert.equal(automation.code, 'services');
  assert.deepEqual(automation.names, ['a/b', 'c/d']);
  assert.equal(await companion.fails('look'), 'services, no');
  assert.deepEqual(phone.log('connect'), []);
});

test('from Android 7 on services of the user are no obstacle', async (t) => {
  const { companion } = await start(t, formWorld(24, {}, { settings: talkBack }), ['services=refuse']);
  assert.equal((await companion.greeting).automation, 'connected');
});

test('Android 5 and 6: saved services are bound again after the disconnection', async (t) => {
  const { companion, phone } = await start(t, formWorld(21, {}, { settings: talkBack }), ['services=save']);
  assert.equal((await companion.greeting).automation, 'connected');
  assert.ok(existsSync(phone.restoreFile));
  assert.deepEqual(await companion.ok('quit'), { restored: ['services'] });
  await companion.exit;
  assert.ok(!existsSync(phone.restoreFile));
  const calls = phone.log().filter(({ call }) => call === 'disconnect' || call === 'put');
  assert.equal(calls[0]?.call, 'disconnect');
  assert.deepEqual(
    calls
      .filter(({ setting }) => setting === 'secure/enabled_accessibility_services')
      .map(({ value }) => value),
    REBOUND,
  );
  assert.deepEqual(calls.at(-1), { call: 'put', setting: 'secure/accessibility_enabled', value: '1' });
});

for (const sdk of [21, 28, 29, 30, 36]) {
  test(`API ${sdk}: the next start puts back the changes of a killed companion, before it connects`, async (t) => {
    const world = formWorld(
      sdk,
      {},
      {
        settings: {
          ...(sdk < 24 && talkBack),
          system: { brightness: '80', accelerometer_rotation: '0', user_rotation: '3' },
        },
      },
    );
    const phone = phoneFor(t, world);
    const killed = await startOn(phone, ['services=save']);
    assert.deepEqual(
      await killed.ok('setting.put', { table: 'system', name: 'brightness', value: '10', restore: true }),
      { was: '80' },
    );
    await killed.ok('setting.put', { table: 'system', name: 'brightness', value: '20', restore: true });
    await killed.ok('setting.put', { table: 'global', name: 'added', value: '1', restore: true });
    await killed.ok('setting.put', { table: 'global', name: 'kept', value: '1', restore: false });
    await killed.ok('rotate', { to: 1, restore: true });
    await killed.kill();
    const before = phone.log().length;
    const next = await startOn(phone, ['services=refuse']);
    const services = sdk < 24 ? ['services'] : [];
    assert.deepEqual((await next.greeting).restored, [
      'rotation',
      'global/added',
      'system/brightness',
      ...services,
    ]);
    const done = phone.log().slice(before);
    assert.deepEqual(done.slice(0, 3), [
      { call: 'freezeRotation', rotation: 3 },
      { call: 'put', setting: 'global/added', value: null },
      { call: 'put', setting: 'system/brightness', value: '80' },
    ]);
    assert.ok(!existsSync(phone.restoreFile));
  });
}

test('the end of the stream puts everything back and ends the process', async (t) => {
  const { companion, phone } = await start(
    t,
    formWorld(33, {}, { settings: { system: { accelerometer_rotation: '1' } } }),
  );
  await companion.ok('rotate', { to: 2, restore: true });
  companion.endInput();
  assert.equal(await companion.exit, 0);
  assert.deepEqual(
    phone.log().filter(({ call }) => call.endsWith('Rotation')),
    [{ call: 'freezeRotation', rotation: 2 }, { call: 'thawRotation' }],
  );
  assert.equal(phone.log('disconnect').length, 1);
});

test('when the stream breaks for its reader and its writer at once, everything is put back', async (t) => {
  const settings = { system: { a: '1', b: '2' } };
  const { companion, phone } = await start(t, formWorld(30, {}, { settings, hangOnPut: 300 }));
  for (const name of ['a', 'b'])
    await companion.ok('setting.put', { table: 'system', name, value: '9', restore: true });
  companion.breakOutput();
  companion.start('ping');
  companion.endInput();
  await companion.exit;
  assert.deepEqual(
    phone
      .log('put')
      .slice(2)
      .map(({ setting, value }) => [setting, value]),
    [
      ['system/b', '2'],
      ['system/a', '1'],
    ],
  );
  assert.equal(phone.log('disconnect').length, 1);
  assert.ok(!existsSync(phone.restoreFile));
});

test('a rotation that the user locked stays locked, though an app turned the screen when UiAutomation connected', async (t) => {
  const { companion, phone } = await start(
    t,
    formWorld(
      30,
      {},
      {
        display: { width: 1920, height: 1080, rotation: 1, density: 420 },
        settings: { system: { accelerometer_rotation: '0', user_rotation: '0' } },
      },
    ),
  );
  await companion.ok('quit');
  await companion.exit;
  assert.deepEqual(
    phone.log().filter(({ call }) => call === 'disconnect' || call.endsWith('Rotation')),
    [{ call: 'disconnect' }, { call: 'freezeRotation', rotation: 0 }],
  );
});

test('a hanging disconnection does not keep the process alive', async (t) => {
  const { companion } = await start(t, formWorld(30, {}, { hangOnDisconnect: true }));
  companion.endInput();
  assert.equal(await companion.exit, 4);
});

test('restore=only greets, puts back and ends without connecting', async (t) => {
  const phone = phoneFor(t, formWorld(30));
  writeFileSync(phone.restoreFile, '{"pid":0,"entries":[{"name":"secure/x","was":"1"}]}');
  const companion = new Companion(phone, ['restore=only']);
  const { automation, restored } = await companion.greeting;
  assert.deepEqual({ automation, restored }, { automation: 'restored', restored: ['secure/x'] });
  assert.equal(await companion.exit, 0);
  assert.deepEqual(phone.log('connect'), []);
  assert.ok(!existsSync(phone.restoreFile));
});

test('changes that cannot be put back stay recorded for the next start', async (t) => {
  const phone = phoneFor(t, formWorld(30, {}, { protected: ['secure/x'] }));
  writeFileSync(
    phone.restoreFile,
    '{"pid":0,"entries":[{"name":"secure/x","was":"1"},{"name":"secure/y","was":null}]}',
  );
  const companion = await startOn(phone);
  assert.deepEqual((await companion.greeting).restored, ['secure/y']);
  await companion.ok('quit');
  await companion.exit;
  assert.match(readFileSync(phone.restoreFile, 'utf8'), /secure\/x/);
});

test('the restore file of a living companion is left alone', async (t) => {
  const phone = phoneFor(t, formWorld(30, {}, { settings: { system: { a: '1' } } }));
  const first = await startOn(phone);
  await first.ok('setting.put', { table: 'system', name: 'a', value: '2', restore: true });
  const second = await startOn(phone);
  assert.equal((await second.greeting).restored, undefined);
  const put = { table: 'system', name: 'b', value: '2', restore: true };
  assert.equal(await second.fails('setting.put', put), 'registered, no');
  await second.ok('quit');
  assert.deepEqual(await first.ok('quit'), { restored: ['system/a'] });
});

test('an invalid restore file does not prevent the start', async (t) => {
  const phone = phoneFor(t, formWorld(30));
  for (const [content, restored] of [
    ['{"pid":', undefined],
    ['[]', undefined],
    ['{"pid":1}', undefined],
    [
      '{"pid":1,"entries":[5,{"name":3},{"name":"rotation","was":"x"},{"name":"/","was":1},{"name":"system/a","was":"1"}]}',
      ['system/a'],
    ],
  ] as const) {
    writeFileSync(phone.restoreFile, content);
    const companion = await startOn(phone);
    const greeting = await companion.greeting;
    assert.deepEqual([greeting.automation, greeting.restored], ['connected', restored], content);
    await companion.kill();
  }
});
