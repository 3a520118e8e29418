import assert from 'node:assert/strict';
import test from 'node:test';
import { clickAction, menuAction } from '../src/atspi/actions.ts';
import { cachedItems } from '../src/atspi/cache.ts';
import { displayName } from '../src/atspi/names.ts';
import { nativeRole, normalisedRole } from '../src/atspi/roles.ts';
import { States } from '../src/atspi/states.ts';
import type { Value } from '../src/dbus/value.ts';

test('names that GTK4 doubles are halved, and class names do not count as names', () => {
  assert.equal(displayName('7 7', 'GTK'), '7');
  assert.equal(displayName('Sign in Sign in', 'GTK'), 'Sign in');
  assert.equal(displayName('7 8', 'GTK'), '7 8');
  assert.equal(displayName('GtkMenuButton', 'GTK'), '');
  assert.equal(displayName('7 7', 'gtk'), '7 7');
});

test('roles are mapped to the common vocabulary; one-line and multi-line text differ', () => {
  const none = new States(0, 0);
  assert.equal(normalisedRole({ role: nativeRole(43), states: none }), 'button');
  assert.equal(normalisedRole({ role: nativeRole(61), states: new States(1 << 26, 0) }), 'textfield');
  assert.equal(normalisedRole({ role: nativeRole(61), states: new States(1 << 17, 0) }), 'textarea');
  assert.equal(nativeRole(116), 'static');
  assert.equal(nativeRole(9999), 'unknown');
});

test('every AT-SPI role has a name in the common vocabulary', () => {
  const none = new States(0, 0);
  const natives = Array.from({ length: 130 }, (_, number) => nativeRole(number));
  const nameless = natives.filter((role) => normalisedRole({ role, states: none }) === 'unknown');
  assert.deepEqual([...new Set(nameless)], ['invalid', 'unknown', 'extended', 'redundant object']);
  assert.equal(normalisedRole({ role: 'label', states: none }), 'text');
  assert.equal(normalisedRole({ role: 'window', states: none }), 'popup');
});

test('states are read from both words, including the highest bit of the first', () => {
  assert.deepEqual(new States(0x8000_0000, 1 << 1).names(), ['manages-descendants', 'required']);
});

test('the click action is found in any letter case; Chromium’s generic action does not count', () => {
  assert.equal(clickAction(['press', 'Click']), 1);
  assert.equal(clickAction(['doDefault', 'showContextMenu']), undefined);
  assert.equal(menuAction(['doDefault', 'showContextMenu']), 1);
});

const app = { bus: ':1.5', path: '/root' };
const item = (path: string, parent: string, [index, count]: [number, number]): Value => [
  [app.bus, path],
  [app.bus, '/root'],
  [app.bus, parent],
  ...[index, count],
  ['org.a11y.atspi.Accessible'],
  path,
  39,
  '',
  [0, 0],
];

test('cached children are used only if they are complete and every one has its index', () => {
  const children = (values: Value[], toolkit = 'Chromium') =>
    cachedItems(values, app, toolkit)
      .get(':1.5/a')
      ?.children?.map(({ path }) => path);
  const whole = [item('/a', '/root', [0, 2]), item('/c', '/a', [1, 0]), item('/b', '/a', [0, 0])];
  assert.deepEqual(children(whole), ['/b', '/c']);
  assert.equal(children(whole, 'gtk'), undefined);
  assert.equal(children(whole.slice(0, 2)), undefined);
  assert.equal(children([whole[0]!, whole[1]!, item('/b', '/a', [-1, 0])]), undefined);
  assert.deepEqual(children([item('/a', '/root', [0, 0])]), []);
});
