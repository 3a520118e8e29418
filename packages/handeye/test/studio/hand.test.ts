import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realClock } from '../../src/call/clock.ts';
import { Registry } from '../../src/device/registry.ts';
import { MemoryHolds } from '../../src/guard/holds.ts';
import { Hand } from '../../src/studio/hand/hand.ts';
import { Stop } from '../../src/studio/hand/stop.ts';
import { form } from '../support/screens.ts';
import { ScriptedDevice, sourceOf } from '../support/scripted-device.ts';

/** The person's hand on a device that opens when the test says so. */
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
