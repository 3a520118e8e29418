import { setMaxListeners } from 'node:events';
import { callWithoutDeadline, withinLimit } from '@handeye/core/call/call';
import type { Leased, LeaseWish, Wants } from '@handeye/core/device/leases';
import { leasedNameOf, subjects } from '../../src/protocol/names.ts';
import { type FarmOptions, SimulatedFarm, type SimulatedServer } from '../simulated/farm.ts';
import { checkOrder } from './order-check.ts';
import { BEGIN, type ClientPlan, type FaultPlan, HEALED, type Plan } from './plan.ts';

const wishes: readonly Wants[] = [{}, {}, { labels: { shelf: '0' } }, { device: 'rack-1.one' }];

/** Milliseconds after the healing within which every wait has ended, and each device can be leased again. */
const CALM = 80_000;

/** Runs one history and returns the violations: none if the protocol is right. */
export async function faultsIn(
  plan: Plan,
  broken: Pick<FarmOptions, 'Lease' | 'View'> = {},
): Promise<string[]> {
  return new History(plan, broken).run();
}

class History {
  readonly #plan: Plan;
  readonly #farm: SimulatedFarm;
  readonly #hostNames: readonly string[];
  readonly #faults: string[] = [];
  readonly #servers: SimulatedServer[] = [];
  /** Running waits, with the process that must end them. */
  readonly #waits = new Map<ClientPlan, SimulatedServer>();
  /** Number of clients that are not done. Those of a killed server never are. */
  #clients: number;

  /** Never aborted. Each history has its own, so that its listeners go with it. */
  readonly #never = new AbortController().signal;

  constructor(plan: Plan, broken: Pick<FarmOptions, 'Lease' | 'View'>) {
    setMaxListeners(0, this.#never);
    this.#plan = plan;
    this.#farm = new SimulatedFarm({ seed: plan.seed, hosts: plan.hosts, ...broken });
    this.#hostNames = Object.keys(plan.hosts);
    this.#clients = plan.clients.length;
  }

  async run(): Promise<string[]> {
    const { world, network } = this.#farm;
    checkOrder(this.#farm, (fault) => this.#faults.push(fault));
    for (const name of this.#hostNames) this.#farm.startHost(name, this.#clock());
    for (const at of [0, 1]) await this.#startServer(at);
    Object.assign(network.weather, { loss: this.#plan.loss, late: this.#plan.late });
    for (const client of this.#plan.clients) {
      world.after(client.at - world.now, () => {
        void this.#client(client).finally(() => (this.#clients -= 1));
      });
    }
    for (const fault of this.#plan.faults) {
      world.after(fault.at - world.now, () => {
        this.#fault(fault);
      });
    }
    await world.run(HEALED, () => world.now > BEGIN && this.#clients === 0);
    await this.#heal();
    await world.run(world.now + CALM, () => !this.#isWaitedFor());
    if (this.#isWaitedFor()) this.#faults.push('a wait never ends');
    await this.#tryAll();
    return [...this.#faults, ...[...this.#farm.devices.values()].flatMap(({ faults }) => faults)];
  }

  #isWaitedFor(): boolean {
    return [...this.#waits.values()].some(({ process }) => !process.isDead);
  }

  /** Each process has its own clock, up to 3 % too fast or too slow. */
  #clock() {
    const { random } = this.#farm.world;
    return { rate: 0.97 + random() * 0.06, offset: random() * 1e6 };
  }

  async #startServer(at: number): Promise<void> {
    this.#servers[at] = await this.#farm.until(this.#farm.startServer(this.#clock()));
  }

  #fault({ kind, of, which, lasts, isStartedAgain }: FaultPlan): void {
    const name = this.#hostNames[which % this.#hostNames.length]!;
    const { process, host } = this.#farm.running.get(name)!;
    if (kind === 'unwell') {
      const device = this.#farm.devices.get(`${name}.${this.#plan.hosts[name]![0]}`)!;
      process.deliver(() => void host.unwell(device, lasts));
      return;
    }
    if (kind === 'deaf') {
      // Servers may be connected to different nodes, and each finds another one by itself.
      const { random } = this.#farm.world;
      for (const server of this.#servers) server.process.deafFor(lasts + random() * 2_000);
      return;
    }
    const struck = of === 'host' ? process : this.#servers[which]!.process;
    if (kind === 'kill') struck.kill();
    else if (kind === 'stop') struck.stopFor(lasts);
    else struck.cutFor(lasts);
    if (of === 'host' && (isStartedAgain || kind === 'kill')) this.#farm.startHost(name, this.#clock());
  }

  async #heal(): Promise<void> {
    const { network, running } = this.#farm;
    Object.assign(network.weather, { loss: 0, late: 0 });
    for (const { process } of [...running.values(), ...this.#servers]) {
      process.goOn();
      process.join();
      process.hear();
    }
    for (const [at, { process }] of this.#servers.entries()) if (process.isDead) await this.#startServer(at);
    this.#startDeadHosts();
  }

  /** A supervisor restarts dead hosts: if two processes of one host meet, both may end. */
  #startDeadHosts(): void {
    for (const [name, { process }] of this.#farm.running) {
      if (process.isDead) this.#farm.startHost(name, this.#clock());
    }
  }

  async #client(client: ClientPlan): Promise<void> {
    const server = this.#servers[client.server]!;
    if (server.process.isDead) return;
    this.#waits.set(client, server);
    const leased = await this.#lease(client, server).catch(() => undefined);
    this.#waits.delete(client);
    if (!leased) return;
    const other = this.#servers[1 - client.server]!;
    const work = this.#write(leased, client, server).catch(() => undefined);
    if (client.renews) await other.leases.renew(leased.name, 0.2, this.#callOf(other)).catch(() => undefined);
    if (!client.isHasty) await work;
    if (client.releases) await other.leases.release(leased.name, this.#callOf(other)).catch(() => undefined);
  }

  #lease(client: ClientPlan, server: SimulatedServer): Promise<Leased> {
    const { minutes, waitSeconds, cancelledAfter } = client;
    const controller = new AbortController();
    if (cancelledAfter !== undefined) {
      server.process.clock.after(cancelledAfter, () => {
        controller.abort(new Error('cancelled'));
      });
    }
    const wish = { wants: wishes[client.wants]!, minutes, waitSeconds, client: this.#nameOf(client) };
    return server.leases.lease(wish, this.#callOf(server, controller.signal));
  }

  #nameOf(client: ClientPlan): string {
    return `client ${this.#plan.clients.indexOf(client)}`;
  }

  async #write(
    { name }: Leased,
    { writes, apart }: Pick<ClientPlan, 'writes' | 'apart'>,
    server: SimulatedServer,
  ) {
    const { host, device, secret } = leasedNameOf(name)!;
    const data = new TextEncoder().encode(JSON.stringify({ device, secret, writes, apart }));
    const { clock } = server.process;
    const answer = await withinLimit({ clock, limit: 40_000 }, (call) =>
      server.bus.request(subjects.host(host, 'call'), data, call),
    );
    return JSON.parse(new TextDecoder().decode(answer)) as { written: number; error?: string };
  }

  #callOf({ process }: SimulatedServer, signal = this.#never) {
    return callWithoutDeadline(process.clock, signal);
  }

  /** Checks that nothing is stuck: a client of each server can lease and use each device. */
  async #tryAll(): Promise<void> {
    for (const [count, device] of [...this.#farm.devices.keys()].entries()) {
      const problem = await this.#problemOf(device, this.#servers[count % 2]!);
      if (problem !== undefined) this.#faults.push(problem);
    }
  }

  async #problemOf(device: string, server: SimulatedServer): Promise<string | undefined> {
    const { world } = this.#farm;
    const end = world.now + CALM;
    const wish = { wants: { device }, minutes: 1, waitSeconds: CALM / 1_000, client: `last of ${device}` };
    for (;;) {
      this.#startDeadHosts();
      // While its host starts, the farm does not have the device; an old process of the host that has just resumed refuses.
      const problem = await this.#farm.until(this.#use(server, wish)).catch(String);
      if (problem === undefined || world.now > end) return problem;
    }
  }

  async #use(server: SimulatedServer, wish: LeaseWish): Promise<string | undefined> {
    const leased = await server.leases.lease(wish, this.#callOf(server));
    const { error } = await this.#write(leased, { writes: 1, apart: 1 }, server);
    await server.leases.release(leased.name, this.#callOf(server));
    return error;
  }
}
