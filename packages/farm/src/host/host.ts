import { randomBytes } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import type * as z from 'zod';
import { type Call, DeadlineExceeded, pause, withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { invalidParams, permissionDenied, timedOut } from '@handeye/core/device/errors';
import type { Toolset } from '@handeye/core/tools/frame/defaults';
import type { Bucket, Bus, BusMessage, Subscription } from '../bus/bus.ts';
import type { LeaseEvents, LeaseKeeper } from '../leases/ports.ts';
import {
  acceptRequest,
  decoded,
  encoded,
  type LeaseAnswer,
  releaseRequest,
  renewRequest,
} from '../protocol/messages.ts';
import { type DeviceName, fullName, type HostVerb, subjects } from '../protocol/names.ts';
import { BEAT, type DeviceRecord, type HostRecord, LAPSE } from '../protocol/records.ts';
import { FramePublisher } from '../frames/publisher.ts';
import { Announcer } from './announcer.ts';
import type { DeviceOrigin, OpenLeaseTools } from './device-origin.ts';
import { failureOf, HostCalls, NOT_UNDERSTOOD } from './host-calls.ts';
import { HostedDevice, type HostedDeviceEvents } from './hosted-device.ts';
import { CLAIM_LIMIT, Incarnation, NameTaken } from './incarnation.ts';
import type { Reset } from './reset.ts';

/** Milliseconds for one exchange with the bus, and between two attempts to reach it. */
const BUS_LIMIT = 5_000;
const HEARD_AGAIN = 1_000;

export interface HostOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  /** Its name in the farm, a token. */
  readonly name: string;
  readonly version: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly reset: Reset;
  readonly openTools: OpenLeaseTools;
  readonly lease: (options: LeaseOptions) => LeaseKeeper;
  /** Toolsets that servers may use here. Default: all. */
  readonly toolsets?: readonly Toolset[] | undefined;
  readonly events?: HostEvents;
}

/** The parts for the lease of one device. */
export interface LeaseOptions {
  readonly name: DeviceName;
  /** The bucket `leases`. */
  readonly leases: Bucket;
  readonly clock: Clock;
  readonly events: LeaseEvents;
}

/** The events of a host, for its log and its metrics. */
export interface HostEvents extends Omit<HostedDeviceEvents, 'onChange'> {
  onState?(device: string, record: DeviceRecord): void;
  /** Another host, perhaps a dead one, still has the name. */
  onWaitForName?(): void;
  /** The host cannot reach the farm. */
  onSilenced?(error: unknown): void;
}

/** A host of a farm: announces its devices, lends them, and runs the calls of those who have a lease. */
export class Host {
  readonly devices = new Map<string, HostedDevice>();
  /** Resolves with the reason if the host cannot go on because another one has its name. */
  readonly lost: Promise<string>;
  readonly calls: HostCalls;
  readonly #options: HostOptions;
  readonly #leases: Bucket;
  readonly #incarnationId = randomBytes(12).toString('base64url');
  readonly #incarnation: Incarnation;
  readonly #announcer: Announcer;
  readonly #frames: FramePublisher;
  readonly #stop = new AbortController();
  readonly #lives = new Set<Promise<void>>();
  readonly #verbs: Readonly<Record<HostVerb, (message: BusMessage) => void>>;
  #taken: NameTaken | undefined;
  /** Start of the last confirmed beat: until it expires, no other host can have the name. */
  #confirmed = -Infinity;
  #onLost: (reason: string) => void = () => undefined;
  #subscription: Subscription | undefined;
  #stopBeat: () => void = () => undefined;
  #stopCount: () => void = () => undefined;
  #stopListening: () => void = () => undefined;

  private constructor(options: HostOptions, buckets: { readonly devices: Bucket; readonly leases: Bucket }) {
    this.#options = options;
    this.#leases = buckets.leases;
    const { bus, clock, name: host, toolsets } = options;
    this.lost = new Promise((resolve) => (this.#onLost = resolve));
    this.calls = new HostCalls({
      bus,
      clock,
      toolsets,
      lent: (device, secret) => this.#lent(device, secret),
      onFault: (device, error) => options.events?.onFault?.(device, error),
    });
    this.#incarnation = new Incarnation({ bucket: buckets.devices, host, id: this.#incarnationId });
    this.#announcer = new Announcer({
      bucket: buckets.devices,
      host,
      clock,
      // A host that was suspended for too long may have lost its name, so it publishes nothing until its next beat.
      record: (device) => (this.#isKnown ? this.#record(device) : undefined),
      onFailure: (error) => options.events?.onSilenced?.(error),
    });
    const session = (device: string) => this.devices.get(device)?.loan?.session;
    this.#frames = new FramePublisher({ bus, clock, host, session });
    this.#verbs = {
      call: (message) => {
        this.calls.onCall(message);
      },
      cancel: (message) => {
        this.calls.onCancel(message);
      },
      accept: (message) => {
        this.#answer(message, acceptRequest, (lease, request, call) => lease.accept(request, call));
      },
      renew: (message) => {
        this.#answer(message, renewRequest, (lease, request, call) => lease.renew(request, call));
      },
      release: (message) => {
        this.#answer(message, releaseRequest, (lease, request, call) => lease.release(request, call));
      },
      watch: (message) => {
        this.#frames.onWatch(message);
      },
    };
  }

  /** Claims the name and starts serving. `add` adds devices. `stop` aborts the wait for the name. */
  static async start(options: HostOptions, stop?: AbortSignal): Promise<Host> {
    // Hosts make all buckets, also the one that only servers use.
    const [devices, leases] = await Promise.all([
      options.bus.bucket('devices'),
      options.bus.bucket('leases'),
      options.bus.bucket('queue'),
    ]);
    const host = new Host(options, { devices, leases });
    const { clock, bus, name, events } = options;
    await withinLimit({ clock, limit: CLAIM_LIMIT, cancelled: stop }, (call) =>
      host.#incarnation.claim(host.#hostRecord(), call, () => events?.onWaitForName?.()),
    ).catch((error: unknown) => {
      throw error instanceof DeadlineExceeded ? timedOut(unnamed(name), error) : error;
    });
    host.#confirmed = clock.now();
    host.#subscription = bus.subscribe(subjects.allOfHost(name), (message) => {
      host.#onMessage(message);
    });
    await host.#subscription.ready;
    host.#beatLater();
    // After a reconnect the farm gets the current state at once.
    host.#stopListening = bus.onConnection((isConnected) => {
      if (isConnected) void host.#beat();
    });
    return host;
  }

  /** Starts lending this device. */
  add(origin: DeviceOrigin): void {
    const { clock, reset, openTools, name: host, events = {} } = this.#options;
    const { name } = origin;
    if (this.devices.has(name)) throw invalidParams(`This host has two devices named '${name}'.`);
    const full = { host, device: name };
    const key = fullName(full);
    const device = new HostedDevice({
      origin,
      fullName: key,
      mustHaveName: (call) => this.#mustHaveName(call),
      lease: (own) => this.#options.lease({ name: full, leases: this.#leases, clock, events: own }),
      reset,
      openTools,
      clock,
      events: {
        ...events,
        onChange: () => {
          this.#tell(name);
        },
      },
    });
    this.devices.set(name, device);
    this.#tell(name);
    // The host's record contains the number of devices; devices added together are counted once.
    this.#stopCount();
    this.#stopCount = clock.after(0, () => void this.#beat());
    const life = this.#removeOldLease(key).then(() => device.run(this.#stop.signal));
    this.#lives.add(life);
    life.catch((error: unknown) => events.onFault?.(name, error));
  }

  /** Ends all leases and removes the devices from the farm. */
  async stop(): Promise<void> {
    this.#stopBeat();
    this.#stopCount();
    this.#stopListening();
    this.#frames.close();
    this.#stop.abort(this.#taken ?? permissionDenied('The host of this device is stopping.'));
    await Promise.allSettled(this.#lives);
    // Running calls get the answer that the lease is over.
    await this.#limited(() => this.calls.idle()).catch(() => undefined);
    // Records that cannot be removed expire. Records under a name that another host took are left alone.
    const takesLeave = !this.#taken && this.#options.bus.isConnected;
    await this.#announcer.close(takesLeave ? this.devices.keys() : []);
    this.#subscription?.close();
    if (takesLeave) await this.#limited((call) => this.#incarnation.withdraw(call)).catch(() => undefined);
  }

  #onMessage(message: BusMessage): void {
    const verb = message.subject.slice(message.subject.lastIndexOf('.') + 1);
    if (isVerb(verb, this.#verbs)) this.#verbs[verb](message);
  }

  #lent(device: string, secret: string) {
    const loan = this.#hosted(device).loan;
    if (!loan) throw permissionDenied(notLent(fullName({ host: this.#options.name, device })));
    return loan.lentTo(secret);
  }

  #hosted(device: string): HostedDevice {
    const found = this.devices.get(device);
    if (found) return found;
    throw permissionDenied(
      `The host '${this.#options.name}' has no device '${device}' any more. Get another one with lease_device.`,
    );
  }

  /** Answers a request about a lease, also if it fails. */
  #answer<T extends { readonly device: string }>(
    message: BusMessage,
    schema: z.ZodType<T>,
    work: (lease: LeaseKeeper, request: T, call: Call) => Promise<LeaseAnswer>,
  ): void {
    const request = decoded(schema, message.data);
    const answered = async (): Promise<LeaseAnswer> => {
      if (!request) throw invalidParams(NOT_UNDERSTOOD);
      const { lease } = this.#hosted(request.device);
      return this.#limited((call) => work(lease, request, call));
    };
    void answered()
      .catch((error: unknown): LeaseAnswer => {
        const { kind, message: text } = failureOf(error, (fault) =>
          this.#options.events?.onFault?.(request?.device ?? '', fault),
        );
        return { ok: false, failure: { kind, message: text } };
      })
      .then((answer) => {
        message.reply(encoded(answer));
      })
      .catch((error: unknown) => this.#options.events?.onSilenced?.(error));
  }

  #tell(device: string): void {
    const record = this.#record(device);
    if (record) this.#options.events?.onState?.(device, record);
    this.#announcer.tell(device);
  }

  #record(name: string): DeviceRecord | undefined {
    const device = this.devices.get(name);
    if (!device) return undefined;
    const { labels } = this.#options;
    return { ...device.facts, labels: { ...labels }, ...device.state, incarnation: this.#incarnationId };
  }

  #hostRecord(): HostRecord {
    return {
      incarnation: this.#incarnationId,
      version: this.#options.version,
      devices: this.devices.size,
      calls: this.calls.running,
      load: (loadavg()[0] ?? 0) / availableParallelism(),
    };
  }

  #beatLater(): void {
    this.#stopBeat = this.#options.clock.after(BEAT, () => {
      void this.#beat();
      this.#beatLater();
    });
  }

  async #beat(): Promise<void> {
    const began = this.#options.clock.now();
    try {
      const isOurs = await this.#limited((call) => this.#incarnation.beat(this.#hostRecord(), call));
      if (!isOurs) {
        this.#giveUpName();
        return;
      }
      this.#confirmed = began;
      for (const device of this.devices.keys()) this.#announcer.tell(device);
    } catch (error) {
      this.#options.events?.onSilenced?.(error);
    }
  }

  /** From now on the records and requests under this name belong to another host. */
  #giveUpName(): void {
    this.#taken = new NameTaken(`Another host named '${this.#options.name}' has started in this farm.`);
    this.#confirmed = -Infinity;
    this.#subscription?.close();
    void this.#announcer.close([]);
    this.#onLost(this.#taken.message);
  }

  get #isKnown(): boolean {
    return this.#options.clock.now() - this.#confirmed < LAPSE;
  }

  /**
   * Resolves while no other host can have this name. After a suspension or a lost connection it waits for the next beat; once
   * another host has the name it waits until it is stopped.
   */
  async #mustHaveName(call: Call): Promise<void> {
    while (!this.#isKnown) {
      if (!this.#taken) await this.#beat();
      await pause(HEARD_AGAIN, call);
    }
  }

  /** Removes a lease that an earlier run of this host accepted. */
  async #removeOldLease(key: string): Promise<void> {
    // If it cannot be removed, it expires.
    await this.#limited((call) => this.#leases.remove(key, undefined, call)).catch(() => undefined);
  }

  #limited<T>(work: (call: Call) => Promise<T>): Promise<T> {
    return withinLimit({ clock: this.#options.clock, limit: BUS_LIMIT }, work);
  }
}

function isVerb(text: string, verbs: Readonly<Record<HostVerb, unknown>>): text is HostVerb {
  return Object.hasOwn(verbs, text);
}

function unnamed(name: string): string {
  return `This host could not take its name '${name}' within ${CLAIM_LIMIT / 1000} s: the farm's NATS does not answer. Start it again.`;
}

function notLent(name: string): string {
  return `The lease of ${name} has ended. Get a device with lease_device.`;
}
