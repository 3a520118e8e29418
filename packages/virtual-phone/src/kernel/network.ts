import { Ports } from './ports.ts';

/** One network interface as `ip` and `ifconfig` show it. */
export interface NetworkInterface {
  readonly index: number;
  readonly name: string;
  readonly isLoopback: boolean;
  /** Whether it carries packets: a radio that is off does not. */
  readonly isUp: boolean;
  readonly mtu: number;
  readonly hardwareAddress: string;
  /** Undefined while it has none. */
  readonly address: { readonly ip: string; readonly prefix: number } | undefined;
}

const LOOPBACK: NetworkInterface = {
  index: 1,
  name: 'lo',
  isLoopback: true,
  isUp: true,
  mtu: 65_536,
  hardwareAddress: '00:00:00:00:00:00',
  address: { ip: '127.0.0.1', prefix: 8 },
};

/** The phone's address while Wi-Fi is on. The network has no other hosts and no way out. */
const WIFI_ADDRESS = { ip: '192.168.1.37', prefix: 24 };

/** How an address is reached: `unreachable` without a route; `silent` for a neighbour that never answers. */
export type Reach = 'here' | 'silent' | 'unreachable';

/** The phone's network: its own loopback, on which programs connect to each other, and a Wi-Fi without other hosts. */
export class Network {
  readonly ports = new Ports();
  readonly #isWifiOn: () => boolean;

  constructor(isWifiOn: () => boolean = () => false) {
    this.#isWifiOn = isWifiOn;
  }

  interfaces(): readonly NetworkInterface[] {
    const isUp = this.#isWifiOn();
    return [
      LOOPBACK,
      {
        index: 2,
        name: 'wlan0',
        isLoopback: false,
        isUp,
        mtu: 1500,
        hardwareAddress: '02:15:b2:00:00:00',
        address: isUp ? WIFI_ADDRESS : undefined,
      },
    ];
  }

  /** The IP address of a host's name or number; undefined if unknown. There is no name server. */
  resolve(host: string): string | undefined {
    if (host === 'localhost' || host === 'ip6-localhost') return '127.0.0.1';
    if (host === '::1') return '::1';
    if (!/^\d+(\.\d+){0,3}$/.test(host)) return undefined;
    const parts = host.split('.').map(Number);
    return parts.length === 4 && parts.every((part) => part <= 255) ? parts.join('.') : undefined;
  }

  reach(ip: string): Reach {
    if (ip === '::1' || ip === '0.0.0.0' || ip.startsWith('127.')) return 'here';
    const own = this.interfaces().flatMap(({ address }) => address ?? []);
    if (own.some((address) => address.ip === ip)) return 'here';
    return own.some((address) => isWithin(ip, address)) ? 'silent' : 'unreachable';
  }
}

function isWithin(ip: string, { ip: own, prefix }: { ip: string; prefix: number }): boolean {
  const bits = 32 - prefix;
  return numberOf(ip) >>> bits === numberOf(own) >>> bits;
}

function numberOf(ip: string): number {
  return ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}
