import { callWithoutDeadline } from '@handeye/core/call/call';
import type { Bus } from '../../src/bus/bus.ts';
import type { DeviceLease } from '../../src/leases/device-lease.ts';
import { FarmLeases } from '../../src/leases/farm-leases.ts';
import { FarmView } from '../../src/leases/farm-view.ts';
import { SimulatedDevice } from './device.ts';
import { SimulatedHost } from './host.ts';
import { Network, SimulatedBus } from './network.ts';
import { Process, type ProcessOptions, World } from './world.ts';

export interface FarmOptions {
  readonly seed?: number;
  /** Devices of each host, by the host's name. */
  readonly hosts?: Readonly<Record<string, readonly string[]>>;
  readonly Lease?: typeof DeviceLease | undefined;
  readonly View?: typeof FarmView | undefined;
}

/** A server with its view of the farm. */
export interface SimulatedServer {
  readonly process: Process;
  readonly bus: Bus;
  readonly view: FarmView;
  readonly leases: FarmLeases;
}

/** A host's newest process. */
export interface RunningHost {
  readonly process: Process;
  readonly host: SimulatedHost;
}

/** Hosts with devices, servers, and the network between them. */
export class SimulatedFarm {
  readonly world: World;
  readonly network: Network;
  readonly devices = new Map<string, SimulatedDevice>();
  readonly running = new Map<string, RunningHost>();
  readonly #options: FarmOptions;

  constructor(options: FarmOptions = {}) {
    this.#options = options;
    this.world = new World(options.seed ?? 1);
    this.network = new Network(this.world);
    for (const [host, names] of Object.entries(this.hosts)) {
      for (const [count, name] of names.entries()) {
        this.devices.set(
          `${host}.${name}`,
          new SimulatedDevice(this.world, name, { rack: host, shelf: `${count}` }),
        );
      }
    }
  }

  get hosts(): Readonly<Record<string, readonly string[]>> {
    return this.#options.hosts ?? { 'rack-1': ['one', 'two'] };
  }

  /** Starts a process of a host; one that runs already is not stopped. */
  startHost(name: string, clock: ProcessOptions = {}): void {
    const process = new Process(this.world, clock);
    const devices = (this.hosts[name] ?? []).map((device) => this.devices.get(`${name}.${device}`)!);
    const { Lease } = this.#options;
    const host = new SimulatedHost({
      network: this.network,
      process,
      name,
      devices,
      ...(Lease && { Lease }),
    });
    this.running.set(name, { process, host });
    host.start();
  }

  async startServer(clock: ProcessOptions = {}): Promise<SimulatedServer> {
    const process = new Process(this.world, clock);
    const bus = new SimulatedBus(this.network, process);
    const { View = FarmView } = this.#options;
    const call = callWithoutDeadline(process.clock, new AbortController().signal);
    const view = await View.open(bus, process.clock, call);
    const { random } = this.world;
    return { process, bus, view, leases: new FarmLeases({ bus, view, clock: process.clock, random }) };
  }

  /** Runs the farm until a promise settles. */
  async until<T>(promise: Promise<T>): Promise<T> {
    const state = { isSettled: false };
    const done = () => {
      state.isSettled = true;
    };
    promise.then(done, done);
    await this.world.run(this.world.now + 600_000, () => state.isSettled);
    if (!state.isSettled) throw new Error('it never ends');
    return promise;
  }
}
