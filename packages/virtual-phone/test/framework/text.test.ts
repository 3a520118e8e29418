import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyCodes } from '../../src/framework/input/keys.ts';
import { apps } from '../../src/apps/registry.ts';
import { phoneInHand } from './hand.ts';
import { workbench } from './workbench.ts';

const login = (release: 5 | 9 | 14 = 14) =>
  phoneInHand({ release, open: 'com.example.login/.LoginActivity' });
const bench = (name: string) => phoneInHand({ apps: [...apps, workbench], open: `test.workbench/${name}` });

test('keys of the keyboard type into the field that was tapped, with shift and symbols', () => {
  const hand = login();
  hand.tap('username');
  assert.equal(
    hand.phone.windows().some((window) => window.kind === 'keyboard'),
    true,
  );
  for (const key of ['Shift', 'H', 'i', 'Symbols', '7', '!', 'Letters', 'Space', 'x', 'Delete', 'y'])
    hand.tap(key);
  assert.equal(hand.get('username').text, 'Hi7! y');
  assert.equal(hand.get('username').focused, true);
});

test('an empty field shows its hint as text', () => {
  const hand = login();
  assert.equal(hand.get('username').text, 'User name');
  assert.equal(hand.get('username').showingHint, true);
});

test('a password is bullets on Android 14 and empty on Android 5', () => {
  for (const [release, shown] of [
    [14, '••••'],
    [5, ''],
  ] as const) {
    const hand = login(release);
    hand.tap('password');
    hand.phone.commitText('abcd');
    assert.equal(hand.get('password').text, shown);
    assert.equal(hand.get('password').password, true);
  }
});

test('the next key moves to the next field, the done key closes the keyboard and submits', () => {
  const hand = login();
  hand.tap('username');
  hand.phone.commitText('demo');
  hand.tap('Next');
  assert.equal(hand.get('password').focused, true);
  hand.phone.commitText('secret123');
  hand.tap('Done');
  assert.equal(hand.phone.textInput.shown, false);
  assert.equal(hand.get('welcome').text, 'Welcome, demo!');
});

test('hardware keys edit: arrows, end, backspace, select all, cut and paste, tab', () => {
  const { phone, get, tap } = login();
  tap('username');
  for (const code of [keyCodes.A, keyCodes.B, keyCodes.C]) phone.key(code);
  phone.key(keyCodes.DPAD_LEFT);
  phone.key(keyCodes.DEL);
  assert.equal(get('username').text, 'ac');
  phone.key(keyCodes.MOVE_END);
  phone.key(keyCodes.D, { shift: true });
  assert.equal(get('username').text, 'acD');
  phone.key(keyCodes.A, { ctrl: true });
  phone.key(keyCodes.CUT);
  assert.equal(get('username').text, 'User name');
  assert.equal(phone.clipboard.text, 'acD');
  phone.key(keyCodes.PASTE);
  phone.key(keyCodes.PASTE);
  assert.equal(get('username').text, 'acDacD');
  phone.key(keyCodes.TAB);
  assert.equal(get('password').focused, true);
});

test('a field keeps its limit, and only one with many lines takes a line break', () => {
  const hand = bench('.Main');
  hand.tap('limited');
  hand.phone.commitText('1234567');
  assert.equal(hand.get('limited').text, '12345');
  hand.tap('lines');
  hand.phone.commitText('one');
  hand.phone.key(keyCodes.ENTER);
  hand.phone.commitText('two');
  assert.equal(hand.get('lines').text, 'one\ntwo');
});

test('Enter in a field of one line never adds a line: the app takes it, or the focus goes on', () => {
  const hand = bench('.Main');
  hand.tap('limited');
  hand.phone.commitText('one');
  hand.phone.key(keyCodes.ENTER);
  assert.deepEqual([hand.get('limited').text, hand.get('lines').focused], ['one', true]);
  const form = login();
  form.tap('username');
  form.phone.commitText('demo');
  form.phone.key(keyCodes.ENTER);
  assert.equal(form.get('password').focused, true);
  form.phone.commitText('secret123');
  form.phone.key(keyCodes.ENTER);
  assert.equal(form.get('sign_in').text, 'Signing in…');
});

test('a line break that accessibility sets stays in a field of one line, which shows a space since Android 8', () => {
  for (const [release, told] of [
    [5, 'de\nmo'],
    [14, 'de mo'],
  ] as const) {
    const hand = login(release);
    hand.tap('username');
    const { path } = hand.get('username');
    const window = hand.phone.windows().find(({ focused }) => focused);
    assert.ok(
      hand.phone.serviceActions.perform(window?.id ?? 0, path, { action: 'setText', text: 'de\nmo' }),
    );
    assert.equal(hand.phone.textInput.target?.editing.text, 'de\nmo');
    assert.equal(hand.get('username').text, told);
  }
});

test('a long press on a word selects it, and typing replaces it', () => {
  const hand = bench('.Main');
  hand.tap('lines');
  hand.phone.commitText('hello');
  const { left, top, bottom } = hand.get('lines').bounds;
  hand.press({ x: left + 80, y: (top + bottom) / 2 }, 600);
  hand.phone.commitText('bye');
  assert.equal(hand.get('lines').text, 'bye');
});

test('the keyboard makes the content smaller, and Back closes only the keyboard', () => {
  const hand = phoneInHand({ open: 'com.android.contacts/.activities.PeopleActivity' });
  const before = hand.get('list').bounds;
  hand.tap('search_view');
  const keyboard = hand.phone.windows().find((window) => window.kind === 'keyboard');
  assert.ok(keyboard);
  assert.equal(hand.get('list').bounds.bottom, keyboard.bounds.top);
  hand.phone.back();
  assert.deepEqual(hand.get('list').bounds, before);
  assert.equal(hand.phone.resumedActivity()?.short, '.activities.PeopleActivity');
});

test('a window that pans is pushed up until its field stands above the keyboard', () => {
  const hand = bench('.Pans');
  const before = hand.get('low').bounds;
  hand.tap('low');
  const keyboard = hand.phone.windows().find((window) => window.kind === 'keyboard');
  assert.ok(keyboard);
  assert.ok(before.bottom > keyboard.bounds.top);
  assert.equal(hand.get('low').bounds.bottom, keyboard.bounds.top);
});

test('the recorded Android 5 has no keyboard, and text arrives all the same', () => {
  const hand = login(5);
  hand.tap('username');
  assert.equal(hand.phone.textInput.shown, false);
  assert.equal(hand.phone.textInput.requested, true);
  hand.phone.commitText('demo');
  assert.equal(hand.get('username').text, 'demo');
});

/** The login form with a word selected by a long press on it. */
function pressedLong(release: 5 | 9 | 14, field: 'username' | 'password' = 'username') {
  const hand = login(release);
  hand.tap(field);
  hand.phone.commitText('Sunday');
  hand.hold(field, 900);
  const choices = () =>
    ['Cut', 'Copy', 'Paste', 'Select all'].filter((label) => hand.find(label) !== undefined);
  return { ...hand, choices };
}

for (const release of [9, 14] as const) {
  test(`Android ${release}: a selection has a floating toolbar, a window that takes touches and no keys`, () => {
    const { phone, clock, find, get, tap, hold, choices } = pressedLong(release);
    assert.deepEqual(choices(), ['Cut', 'Copy']);
    const toolbar = phone.windows().find(({ kind }) => kind === 'popup');
    assert.ok(toolbar && !toolbar.focusable && toolbar.package === 'com.example.login');
    assert.equal(get('Copy').clickable, true);
    assert.equal(get('floating_toolbar_menu_item_text').text, 'Cut');
    assert.ok(get('username').bounds.top >= toolbar.bounds.bottom, 'it lies above the field');
    tap('Copy');
    assert.equal(phone.clipboard.text, 'Sunday');
    assert.deepEqual(get('username').field?.selection, { start: 6, end: 6 }, 'nothing is selected any more');
    assert.deepEqual(choices(), []);
    hold('username', 900);
    assert.deepEqual(choices(), ['Cut', 'Copy', 'Paste']);
    tap('Cut');
    assert.deepEqual([get('username').text, choices()], ['User name', []]);
    // Of an empty field a long press offers to paste.
    hold('username', 900);
    assert.deepEqual(choices(), ['Paste']);
    tap('Paste');
    phone.commitText(' morning');
    hold('username', 900);
    tap('Select all');
    assert.deepEqual(choices(), ['Cut', 'Copy', 'Paste']);
    phone.back();
    clock.advance(1000);
    assert.deepEqual([choices(), phone.textInput.shown], [[], true], 'Back closes the toolbar first');
    assert.equal(find('username')?.text, 'Sunday morning');
  });
}

test('Android 5: the choices for a selection are an action bar in the window, without words', () => {
  const { phone, get, tap, hold, choices } = pressedLong(5);
  assert.equal(
    phone.windows().find(({ kind }) => kind === 'popup'),
    undefined,
  );
  assert.deepEqual(choices(), ['Cut', 'Copy']);
  assert.deepEqual([get('copy').resourceId, get('copy').text], ['android:id/copy', '']);
  const { top } = get('username').bounds;
  tap('Cut');
  assert.deepEqual([phone.clipboard.text, get('username').text], ['Sunday', 'User name']);
  assert.ok(get('username').bounds.top < top, 'the bar had pushed the content down');
  hold('username', 900);
  tap('Done');
  assert.deepEqual(choices(), []);
  // The keys Cut, Copy and Paste came with Android 7.
  phone.key(keyCodes.PASTE);
  assert.equal(get('username').text, 'User name');
});

test('a password is selected whole, and can neither be cut nor copied', () => {
  const { phone, get, choices, clock } = pressedLong(14, 'password');
  assert.deepEqual(get('password').field?.selection, { start: 0, end: 6 });
  assert.deepEqual(choices(), []);
  for (const code of [keyCodes.COPY, keyCodes.CUT]) phone.key(code);
  assert.deepEqual([phone.clipboard.text, get('password').text], ['', '••••••']);
  phone.clipboard.text = 'other';
  clock.advance(1000);
  assert.deepEqual(choices(), ['Paste']);
});
