import type { Wants } from '../../device/leases.ts';
import type { FarmDevice, FarmView } from '../leases/farm-view.ts';
import { deviceStates } from '../protocol/records.ts';

export interface HostStatus {
  readonly name: string;
  readonly version: string;
  readonly devices: number;
  /** Calls that run now. */
  readonly calls: number;
  /** Of the machine, by its number of processors. */
  readonly load: number;
  /** Since it was heard of last. */
  readonly seconds: number;
}

export interface DeviceStatus {
  readonly name: string;
  readonly state: (typeof deviceStates)[number];
  readonly reason?: string | undefined;
  readonly holder?: string | undefined;
  /** That the lease was made or renewed for. */
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

/** A farm at one moment, as its hosts and servers tell it. Nothing in it allows to use a device. */
export interface FarmStatus {
  /** Otherwise this is what was heard last, before the connection was lost. */
  readonly isConnected: boolean;
  readonly hosts: readonly HostStatus[];
  readonly devices: readonly DeviceStatus[];
  /** How many devices are in each state. */
  readonly totals: Readonly<Record<(typeof deviceStates)[number], number>>;
  /** Those who wait, the first first. */
  readonly queue: readonly WaitStatus[];
}

/** How a farm stands by what its view has heard. */
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
