import type { Adbd } from './adbd/daemon.ts';
import { LOOPBACK } from './adbd/listen.ts';
import type { Identity } from './adbd/wireless/certificate.ts';
import type { ConnectServer } from './adbd/wireless/connect-server.ts';
import type { WirelessFaults } from './adbd/wireless/faults.ts';
import { fingerprintOf, KeyStore } from './adbd/wireless/key-store.ts';
import type { Advertiser, MdnsService } from './adbd/wireless/mdns.ts';
import type { PairingServer } from './adbd/wireless/pairing-server.ts';
import { parsePairingQrCode } from './adbd/wireless/qr-code.ts';
import type { Android } from './android.ts';
import type {
  PairedComputer,
  PairingOffer,
  WirelessDebugging,
  WirelessServers,
} from './framework/system/wireless-debugging.ts';
import type { Random } from './kernel/random.ts';

/** What a computer has to know to pair now. */
export interface OpenPairing {
  /** The six digits, or the password of a scanned QR code. */
  readonly code: string;
  readonly address: string;
  readonly port: number;
}

/** The property that the daemon follows. */
export const ENABLED = 'persist.adb.tls_server.enable';
const PORT = 'service.adb.tls.port';
const GUID = 'persist.adb.wifi.guid';
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

interface Running {
  readonly connect: ConnectServer;
  readonly service: MdnsService;
  readonly advertiser: Advertiser;
}

interface RunningPairing {
  readonly offer: PairingOffer;
  readonly server: PairingServer;
  readonly service: MdnsService;
  readonly advertiser: Advertiser;
}

export interface WirelessOptions {
  readonly android: () => Android;
  readonly adbd: () => Adbd;
  readonly random: Random;
  readonly mdnsPort?: number | undefined;
  readonly log: (line: string) => void;
}

/**
 * The wireless debugging of a running phone: ports and announcements follow its properties and settings, also when a snapshot
 * restores them. Its modules are loaded when it is first switched on.
 */
export class PhoneWireless implements WirelessServers {
  readonly address = LOOPBACK;
  readonly faults: WirelessFaults = new Set();

  readonly #options: WirelessOptions;
  #running: Running | undefined;
  #pairing: RunningPairing | undefined;
  #identity: Promise<Identity> | undefined;
  #work: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: WirelessOptions) {
    this.#options = options;
  }

  /** The phone's mDNS name: `adb-SERIAL-XXXXXX`. It stays until the phone is reset. */
  get instance(): string {
    const { android, random } = this.#options;
    const { properties } = android();
    const known = properties.get(GUID);
    if (known !== undefined && known !== '') return known;
    const suffix = [...random.bytes(6)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
    const guid = `adb-${properties.get('ro.serialno') ?? 'unidentified'}-${suffix}`;
    properties.set(GUID, guid);
    return guid;
  }

  /** The port for paired computers; another one each time wireless debugging is switched on. */
  get port(): number | undefined {
    return this.#running?.connect.port;
  }

  get pairingPort(): number | undefined {
    return this.#pairing?.server.port;
  }

  /** The pairing that is open, whether Settings or a test opened it. */
  get pairing(): OpenPairing | undefined {
    if (this.#pairing === undefined || this.#pairing.offer !== this.#debugging.pairing) return undefined;
    const { offer, server } = this.#pairing;
    return { code: offer.password, address: this.address, port: server.port };
  }

  computers(): readonly PairedComputer[] {
    return this.#keys.list().map((key) => ({
      name: key.name,
      fingerprint: fingerprintOf(key),
      isConnected: this.#running?.connect.isConnected(key.base64) === true,
    }));
  }

  /** Removes a computer and ends its connections. */
  forget(fingerprint: string): void {
    const known = this.#keys.list().find((key) => fingerprintOf(key) === fingerprint);
    if (known === undefined) return;
    this.#keys.remove(known.base64);
    this.#running?.connect.drop(known.base64);
    this.#debugging.changed();
  }

  newCode(): string {
    return String(this.#options.random.word() % 1_000_000).padStart(6, '0');
  }

  setEnabled(on: boolean): void {
    this.#options.android().properties.set(ENABLED, on ? '1' : '0');
  }

  /** The daemon of a phone that boots is a new one, with a new certificate and switched off. */
  rebooted(): void {
    this.#identity = undefined;
    this.setEnabled(false);
  }

  pairingChanged(): void {
    void this.settle();
  }

  /** Switches it on, as a developer does who has allowed it on this network before. */
  async switchOn(): Promise<void> {
    this.#options.android().framework.settings.put('global', 'development_settings_enabled', '1');
    this.#debugging.isTrusted = true;
    this.#debugging.setOn(true);
    await this.settle();
  }

  async switchOff(): Promise<void> {
    this.#debugging.setOn(false);
    await this.settle();
  }

  /** Off and on again: another port. */
  async restart(): Promise<void> {
    this.setEnabled(false);
    await this.settle();
    this.setEnabled(true);
    await this.settle();
  }

  /** Opens a pairing by code, as its dialog in Settings does. */
  async pairWithCode(): Promise<OpenPairing> {
    this.#debugging.pairByCode();
    return await this.#opened();
  }

  /** The phone's camera sees a QR code. */
  async scanPairingQr(text: string): Promise<OpenPairing> {
    const code = parsePairingQrCode(text);
    if (code === undefined) throw new Error(`This is no QR code for pairing: ${text}`);
    this.#debugging.pairByQrCode(code);
    return await this.#opened();
  }

  /** Closes the open pairing. */
  async stopPairing(): Promise<void> {
    this.#debugging.stopPairing();
    await this.settle();
  }

  /** Resolves when the servers are as the phone's state wants them; a failure is logged. */
  settle(): Promise<void> {
    return (this.#work = this.#work
      .then(() => this.#follow())
      .catch((error: unknown) => {
        this.#options.log(`wireless debugging: ${error instanceof Error ? error.message : String(error)}`);
      }));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.settle();
  }

  get #debugging(): WirelessDebugging {
    return this.#options.android().framework.wirelessDebugging;
  }

  get #keys(): KeyStore {
    return new KeyStore(this.#options.android().systemFiles);
  }

  async #opened(): Promise<OpenPairing> {
    await this.settle();
    if (this.pairing === undefined) throw new Error('Wireless debugging is off, so no computer can pair.');
    return this.pairing;
  }

  async #follow(): Promise<void> {
    const isOn = !this.#isClosed && this.#options.android().property(ENABLED) === '1';
    const offer = isOn ? this.#debugging.pairing : undefined;
    const before = [this.#running, this.#pairing];
    if (this.#pairing !== undefined && this.#pairing.offer !== offer) await this.#endPairing(this.#pairing);
    if (!isOn && this.#running !== undefined) await this.#stop(this.#running);
    if (isOn) this.#running ??= await this.#start();
    if (offer !== undefined && this.#running !== undefined)
      this.#pairing ??= await this.#startPairing(offer, this.#running.advertiser);
    if (before[0] === this.#running && before[1] === this.#pairing) return;
    this.#options.android().properties.set(PORT, String(this.port ?? ''));
    this.#debugging.changed();
  }

  async #start(): Promise<Running> {
    const { adbd, mdnsPort, log } = this.#options;
    const [{ startConnectServer }, { Advertiser }] = await Promise.all([
      import('./adbd/wireless/connect-server.ts'),
      import('./adbd/wireless/mdns.ts'),
    ]);
    const connect = await startConnectServer({
      identity: () => this.#ownIdentity(),
      faults: this.faults,
      knownKeys: () => (adbd().faults.unauthorized ? [] : this.#keys.list().map(({ base64 }) => base64)),
      serve: (socket, greeting) => adbd().adopt(socket, greeting),
      changed: () => {
        this.#debugging.changed();
      },
      log,
    });
    const advertiser = new Advertiser(this.faults, log, mdnsPort);
    const service = { type: '_adb-tls-connect', instance: this.instance, port: connect.port, txt: ['v=1'] };
    await advertiser.publish(service);
    log(`wireless debugging on port ${connect.port}`);
    return { connect, service, advertiser };
  }

  async #stop({ connect, advertiser }: Running): Promise<void> {
    this.#running = undefined;
    connect.close();
    await advertiser.close();
  }

  async #startPairing(offer: PairingOffer, advertiser: Advertiser): Promise<RunningPairing> {
    const [{ startPairingServer }, { newIdentity }] = await Promise.all([
      import('./adbd/wireless/pairing-server.ts'),
      import('./adbd/wireless/certificate.ts'),
    ]);
    const server = await startPairingServer({
      password: offer.password,
      guid: this.instance,
      identity: await newIdentity(),
      faults: this.faults,
      finished: (host) => {
        if (this.#debugging.pairing !== offer) return;
        if (host !== undefined) this.#keys.add(host);
        this.#debugging.paired(host !== undefined);
      },
    });
    // The framework registers this one, by NsdManager and without TXT strings; adbd registers the other one.
    const service = { type: '_adb-tls-pairing', instance: offer.instance, port: server.port, txt: [] };
    await advertiser.publish(service);
    return { offer, server, service, advertiser };
  }

  async #endPairing({ server, service, advertiser }: RunningPairing): Promise<void> {
    this.#pairing = undefined;
    server.close();
    await advertiser.withdraw(service);
  }

  /** One certificate for each boot of the phone's daemon, as in adbd. */
  async #ownIdentity(): Promise<Identity> {
    const { newIdentity } = await import('./adbd/wireless/certificate.ts');
    if (this.faults.has('wireless-certificate')) return await newIdentity();
    return await (this.#identity ??= newIdentity());
  }
}
