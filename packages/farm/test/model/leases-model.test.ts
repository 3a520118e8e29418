import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import type { Call } from '@handeye/core/call/call';
import { DeviceLease, type DeviceLeaseOptions } from '../../src/leases/device-lease.ts';
import { FarmView } from '../../src/leases/farm-view.ts';
import { SimulatedDevice } from '../simulated/device.ts';
import type { FarmOptions } from '../simulated/farm.ts';
import { Process, World } from '../simulated/world.ts';
import { faultsIn } from './history.ts';
import { type Plan, plans, takeovers, unheard } from './plan.ts';

// Histories are full of errors whose stacks are never read.
Error.stackTraceLimit = 0;

const MANY_HISTORIES = fileURLToPath(new URL('many-histories.ts', import.meta.url));

test('under crashes, suspensions and cuts each device has one holder at a time, in order, and nothing waits forever', async () => {
  await promisify(execFile)(process.execPath, ['--import', import.meta.resolve('tsx'), MANY_HISTORIES]);
});

/** Skips the check before a write. */
class Unfenced extends DeviceLease {
  override fence(call: Call): Promise<void> {
    call.signal.throwIfAborted();
    return Promise.resolve();
  }
}

/** Ignores the passage of time. */
class Timeless extends DeviceLease {
  constructor(options: DeviceLeaseOptions) {
    super({ ...options, clock: { ...options.clock, now: () => 0 } });
  }
}

/** Agrees to end a lease, but does not. */
class Unending extends DeviceLease {
  override release(): ReturnType<DeviceLease['release']> {
    return Promise.resolve({ ok: true, minutes: 0 });
  }
}

/** Reverses the queue. */
class Reversed extends FarmView {
  override queue(): ReturnType<FarmView['queue']> {
    return super.queue().toReversed();
  }
}

/** Treats an incomplete queue as complete. */
class Hasty extends FarmView {
  override get isQueueKnown(): boolean {
    return true;
  }
}

interface Broken {
  readonly parts: Pick<FarmOptions, 'Lease' | 'View'>;
  readonly fault: RegExp;
  /** Histories in which the fault is more frequent. */
  readonly among?: fc.Arbitrary<Plan>;
}

const outOfTurn = /client \d takes rack-\d\.\w+ before client \d/;

const broken: Readonly<Record<string, Broken>> = {
  'does not ask the bucket before a write': {
    parts: { Lease: Unfenced },
    fault: /touched by two holders/,
    among: takeovers,
  },
  'does not look at its clock': { parts: { Lease: Timeless }, fault: /touched after the end/ },
  'does not end a lease that is given back': { parts: { Lease: Unending }, fault: /touched after the end/ },
  'ignores who came first': {
    parts: { View: Reversed },
    fault: outOfTurn,
  },
  'does not wait until it was told everything': { parts: { View: Hasty }, fault: outOfTurn, among: unheard },
};

/** Each fault shows in at least one of twenty histories, so the chance that this many miss it is negligible. */
const ENOUGH = 1_000;

for (const [what, { parts, fault, among = plans }] of Object.entries(broken)) {
  test(`the histories find a farm that ${what}`, async () => {
    for (const plan of fc.sample(among, ENOUGH)) {
      const found = await faultsIn(plan, parts);
      if (found.some((one) => fault.test(one))) return;
    }
    assert.fail(`${ENOUGH} histories show nothing`);
  });
}

test('the device sees a write after the end, also when the lease was accepted twice', async () => {
  const world = new World(1);
  const host = new Process(world);
  const device = new SimulatedDevice(world, 'one');
  device.noted('accept', { id: 'a' }, 1, host);
  await world.run(50_000);
  device.noted('accept', { id: 'a' }, 1, host);
  await world.run(70_000);
  device.write('a');
  assert.match(device.faults.join(), /touched after the end/);
});
