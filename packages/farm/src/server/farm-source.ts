import type { Call } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { permissionDenied } from '@handeye/core/device/errors';
import type { LeasableDevice, Leases } from '@handeye/core/device/leases';
import type { Device } from '@handeye/core/device/port';
import type { DeviceListing, DeviceSource } from '@handeye/core/device/registry';
import type { Bus } from '../bus/bus.ts';
import { FarmScreen } from '../frames/farm-screen.ts';
import { deviceNameOf, withoutLease } from '../protocol/names.ts';
import { leaseFirst } from './texts.ts';

/** The devices of a farm for the lists. They are never opened here: their tools run at their hosts. */
export class FarmSource implements DeviceSource {
  readonly #leases: Leases;
  readonly #bus: Bus;
  readonly #clock: Clock;

  constructor({ leases, bus, clock }: { readonly leases: Leases; readonly bus: Bus; readonly clock: Clock }) {
    this.#leases = leases;
    this.#bus = bus;
    this.#clock = clock;
  }

  claims(name: string): boolean {
    return this.#leases.claims(name);
  }

  async list(call: Call): Promise<readonly DeviceListing[]> {
    return (await this.#leases.devices({}, call)).map(listingOf);
  }

  open(name: string): Promise<Device> {
    return Promise.reject(permissionDenied(leaseFirst(withoutLease(name))));
  }

  /** The frames of its host, for people. */
  async watch(id: string, call: Call): Promise<Device> {
    const name = deviceNameOf(withoutLease(id));
    const [known] = await this.#leases.devices({ device: withoutLease(id) }, call);
    if (!name || !known) throw permissionDenied(`The farm has no device '${withoutLease(id)}' now.`);
    return new FarmScreen({
      ...{ bus: this.#bus, clock: this.#clock, name },
      title: known.title,
      kind: known.kind,
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function listingOf(device: LeasableDevice): DeviceListing {
  const { id, kind, title, state, reason, holder } = device;
  const ready = reason ?? (holder === undefined ? leaseFirst(id) : `${holder} has it.`);
  return { id, title, kind, state, ready, holder };
}
