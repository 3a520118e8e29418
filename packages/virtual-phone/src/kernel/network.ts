import { Ports } from './ports.ts';

/** The phone's address in its Wi-Fi network, 192.168.1.0/24. There are no other hosts, and no route leads out. */
const WIFI_ADDRESS = '192.168.1.37';

/** How an address is reached: `unreachable` without a route; `silent` for a neighbour that never answers. */
export type Reach = 'here' | 'silent' | 'unreachable';

/** The phone's network: a loopback on which its programs meet, and a Wi-Fi network without other hosts. */
export class Network {
  readonly ports = new Ports();
  readonly #isWifiOn: () => boolean;

  constructor(isWifiOn: () => boolean = () => false) {
    this.#isWifiOn = isWifiOn;
  }

  /** The address of wlan0; undefined while Wi-Fi is off. */
  get wifiAddress(): string | undefined {
    return this.#isWifiOn() ? WIFI_ADDRESS : undefined;
  }

  /** The IP address of a host's name or number; undefined if the name is unknown. There is no name server. */
  resolve(host: string): string | undefined {
    if (host === 'localhost' || host === 'ip6-localhost') return '127.0.0.1';
    if (host === '::1') return '::1';
    if (!/^\d+(\.\d+){0,3}$/.test(host)) return undefined;
    const parts = host.split('.').map(Number);
    return parts.length === 4 && parts.every((part) => part <= 255) ? parts.join('.') : undefined;
  }

  reach(ip: string): Reach {
    if (ip === '::1' || ip === '0.0.0.0' || ip.startsWith('127.') || ip === this.wifiAddress) return 'here';
    return this.wifiAddress !== undefined && ip.startsWith('192.168.1.') ? 'silent' : 'unreachable';
  }
}
