import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apps } from '../../src/apps/registry.ts';
import { theme } from '../../src/framework/widgets/theme.ts';
import { phoneInHand } from './hand.ts';
import { workbench } from './workbench.ts';

test('a button is drawn where the tree says it is', () => {
  const hand = phoneInHand({ open: 'com.example.login/.LoginActivity' });
  const { left, top, right, bottom } = hand.get('sign_in').bounds;
  const y = (top + bottom) / 2;
  assert.equal(hand.pixel(left + 60, y), theme.primary);
  assert.equal(hand.pixel(right - 60, y), theme.primary);
  assert.equal(hand.pixel(left + 60, top - 6), theme.surface);
});

test('text is drawn inside its bounds, and only there', () => {
  const hand = phoneInHand({ open: 'com.example.login/.LoginActivity' });
  const { left, top, right, bottom } = hand.get('Sign in').bounds;
  const { rgba, width } = hand.phone.screenshot();
  const isDark = (x: number, y: number) => (rgba[(y * width + x) * 4] ?? 255) < 100;
  const dark = { inside: 0, right: 0 };
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) if (isDark(x, y)) dark.inside++;
    for (let x = right; x < right + 50 && x < width; x++) if (isDark(x, y)) dark.right++;
  }
  assert.ok(dark.inside > 200);
  assert.equal(dark.right, 0);
});

test('a row that is cut by its list is cut in the picture too', () => {
  const hand = phoneInHand({ open: 'com.android.contacts/.activities.PeopleActivity' });
  hand.swipe({ x: 300, y: 1800 }, { x: 300, y: 1700 }, 1000);
  const list = hand.get('list');
  const [first] = list.children;
  assert.ok(first && first.bounds.bottom - first.bounds.top < 168);
  assert.equal(hand.pixel(120, list.bounds.top - 4), theme.surface);
  assert.notEqual(hand.pixel(105, list.bounds.top + 4), theme.surface);
});

test('a secure window is black in a picture, and its tree is not', () => {
  const hand = phoneInHand({ apps: [...apps, workbench], open: 'test.workbench/.Secret' });
  assert.equal(hand.phone.focusedWindow()?.secure, true);
  assert.equal(hand.pixel(500, 1200), '#000000');
  assert.ok(hand.find('hidden from pictures'));
});

test('a picture of an unchanged screen is the same picture', () => {
  const { phone } = phoneInHand();
  assert.equal(phone.screenshot(), phone.screenshot());
});
