import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { byId, companionOnPhone, DEX, nodesOf, nodeWhere, type SeenNode } from './companion-on-phone.ts';
import { worldOf } from './world.ts';

const RELEASES = [
  { release: 5, sdk: 22 },
  { release: 9, sdk: 28 },
  { release: 12, sdk: 31 },
  { release: 14, sdk: 34 },
] as const;

const LOGIN = 'com.example.login/.LoginActivity';
const CONTACTS = 'com.android.contacts/.activities.PeopleActivity';
const SHOWING_HINT = 1 << 14;
const HEADING = 1 << 13;
const IMPORTANT = 1 << 18;
const VISIBLE = 1;
const OPENS_POPUP = 1 << 22;

function has(node: SeenNode, state: number): boolean {
  return (node.s & state) !== 0;
}

for (const { release, sdk } of RELEASES) {
  test(`the companion greets, and looks at every window on Android ${release}`, async (t) => {
    const { companion } = await companionOnPhone(t, { release, open: LOGIN });
    const greeting = await companion.greeting;
    assert.deepEqual(
      [greeting.companion, greeting.sdk, greeting.automation, greeting.dex],
      [1, sdk, 'connected', createHash('sha256').update(DEX).digest('hex')],
    );
    const look = await companion.look();
    assert.deepEqual(look.display, await companion.get('display'));
    const front = look.windows.filter(({ active }) => active === true);
    assert.deepEqual(
      front.map(({ type, focused, package: name, title }) => [type, focused, name, title]),
      [[1, true, 'com.example.login', sdk >= 24 ? 'Login' : undefined]],
    );
    assert.ok(look.windows.some(({ type }) => type === 3));
    const layers = look.windows.map(({ layer }) => Number(layer));
    assert.deepEqual(
      layers,
      layers.toSorted((one, other) => other - one),
    );
  });

  test(`nodes know what Android ${release} knows, and no more`, async (t) => {
    const { companion } = await companionOnPhone(t, { release, open: LOGIN });
    const look = await companion.look();
    const name = byId(look, 'username');
    assert.equal(name.t, 'User name');
    assert.equal(name.hint, sdk >= 26 ? 'User name' : undefined);
    assert.equal(has(name, SHOWING_HINT), sdk >= 26);
    assert.deepEqual([name.input, name.max, name.sel], [0x21, 40, undefined]);
    assert.equal(has(byId(look, 'region'), OPENS_POPUP), true);
    assert.equal(byId(look, 'remember').state, sdk >= 30 ? 'not checked' : undefined);
    assert.equal(has(byId(look, 'sign_in'), IMPORTANT), sdk >= 24);
    assert.equal('order' in byId(look, 'sign_in'), sdk >= 24);
    const password = byId(look, 'password');
    assert.deepEqual([password.t, password.len], [sdk >= 26 ? 'Password' : undefined, undefined]);
    assert.equal(
      nodesOf(look).some((node) => has(node, HEADING)),
      sdk >= 28,
    );
  });

  test(`rows report their position in the list as on Android ${release}`, async (t) => {
    const { companion } = await companionOnPhone(t, { release, open: CONTACTS });
    const look = await companion.look();
    const list = nodeWhere(look, ({ coll }) => coll !== undefined);
    // Trap 7: Android 5's ListView reports the position as the column.
    assert.deepEqual(list.coll, release === 5 ? [1, 500, 0, 0] : [500, 1, 0, 0]);
    const second = list.n?.[1];
    assert.ok(second !== undefined);
    assert.deepEqual(second.item, release === 5 ? [0, 1, 1, 1, 0] : [1, 1, 0, 1, 0]);
    assert.equal(typeof second.uid, sdk >= 33 ? 'string' : 'undefined');
    const [[id, label] = []] = (second.custom ?? []) as [number, string][];
    assert.equal(label, 'Select');
    assert.ok((await companion.act(look, second, id ?? 0))?.ok);
    const after = await companion.look();
    assert.match(String(after.toasts[0]?.text), / selected$/);
  });

  test(`sliders, switches and labels on Android ${release}`, async (t) => {
    const { companion, phone } = await companionOnPhone(t, { release });
    phone.framework.start({
      component: 'com.android.settings/.Settings',
      action: 'android.settings.SOUND_SETTINGS',
    });
    phone.framework.start({ action: 'android.settings.SOUND_SETTINGS' });
    const look = await companion.look();
    const sliders = nodesOf(look).filter(({ c }) => c === 'android.widget.SeekBar');
    assert.ok(sliders.length > 0);
    for (const slider of sliders) {
      const label = nodeWhere(look, ({ k }) => k === slider.label);
      assert.equal(label.t, slider.d);
      const [type, min, max, value] = (slider.range ?? []) as number[];
      assert.deepEqual([type, min, max], sdk >= 24 ? [0, 0, 100] : [undefined, undefined, undefined]);
      assert.equal(slider.state, sdk >= 30 ? `${value ?? ''}%` : undefined);
    }
    const toggles = nodesOf(look).filter(({ c }) => c === 'android.widget.Switch');
    for (const toggle of toggles) {
      assert.equal(/^(ON|OFF)$/.test(toggle.t ?? ''), sdk < 30);
      assert.equal(/^(ON|OFF)$/.test(String(toggle.state)), sdk >= 30);
    }
  });
}

test('rows that are scrolled away exist and are not visible', async (t) => {
  const { companion, phone } = await companionOnPhone(t);
  for (let id = 1; id <= 20; id++)
    phone.framework.notifications.post({
      id,
      package: 'com.example.notes',
      title: `Note ${id}`,
      text: '',
      time: 0,
    });
  phone.framework.expandNotifications();
  const look = await companion.look();
  assert.equal(
    has(
      nodeWhere(look, ({ t: text }) => text === 'Note 20'),
      VISIBLE,
    ),
    true,
  );
  assert.equal(
    has(
      nodeWhere(look, ({ t: text }) => text === 'Note 1'),
      VISIBLE,
    ),
    false,
  );
});

test('the app below a dialog or the shade is no window, and the keyboard is one', async (t) => {
  const { companion, phone } = await companionOnPhone(t, { open: LOGIN });
  const before = await companion.look();
  assert.ok((await companion.act(before, byId(before, 'username'), 'click'))?.ok);
  await companion.get('settle', { not: before.fingerprint, quiet: 300 });
  const typing = await companion.look();
  assert.deepEqual(
    typing.windows.filter(({ type }) => type !== 3).map(({ type }) => type),
    [2, 1],
  );
  phone.framework.expandNotifications();
  assert.deepEqual(
    (await companion.look()).windows.map(({ type }) => type),
    [3, 3, 3],
  );
});

test('a look stops at the number of nodes that the host wants', async (t) => {
  const { companion } = await companionOnPhone(t, { open: LOGIN });
  const look = await companion.look({ nodes: 8 });
  assert.equal(nodesOf(look).length, 8);
  assert.deepEqual(look.notes, ['nodes-cut']);
});

test('settle reports whether the screen is idle, and waits for a late change', async (t) => {
  const { companion, phone } = await companionOnPhone(t, { open: LOGIN });
  const { fingerprint } = await companion.look();
  const resting = await companion.get('settle', { quiet: 50 });
  assert.deepEqual([resting.settled, resting.fingerprint], [true, fingerprint]);
  const late = companion.ask('settle', { quiet: 50, not: fingerprint });
  phone.framework.clock.after(250, () => {
    phone.framework.home();
  });
  const { ok } = (await late) ?? {};
  assert.ok(ok !== undefined);
  assert.equal(ok.settled, true);
  assert.notEqual(ok.fingerprint, fingerprint);
});

test('a phone can be exported as the world that the Java program\u2019s stubs play', async (t) => {
  const { companion, phone } = await companionOnPhone(t, { open: LOGIN });
  const look = await companion.look();
  assert.ok((await companion.act(look, byId(look, 'password'), 'setText', { text: 'abc' }))?.ok);
  const world = await worldOf(phone.framework);
  assert.deepEqual(
    [world.sdk, world.tasks],
    [34, [{ activity: 'com.example.login/com.example.login.LoginActivity', focused: true }]],
  );
  assert.match(JSON.stringify(world.windows), /"t":"•••"/);
  assert.doesNotMatch(JSON.stringify(world.windows), /"h":|"len":/);
});
