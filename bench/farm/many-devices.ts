import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { connectBus } from '@handeye/farm/bus/nats-bus';
import { FarmView } from '@handeye/farm/leases/farm-view';
import { FarmLeases } from '../../packages/farm/src/leases/farm-leases.ts';
import { BEAT } from '@handeye/farm/protocol/records';
import { startNats } from '../../test/real/farm/nats.ts';
import { type Figure, median, timed } from '../android/goals.ts';
import { cpuShare, useOf } from './process-use.ts';

const SIMULATED = fileURLToPath(new URL('simulated-hosts.ts', import.meta.url));
const HOSTS = 100;
const LEASES = 500;
const CLIENTS = 20;
const LISTS = 20;

/** Deadline of each step in milliseconds. */
const LIMIT = 120_000;

/** Milliseconds between two measurements of the processes: three beats of every device. */
const WATCHED = 3 * BEAT;

/** A farm of that many devices on one NATS, with a server that sees all of them: the cost of each part. */
export async function manyDevices(devices: number): Promise<Figure[]> {
  const endings: (() => unknown)[] = [];
  try {
    return await measured(devices, { after: (work) => endings.push(work) });
  } finally {
    for (const end of endings.reverse()) await end();
  }
}

async function measured(count: number, ending: Parameters<typeof startNats>[0]): Promise<Figure[]> {
  const [node] = await startNats(ending);
  if (!node) throw new Error('NATS does not run.');
  const hosts = Math.min(HOSTS, count);
  const child = fork(SIMULATED, [node.url, String(hosts), String(Math.ceil(count / hosts))]);
  ending.after(() => ended(child));
  const [{ announced }] = (await once(child, 'message')) as [{ announced: number }];

  const unused = useOf(process.pid).memory;
  const bus = await connectBus({
    servers: [node.url],
    name: 'bench',
    inboxPrefix: '_INBOX_server',
    makesBuckets: false,
  });
  ending.after(() => bus.close());
  let view: FarmView | undefined;
  const opened = await timed(
    async () => (view = await within((call) => FarmView.open(bus, realClock, call))),
  );
  if (!view) throw new Error('The view did not open.');
  const seen = view;
  ending.after(() => {
    seen.close();
  });
  const leases = new FarmLeases({ bus, view: seen, clock: realClock });
  const all = await leases.devices({});
  if (all.length < count) throw new Error(`Only ${all.length} of ${count} devices are seen.`);
  const lists: number[] = [];
  for (let at = 0; at < LISTS; at += 1) lists.push(await timed(() => leases.devices({})));
  const filtered = await timed(() =>
    leases.devices({ platform: 'android', version: { from: '12' }, labels: { slot: '7' } }),
  );

  const pids = { nats: node.pid, server: process.pid, hosts: child.pid ?? 0 };
  const uses = () => ({ nats: useOf(pids.nats), server: useOf(pids.server), hosts: useOf(pids.hosts) });
  // Every write to a bucket has the next number; an invalid record is ignored by all.
  const devices = await bus.bucket('devices');
  const writes = () => within((call) => devices.put('bench', {}, call));
  const [before, from, first] = [uses(), performance.now(), await writes()];
  await sleep(WATCHED);
  const [after, took, last] = [uses(), performance.now() - from, await writes()];

  const alone = await leaseMany(leases, { count: LEASES / 5, clients: 1 });
  const { each, total } = await leaseMany(leases, { count: LEASES, clients: CLIENTS });
  const how = `${count} devices of ${hosts} hosts, one NATS node`;
  const figure = (what: string, value: number, unit: string, atMost?: number): Figure => ({
    what: `${count} devices: ${what}`,
    measured: value,
    unit,
    goal: atMost === undefined ? undefined : { atMost },
    how,
  });
  return [
    figure('announced', announced / 1000, ' s'),
    figure('a server that starts knows all', opened / 1000, ' s'),
    figure('list all, median', median(lists), ' ms', 1000),
    figure('list those that match', filtered, ' ms', 1000),
    figure('writes a second while all beat', ((last - first) / took) * 1000, ' /s'),
    figure('CPU of NATS while all beat', cpuShare(before.nats, after.nats, took), ' %'),
    figure('CPU of a server while all beat', cpuShare(before.server, after.server, took), ' %'),
    figure('CPU of all hosts while all beat', cpuShare(before.hosts, after.hosts, took), ' %'),
    figure('memory of NATS', after.nats.memory, ' MB'),
    figure('memory of a server for them', after.server.memory - unused, ' MB'),
    figure('memory of all hosts', after.hosts.memory, ' MB'),
    figure('a lease, one client, median', median(alone.each), ' ms'),
    figure(`a lease, ${CLIENTS} clients at once, median`, median(each), ' ms'),
    figure(`leases a second, ${CLIENTS} clients`, (LEASES / total) * 1000, ' /s'),
  ];
}

/** Many clients that lease a device and give it back, at the same time; milliseconds of each lease, and of all. */
async function leaseMany(
  leases: FarmLeases,
  { count, clients }: { readonly count: number; readonly clients: number },
): Promise<{ readonly each: number[]; readonly total: number }> {
  const each: number[] = [];
  let left = count;
  const client = async (name: string) => {
    while (left-- > 0) {
      const wish = { wants: { platform: 'android' }, minutes: 1, waitSeconds: 60, client: name };
      let leased = '';
      each.push(await timed(async () => (leased = (await within((call) => leases.lease(wish, call))).name)));
      await within((call) => leases.release(leased, call));
    }
  };
  const total = await timed(() =>
    Promise.all(Array.from({ length: clients }, (_, at) => client(`client-${at}`))),
  );
  return { each, total };
}

function within<T>(work: (call: Call) => Promise<T>): Promise<T> {
  return withinLimit({ clock: realClock, limit: LIMIT }, work);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
}
