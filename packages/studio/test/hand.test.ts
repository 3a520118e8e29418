import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { Registry } from '@handeye/core/device/registry';
import { MemoryHolds } from '@handeye/core/guard/holds';
import { Hand } from '../src/hand/hand.ts';
import { Stop } from '../src/hand/stop.ts';
import { form } from '@handeye/testing/screens';
import { ScriptedDevice, sourceOf } from '@handeye/testing/scripted-device';

/** The person's hand on a device whose opening the test controls. */
function slowHand() {
  const device = new ScriptedDevice(form());
  let opened: () => void = () => undefined;
  const opening = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const source = {
    ...sourceOf([device]),
    open: async () => {
      await opening;
      return device;
    },
  };
  const registry = new Registry({ sources: [source], configured: [device.id] });
  const holds = new MemoryHolds({ clock: realClock });
  const hand = new Hand({
    ...{ registry, holds, clock: realClock, stop: new Stop() },
    arePagesOpen: () => true,
    onChange: () => undefined,
    onControl: () => undefined,
  });
  const ask = async (name: 'takeOver' | 'handBack') =>
    // The handlers need no page.
    hand.handlers[name]?.({ device: device.id }, undefined as never);
  return { ask, hand, opened, holder: () => holds.holder(device.id), id: device.id };
}

test('a device that is given back while it is taken over is not taken', async () => {
  const { ask, hand, opened, holder, id } = slowHand();
  const taking = ask('takeOver');
  await ask('handBack');
  opened();
  await taking;
  assert.equal(hand.has(id), false);
  assert.equal(await holder(), undefined);
  await ask('takeOver');
  assert.equal(hand.has(id), true);
});

test('a device that two pages take over at once is free after it was given back', async () => {
  const { ask, hand, opened, holder, id } = slowHand();
  const taking = [ask('takeOver'), ask('takeOver')];
  opened();
  await Promise.all(taking);
  assert.equal(hand.has(id), true);
  await ask('handBack');
  assert.equal(await holder(), undefined);
});

test('a device that is taken over while Studio closes is not taken', async () => {
  const { ask, hand, opened, holder } = slowHand();
  const taking = ask('takeOver');
  hand.close();
  opened();
  await taking;
  assert.equal(await holder(), undefined);
});

/** The person's hand without a configured device: the default device depends on what is attached. */
function handOnAttached(...attached: string[]) {
  const devices = ['cabled', 'another', 'built-in'].map((id) => new ScriptedDevice(form(), { id }));
  const source = {
    ...sourceOf(devices),
    list: () =>
      Promise.resolve(attached.map((id) => ({ id, title: id, kind: 'phone', ready: true }) as const)),
  };
  const registry = new Registry({ sources: [source], configured: [], otherwise: 'built-in' });
  const hand = new Hand({
    ...{ registry, holds: new MemoryHolds({ clock: realClock }), clock: realClock, stop: new Stop() },
    arePagesOpen: () => true,
    onChange: () => undefined,
    onControl: () => undefined,
  });
  return {
    // The handlers need no page.
    takeOver: async (device: string) => hand.handlers.takeOver?.({ device }, undefined as never),
    attach: (...ids: string[]) => attached.splice(0, attached.length, ...ids),
    /** The device of a call that names none. */
    used: () =>
      withinLimit({ clock: realClock, limit: 1000 }, async (call) => {
        const { device } = await registry.choose(undefined, call);
        return device.id;
      }),
  };
}

test('the hand stays on the device that was taken over when others are plugged in or pulled out', async () => {
  for (const [before, taken, after] of [
    [['cabled'], 'cabled', []],
    [['cabled'], 'cabled', ['another']],
    [['cabled'], 'cabled', ['cabled', 'another']],
    [[], 'built-in', ['cabled']],
  ] as const) {
    const { takeOver, attach, used } = handOnAttached(...before);
    await takeOver(taken);
    attach(...after);
    assert.equal(await used(), taken, `${before.join()} became ${after.join()}`);
  }
});

test('a device that calls do not mean is not taken over, and calls go on meaning what is attached', async () => {
  const { takeOver, attach, used } = handOnAttached('cabled');
  await assert.rejects(takeOver('built-in'), /^StudioError: Handeye writes to cabled in this run/);
  attach('another');
  assert.equal(await used(), 'another');
});
