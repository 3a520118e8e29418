import type { Call } from '../call/call.ts';
import { SharedAttempt } from '../call/shared-attempt.ts';
import { permissionDenied } from './errors.ts';
import type { Device } from './port.ts';
import { type PicturedSnapshot, Session } from './session.ts';

/** A device as a list shows it, ready to use or not. */
export interface DeviceListing {
  /** The value for `--device` and the `device` argument. */
  readonly id: string;
  readonly title: string;
  readonly kind: Device['kind'];
  /** True, or what a person must do before it can be used. */
  readonly ready: true | string;
  /** In a word how it stands, where that says more than not ready (`unauthorized`). */
  readonly state?: string;
  /** It is known from a pairing over Wi-Fi: of several, one that is plugged in is meant. */
  readonly wireless?: true;
  /** Its other names for `--device`. */
  readonly aliases?: readonly string[];
  /** The holder of a device that a farm lends. */
  readonly holder?: string | undefined;
}

/** The tier that serves a device, and why a better one cannot, both for a person. */
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
  /** A device that is used elsewhere, only to be watched here; absent where devices are opened here. */
  watch?(name: string, call: Call): Promise<Device>;
  /** The tier that serves the device, where there is a choice ("plain ADB, …"), for a person. */
  servedBy?(name: string, call: Call): Promise<string>;
  /** The same, but what would serve is really started, and ended again. */
  tryOut?(name: string, call: Call): Promise<Served>;
  close(): Promise<void>;
}

/** Hears of a look at a device. */
export type LookListener = (session: Session, snapshot: PicturedSnapshot) => void;

/**
 * Knows the devices and chooses one for a call. Which devices there are to choose from is fixed by the
 * configuration; with none configured it is the one that is attached.
 */
export class Registry {
  readonly #sources: readonly DeviceSource[];
  readonly #configured: readonly string[];
  readonly #otherwise: string | undefined;
  readonly #elsewhere: string | undefined;
  readonly #conceal: (device: Device) => Device;
  #chosen: string | undefined;
  readonly #sessions = new Map<string, Session>();
  readonly #openings = new Map<string, SharedAttempt<Session>>();
  /** Of devices that are used elsewhere. */
  readonly #watched = new Map<string, Session>();
  readonly #lookListeners = new Set<LookListener>();
  readonly #actListeners = new Set<(id: string) => void>();

  /** `otherwise` is the device to use when none is configured and none is attached. */
  constructor(options: {
    sources: readonly DeviceSource[];
    configured: readonly string[];
    otherwise?: string;
    /** How a client gets a device that is not ours, where there are such devices: then each call says which one it means. */
    elsewhere?: string;
    /** Masks the secrets of a device. */
    conceal?: (device: Device) => Device;
  }) {
    this.#sources = options.sources;
    this.#configured = options.configured;
    this.#otherwise = options.otherwise;
    this.#elsewhere = options.elsewhere;
    this.#conceal = options.conceal ?? ((device) => device);
  }

  /** More than one device can be used, so that each call says which. */
  get several(): boolean {
    return this.#configured.length > 1 || this.#elsewhere !== undefined;
  }

  async list(call: Call): Promise<readonly DeviceListing[]> {
    const lists = await Promise.allSettled(this.#sources.map((source) => this.#listOf(source, call)));
    const listings = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
    const failure = lists.find((list) => list.status === 'rejected');
    // A platform that cannot look for its devices must not hide those of the others.
    if (listings.length === 0 && failure) throw failure.reason;
    return listings;
  }

  /** Beside devices that are used elsewhere, those of this computer are used only if they are configured. */
  async #listOf(source: DeviceSource, call: Call): Promise<readonly DeviceListing[]> {
    const listings = await source.list(call);
    if (this.#elsewhere === undefined || source.watch) return listings;
    return listings.filter(({ id }) => this.#configured.includes(id));
  }

  /** The configured devices, those that are not attached now included: what `device` can name. */
  async choices(call: Call): Promise<readonly Omit<DeviceListing, 'kind'>[]> {
    const attached = new Map((await this.list(call)).map((listing) => [listing.id, listing]));
    return this.#configured.map((id) => attached.get(id) ?? notAttached(id));
  }

  /** The tier that serves an attached device; undefined where there is no choice. */
  async servedBy(id: string, call: Call): Promise<string | undefined> {
    return this.#sources.find((candidate) => candidate.claims(id))?.servedBy?.(id, call);
  }

  /** The tier that serves a device, found out by starting it; undefined where there is no choice. */
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

  /** A device that can only be watched here: it is used elsewhere. */
  isOnlyWatched(id: string): boolean {
    return this.#sources.find((source) => source.claims(id))?.watch !== undefined;
  }

  /** The session of a device that is only watched: this does not choose the device. */
  async sessionOf(id: string, call: Call): Promise<Session> {
    const elsewhere = this.#sources.find((source) => source.claims(id));
    if (elsewhere?.watch) {
      const known = this.#watched.get(id) ?? new Session(await elsewhere.watch(id, call));
      this.#watched.set(id, known);
      return known;
    }
    if (this.several && !this.#configured.includes(id)) {
      throw permissionDenied(`No device '${id}' is configured. ${this.#choices()}`);
    }
    return this.#session(id, call);
  }

  /** The session of a device that is in use; undefined if it was not used yet. */
  opened(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  /** Nobody asked for this device: it is only there for the case that no other is, and another is. */
  isSpare(id: string, listings: readonly DeviceListing[]): boolean {
    if (id !== this.#otherwise || this.#configured.includes(id) || this.#sessions.has(id)) return false;
    return this.#configured.length > 0 || listings.length > 1;
  }

  /** The devices that the configuration names; none if it leaves the choice to what is attached. */
  get configured(): readonly string[] {
    return this.#configured;
  }

  /** Calls a listener with every look at any device; the returned function stops that. */
  onLook(listener: LookListener): () => void {
    this.#lookListeners.add(listener);
    return () => this.#lookListeners.delete(listener);
  }

  /** Calls a listener after every act on any device; the returned function stops that. */
  onActed(listener: (id: string) => void): () => void {
    this.#actListeners.add(listener);
    return () => this.#actListeners.delete(listener);
  }

  /** The device that a call means that names none; fails as such a call does. */
  async usual(call: Call): Promise<string> {
    return this.#chosen ?? (await this.#onlyOne(call));
  }

  async close(): Promise<void> {
    // One that is still being opened is in the sessions when it is open.
    await Promise.allSettled([...this.#openings.values()].flatMap(({ underWay }) => underWay ?? []));
    const sessions = [...this.#sessions.values(), ...this.#watched.values()];
    await Promise.allSettled(sessions.map((session) => session.close()));
    await Promise.allSettled(this.#sources.map((source) => source.close()));
  }

  async #onlyOne(call: Call): Promise<string> {
    const [first, second] = this.#configured;
    if (second !== undefined) {
      throw permissionDenied(`Several devices are configured: say which one. ${this.#choices()}`);
    }
    if (first !== undefined) return first;
    if (this.#elsewhere !== undefined) throw permissionDenied(`No device was named. ${this.#elsewhere}`);
    const attached = (await this.list(call)).filter(({ id }) => id !== this.#otherwise);
    const ready = pluggedFirst(attached.filter((listing) => listing.ready === true));
    const [only, another] = ready;
    if (only && !another) return only.id;
    if (attached.length === 0 && this.#otherwise !== undefined) return this.#otherwise;
    throw permissionDenied(another ? severalAttached(ready) : noneAttached(attached));
  }

  #choices(): string {
    const named = `Pass 'device' as one of: ${this.#configured.join(', ')}.`;
    return [...(this.#configured.length > 0 ? [named] : []), this.#elsewhere ?? ''].join(' ').trim();
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
      if (own.signal.aborted) await device.close(); // too late: no caller waits for it any more
      own.signal.throwIfAborted();
      const session: Session = new Session(this.#conceal(device), {
        onLook: (snapshot) => {
          for (const listener of this.#lookListeners) listener(session, snapshot);
        },
        onActed: () => {
          for (const listener of this.#actListeners) listener(id);
        },
      });
      this.#sessions.set(id, session);
      return session;
    }, call);
  }
}

/** Those that are plugged in, if there are any; else those that are reached over Wi-Fi. */
export function pluggedFirst<Listing extends { readonly wireless?: true | undefined }>(
  listings: readonly Listing[],
): readonly Listing[] {
  const plugged = listings.filter(({ wireless }) => wireless !== true);
  return plugged.length > 0 ? plugged : listings;
}

/** A configured device that no list has. */
export function notAttached(id: string): Omit<DeviceListing, 'kind'> {
  return { id, title: id, ready: 'Not attached right now. A call to it says what to do.' };
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
