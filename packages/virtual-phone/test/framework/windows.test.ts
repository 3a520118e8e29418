import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apps } from '../../src/apps/registry.ts';
import { keyCodes } from '../../src/framework/input/keys.ts';
import { phoneInHand } from './hand.ts';
import { workbench } from './workbench.ts';

const LAUNCHER = 'com.android.launcher3';

test('Back walks down the stack of activities; on Android 14 the first one steps aside, on Android 5 it ends', () => {
  for (const [release, tasksLeft] of [
    [14, 2],
    [5, 1],
  ] as const) {
    const { phone, clock, get, tap } = phoneInHand({ release });
    tap('Contacts');
    tap('Ada Allen');
    assert.equal(phone.resumedActivity()?.short, '.quickcontact.QuickContactActivity');
    phone.back();
    clock.advance(1000);
    assert.equal(phone.resumedActivity()?.short, '.activities.PeopleActivity');
    assert.equal(get('Ada Allen').class, 'android.widget.TextView');
    phone.back();
    clock.advance(1000);
    assert.equal(phone.resumedActivity()?.package, LAUNCHER);
    assert.equal(phone.tasks().length, tasksLeft);
  }
});

test('Home and recents switch between tasks that keep their state', () => {
  const { phone, clock, get, tap } = phoneInHand();
  tap('Calculator');
  tap('digit_7');
  phone.key(keyCodes.HOME);
  clock.advance(1000);
  assert.equal(phone.resumedActivity()?.package, LAUNCHER);
  phone.key(keyCodes.APP_SWITCH);
  clock.advance(1000);
  tap('task_view');
  assert.equal(phone.resumedActivity()?.package, 'com.android.calculator2');
  assert.equal(get('formula').text, '7');
});

test('an opening activity has no readable root for a moment', () => {
  const { phone, clock } = phoneInHand();
  phone.start({ component: 'com.android.calculator2/.Calculator' });
  assert.equal(phone.focusedWindow()?.root(), null);
  clock.advance(phone.shape.transitionMs);
  assert.equal(phone.focusedWindow()?.root()?.package, 'com.android.calculator2');
});

test('a dialog and a drop-down are windows of their own above their activity', () => {
  const { phone, tap } = phoneInHand({ open: 'com.example.login/.LoginActivity' });
  tap('region');
  const popup = phone.focusedWindow();
  assert.equal(popup?.kind, 'popup');
  assert.match(popup.title, /^PopupWindow:/);
  tap('Asia');
  assert.equal(phone.focusedWindow()?.kind, 'application');
  tap('forgot');
  const dialog = phone.focusedWindow();
  assert.equal(dialog?.kind, 'dialog');
  assert.equal(dialog.title, 'com.example.login/com.example.login.LoginActivity');
  const below = phone.windows().find((window) => window.kind === 'application');
  assert.ok(below && dialog.layer > below.layer && dialog.bounds.top > below.bounds.top);
});

test('rotation repeats the layout, also with the side bar of Android 5', () => {
  const { phone } = phoneInHand({ release: 5 });
  assert.deepEqual(phone.focusedWindow()?.bounds, { left: 0, top: 0, right: 480, bottom: 752 });
  phone.settings.put('system', 'user_rotation', '1');
  assert.deepEqual(phone.focusedWindow()?.bounds, { left: 0, top: 0, right: 758, bottom: 480 });
  assert.equal(phone.display.rotation, 1);
  const { width, height } = phone.screenshot();
  assert.deepEqual([width, height], [800, 480]);
});

test('the shade opens by a pull at the status bar, shows notifications and starts their activities', () => {
  const hand = phoneInHand();
  hand.phone.notifications.post({
    id: 1,
    package: 'com.example.login',
    title: 'New sign-in',
    text: 'From Asia',
    time: hand.clock.now(),
    intent: { component: 'com.example.login/.LoginActivity' },
  });
  hand.swipe({ x: 500, y: 5 }, { x: 500, y: 900 }, 300);
  assert.equal(hand.phone.focusedWindow()?.title, 'NotificationShade');
  hand.tap('New sign-in');
  assert.equal(hand.phone.resumedActivity()?.package, 'com.example.login');
  assert.equal(hand.phone.notifications.list.length, 0);
});

test('idle comes a second after the last event, and never while events go on', async () => {
  const { phone, clock } = phoneInHand();
  const quiet = phone.events.waitForIdle(1000, 10_000);
  clock.advance(1000);
  assert.equal(await quiet, true);
  phone.setFaults({ endlessEventsMs: 100 });
  const restless = phone.events.waitForIdle(1000, 10_000);
  clock.advance(11_000);
  assert.equal(await restless, false);
});

test('drawing without an event does not break idle', async () => {
  const { phone, clock, get } = phoneInHand({ apps: [...apps, workbench], open: 'test.workbench/.Spins' });
  const before = get('turns').text;
  const quiet = phone.events.waitForIdle(1000, 1500);
  clock.advance(1500);
  assert.equal(await quiet, true);
  assert.notEqual(get('turns').text, before);
});

test('an app that throws ends with a trace in the log, the second time also with a dialog; the phone continues', () => {
  const { phone, clock, get, tap } = phoneInHand({
    apps: [...apps, workbench],
    open: 'test.workbench/.Crashes',
  });
  tap('break');
  clock.advance(1000);
  assert.equal(phone.resumedActivity()?.package, LAUNCHER, 'Android 8 and later are silent at first');
  phone.start({ component: 'test.workbench/.Crashes' });
  clock.advance(1000);
  tap('break');
  clock.advance(1000);
  assert.equal(phone.focusedWindow()?.title, 'Application Error: test.workbench');
  assert.equal(get('alertTitle').text, 'Workbench keeps stopping');
  assert.deepEqual([get('aerr_app_info').text, get('aerr_close').text], ['App info', 'Close app']);
  assert.equal(phone.processes.pidOf('test.workbench'), undefined);
  assert.ok(
    phone.log.entries.some(
      ({ buffer, message }) => buffer === 'crash' && message.includes('broken on purpose'),
    ),
  );
  tap('Close app');
  assert.equal(phone.resumedActivity()?.package, LAUNCHER);
});

test("when a setting shows the first crash, its dialog leads to the app's page in Settings", () => {
  const { phone, clock, get, tap } = phoneInHand({
    apps: [...apps, workbench],
    open: 'test.workbench/.Crashes',
  });
  phone.settings.put('global', 'show_first_crash_dialog', '1');
  tap('break');
  clock.advance(1000);
  assert.equal(get('alertTitle').text, 'Workbench has stopped');
  tap('App info');
  clock.advance(1000);
  assert.equal(phone.resumedActivity()?.short, '.applications.InstalledAppDetails');
});

test('an app that hangs takes no touch, and after five seconds the phone says so', () => {
  const hand = phoneInHand({ open: 'com.android.calculator2/.Calculator' });
  hand.phone.faults.notResponding.add('com.android.calculator2');
  hand.tap('digit_7');
  assert.equal(hand.get('formula').text, '');
  hand.clock.advance(5000);
  assert.equal(hand.phone.focusedWindow()?.title, 'Application Not Responding: com.android.calculator2');
  assert.equal(hand.get('alertTitle').text, "Calculator isn't responding");
  assert.equal(hand.get('aerr_wait').text, 'Wait');
  hand.tap('Close app');
  assert.equal(hand.phone.resumedActivity()?.package, LAUNCHER);
});

test('starting an app adds a process and lines in the log', () => {
  const { phone } = phoneInHand({ open: 'com.android.calculator2/.Calculator' });
  const messages = phone.log.entries.map(({ tag, message }) => `${tag}: ${message}`);
  assert.ok(
    messages.some(
      (line) =>
        line.startsWith('ActivityTaskManager: START u0 {') &&
        line.includes('cmp=com.android.calculator2/.Calculator'),
    ),
  );
  assert.ok(
    messages.some((line) =>
      line.includes(`Start proc ${phone.processes.pidOf('com.android.calculator2')}:com.android.calculator2`),
    ),
  );
  assert.ok(messages.includes('ActivityTaskManager: Displayed com.android.calculator2/.Calculator: +300ms'));
});

test('a phone asleep ignores fingers and shows black; the wake key brings it back', () => {
  const hand = phoneInHand();
  hand.phone.key(keyCodes.POWER);
  hand.tap('Calculator');
  assert.equal(hand.phone.resumedActivity()?.package, LAUNCHER);
  assert.equal(hand.pixel(500, 1000), '#000000');
  hand.phone.key(keyCodes.WAKEUP);
  assert.notEqual(hand.pixel(500, 1000), '#000000');
});

test('a phone that was shut down does nothing', () => {
  const { phone, clock, tap } = phoneInHand({ open: 'com.example.login/.LoginActivity' });
  phone.setFaults({ endlessEventsMs: 100 });
  tap('username');
  phone.shutDown();
  const { count } = phone.events;
  clock.advance(3_600_000);
  assert.equal(phone.events.count, count);
});

test('an unknown component is not started', () => {
  const { phone } = phoneInHand();
  assert.equal(phone.start({ component: 'com.android.calculator2/.Nothing' }), 'noSuchActivity');
  assert.equal(phone.start({ action: 'no.such.ACTION' }), 'unresolved');
  assert.equal(
    phone.start({ component: 'com.android.calculator2/com.android.calculator2.Calculator' }),
    'started',
  );
  assert.equal(phone.start({ component: 'com.android.calculator2/.Calculator' }), 'broughtToFront');
});
