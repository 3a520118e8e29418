import assert from 'node:assert/strict';
import test from 'node:test';
import {
  clearCommands,
  moveToEndCommand,
  panelCommands,
  pressCommand,
  serviceCallFailed,
  wakeCommand,
} from '../../src/input/keys.ts';

const screen = { width: 480, height: 800 };
const lines = (commands: readonly (readonly string[])[]) => commands.map((argv) => argv.join(' '));

test('keys are pressed by their numbers', () => {
  const pressed = (['ENTER', 'DEL', 'TAB', 'SPACE', 'BACK', 'HOME', 'RECENTS'] as const).map(
    (key) => pressCommand(key)[2],
  );
  assert.deepEqual(pressed, ['66', '67', '61', '62', '4', '3', '187']);
  assert.deepEqual(wakeCommand, ['input', 'keyevent', '224']);
});

test('from Android 13 on a field is emptied by selecting all of it', () => {
  assert.deepEqual(lines(clearCommands({ length: 5, multiline: true }, 33)), [
    'input keycombination 113 29',
    'input keyevent 67',
  ]);
});

test('the cursor goes to the end of the text, or of its line where no combination can be pressed', () => {
  assert.deepEqual(lines([moveToEndCommand(33), moveToEndCommand(32)]), [
    'input keycombination 113 123',
    'input keyevent 123',
  ]);
});

test('before, it is emptied from the end of the line, and below it the other way', () => {
  assert.deepEqual(lines(clearCommands({ length: 3, multiline: false }, 22)), [
    'input keyevent 123 67 67 67',
  ]);
  assert.deepEqual(lines(clearCommands({ length: 2, multiline: true }, 22)), [
    'input keyevent 123 67 67 112 112',
  ]);
  const long = clearCommands({ length: 700, multiline: false }, 28);
  assert.equal(long.flatMap((argv) => argv.slice(2)).filter((code) => code === '67').length, 700);
  assert.ok(long.every((argv) => argv.length <= 302));
});

test('an empty field needs nothing, a password of unknown length more than it is likely to hold', () => {
  assert.deepEqual(clearCommands({ length: 0, multiline: false }, 22), []);
  const [password] = clearCommands({ length: undefined, multiline: false }, 22);
  assert.ok((password?.length ?? 0) > 60);
});

test('notifications and quick settings open by the command each version has', () => {
  assert.deepEqual(lines(panelCommands('NOTIFICATIONS', { sdk: 24, screen })), [
    'cmd statusbar expand-notifications',
  ]);
  assert.deepEqual(lines(panelCommands('QUICK_SETTINGS', { sdk: 34, screen })), [
    'cmd statusbar expand-settings',
  ]);
  assert.deepEqual(lines(panelCommands('NOTIFICATIONS', { sdk: 22, screen })), ['service call statusbar 1']);
  assert.deepEqual(lines(panelCommands('QUICK_SETTINGS', { sdk: 23, screen })), [
    'service call statusbar 1',
    'input swipe 240 1 240 560 300',
  ]);
});

test('a service call that was not understood is told by its answer', () => {
  assert.equal(serviceCallFailed("Result: Parcel(00000000    '....')"), false);
  assert.equal(serviceCallFailed('Result: Parcel(Error: 0xffffffb6 "Not a data message")'), true);
});
