import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import * as z from 'zod';
import { type Call, callWithoutDeadline, pause, withinLimit } from '@handeye/core/call/call';
import { DeviceLease } from '../../src/leases/device-lease.ts';
import { acceptRequest, releaseRequest, renewRequest } from '../../src/protocol/messages.ts';
import { leaseIdOf, subjects } from '../../src/protocol/names.ts';
import { BEAT, type DeviceRecord, hostRecord } from '../../src/protocol/records.ts';
import { type Network, SimulatedBus } from './network.ts';
import type { SimulatedDevice } from './device.ts';
import type { Process } from './world.ts';

/** Milliseconds of a reset. */
const RESET = 700;

const anyRequest = z.object({ device: z.string() });

/** A call of several writes, one after the other. */
const writeRequest = z.object({
  device: z.string(),
  secret: z.string(),
  writes: z.number(),
  apart: z.number(),
});

export interface HostOptions {
  readonly network: Network;
  readonly process: Process;
  readonly name: string;
  readonly devices: readonly SimulatedDevice[];
  /** The class that keeps leases; tests of the model pass a broken one. */
  readonly Lease?: typeof DeviceLease;
}

/** A host's handling of leases, around the real keeper. */
export class SimulatedHost {
  readonly #options: HostOptions;
  readonly #bus: SimulatedBus;
  readonly #incarnation = randomUUID();
  readonly #call: Call;
  #leases: ReadonlyMap<string, DeviceLease> = new Map();
  readonly #records = new Map<string, DeviceRecord>();
  readonly #turns = new Map<SimulatedDevice, number>();

  constructor(options: HostOptions) {
    this.#options = options;
    this.#bus = new SimulatedBus(options.network, options.process);
    const { signal } = new AbortController();
    setMaxListeners(0, signal);
    this.#call = callWithoutDeadline(options.process.clock, signal);
  }

  /** Begins when no other process of this name is alive: its record in the bucket has expired. */
  start(): void {
    this.#whoIsThere((incarnation) => {
      if (incarnation === undefined && this.#leases.size === 0) void this.#begin();
    });
    this.#options.process.clock.after(1_500, () => {
      if (this.#leases.size === 0) this.start();
    });
  }

  async #begin(): Promise<void> {
    const { name, devices, process, Lease = DeviceLease } = this.#options;
    const leases = await this.#bus.bucket('leases');
    this.#leases = new Map(
      devices.map((device) => [
        device.name,
        new Lease({
          name: { host: name, device: device.name },
          leases,
          clock: process.clock,
          events: {
            onAccepted: () => {
              this.#stands(device, 'leased');
            },
            onEnded: () => void this.#reset(device),
          },
        }),
      ]),
    );
    for (const verb of ['accept', 'renew', 'release', 'call'] as const) {
      this.#bus.subscribe(subjects.host(name, verb), (message) => {
        const request: unknown = JSON.parse(new TextDecoder().decode(message.data));
        void this.#serve(verb, request).then((answer) => {
          message.reply(new TextEncoder().encode(JSON.stringify(answer)));
        });
      });
    }
    for (const device of devices) void this.#reset(device);
    this.#beat();
  }

  /** The device does not answer for that long. */
  async unwell(device: SimulatedDevice, milliseconds: number): Promise<void> {
    const lease = this.#leases.get(device.name);
    if (!lease) return;
    await lease.withdraw(this.#call);
    const turn = this.#stands(device, 'unwell');
    await pause(milliseconds, this.#call);
    if (this.#turns.get(device) === turn) await this.#reset(device);
  }

  async #serve(verb: 'accept' | 'renew' | 'release' | 'call', request: unknown): Promise<unknown> {
    const { devices } = this.#options;
    const { device: name } = anyRequest.parse(request);
    const device = devices.find((one) => one.name === name)!;
    const lease = this.#leases.get(name)!;
    if (verb === 'call') return this.#write(device, lease, writeRequest.parse(request));
    const answer = await this.#answer(verb, lease, request);
    if (answer.ok) device.noted(verb, request, answer.minutes, this.#options.process);
    return answer;
  }

  #answer(verb: 'accept' | 'renew' | 'release', lease: DeviceLease, request: unknown) {
    if (verb === 'accept') return lease.accept(acceptRequest.parse(request), this.#call);
    if (verb === 'renew') return lease.renew(renewRequest.parse(request));
    return lease.release(releaseRequest.parse(request));
  }

  async #write(
    device: SimulatedDevice,
    lease: DeviceLease,
    { secret, writes, apart }: z.infer<typeof writeRequest>,
  ): Promise<unknown> {
    const { clock } = this.#options.process;
    let written = 0;
    try {
      lease.mustBeHeldBy(secret);
      await withinLimit({ clock, limit: 60_000, cancelled: lease.signal }, async (call) => {
        for (; written < writes; written += 1) {
          await lease.fence(call);
          device.write(leaseIdOf(secret));
          await pause(apart, call);
        }
      });
    } catch (error) {
      return { written, error: String(error) };
    }
    return { written };
  }

  async #reset(device: SimulatedDevice): Promise<void> {
    const { process } = this.#options;
    const turn = this.#stands(device, 'resetting');
    await pause(RESET, this.#call);
    if (process.isDead || this.#turns.get(device) !== turn) return;
    this.#stands(device, 'free', this.#leases.get(device.name)!.offer());
  }

  /** Announces the state of a device. Returns its number, so that slow work can check whether it is still current. */
  #stands(device: SimulatedDevice, state: DeviceRecord['state'], offer?: string): number {
    const { name, labels } = device;
    const turn = (this.#turns.get(device) ?? 0) + 1;
    this.#turns.set(device, turn);
    const record = {
      title: name,
      kind: 'phone' as const,
      platform: 'android',
      version: '14',
      capabilities: [],
      labels,
      state,
      offer,
      incarnation: this.#incarnation,
    };
    this.#records.set(name, record);
    this.#announce(name);
    return turn;
  }

  #announce(name: string): void {
    this.#put(`${this.#options.name}.${name}`, this.#records.get(name));
  }

  #put(key: string, value: unknown): void {
    const { network, process } = this.#options;
    network.carry(process, () => network.stores.devices.put(key, value));
  }

  /** Announces itself and its devices; ends if another process uses its name. */
  #beat(): void {
    const { name, process, devices } = this.#options;
    this.#whoIsThere((incarnation) => {
      if (incarnation !== undefined && incarnation !== this.#incarnation) {
        for (const lease of this.#leases.values()) void lease.close();
        process.kill();
      }
      const facts = { version: '1', devices: devices.length, calls: 0, load: 0 };
      this.#put(name, { incarnation: this.#incarnation, ...facts });
    });
    for (const device of devices) this.#announce(device.name);
    process.clock.after(BEAT, () => {
      this.#beat();
    });
  }

  /** Asks which process has this host's name. There may be no answer. */
  #whoIsThere(then: (incarnation: string | undefined) => void): void {
    const { network, process, name } = this.#options;
    network.carry(process, () => {
      const { data } = hostRecord.safeParse(network.stores.devices.get(name)?.value);
      network.carry(process, () => {
        process.deliver(() => {
          then(data?.incarnation);
        });
      });
    });
  }
}
