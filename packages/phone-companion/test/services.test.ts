import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start } from './support/companion.ts';
import { levels } from './support/stubs.ts';
import { formWorld } from './support/world.ts';

const apps = [
  { package: 'org.example', label: 'Éxample', launchable: true, system: false, enabled: true },
  { package: 'com.android.phone', label: 'Phone services', launchable: false, system: true, enabled: false },
];

for (const sdk of levels) {
  test(`API ${sdk}: clipboard, labels, settings, languages, rotation and display by this level's forms`, async (t) => {
    const { companion, phone } = await start(
      t,
      formWorld(sdk, {}, { apps, settings: { secure: { a: 'b' }, system: { accelerometer_rotation: '1' } } }),
    );
    assert.deepEqual(await companion.ok('clipboard.get'), { text: null });
    assert.deepEqual(await companion.ok('clipboard.set', { text: 'Zoë \u{1f600}\u2028\ud800' }), {});
    assert.deepEqual(await companion.ok('clipboard.get'), { text: 'Zoë \u{1f600}\u2028\ud800' });
    assert.deepEqual(await companion.ok('labels'), { apps });
    assert.deepEqual(await companion.ok('labels', { packages: ['org.example', 'none'] }), {
      apps: [apps[0]],
    });
    assert.deepEqual(await companion.ok('setting.get', { table: 'secure', name: 'a' }), { value: 'b' });
    assert.deepEqual(await companion.ok('setting.get', { table: 'global', name: 'a' }), { value: null });
    assert.deepEqual(await companion.ok('setting.put', { table: 'secure', name: 'a', value: 'c' }), {
      was: 'b',
    });
    assert.deepEqual(await companion.ok('setting.get', { table: 'secure', name: 'a' }), { value: 'c' });
    assert.deepEqual(await companion.ok('setting.put', { table: 'secure', name: 'a', value: null }), {
      was: 'c',
    });
    assert.deepEqual(await companion.ok('rotate', { to: 3 }), {});
    assert.deepEqual(await companion.ok('rotate', { to: 'free' }), {});
    assert.deepEqual(await companion.ok('languages', { tags: 'ar-EG,en-US' }), {});
    assert.deepEqual(await companion.ok('quit'), { restored: [] });
    assert.deepEqual(
      phone.log().filter(({ call }) => call === 'configuration'),
      [{ call: 'configuration', tags: sdk < 24 ? 'ar-EG' : 'ar-EG,en-US', byUser: true, fontScale: 0 }],
    );
    assert.deepEqual(
      phone.log().filter(({ call }) => call.endsWith('Rotation')),
      [{ call: 'freezeRotation', rotation: 3 }, { call: 'thawRotation' }],
    );
  });
}

test('a phone whose vendor took forms of another level', async (t) => {
  const later = await start(t, formWorld(33, {}, { forms: 34, clipboard: 'x' }));
  assert.deepEqual(await later.companion.ok('clipboard.get'), { text: 'x' });
  const rotating = await start(t, formWorld(34, {}, { forms: 36 }));
  assert.deepEqual(await rotating.companion.ok('rotate', { to: 1 }), {});
  const earlier = await start(t, formWorld(34, {}, { forms: 33, clipboard: 'y' }));
  assert.deepEqual(await earlier.companion.ok('clipboard.get'), { text: 'y' });
  assert.deepEqual(await earlier.companion.ok('key', { codes: [66] }), {});
});

test('of two tasks on top, display names the one with the focus', async (t) => {
  const tasks = [{ activity: 'a/a.One' }, { activity: 'b/b.Two', focused: true }];
  const { companion } = await start(t, formWorld(33, {}, { tasks }));
  assert.equal((await companion.ok('display')).activity, 'b/b.Two');
  const older = await start(t, formWorld(28, {}, { tasks }));
  assert.equal((await older.companion.ok('display')).activity, 'a/a.One');
  const none = await start(t, formWorld(28, {}, { tasks: [] }));
  assert.ok(!('activity' in (await none.companion.ok('display'))));
});

test('a service that the phone lacks, and a setting that it protects', async (t) => {
  const { companion } = await start(t, formWorld(30, {}, { lacks: ['clipboard'], protected: ['secure/x'] }));
  assert.equal(await companion.fails('clipboard.get'), 'unsupported, no');
  assert.equal(
    await companion.fails('setting.put', { table: 'secure', name: 'x', value: '1' }),
    'denied, maybe',
  );
});

test('when the services of the system are gone, it answers and ends', async (t) => {
  const { companion } = await start(t, formWorld(34, {}, { dead: ['clipboard'] }));
  const { error } = await companion.ask('clipboard.get');
  assert.deepEqual([error?.code, error?.done], ['failed', 'no']);
  assert.match(String(error?.message), /DeadObjectException/);
  assert.equal(await companion.exit, 3);
});
