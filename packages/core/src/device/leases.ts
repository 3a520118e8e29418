import type { Call } from '../call/call.ts';
import type { DeviceKind } from './platforms.ts';

/** Minutes that a lease may last, from its beginning or from its last renewal. */
export const MOST_MINUTES = 240;

/** The wishes of a client. All of them must hold. */
export interface Wants {
  readonly platform?: string | undefined;
  /** A range of versions of the system, both ends included. */
  readonly version?: { readonly from?: string | undefined; readonly to?: string | undefined } | undefined;
  readonly capabilities?: readonly string[] | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** One device by its name. */
  readonly device?: string | undefined;
}

export interface LeaseWish {
  readonly wants: Wants;
  readonly minutes: number;
  readonly waitSeconds: number;
  /** Who asks, as a key of guard/client.ts. */
  readonly client: string;
  /** Hears of the place in the queue while it waits. */
  readonly progress?: ((message: string) => void) | undefined;
}

/** A device that a client has for itself. */
export interface Leased {
  /** The value that the client passes as `device`. It is secret. */
  readonly name: string;
  readonly title: string;
  readonly platform: string;
  readonly version: string | undefined;
  readonly minutes: number;
}

/** A device that can be leased, as a list shows it. */
export interface LeasableDevice {
  readonly id: string;
  readonly kind: DeviceKind;
  readonly title: string;
  readonly platform: string;
  readonly version: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly state: string;
  readonly reason: string | undefined;
  /** Who has it, for people. */
  readonly holder: string | undefined;
}

/** Devices that are used with a lease. Failures are DeviceErrors that say what to do. */
export interface Leases {
  /** False while they cannot be asked: the list is what was known last. */
  readonly isConnected: boolean;
  /** Whether a name that a client gives as `device` is of one of these devices, with a lease or without. */
  claims(name: string): boolean;
  /** Waits its turn. A timeout names the place in the queue. */
  lease(wish: LeaseWish, call: Call): Promise<Leased>;
  /** The lease ends that many minutes from now; the minutes that it has. */
  renew(name: string, minutes: number, call: Call): Promise<number>;
  release(name: string, call: Call): Promise<void>;
  devices(wants: Wants, call: Call): Promise<readonly LeasableDevice[]>;
}
