import type { Call } from '../call/call.ts';
import { SharedAttempt } from '../call/shared-attempt.ts';
import { permissionDenied } from './errors.ts';
import type { Device } from './port.ts';
import { Session } from './session.ts';

/** A device as a list shows it, ready to use or not. */
export interface DeviceListing {
  /** What `--device` and the `device` argument take. */
  readonly id: string;
  readonly title: string;
  readonly kind: Device['kind'];
  /** True, or what a person must do before it can be used. */
  readonly ready: true | string;
  /** In a word how it stands, where that says more than not ready (`unauthorized`). */
  readonly state?: string;
}

/** What does the work for a device, and why something that would do it better cannot, both for a person. */
export interface Served {
  readonly servedBy: string;
  readonly problem?: string;
}

/** A platform's own way to its devices. */
export interface DeviceSource {
  /** Whether a name given with --device is one of this source's. */
  claims(name: string): boolean;
  list(call: Call): Promise<readonly DeviceListing[]>;
  /** Opens the device of that name; a DeviceError says why it cannot be used. */
  open(name: string, call: Call): Promise<Device>;
  /** What does the work for the device, where there is a choice ("plain ADB, …"), for a person. */
  servedBy?(name: string, call: Call): Promise<string>;
  /** The same, but what would serve is really started, and ended again. */
  tryOut?(name: string, call: Call): Promise<Served>;
  close(): Promise<void>;
}

/**
 * Knows the devices and chooses one for a call. Which devices there are to choose from is fixed by the
 * configuration; with none configured it is the one that is attached.
 */
export class Registry {
  readonly #sources: readonly DeviceSource[];
  readonly #configured: readonly string[];
  readonly #otherwise: string | undefined;
  readonly #conceal: (device: Device) => Device;
  #chosen: string | undefined;
  readonly #sessions = new Map<string, Session>();
  readonly #openings = new Map<string, SharedAttempt<Session>>();

  /** `otherwise` is the device to use when none is configured and none is attached. */
  constructor(options: {
    sources: readonly DeviceSource[];
    configured: readonly string[];
    otherwise?: string;
    /** Makes a device one that keeps from its users what they may not see. */
    conceal?: (device: Device) => Device;
  }) {
    this.#sources = options.sources;
    this.#configured = options.configured;
    this.#otherwise = options.otherwise;
    this.#conceal = options.conceal ?? ((device) => device);
  }

  /** More than one device is configured, so that each call has to say which. */
  get several(): boolean {
    return this.#configured.length > 1;
  }

  async list(call: Call): Promise<readonly DeviceListing[]> {
    const lists = await Promise.allSettled(this.#sources.map((source) => source.list(call)));
    const listings = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
    const failure = lists.find((list) => list.status === 'rejected');
    // A platform that cannot look for its devices must not hide those of the others.
    if (listings.length === 0 && failure) throw failure.reason;
    return listings;
  }

  /** The configured devices, those that are not attached now included: what `device` can name. */
  async choices(call: Call): Promise<readonly Omit<DeviceListing, 'kind'>[]> {
    const attached = new Map((await this.list(call)).map((listing) => [listing.id, listing]));
    return this.#configured.map(
      (id) =>
        attached.get(id) ?? { id, title: id, ready: 'Not attached right now. A call to it says what to do.' },
    );
  }

  /** What does the work for a device that is there; undefined where there is no choice. */
  async servedBy(id: string, call: Call): Promise<string | undefined> {
    return this.#sources.find((candidate) => candidate.claims(id))?.servedBy?.(id, call);
  }

  /** What does the work for a device, found out by starting it; undefined where there is no choice. */
  async tryOut(id: string, call: Call): Promise<Served | undefined> {
    const source = this.#sources.find((candidate) => candidate.claims(id));
    if (source?.tryOut) return source.tryOut(id, call);
    const servedBy = await source?.servedBy?.(id, call);
    return servedBy === undefined ? undefined : { servedBy };
  }

  /** The session of the named device, or of the only one there is to choose. */
  async choose(name: string | undefined, call: Call): Promise<Session> {
    const id = name ?? this.#chosen ?? (await this.#onlyOne(call));
    if (name !== undefined && this.several && !this.#configured.includes(name)) {
      throw permissionDenied(`No device '${name}' is configured. ${this.#choices()}`);
    }
    const session = await this.#session(id, call);
    // A device that is in use stays in use: plugging in another one must not move the agent's hands to it.
    if (name === undefined) this.#chosen = id;
    return session;
  }

  /** A device just to see what it can do: nothing is chosen by that. */
  async inspect(id: string, call: Call): Promise<Device> {
    return (await this.#session(id, call)).device;
  }

  async close(): Promise<void> {
    // One that is still being opened is in the sessions when it is open.
    await Promise.allSettled([...this.#openings.values()].flatMap(({ underWay }) => underWay ?? []));
    await Promise.allSettled([...this.#sessions.values()].map((session) => session.close()));
    await Promise.allSettled(this.#sources.map((source) => source.close()));
  }

  async #onlyOne(call: Call): Promise<string> {
    const [first, second] = this.#configured;
    if (second !== undefined) {
      throw permissionDenied(`Several devices are configured: say which one. ${this.#choices()}`);
    }
    if (first !== undefined) return first;
    const attached = (await this.list(call)).filter(({ id }) => id !== this.#otherwise);
    const ready = attached.filter((listing) => listing.ready === true);
    const [only, another] = ready;
    if (only && !another) return only.id;
    if (attached.length === 0 && this.#otherwise !== undefined) return this.#otherwise;
    throw permissionDenied(another ? severalAttached(ready) : noneAttached(attached));
  }

  #choices(): string {
    return `Pass 'device' as one of: ${this.#configured.join(', ')}.`;
  }

  async #session(id: string, call: Call): Promise<Session> {
    const known = this.#sessions.get(id);
    if (known) return known;
    const source = this.#sources.find((candidate) => candidate.claims(id));
    if (!source)
      throw permissionDenied(
        `No platform knows a device '${id}'. Run 'handeye devices' to see what is attached.`,
      );
    const opening = this.#openings.get(id) ?? new SharedAttempt<Session>();
    this.#openings.set(id, opening);
    return opening.joinWithinCall(async (own) => {
      const device = await source.open(id, own);
      if (own.signal.aborted) await device.close(); // too late: nobody takes it any more
      own.signal.throwIfAborted();
      const session = new Session(this.#conceal(device));
      this.#sessions.set(id, session);
      return session;
    }, call);
  }
}

function severalAttached(ready: readonly DeviceListing[]): string {
  return `Several devices are attached: ${ready.map(deviceSummary).join('; ')}. Start handeye with --device <id> to choose one.`;
}

function noneAttached(attached: readonly DeviceListing[]): string {
  if (attached.length === 0) {
    return 'No device is attached. Attach one, or start handeye with --device virtual for the built-in phone.';
  }
  return `No attached device can be used: ${attached.map(deviceSummary).join('; ')}.`;
}

function deviceSummary({ id, title, ready }: DeviceListing): string {
  return ready === true ? `${id} (${title})` : `${id} (${title}): ${ready}`;
}
