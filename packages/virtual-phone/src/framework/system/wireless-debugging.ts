import { alert } from '../widgets/screen.ts';
import type { SystemAlert } from '../windows/alert-views.ts';
import type { Radios } from './radios.ts';
import type { Settings } from './settings.ts';

/** A computer that was paired, as Settings lists it. */
export interface PairedComputer {
  /** Its name for itself, mostly user@host. */
  readonly name: string;
  /** The MD5 of its key, as Android shows it: `AB:CD:…`. */
  readonly fingerprint: string;
  readonly isConnected: boolean;
}

/** What a computer needs to pair now. */
export interface PairingOffer {
  /** Six digits that the phone shows, or the password of a scanned QR code. */
  readonly password: string;
  readonly by: 'code' | 'qr';
  /** The name under which the phone announces itself. */
  readonly instance: string;
}

/** The servers behind wireless debugging. They outlive a reboot, unlike the framework. */
export interface WirelessServers {
  /** The phone's name on the network. */
  readonly instance: string;
  readonly address: string;
  /** The port for paired computers, while it is open. */
  readonly port: number | undefined;
  readonly pairingPort: number | undefined;
  computers(): readonly PairedComputer[];
  forget(fingerprint: string): void;
  newCode(): string;
  /** Starts or stops the server for paired computers. */
  setEnabled(on: boolean): void;
  rebooted(): void;
  /** Reads `pairing` again. */
  pairingChanged(): void;
}

/** Wireless debugging as Android's AdbDebuggingManager runs it, for Settings and for the setting `adb_wifi_enabled`. */
export class WirelessDebugging {
  /** The user said "Always allow on this network". */
  isTrusted = false;
  /** The open offer to pair. */
  pairing: PairingOffer | undefined;
  /** The last pairing ended after too many wrong codes; Settings says so until it is dismissed. */
  hasFailed = false;

  /** Undefined before Android 11: there the setting has its name, but nothing behind it. */
  readonly servers: WirelessServers | undefined;
  readonly #context: WirelessContext;

  constructor(context: WirelessContext) {
    const { settings, radios, servers } = context;
    this.#context = context;
    this.servers = servers;
    if (servers === undefined) return;
    settings.follow((_, name) => {
      if (name === SETTING) this.#follow();
      else if (this.isOn && !radios.wifi) this.setOn(false);
    });
  }

  get isOn(): boolean {
    return this.#context.settings.isOn('global', SETTING);
  }

  setOn(on: boolean): void {
    this.#context.settings.put('global', SETTING, on ? '1' : '0');
  }

  /** Shows the user six digits, with which a computer can pair. */
  pairByCode(): void {
    const { servers } = this;
    if (servers) this.#offer({ by: 'code', password: servers.newCode(), instance: servers.instance });
  }

  /** The camera has seen the QR code of a computer, which looks for the name in it. */
  pairByQrCode(code: { readonly instance: string; readonly password: string }): void {
    this.#offer({ by: 'qr', ...code });
  }

  /** The user closed the pairing. */
  stopPairing(): void {
    if (this.pairing === undefined) return;
    this.pairing = undefined;
    this.servers?.pairingChanged();
    this.#context.changed();
  }

  /** A computer has paired, or too many failed. The camera closes then. */
  paired(successfully: boolean): void {
    const wasQr = this.pairing?.by === 'qr';
    this.hasFailed = !successfully;
    this.stopPairing();
    if (wasQr) this.#context.closeCamera();
  }

  dismissFailure(): void {
    this.hasFailed = false;
    this.#context.changed();
  }

  /** Lets Settings draw again. */
  changed(): void {
    this.#context.changed();
  }

  #offer(offer: PairingOffer): void {
    if (!this.isOn) return;
    this.hasFailed = false;
    this.pairing = offer;
    this.servers?.pairingChanged();
    this.#context.changed();
  }

  /** As AdbDebuggingManager: it needs Wi-Fi, and on a network that is not trusted it asks the user first. */
  #follow(): void {
    const { radios, askForTrust } = this.#context;
    if (this.isOn && !radios.wifi) this.setOn(false);
    else if (this.isOn && !this.isTrusted) {
      this.setOn(false);
      askForTrust(() => {
        this.isTrusted = true;
        this.setOn(true);
      });
    } else {
      if (!this.isOn) this.stopPairing();
      this.servers?.setEnabled(this.isOn);
    }
  }
}

const SETTING = 'adb_wifi_enabled';

interface WirelessContext {
  readonly settings: Settings;
  readonly radios: Radios;
  readonly servers: WirelessServers | undefined;
  readonly changed: () => void;
  /** Leaves the page that scans QR codes, if it is open. */
  readonly closeCamera: () => void;
  /** Asks the user whether wireless debugging is allowed on this network. */
  readonly askForTrust: (allow: () => void) => void;
}

/** SystemUI's dialog (WifiDebuggingActivity). Here to allow is to allow always: there is one network. */
export function trustQuestion(answer: (allowed: boolean) => void): SystemAlert {
  const text = 'Allow wireless debugging on this network?';
  const deny = () => {
    answer(false);
  };
  const allow = () => {
    answer(true);
  };
  const { view } = alert({
    title: text,
    message: 'Network Name (SSID)\nLighthouse\n\nWi\u2011Fi Address (BSSID)\n02:00:5e:10:00:01',
    buttons: [
      { label: 'Cancel', onTap: deny },
      { label: 'Allow', onTap: allow },
    ],
  });
  const name = 'com.android.systemui/com.android.systemui.wifi.WifiDebuggingActivity';
  return { title: name, package: 'com.android.systemui', class: CLASS, text, view, onBack: deny };
}

const CLASS = 'com.android.systemui.wifi.WifiDebuggingActivity';
