import type { Call } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { DeadlineExceeded, withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { Environment } from './server/find-adb.ts';
import { connectDaemon, daemonAddress } from './daemon/daemon.ts';
import type { AdbKey } from './daemon/key.ts';
import { AdbError } from './errors.ts';
import { AdbDevice } from './adb-device.ts';
import type { Connect } from './adb-device.ts';
import type { ListedDevice } from './device-list.ts';
import { AdbServer } from './server/server.ts';
import type { Banner, Transport } from './transport.ts';
import { Unreachable, advice, unreachable } from './unreachable.ts';
import type { DeviceState } from './unreachable.ts';
import type { NetworkAddress, PairedPhone, PairedPhones } from './wireless/paired-phones.ts';

/** The name of the phone that this program runs on. */
export const SELF = 'self';
const LOOPBACK = '127.0.0.1';

/** An address or a paired phone that does not answer delays a list by no more than this. */
const LIST_LIMIT = 3000;
/** A paired phone that was away is not waited for again so soon, for many are left at home. */
const AWAY_FOR = 20_000;

/** A phone in a list. */
export interface AdbDeviceListing extends Banner {
  /** The name for --device. */
  readonly serial: string;
  readonly state: DeviceState;
  /** True, or what the user has to do first. */
  readonly ready: true | string;
  /** Other names under which the same phone was found. */
  readonly aliases: readonly string[];
  /** What is known of it if it is paired over Wi-Fi. */
  readonly paired?: PairedPhone | undefined;
}

export interface AdbDevicesOptions {
  /** Phones to reach directly over TCP, as tcp:host:port, and `self`. */
  readonly addresses?: readonly string[];
  /** The phones that are paired over Wi-Fi; each goes by its name. */
  readonly paired?: PairedPhones | undefined;
  /** Another UDP port than mDNS's own; for tests. */
  readonly mdnsPort?: number | undefined;
  /** The key for these phones; loaded once, at the first use. */
  readonly key: () => Promise<AdbKey>;
  readonly env?: Environment;
  readonly clock?: Clock;
  /** Called when an adb server was started, which keeps running. */
  readonly onServerStarted?: ((port: number) => void) | undefined;
}

/** The phones of this computer: those of its adb server, those at configured addresses, and those paired over Wi-Fi. */
export class AdbDevices {
  readonly server: AdbServer;
  readonly #addresses: readonly string[];
  readonly #paired: PairedPhones | undefined;
  readonly #mdnsPort: number | undefined;
  readonly #loadKey: () => Promise<AdbKey>;
  readonly #clock: Clock;
  readonly #phones = new Map<string, AdbDevice>();
  /** Names under which a phone was found a second time. */
  readonly #aliases = new Map<string, string>();
  /** Paired phones that the adb server has, with its names for them. */
  readonly #attached = new Map<string, string>();
  /** Paired phones that did not answer, since when. */
  readonly #away = new Map<string, { readonly since: number; readonly listing: AdbDeviceListing }>();
  #key: Promise<AdbKey> | undefined;
  #stopFollowing: (() => void) | undefined;

  constructor({
    addresses = [],
    paired,
    mdnsPort,
    key,
    env = process.env,
    clock = realClock,
    onServerStarted,
  }: AdbDevicesOptions) {
    this.server = new AdbServer({ env, clock, onStarted: onServerStarted });
    this.#addresses = addresses;
    this.#paired = paired;
    this.#mdnsPort = mdnsPort;
    this.#loadKey = key;
    this.#clock = clock;
  }

  /** All phones, usable or not, each once. Without an adb server, only those at addresses and paired ones. */
  async list(call: Call): Promise<readonly AdbDeviceListing[]> {
    const serving = this.#listedByServer(call);
    const own = this.#addresses.includes(SELF) ? this.#ownPairing() : undefined;
    const paired = (this.#paired?.all() ?? []).filter(({ guid }) => guid !== own?.guid);
    const [listed, direct, wireless] = await Promise.all([
      serving,
      Promise.all(this.#addresses.map((address) => this.#lookAt(address, call))),
      Promise.all(paired.map((phone) => this.#lookAtPaired(phone, serving, call))),
    ]);
    for (const address of this.#addresses) await this.#recognise(address, listed, call);
    return [
      ...listed.map((phone) => this.#listing(phone, paired)),
      ...direct
        .filter(({ serial }) => !this.#aliases.has(serial))
        .map((listing) =>
          own && listing.serial === SELF ? { ...listing, aliases: [own.name], paired: own } : listing,
        ),
      ...wireless.filter(({ serial }) => !this.#attached.has(serial)),
    ];
  }

  /** The phone with that name, reachable or not. Each of its names returns the same object. */
  phone(serial: string): AdbDevice {
    const paired = this.#paired?.find(serial);
    const name = paired?.name ?? this.#aliases.get(serial) ?? serial;
    const known = this.#phones.get(name);
    if (known) return known;
    const connect = paired
      ? this.#overWifi(paired)
      : name === SELF
        ? this.#toItself()
        : daemonAddress(name)
          ? this.#straightTo(name)
          : this.#throughServer(name);
    const phone = new AdbDevice(name, { clock: this.#clock, connect });
    this.#phones.set(name, phone);
    return phone;
  }

  /** Whether the name says that the phone is reached over its own Wi-Fi: without it, it is gone. */
  isOverNetwork(name: string): boolean {
    return name === SELF || this.#paired?.find(name) !== undefined;
  }

  async close(): Promise<void> {
    this.#stopFollowing?.();
    await Promise.all([...this.#phones.values()].map((phone) => phone.close()));
    this.#phones.clear();
  }

  async #listedByServer(call: Call): Promise<readonly ListedDevice[]> {
    try {
      return await this.server.phones(call);
    } catch (error) {
      if (error instanceof Unreachable) return [];
      throw error;
    }
  }

  #listing(phone: ListedDevice, paired: readonly PairedPhone[]): AdbDeviceListing {
    const aliases = [...this.#aliases, ...this.#attached]
      .filter(([, serial]) => serial === phone.serial)
      .map(([alias]) => alias);
    const ready = phone.state === 'device' || advice(phone.serial, phone.state);
    return { ...phone, ready, aliases, paired: paired.find(({ name }) => aliases.includes(name)) };
  }

  /** A paired phone that the adb server has is not connected a second time. */
  async #lookAtPaired(
    paired: PairedPhone,
    serving: Promise<readonly ListedDevice[]>,
    call: Call,
  ): Promise<AdbDeviceListing> {
    const { name, guid, model } = paired;
    const { attachedAs } = await import('./wireless/wifi-phone.ts');
    const attached = attachedAs(paired, await serving)?.serial;
    if (attached === undefined) this.#attached.delete(name);
    else this.#attached.set(name, attached);
    const known = { serial: name, model, paired, aliases: [guid] };
    if (attached !== undefined) return { ...known, state: 'device', ready: true };
    const away = this.#away.get(name);
    const isStillAway = away && this.#clock.now() - away.since < AWAY_FOR && !this.phone(name).isConnected;
    if (isStillAway) return { ...away.listing, paired };
    const listing = { ...known, ...(await this.#lookAt(name, call)), model, paired, aliases: [guid] };
    this.#away.delete(name);
    if (listing.ready !== true) this.#away.set(name, { since: this.#clock.now(), listing });
    return listing;
  }

  async #lookAt(address: string, call: Call): Promise<AdbDeviceListing> {
    try {
      const { banner } = await briefly(call, (looking) => this.phone(address).details(looking));
      return { ...banner, serial: address, state: 'device', ready: true, aliases: [] };
    } catch (error) {
      const isKnown = error instanceof AdbError || error instanceof DeadlineExceeded;
      if (!isKnown || call.signal.aborted) throw error;
      const state = error instanceof Unreachable ? error.state : 'offline';
      const ready = error instanceof AdbError ? error.message : advice(address, state);
      return { serial: address, state, ready, aliases: [] };
    }
  }

  /** Records that the phone at the address is also one of the adb server's. */
  async #recognise(address: string, listed: readonly ListedDevice[], call: Call): Promise<void> {
    if (this.#aliases.has(address)) {
      if (listed.some(({ serial }) => serial === this.#aliases.get(address))) return;
      this.#aliases.delete(address); // unplugged: only the address remains
    }
    const usable = listed.filter(({ state }) => state === 'device').map(({ serial }) => serial);
    const same =
      usable.find((serial) => `tcp:${serial}` === address) ?? (await this.#sameAs(address, usable, call));
    if (same === undefined) return;
    await this.#phones.get(address)?.close();
    this.#phones.delete(address);
    this.#aliases.set(address, same);
  }

  async #sameAs(address: string, serials: readonly string[], call: Call): Promise<string | undefined> {
    const identityOf = (serial: string) =>
      briefly(call, (asking) => this.phone(serial).identity(asking)).catch(() => undefined);
    if (serials.length === 0) return undefined;
    const [own, ...others] = await Promise.all([address, ...serials].map(identityOf));
    return own === undefined ? undefined : serials[others.indexOf(own)];
  }

  #overWifi({ guid, name }: PairedPhone): Connect {
    return async (call, onState) => {
      const { wifiPhone } = await import('./wireless/wifi-phone.ts');
      const phones = this.#paired;
      if (!phones) throw unreachable(name, 'absent');
      const onAttached = (serial: string | undefined) => {
        if (serial === undefined) this.#attached.delete(name);
        else this.#attached.set(name, serial);
        if (serial !== undefined) this.#follow();
      };
      const options = { phones, server: this.server, mdnsPort: this.#mdnsPort, onAttached };
      return wifiPhone(guid, { ...options, key: () => this.#loadedKey() })(call, onState);
    };
  }

  #straightTo(serial: string): Connect {
    return async (call, onState) => {
      return connectDaemon({ serial, key: await this.#loadedKey(), onState }, call);
    };
  }

  /** Its port changes whenever wireless debugging is switched on, so each connection looks for it. */
  #toItself(): Connect {
    let last: number | undefined;
    return async (call, onState) => {
      const { ownPorts, turnOnWirelessDebugging } = await import('./own-port.ts');
      const search = () => ownPorts({ last }, call);
      let ports = await search();
      if (ports.length === 0 && (await turnOnWirelessDebugging(call.signal))) ports = await search();
      let problem: AdbError = unreachable(SELF, 'no wireless debugging');
      for (const port of ports) {
        try {
          const transport = await this.#connectItself({ host: LOOPBACK, port }, onState, call);
          last = port;
          return transport;
        } catch (error) {
          // Another phone's port may be forwarded to this one.
          if (!(error instanceof AdbError)) throw error;
          problem = error;
        }
      }
      throw problem;
    };
  }

  /** Another application could listen at a port of this phone: once paired, the phone has to show that it is the same. */
  async #connectItself(
    at: NetworkAddress,
    onState: (state: DeviceState) => void,
    call: Call,
  ): Promise<Transport> {
    const key = () => this.#loadedKey();
    const [phone, phones] = [this.#ownPairing(), this.#paired];
    if (!phone || !phones)
      return connectDaemon({ serial: SELF, address: at, tlsOnly: true, key: await key(), onState }, call);
    const { connectAt } = await import('./wireless/wifi-phone.ts');
    return connectAt(phone, at, { phones, key }, call);
  }

  /** The phone that this program runs on is paired at this address. */
  #ownPairing(): PairedPhone | undefined {
    return this.#paired?.all().find(({ address }) => address?.host === LOOPBACK);
  }

  /** Loaded once. After an error it is tried again: the folder's permissions may have been fixed. */
  #loadedKey(): Promise<AdbKey> {
    this.#key ??= this.#loadKey().catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return this.#key;
  }

  #throughServer(serial: string): Connect {
    return async (call) => {
      this.#follow();
      const find = async () => (await this.server.phones(call)).find((phone) => phone.serial === serial);
      let listed = await find();
      if (!listed && /^[^:]+:\d+$/.test(serial)) {
        // The adb server has given up a network phone that was away for long; ask it to connect again.
        await this.server.connectTo(serial, call);
        listed = await find();
      }
      if (listed) return this.server.transport(listed, call);
      throw unreachable(serial, this.server.isNew ? 'connecting' : 'absent');
    };
  }

  #follow(): void {
    this.#stopFollowing ??= this.server.follow((phones) => {
      this.#tell(phones);
    });
  }

  #tell(listed: readonly ListedDevice[]): void {
    for (const [name, phone] of this.#phones) {
      const serial = this.#attached.get(name) ?? name;
      if (daemonAddress(serial) ?? (serial === name && this.isOverNetwork(name))) continue;
      phone.changed(listed.find((candidate) => candidate.serial === serial)?.state ?? 'absent');
    }
  }
}

function briefly<T>(call: Call, work: (call: Call) => Promise<T>): Promise<T> {
  const limit = Math.min(LIST_LIMIT, call.remaining());
  return withinLimit({ clock: call.clock, limit, cancelled: call.signal }, work);
}
