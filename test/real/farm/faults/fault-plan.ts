import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsNode } from '../nats.ts';
import type { FarmUnderTest, TestedHost, TestedServer } from './farm-under-test.ts';
import type { Outage } from './journal.ts';
import { machineTime } from './machine-time.ts';
import type { Phones } from './phones.ts';
import type { Random } from './random.ts';
import type { CutMode } from './tcp-proxy.ts';

/** A fault and its repair. */
interface Fault {
  readonly what: string;
  /** The server that is down meanwhile. */
  readonly server?: string;
  /** The phones that cannot be used meanwhile: they are dead, or their host does not run. */
  readonly phones?: readonly number[];
  readonly strike: () => Promise<void> | void;
  readonly mend: () => Promise<void> | void;
}

/** A fault with its time, in milliseconds from the start. */
export interface PlannedFault extends Fault {
  readonly at: number;
  readonly lasts: number;
}

/**
 * The faults of a run, chosen by its seed. Each host has one that its leases do not survive: it is killed, it is cut off for
 * longer than the key of a lease lives, or, in a long run, it is suspended for more than the minute of a lease. Short faults
 * let calls arrive late that clients were told are not done.
 */
export function faultPlan(
  { hosts, servers, nodes, phones }: FarmUnderTest,
  random: Random,
  isLong: boolean,
): PlannedFault[] {
  const host = picker(random.shuffled(hosts));
  const server = picker(random.shuffled(servers));
  const node = picker(random.shuffled(nodes));
  const port = picker(random.shuffled(phones.ports));
  const mode = random.pick(['hold', 'drop'] as const);
  const planned = (fault: Fault, seconds: number, lasts: number): PlannedFault => ({
    ...fault,
    at: (seconds + random.between(-2, 2)) * 1_000,
    lasts: lasts * 1_000,
  });
  if (!isLong)
    return [
      planned(phoneDies(phones, port(0)), 4, 8),
      planned(hostIsCutOff(host(2), mode), 6, 33),
      planned(serverDies(server(0)), 8, 4),
      planned(hostDies(host(0)), 12, 0.5),
      planned(hostFreezes(host(1)), 18, 8),
      planned(nodeDies(node(0)), 28, 8),
      planned(serverDies(server(1)), 38, 4),
    ];
  return [
    planned(phoneDies(phones, port(0)), 6, 15),
    planned(serverDies(server(0)), 10, 4),
    planned(hostDies(host(0)), 14, 0.5),
    planned(hostFreezes(host(1)), 22, 8),
    planned(nodeDies(node(0)), 32, 10),
    planned(hostFreezes(host(1)), 44, 66),
    planned(serverDies(server(1)), 60, 4),
    planned(hostIsCutOff(host(2), mode), 64, 33),
    planned(nodeDies(node(1)), 82, 8),
    planned(phoneDies(phones, port(1)), 90, 8),
    planned(hostIsCutOff(host(0), 'hold'), 102, 8),
  ];
}

/** Runs the faults. Resolves when all are repaired, rejects at `end`; adds each outage to `outages`. */
export async function inject(
  plan: readonly PlannedFault[],
  outages: Outage[],
  end: AbortSignal,
): Promise<void> {
  // Every fault has a listener for the end.
  setMaxListeners(0, end);
  const sleeping = { signal: end };
  const happen = async ({ at, lasts, strike, mend, ...of }: PlannedFault) => {
    await sleep(at, undefined, sleeping);
    const outage: Outage = { ...of, from: machineTime() };
    outages.push(outage);
    await strike();
    await sleep(lasts, undefined, sleeping);
    await mend();
    outage.to = machineTime();
  };
  await Promise.all(plan.map(happen));
}

function picker<T>(all: readonly T[]): (at: number) => T {
  return (at) => {
    const one = all[at];
    if (one === undefined) throw new RangeError(`There are not ${at + 1} of them.`);
    return one;
  };
}

function phoneDies(phones: Phones, port: number): Fault {
  return {
    what: `phone ${port} dies`,
    phones: [port],
    strike: () => {
      phones.die(port);
    },
    mend: () => {
      phones.return(port);
    },
  };
}

function serverDies({ url, program }: TestedServer): Fault {
  return {
    what: `kill -9 ${program.name}`,
    server: url,
    strike: () => program.kill(),
    mend: () => program.start(),
  };
}

function hostDies({ name, program, ports }: TestedHost): Fault {
  return {
    what: `kill -9 ${name}`,
    phones: ports,
    strike: () => program.kill(),
    mend: () => program.start(),
  };
}

function hostFreezes({ name, program, ports }: TestedHost): Fault {
  return {
    what: `${name} stands still`,
    phones: ports,
    strike: () => {
      program.signal('SIGSTOP');
    },
    mend: () => {
      program.signal('SIGCONT');
    },
  };
}

function hostIsCutOff({ name, network }: TestedHost, mode: CutMode): Fault {
  return {
    what: `${name} is cut off (${mode})`,
    strike: () => {
      for (const way of network) way.cut(mode);
    },
    mend: () => {
      for (const way of network) way.mend();
    },
  };
}

function nodeDies(node: NatsNode): Fault {
  return {
    what: `kill -9 of the NATS node ${node.url}`,
    strike: () => node.stop('SIGKILL'),
    mend: () => node.start(),
  };
}
