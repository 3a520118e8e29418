import type { Wants } from '@handeye/core/device/leases';
import { matches } from '../../src/leases/matches.ts';
import { deviceRecord, leaseRecord, TICKET_TIME_TO_LIVE, ticketRecord } from '../../src/protocol/records.ts';
import type { SimulatedFarm } from '../simulated/farm.ts';

interface Place {
  readonly holder: string;
  readonly wants: Wants;
  readonly order: number;
  written: number;
}

/** Follows all writes to the queue, and reports a client that takes a device for which an earlier one waits. */
export function checkOrder({ network, world }: SimulatedFarm, report: (fault: string) => void): void {
  const { queue, leases, devices } = network.stores;
  const places = new Map<string, Place>();
  // A place that expired because its server was suspended is lost, and one that was given up is free.
  const lost = new Set<string>();
  queue.onWrite(({ key, value, revision }) => {
    const known = places.get(key);
    if (value === undefined || (known && world.now - known.written >= TICKET_TIME_TO_LIVE)) lost.add(key);
    if (value === undefined) return;
    const { holder, wants, order = revision } = ticketRecord.parse(value);
    places.set(key, { holder, wants, order, written: world.now });
  });
  leases.onWrite(({ key: device, value }) => {
    const lease = leaseRecord.safeParse(value);
    if (!lease.success || lease.data.accepted) return;
    const { holder } = lease.data;
    const own = [...places.values()].find((place) => place.holder === holder);
    const record = deviceRecord.safeParse(devices.get(device)?.value);
    if (!own || !record.success) return;
    for (const [key, place] of places) {
      const isAlive = !lost.has(key) && world.now - place.written < TICKET_TIME_TO_LIVE;
      const isEarlier = place.order < own.order && matches(place.wants, device, record.data);
      if (isAlive && isEarlier) report(`${world.now}: ${holder} takes ${device} before ${place.holder}`);
    }
  });
}
