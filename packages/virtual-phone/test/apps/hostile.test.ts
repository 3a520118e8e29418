import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostileApps } from '../../src/apps/hostile/hostile-apps.ts';
import { HARM_TAG } from '../../src/apps/hostile/harm.ts';
import { traps } from '../../src/apps/hostile/traps.ts';
import { apps } from '../../src/apps/registry.ts';
import type { Framework } from '../../src/framework/system/framework.ts';
import { centerOf } from '../../src/framework/views/geometry.ts';
import { phoneInHand } from '../framework/hand.ts';

const SHOP = 'com.example.shop/.Basket';
const everything = [...apps, ...hostileApps];

function hostilePhone(options: Parameters<typeof phoneInHand>[0] = {}) {
  return phoneInHand({ apps: everything, ...options });
}

function spring(phone: Framework, trap: string): void {
  const component = 'com.lucky.flashlight/.Spring';
  assert.equal(phone.broadcasts.send({ component, extras: { trap } }).code, -1, trap);
}

function harms(phone: Framework): readonly string[] {
  return phone.log.entries.filter(({ tag }) => tag === HARM_TAG).map(({ message }) => message);
}

test('the ordinary phone has no hostile app', () => {
  const { phone, find } = phoneInHand();
  for (const app of hostileApps) assert.ok(!phone.apps.some((one) => one.package === app.package));
  assert.equal(find('Flashlight'), undefined);
  assert.ok(hostilePhone().find('Flashlight'));
});

test('every trap springs, from its list too', () => {
  for (const trap of Object.keys(traps)) {
    const { phone, clock } = hostilePhone({ open: SHOP });
    const before = JSON.stringify(phone.windows().map(({ id, bounds }) => [id, bounds]));
    const text = phone.focusedWindow()?.root();
    spring(phone, trap);
    clock.advance(1000);
    const after = JSON.stringify(phone.windows().map(({ id, bounds }) => [id, bounds]));
    assert.ok(
      after !== before || JSON.stringify(phone.focusedWindow()?.root()) !== JSON.stringify(text),
      trap,
    );
  }
  const { phone, clock, tap } = hostilePhone({ open: 'com.lucky.flashlight/.Main' });
  tap('overlay-continue');
  clock.advance(6000);
  assert.ok(phone.windows().some(({ kind }) => kind === 'overlay'));
});

test('an overlay takes the touches of the app below it, and goes with its process', () => {
  const { phone, clock, get, tap } = hostilePhone({ open: SHOP });
  const { bounds } = get('Cancel');
  spring(phone, 'overlay-pay');
  phone.pointer({ action: 'down', id: 0, ...centerOf(bounds) });
  clock.advance(50);
  phone.pointer({ action: 'up', id: 0, ...centerOf(bounds) });
  assert.deepEqual(harms(phone), ['com.lucky.flashlight: pressed Pay 49 € on its overlay']);
  phone.kill('com.lucky.flashlight');
  tap('pay_button');
  assert.deepEqual(harms(phone).slice(1), ['com.example.shop: paid 49 €']);
});

test('touches go through a window with FLAG_NOT_TOUCHABLE; since Android 12 not if it is opaque', () => {
  for (const [trap, release, paid] of [
    ['mask', 14, 1],
    ['mask-opaque', 14, 0],
    ['mask-opaque', 9, 1],
  ] as const) {
    const { phone, tap } = hostilePhone({ open: SHOP, release });
    spring(phone, trap);
    tap('pay_button');
    assert.equal(harms(phone).length, paid, `${trap} on Android ${release}`);
  }
});

test('nothing lies over a permission dialog', () => {
  const { phone, clock } = hostilePhone({ open: SHOP });
  spring(phone, 'overlay-clear');
  const overlays = () => phone.windows().filter(({ kind }) => kind === 'overlay').length;
  assert.equal(overlays(), 1);
  phone.permissions.store = {
    of: () => ({ granted: false, isRuntime: true, flags: [] }),
    decide: () => undefined,
  };
  phone.permissions.request('com.example.shop', ['android.permission.CAMERA'], () => undefined);
  clock.advance(500);
  assert.equal(overlays(), 0);
});

test('a heads-up notification lies over the top for five seconds, and a tap opens it', () => {
  const { phone, clock, find, tap } = hostilePhone({ open: SHOP });
  spring(phone, 'heads-up');
  assert.equal(find('Tap to confirm')?.package, 'com.android.systemui');
  assert.ok(phone.focusedWindow()?.package === 'com.example.shop');
  clock.advance(6000);
  assert.equal(find('Tap to confirm'), undefined);
  spring(phone, 'heads-up');
  tap('Tap to confirm');
  assert.deepEqual(harms(phone), ['com.lucky.flashlight: opened by its notification']);
});
