import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { violations } from './faults/checker.ts';
import { FarmClient, type Run } from './faults/client.ts';
import { judgedGrants } from './faults/fairness.ts';
import { FarmUnderTest } from './faults/farm-under-test.ts';
import { faultPlan, inject } from './faults/fault-plan.ts';
import type { Journal, Outage } from './faults/journal.ts';
import { machineTime } from './faults/machine-time.ts';
import { callTool } from './faults/mcp-calls.ts';
import { Random } from './faults/random.ts';
import { summary } from './faults/summary.ts';

/** With TEST_LONG=1 a run has two minutes and all faults, otherwise less than one minute and most of them. */
const IS_LONG = process.env.TEST_LONG !== undefined;

const CLIENTS = 24;
const DURATION = IS_LONG ? 120_000 : 48_000;

/** Milliseconds after the last fault within which every device must be free again: a lease, its key's life and a reset. */
const RECOVERY = 150_000;

/** Milliseconds for a starting farm to offer its devices. */
const START = 120_000;

/** Maximum milliseconds that clients continue until there are enough leases: a slow machine takes longer. */
const MOST_DURATION = 300_000;
const LEAST_LEASES = IS_LONG ? 36 : 16;

/** Minimum number of grants whose order must be known; a consumer that NATS moves misses some. */
const LEAST_JUDGED = IS_LONG ? 12 : 5;

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);

/** A farm of 12 phones on three hosts, which 24 clients use through two servers while its parts fail. */
test(`under faults no device has two holders, no write is late, nothing is stuck (TEST_SEED=${SEED})`, async (t) => {
  const over = new AbortController();
  // Before the farm ends, so that no part of it is started again.
  t.after(() => {
    over.abort();
  });
  const farm = await FarmUnderTest.start(t);
  const { journal, problems } = await played(farm, new Random(SEED), over.signal);
  const found = [...problems, ...violations(journal)];
  for (const line of summary(journal)) t.diagnostic(line);
  if (found.length > 0) for (const line of farm.lastWords()) t.diagnostic(line);
  assert.deepEqual(found, []);
  // Otherwise the run proves nothing.
  assert.ok(journal.leases.length >= LEAST_LEASES && journal.touches.length >= journal.leases.length);
  const judged = judgedGrants(journal.grants);
  t.diagnostic(`the order of ${judged} of ${journal.leases.length} grants was seen`);
  assert.ok(judged >= LEAST_JUDGED, 'the order was not seen');
});

/** Lets clients work while faults happen; returns the journal and what cannot be used afterwards. */
async function played(farm: FarmUnderTest, random: Random, over: AbortSignal) {
  const servers = farm.servers.map(({ url }) => url);
  assert.deepEqual(await unfree(servers, farm.devices.size, START), []);
  const [queue, grants] = [await farm.history('queue'), await farm.history('leases')];
  let writes = 0;
  const run: Run = {
    servers,
    over,
    leases: [],
    calls: [],
    nextWrite: () => writes++,
    phoneOf: (device) => farm.phoneOf(device),
  };
  const clients = Array.from({ length: CLIENTS }, (_, at) => clientOf(run, at, random));
  const outages: Outage[] = [];
  const began = machineTime();
  const isOver = () => {
    const passed = machineTime() - began;
    return passed > MOST_DURATION || (passed > DURATION && run.leases.length >= LEAST_LEASES);
  };
  const plan = faultPlan(farm, random, IS_LONG);
  await Promise.all([inject(plan, outages, over), ...clients.map((client) => client.work(isOver))]);
  const problems = await unfree(servers, farm.devices.size, RECOVERY);
  problems.push(...(await unusable([...farm.devices.keys()], clients)));
  const { leases, calls } = run;
  const { touches } = farm.phones;
  const journal: Journal = { touches, leases, calls, queue, grants, outages };
  return { journal, problems };
}

/** Leases, touches, reads and releases all devices at once; returns those for which this failed. */
async function unusable(devices: readonly string[], clients: readonly FarmClient[]): Promise<string[]> {
  const tried = devices.map(async (device, at) => {
    const leased = await clients[at]?.lease({ device }, 60);
    const isUsable = leased !== undefined && (await clients[at]?.touchOnce(leased));
    return isUsable === true ? [] : [`${device} cannot be used`];
  });
  return (await Promise.all(tried)).flat();
}

/** A third of the clients want a host's devices, the others any. Some oversleep or vanish with a device. */
function clientOf(run: Run, at: number, random: Random): FarmClient {
  return new FarmClient(run, {
    name: `agent-${at + 1}`,
    random: new Random(random.next() * 2 ** 31),
    wants: at % 3 === 0 ? { labels: { host: `host-${1 + ((at / 3) % 3)}` } } : { platform: 'android' },
    endings:
      at % 6 === 1 ? ['oversleeps', 'releases'] : at % 6 === 4 ? ['vanishes', 'releases', 'releases'] : [],
  });
}

async function listed(server: string): Promise<string> {
  const call = { client: 'watcher', tool: 'list_devices', args: {} };
  return (await callTool(server, call, AbortSignal.timeout(30_000))).text;
}

/** Waits until every server lists all devices as free; returns the lists if that takes too long. */
async function unfree(servers: readonly string[], count: number, limit: number): Promise<string[]> {
  const end = machineTime() + limit;
  for (;;) {
    const lists = await Promise.all(servers.map(listed));
    if (lists.every((list) => list.includes(`farm: ${count} devices, ${count} free`))) return [];
    if (machineTime() > end) return lists;
    await sleep(1_000);
  }
}
