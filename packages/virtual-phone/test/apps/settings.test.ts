import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AndroidRelease } from '../../src/kernel/release.ts';
import { centerOf } from '../../src/framework/views/geometry.ts';
import type { AccessibilityNode } from '../../src/framework/windows/accessibility.ts';
import { phoneInHand } from '../framework/hand.ts';

const settings = (page?: string) => {
  const hand = phoneInHand({ open: 'com.android.settings/.Settings' });
  if (page !== undefined) {
    hand.scrollTo(page);
    hand.tap(page);
  }
  return hand;
};

type Hand = ReturnType<typeof phoneInHand>;

/** The switch on the line with this title. */
function switchOf(hand: Hand, title: string) {
  const { top, bottom } = hand.get(title).bounds;
  const found = hand
    .nodes()
    .find(
      (node) =>
        node.class === 'android.widget.Switch' && node.bounds.top < bottom && node.bounds.bottom > top,
    );
  assert.ok(found, `no switch beside "${title}"`);
  return found;
}

test('Settings: each switch changes the system and shows its state', () => {
  for (const [page, title, table, name, before, after] of [
    ['Network & internet', 'Airplane mode', 'global', 'airplane_mode_on', '0', '1'],
    ['Network & internet', 'Mobile data', 'global', 'mobile_data', '1', '0'],
    ['Connected devices', 'Use Bluetooth', 'global', 'bluetooth_on', '1', '0'],
    ['Display', 'Auto-rotate screen', 'system', 'accelerometer_rotation', '0', '1'],
    ['Battery', 'Battery Saver', 'global', 'low_power', '0', '1'],
    ['Location', 'Use location', 'secure', 'location_mode', '3', '0'],
  ] as const) {
    const hand = settings(page);
    assert.equal(switchOf(hand, title).checked, before !== '0', title);
    hand.tap(title);
    assert.equal(hand.phone.settings.get(table, name), after);
    assert.equal(switchOf(hand, title).checked, after !== '0');
    hand.phone.settings.put(table, name, before);
    assert.equal(switchOf(hand, title).checked, before !== '0');
  }
});

for (const release of [12, 14] as const) {
  test(`Settings of Android ${release}: a switch has no text and is not clickable, but its row is`, () => {
    const hand = networkSettings(release);
    const face = switchOf(hand, 'Airplane mode');
    assert.deepEqual([face.text, face.checkable, face.clickable], ['', true, false]);
    const above = ancestorsOf(hand, face).map(({ clickable }) => clickable);
    assert.deepEqual(above.slice(0, 2), [false, true], 'two levels up');
    hand.press(centerOf(face.bounds), 50);
    assert.equal(hand.phone.settings.get('global', 'airplane_mode_on'), '1');
    assert.ok(hand.find('Airplane mode.'), 'the status bar shows it');
  });
}

for (const release of [5, 9] as const) {
  test(`Settings of Android ${release}: a switch says its state and can be clicked, and so can its row`, () => {
    const hand = networkSettings(release);
    const face = switchOf(hand, 'Airplane mode');
    assert.deepEqual([face.text, face.checkable, face.clickable], ['OFF', true, true]);
    hand.press(centerOf(face.bounds), 50);
    assert.equal(switchOf(hand, 'Airplane mode').text, 'ON');
    hand.tap('Airplane mode');
    assert.equal(hand.phone.settings.get('global', 'airplane_mode_on'), '0');
  });
}

function networkSettings(release: AndroidRelease): Hand {
  const hand = phoneInHand({ release, open: 'com.android.settings/.Settings' });
  hand.scrollTo('Network & internet');
  hand.tap('Network & internet');
  return hand;
}

/** The ancestors of a node, the nearest first. */
function ancestorsOf(hand: Hand, { path }: AccessibilityNode): AccessibilityNode[] {
  return hand
    .nodes()
    .filter((node) => node.path !== path && node.children.some((child) => holds(child, path)))
    .sort((a, b) => b.path.length - a.path.length);
}

function holds(node: AccessibilityNode, path: string): boolean {
  return node.path === path || node.children.some((child) => holds(child, path));
}

test('Settings: without Wi-Fi there are no networks; a secured one wants a password of eight characters', () => {
  const hand = phoneInHand();
  hand.phone.start({ action: 'android.settings.WIFI_SETTINGS' });
  hand.clock.advance(1000);
  hand.tap('Attic');
  hand.tap('password');
  hand.phone.commitText('short');
  hand.tap('Connect');
  assert.equal(hand.phone.focusedWindow()?.kind, 'dialog');
  hand.phone.commitText('enough');
  hand.tap('Connect');
  assert.ok(hand.find('Connecting…'));
  hand.clock.advance(2000);
  assert.ok(hand.get('Attic').bounds.top < hand.get('Available networks').bounds.top);
  hand.tap('Use Wi‑Fi');
  assert.equal(hand.phone.settings.get('global', 'wifi_on'), '0');
  assert.equal(hand.find('Attic'), undefined);
});

test('Settings: with auto-rotate the screen follows the sensor', () => {
  const hand = settings('Display');
  hand.phone.hold(1);
  assert.equal(hand.phone.display.landscape, false);
  hand.tap('Auto-rotate screen');
  assert.equal(hand.phone.display.landscape, true);
});

test('Settings: a slider is set by drag and by tap', () => {
  const hand = settings('Display');
  const seekbar = hand.get('seekbar').bounds;
  const y = (seekbar.top + seekbar.bottom) / 2;
  hand.swipe({ x: (seekbar.left + seekbar.right) / 2, y }, { x: seekbar.right - 5, y }, 300);
  assert.equal(hand.phone.settings.get('system', 'screen_brightness'), '255');
  hand.press({ x: seekbar.left + 5, y }, 50);
  assert.equal(hand.phone.settings.get('system', 'screen_brightness'), '1');
});

test('Settings: a larger display size and font make everything larger', () => {
  const hand = settings('Display');
  const before = hand.get('Display size').bounds;
  hand.tap('Display size');
  hand.tap('Largest');
  assert.equal(hand.phone.display.density, 504);
  hand.tap('Font size');
  hand.tap('Largest');
  const after = hand.get('Display size').bounds;
  assert.ok(after.bottom - after.top > (before.bottom - before.top) * 1.4);
  hand.tap('Display size');
  hand.tap('Default');
  assert.equal(hand.phone.display.overrideDensity, undefined);
});

test('Settings: a list of options too long for the screen scrolls and leaves the button in its dialog', () => {
  const hand = settings('Display');
  hand.phone.settings.put('system', 'user_rotation', '1');
  hand.scrollTo('Screen timeout');
  hand.tap('Screen timeout');
  const dialog = hand.phone.focusedWindow();
  assert.ok(dialog && hand.get('Cancel').bounds.bottom < dialog.bounds.bottom);
  assert.equal(hand.get('select_dialog_listview').scrollable, true);
  hand.tap('Cancel');
  assert.equal(hand.phone.focusedWindow()?.kind, 'application');
});

test('Settings: the dark theme darkens every app without its help', () => {
  const hand = settings('Display');
  assert.equal(hand.pixel(20, 2000), '#fffbfe');
  hand.tap('Dark theme');
  assert.equal(hand.pixel(20, 2000), '#141218');
  hand.phone.start({ component: 'com.example.notes/.NotesListActivity' });
  hand.clock.advance(1000);
  assert.equal(hand.pixel(20, 2000), '#141218');
});

test('Settings: the seventh tap on the build number makes a developer, who can turn animations off', () => {
  const hand = settings('System');
  assert.equal(hand.find('Developer options'), undefined);
  hand.phone.back();
  hand.clock.advance(1000);
  hand.scrollTo('About phone');
  hand.tap('About phone');
  hand.scrollTo('Build number');
  const build = centerOf(hand.get('Build number').bounds);
  const toasts: string[] = [];
  for (let taps = 0; taps < 8; taps++) {
    hand.press(build, 50);
    hand.clock.advance(100);
    toasts.push(hand.find('message')?.text ?? '');
  }
  assert.deepEqual(toasts, [
    '',
    '',
    'You are now 4 steps away from being a developer.',
    'You are now 3 steps away from being a developer.',
    'You are now 2 steps away from being a developer.',
    'You are now 1 step away from being a developer.',
    'You are now a developer!',
    'No need, you are already a developer.',
  ]);
  hand.phone.start({ action: 'android.settings.APPLICATION_DEVELOPMENT_SETTINGS' });
  hand.clock.advance(1000);
  hand.tap('Window animation scale');
  hand.tap('Animation off');
  assert.equal(hand.phone.settings.get('global', 'window_animation_scale'), '0');
});

test('Settings: About phone names the virtual phone and its version', () => {
  for (const [release, version] of [
    [14, '14'],
    [5, '5.1.1'],
  ] as const) {
    const hand = phoneInHand({ release });
    hand.phone.start({ action: 'android.settings.DEVICE_INFO_SETTINGS' });
    hand.clock.advance(1000);
    hand.scrollTo('Model');
    assert.ok(hand.find('Handeye Virtual Phone'));
    hand.scrollTo('Android version');
    hand.scrollTo(version);
  }
});

test('Settings: force stop asks first, then ends the app', () => {
  const hand = phoneInHand({ open: 'com.android.calculator2/.Calculator' });
  hand.phone.start({
    action: 'android.settings.APPLICATION_DETAILS_SETTINGS',
    data: 'package:com.android.calculator2',
  });
  hand.clock.advance(1000);
  assert.equal(hand.get('entity_header_title').text, 'Calculator');
  hand.tap('Force stop');
  hand.tap('Cancel');
  assert.ok(hand.phone.processes.pidOf('com.android.calculator2'));
  hand.tap('Force stop');
  hand.tap('OK');
  assert.equal(hand.phone.processes.pidOf('com.android.calculator2'), undefined);
  assert.equal(hand.get('Force stop').enabled, false);
});

test('Settings: it can even stop itself', () => {
  const hand = settings('Apps');
  hand.tap('Settings');
  hand.tap('Force stop');
  hand.tap('OK');
  assert.equal(hand.phone.resumedActivity()?.package, 'com.android.launcher3');
});

test('Settings: search finds a line on any page and opens the page', () => {
  const hand = settings();
  hand.tap('search_view');
  hand.phone.commitText('rotat');
  assert.deepEqual(
    hand.get('recycler_view').children.map((row) => row.children[0]?.children[0]?.text),
    ['Auto-rotate screen'],
  );
  hand.tap('Auto-rotate screen');
  assert.equal(hand.get('toolbar').children[1]?.text, 'Display');
  hand.phone.back();
  hand.clock.advance(1000);
  hand.tap('search_view');
  hand.phone.commitText('xyz');
  assert.equal(hand.get('empty').text, 'No results');
});

test('Settings: the list of languages is long, recycles its rows, and takes a choice', () => {
  const hand = phoneInHand();
  hand.phone.start({ action: 'android.settings.LOCALE_SETTINGS' });
  hand.clock.advance(1000);
  assert.equal(hand.find('Українська'), undefined);
  hand.scrollTo('Українська');
  assert.equal(hand.find('Afrikaans'), undefined);
  hand.tap('Українська');
  assert.equal(hand.phone.settings.get('system', 'system_locales'), 'uk-UA');
  assert.ok(hand.find('Selected'));
});

test('Settings: the time and the battery in the status bar follow the settings', () => {
  const hand = phoneInHand();
  hand.clock.advance(5 * 60 * 60 * 1000);
  assert.equal(hand.get('clock').text, '14:41');
  hand.phone.start({ action: 'android.settings.DATE_SETTINGS' });
  hand.clock.advance(1000);
  hand.tap('Use 24-hour format');
  assert.equal(hand.get('clock').text, '2:41');
  hand.phone.start({ action: 'android.intent.action.POWER_USAGE_SUMMARY' });
  hand.clock.advance(1000);
  hand.tap('Battery percentage');
  assert.equal(hand.get('battery_percentage_view').text, '85%');
});
