import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realClock } from '@handeye/core/call/clock';
import { Registry } from '@handeye/core/device/registry';
import { MemoryHolds } from '@handeye/core/guard/holds';
import { Hand } from '../src/hand/hand.ts';
import { Stop } from '../src/hand/stop.ts';
import { form } from '@handeye/testing/screens';
import { ScriptedDevice, sourceOf } from '@handeye/testing/scripted-device';

test('beside a farm, too, a take-over ends what is written to the only device of this computer without its name', async () => {
  const device = new ScriptedDevice(form());
  const registry = new Registry({
    sources: [sourceOf([device])],
    configured: [device.id],
    elsewhere: 'lease_device gives you one.',
  });
  const signal = new AbortController().signal;
  const session = await registry.choose(undefined, { clock: realClock, signal, remaining: () => 1000 });
  assert.equal(session.device.id, device.id, 'a call needs not name it');
  const stop = new Stop();
  const hand = new Hand({
    ...{ registry, holds: new MemoryHolds({ clock: realClock }), clock: realClock, stop },
    arePagesOpen: () => true,
    onChange: () => undefined,
    onControl: () => undefined,
  });
  const write = stop.began({
    tool: 'run_steps',
    args: { steps: [] },
    writes: true,
    byPerson: false,
  } as never);
  await hand.handlers.takeOver?.({ device: device.id }, undefined as never);
  assert.equal(hand.has(device.id), true);
  assert.equal(write.signal.aborted, true);
});
