import type { Wants } from '@handeye/core/device/leases';
import type { FarmDevice, FarmView } from '../leases/farm-view.ts';
import { deviceStates } from '../protocol/records.ts';

export interface HostStatus {
  readonly name: string;
  readonly version: string;
  readonly devices: number;
  /** Calls that run now. */
  readonly calls: number;
  /** Load of the machine per processor. */
  readonly load: number;
  /** Seconds since it was last heard. */
  readonly seconds: number;
}

export interface DeviceStatus {
  readonly name: string;
  readonly state: (typeof deviceStates)[number];
  readonly reason?: string | undefined;
  readonly holder?: string | undefined;
  /** Minutes of the lease or of its last renewal. */
  readonly minutes?: number | undefined;
  readonly title: string;
  readonly platform: string;
  readonly version?: string | undefined;
  readonly tier?: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly seconds: number;
}

export interface WaitStatus {
  readonly holder: string;
  readonly wants: Wants;
}

/** A snapshot of a farm as its hosts and servers report it. It gives no access to a device. */
export interface FarmStatus {
  /** False if this is the last known state before the connection was lost. */
  readonly isConnected: boolean;
  readonly hosts: readonly HostStatus[];
  readonly devices: readonly DeviceStatus[];
  /** Number of devices in each state. */
  readonly totals: Readonly<Record<(typeof deviceStates)[number], number>>;
  /** Waiting clients, the earliest first. */
  readonly queue: readonly WaitStatus[];
}

export function statusOf(view: FarmView): FarmStatus {
  const devices = [...view.devices()].map((device) => deviceStatus(device, view)).sort(byName);
  const count = (state: string) => devices.filter((device) => device.state === state).length;
  return {
    isConnected: view.isConnected,
    hosts: [...view.hosts()]
      .map(([name, { version, calls, load, devices: many }]) => ({
        name,
        version,
        devices: many,
        calls,
        load,
        seconds: view.age(name) / 1000,
      }))
      .sort(byName),
    devices,
    totals: Object.fromEntries(deviceStates.map((state) => [state, count(state)])) as FarmStatus['totals'],
    queue: view.queue().map(({ holder, wants }) => ({ holder, wants })),
  };
}

function deviceStatus({ name, record, lease }: FarmDevice, view: FarmView): DeviceStatus {
  const { title, platform, version, tier, labels, state, reason, holder } = record;
  const minutes = state === 'leased' ? lease?.minutes : undefined;
  const seconds = view.age(name) / 1000;
  return { name, state, reason, holder, minutes, title, platform, version, tier, labels, seconds };
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name.localeCompare(other.name, 'en', { numeric: true });
}
