import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedDump, recordedDumpNames } from '../packages/android/test/recorded.ts';
import { alarmsOn, pressable, unreadableOn } from './support/kind-alarms.ts';
import { linuxScreens } from '../bench/tokens/linux/screens.ts';
import { phoneScreens } from '../bench/tokens/phone.ts';
import { dumpedScreen, type MeasuredScreen } from '../bench/tokens/screen.ts';
import { syntheticScreens } from '../bench/tokens/synthetic.ts';

/** `kind: label` of each element whose click is recognised, and how many can be clicked. */
function counted(screens: readonly MeasuredScreen[]): { elements: number; alarms: string[] } {
  const snapshots = screens.map(({ name, snapshot }) => ({ name, snapshot: snapshot() }));
  return {
    elements: snapshots.reduce((sum, { snapshot }) => sum + pressable(snapshot).length, 0),
    alarms: snapshots.flatMap(({ name, snapshot }) => [
      ...alarmsOn(snapshot).map(({ kinds, label }) => `${name} | ${kinds.join(' ')}: ${label}`),
      ...unreadableOn(snapshot).map((label) => `${name} | unknown script: ${label}`),
    ]),
  };
}

test('on hundreds of made-up screens of settings, lists, forms and desktops nothing is taken for a risk', () => {
  const { elements, alarms } = counted([...syntheticScreens(), ...linuxScreens()]);
  assert.ok(elements > 15_000, `${elements} elements`);
  assert.deepEqual(alarms, []);
});

test('on the recorded screens of ApiDemos only the dialog with a password signs in', () => {
  const screens = recordedDumpNames()
    .sort()
    .map((name) => dumpedScreen({ group: 'recorded', name, xml: recordedDump(name) }));
  const { elements, alarms } = counted(screens);
  assert.ok(elements > 150, `${elements} elements`);
  assert.deepEqual(alarms, ['40-alert-text-entry | sign-in: OK', '41-alert-text-entry-typed | sign-in: OK']);
});

test('on the virtual phone only what deletes, sends, signs in or stands on the accessibility page is recognised', () => {
  const { elements, alarms } = counted(phoneScreens().map(dumpedScreen));
  assert.ok(elements > 500, `${elements} elements`);
  const others = alarms.filter(
    (alarm) => !/^Settings: Accessibility, Android \d+ \| system-risk: /.test(alarm),
  );
  assert.deepEqual(others, [
    'Keyboard | sign-in: Sign in',
    'Login | sign-in: Sign in',
    'Login: what is missing | sign-in: Sign in',
    'Login: regions | sign-in: Sign in',
    'Login: reset | send: Send',
    'Login: reset | sign-in: Sign in',
    'Clock: timer runs | delete: Delete',
  ]);
});
