import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownerOf } from '@handeye/core/guard/act';
import { kindsOf } from '@handeye/core/guard/kinds/kinds';
import { recordedDump, recordedDumpNames } from '../packages/android/test/recorded.ts';
import { alarmsOn, pressable } from './support/kind-alarms.ts';
import { linuxScreens } from '../bench/tokens/linux/screens.ts';
import { phoneScreens } from '../bench/tokens/phone.ts';
import { dumpedScreen, type MeasuredScreen, snapshotOf } from '../bench/tokens/screen.ts';
import { syntheticScreens } from '../bench/tokens/synthetic.ts';

/** `kind: label` of each element whose click is recognised, and how many can be clicked. */
function counted(screens: readonly MeasuredScreen[]): { elements: number; alarms: string[] } {
  const snapshots = screens.map(({ name, snapshot }) => ({ name, snapshot: snapshot() }));
  return {
    elements: snapshots.reduce((sum, { snapshot }) => sum + pressable(snapshot).length, 0),
    alarms: snapshots.flatMap(({ name, snapshot }) =>
      alarmsOn(snapshot).map(({ kinds, label }) => `${name} | ${kinds.join(' ')}: ${label}`),
    ),
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

/** A page with this many buttons that all lead nowhere, a total and a field. */
function longPage(nodes: number): string {
  const box = (index: number) => `bounds="[0,${index}][1080,${index + 90}]"`;
  const one = (index: number) =>
    `<node index="${index}" text="Item number ${index} of a long list, 12,${index % 90} €" resource-id="com.example.shop:id/item_${index}" class="android.widget.Button" package="com.example.shop" content-desc="" clickable="true" enabled="true" focusable="true" ${box(index)} />`;
  const rows = Array.from({ length: nodes }, (_, index) => one(index)).join('');
  const confirm = `<node index="${nodes}" text="Confirm" class="android.widget.Button" package="com.example.shop" clickable="true" enabled="true" ${box(nodes)} />`;
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"><node index="0" class="android.widget.FrameLayout" package="com.example.shop" bounds="[0,0][1080,2400]">${rows}${confirm}</node></hierarchy>`;
}

test('a write on a screen of 500 nodes is recognised in about a millisecond', () => {
  // The whole window is read for a confirmation: the dearest case. Each look is a new tree, as on a device.
  const times = Array.from({ length: 41 }, () => {
    const snapshot = snapshotOf(longPage(500));
    const element = snapshot.elements.find(({ node }) => node.text === 'Confirm');
    assert.ok(element);
    const reached = { ...ownerOf(element.window), element, snapshot };
    const start = performance.now();
    kindsOf({ tool: 'click_element', toolClass: 'touch', reach: [reached] }, reached);
    return performance.now() - start;
  });
  const median = times.sort((one, other) => one - other)[20] ?? Infinity;
  // Far above what it takes (less than 1 ms), so that a busy machine does not fail it.
  assert.ok(median < 10, `${median} ms`);
});
