import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withinLimit } from '../../src/call/call.ts';
import { actionFailed } from '../../src/device/errors.ts';
import type { Device } from '../../src/device/port.ts';
import { Session } from '../../src/device/session.ts';
import { Eyes } from '../../src/tools/frame/eyes.ts';
import { lookWhenSettled } from '../../src/tools/frame/settled.ts';
import type { View } from '@handeye/screen/snapshot';
import { SkippingClock } from '@handeye/testing/clock';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { box, calculator, form, full, node, viewOf, windowOf } from '@handeye/testing/screens';

interface Playing {
  /** What the screen showed before the act. */
  readonly before?: View;
  readonly settle?: Device['settle'];
  readonly prepare?: (device: ScriptedDevice) => void;
}

/** Looks at a device that shows these views one after the other, the last one for ever. */
async function looks(views: readonly View[], { before, settle, prepare }: Playing = {}) {
  const clock = new SkippingClock();
  const device: ScriptedDevice & Device = new ScriptedDevice(views[0]!);
  if (settle) Object.assign(device, { settle });
  device.react = () => {
    device.view = views[Math.min(device.deeds.length, views.length) - 1]!;
  };
  prepare?.(device);
  const session = new Session(device);
  const { snapshot, settled, loading } = await withinLimit({ clock, limit: 20_000 }, (call) =>
    lookWhenSettled(new Eyes(session, call), device, call, {
      before: before && session.identity.identify(before),
    }),
  );
  return { snapshot, settled, loading, looks: device.deeds.length, took: clock.now() };
}

const displayed = ({ snapshot }: Awaited<ReturnType<typeof looks>>) =>
  'unreadable' in snapshot
    ? undefined
    : snapshot.elements.find(({ node: { resourceId } }) => resourceId?.endsWith('display'))?.node.text;

const counting = Array.from({ length: 50 }, (_, count) => calculator(String(count)));

describe('the look after an act', () => {
  test('is the second of two that are equal, where only looks tell that the screen rests', async () => {
    const seen = await looks(['1', '2', '3'].map(calculator));
    assert.deepEqual([displayed(seen), seen.settled, seen.looks], ['3', true, 4]);
    assert.equal(seen.took, 450);
  });

  test('is one look where the platform waits for rest itself', async () => {
    const seen = await looks(counting, { prepare: (device) => (device.rested = true) });
    assert.deepEqual([displayed(seen), seen.settled, seen.looks, seen.took], ['0', true, 1, 0]);
  });

  test('is one look where the device tells when it rests, or that it does not', async () => {
    for (const told of [true, false]) {
      const seen = await looks(counting, { settle: () => Promise.resolve(told) });
      assert.deepEqual([seen.settled, seen.looks], [told, 1]);
    }
  });

  test('compares looks where the device cannot tell, or fails in it', async () => {
    for (const settle of [
      () => Promise.resolve(undefined),
      () => Promise.reject(actionFailed('the program on the phone is gone')),
    ]) {
      const seen = await looks([calculator('1')], { settle });
      assert.deepEqual([seen.settled, seen.looks], [true, 2]);
    }
  });

  test('comes after two seconds at the latest, and says that the screen still changes', async () => {
    const seen = await looks(counting);
    assert.equal(seen.settled, false);
    assert.ok(seen.took <= 2000, String(seen.took));
    const slow = await looks(counting, { prepare: (device) => (device.delay = 300) });
    assert.equal(slow.settled, false);
    assert.ok(slow.took <= 2000 + 300, String(slow.took));
  });

  test('gives a change that begins late its time, where it is known what was there before', async () => {
    const late = [...Array.from({ length: 3 }, () => calculator('1')), calculator('2')];
    const seen = await looks(late, { before: calculator('1') });
    assert.deepEqual([displayed(seen), seen.settled], ['2', true]);
    const never = await looks([calculator('1')], { before: calculator('1') });
    assert.deepEqual([displayed(never), never.settled, never.took], ['1', true, 600]);
  });

  test('compares two looks even where one takes longer than that', async () => {
    const seen = await looks([calculator('1')], { prepare: (device) => (device.delay = 2500) });
    assert.deepEqual([seen.settled, seen.looks], [true, 2]);
  });

  test('sees a change of a state that no text tells', async () => {
    const toggled = (checked: boolean, enabled = true) =>
      viewOf(node('Switch', full, { text: 'Wi-Fi', checkable: true, checked, enabled }));
    const seen = await looks([toggled(false), toggled(true, false), toggled(true)]);
    assert.deepEqual([seen.settled, seen.looks], [true, 4]);
  });

  test('does not wait for the clock of the status bar', async () => {
    const views = counting.map((_, second) => {
      const { windows, ...view } = calculator('1');
      const clock = node('TextView', box(0, 0, 200, 60), { text: `12:00:${second}` });
      const bar = windowOf(clock, { key: 'bar', type: 'system', app: 'com.android.systemui', active: false });
      return { ...view, windows: [...windows, bar] };
    });
    const seen = await looks(views);
    assert.deepEqual([seen.settled, seen.looks], [true, 2]);
  });

  test('looks again over a failure that passes, and tells one that stays', async () => {
    const passing = await looks([calculator('1')], {
      prepare: (device) => {
        device.react = () => {
          if (device.deeds.length === 1) throw actionFailed('null root node');
        };
      },
    });
    assert.deepEqual([displayed(passing), passing.settled, passing.looks], ['1', true, 3]);
    const staying = await looks([calculator('1')], {
      prepare: (device) => {
        device.react = () => {
          throw actionFailed('null root node');
        };
      },
    });
    assert.deepEqual(staying.snapshot, { unreadable: 'null root node' });
    assert.equal(staying.settled, false);
  });

  test('does not look a second time at a screen that never rests for uiautomator', async () => {
    const textless = { ...calculator('1'), textless: 'The screen does not come to rest.' };
    const seen = await looks([textless]);
    assert.deepEqual([seen.settled, seen.looks], [false, 1]);
  });
});

describe('while a page loads', () => {
  const page = (...children: ReturnType<typeof node>[]) => viewOf(node('FrameLayout', full, { children }));
  const done = page(node('TextView', box(0, 0, 500, 100), { text: 'Welcome' }));
  const bar = (current?: number, parts: object = {}) =>
    page(
      node('android.widget.ProgressBar', box(0, 500, 1080, 510), {
        resourceId: 'progress',
        ...(current === undefined ? { actions: [] } : { range: { min: 0, max: 100, current } }),
        ...parts,
      }),
    );
  const round = page(node('android.widget.ProgressBar', box(500, 500, 600, 600)));
  const times = (count: number, view: View) => Array.from({ length: count }, () => view);
  const settle = () => Promise.resolve(true);

  for (const [what, loading] of [
    ['activity without an end', bar()],
    ['a spinner of plain ADB', round],
  ] as const)
    test(`${what} is waited for`, async () => {
      const seen = await looks([...times(6, loading), done], { before: form(), settle });
      assert.equal('unreadable' in seen.snapshot, false);
      assert.deepEqual([seen.settled, seen.loading], [true, undefined]);
      assert.equal(seen.looks, 7);
      const never = await looks([loading], { before: form(), settle });
      assert.equal(never.loading, true);
      assert.ok(never.took > 4_500 && never.took <= 5_000, String(never.took));
    });

  test('progress is waited for as long as it moves', async () => {
    const moving = Array.from({ length: 60 }, (_, at) => bar(at));
    const seen = await looks([...moving.slice(0, 8), done], { before: form(), settle });
    assert.deepEqual([seen.loading, seen.looks], [undefined, 9]);
    assert.equal((await looks(moving, { before: form(), settle })).loading, true);
    const still = await looks([bar(60)], { before: form(), settle });
    assert.deepEqual([still.loading, still.settled], [undefined, true]);
    assert.ok(still.took <= 1_500, String(still.took));
    const full = await looks([bar(100)], { before: form(), settle });
    assert.equal(full.looks, 1);
  });

  test('a text that became a state in the same place is waited for', async () => {
    const button = (text: string, enabled: boolean) =>
      page(node('Button', box(0, 0, 500, 100), { text, enabled, clickable: true, resourceId: 'sign_in' }));
    const busy = button('Signing in…', false);
    const before = button('Sign in', true);
    assert.equal((await looks([...times(4, busy), done], { before, settle })).looks, 5);
    const menu = page(node('MenuItem', box(0, 0, 500, 100), { text: 'Find…', enabled: false }));
    assert.equal((await looks([menu], { before: form(), settle })).looks, 1);
    assert.equal((await looks([button('More…', true)], { before, settle })).looks, 1);
  });

  test('what was there before the act, and a slider, are no loading', async () => {
    for (const [before, now] of [
      [bar(), bar()],
      [bar(30), bar(31)],
      [form(), bar(30, { className: 'android.widget.SeekBar' })],
    ] as const)
      assert.equal((await looks([now], { before, settle })).looks, 1);
  });
});
