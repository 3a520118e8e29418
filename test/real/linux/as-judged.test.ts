import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Device } from '@handeye/core/device/port';
import { LinuxStage } from './hostile/stage.ts';

/* Under `careful`, on a real GTK program: what an act or the mouse is for changes after the last look, right before it. */

const DOES = new Set<PropertyKey>(['act', 'touch', 'openMenuAt']);

describe('on a Linux desktop an element is compared right before it is used', () => {
  let opened: Promise<LinuxStage> | undefined;
  let before: () => Promise<void> = () => Promise.resolve();
  const closing: (() => unknown)[] = [];
  const stage = () =>
    (opened ??= LinuxStage.open(
      { after: (close) => closing.push(close as () => unknown) },
      (device) => new Proxy(device, { get: (real, key) => memberOf(real, key, () => before()) }),
    ));
  after(async () => {
    for (const close of closing.toReversed()) await close();
  });

  for (const [what, does] of [
    ['tap', async (set: LinuxStage) => set.does('tap', await set.at('Cancel'))],
    ['long_press', async (set: LinuxStage) => set.does('long_press', await set.at('Cancel'))],
    ['click_element', (set: LinuxStage) => set.click('Cancel')],
  ] as const)
    test(`${what} on Cancel, which becomes Pay`, async () => {
      const set = await stage();
      before = () => Promise.resolve();
      await set.clear();
      await set.looks();
      before = () => set.notes.rename('Cancel', 'Pay 49 €');
      const { isError, content } = await does(set);
      assert.equal(isError, true, JSON.stringify(content));
      assert.match(
        JSON.stringify(content),
        /The screen changed since you looked: now 'Pay 49 €' \(notes\) is at \(\d+, \d+\)\. Nothing was touched/,
      );
      assert.deepEqual(set.got(), []);
    });

  test('what stays the same is used', async () => {
    const set = await stage();
    before = () => Promise.resolve();
    await set.clear();
    for (const one of ['Cancel', 'Keep']) await set.does('tap', await set.at(one));
    await set.click('Cancel');
    assert.equal(set.got().length, 3, set.got().join());
  });
});

/** A member of the device; what acts waits for something first. */
function memberOf(real: Device, key: PropertyKey, before: () => Promise<void>): unknown {
  const member: unknown = Reflect.get(real, key, real);
  if (typeof member !== 'function') return member;
  const bound = member.bind(real) as (...args: readonly unknown[]) => unknown;
  if (!DOES.has(key)) return bound;
  return async (...args: readonly unknown[]) => {
    await before();
    return bound(...args);
  };
}
