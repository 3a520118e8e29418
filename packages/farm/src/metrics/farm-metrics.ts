import type { Metrics } from '@handeye/core/server/metrics/metrics';
import { type DeviceRecord, deviceStates } from '../protocol/records.ts';

/** The farm as a server sees it now. */
export interface FarmSeen {
  readonly isConnected: boolean;
  readonly hosts: number;
  readonly states: Iterable<DeviceRecord['state']>;
  readonly leases: number;
  readonly waiting: number;
}

/**
 * Adds gauges of the farm as one server sees it. All servers of a tenant report the same, so dashboards take the maximum, not
 * the sum.
 */
export function addFarmMetrics(metrics: Metrics, seen: () => FarmSeen): void {
  const gauge = (name: string, help: string, read: (farm: FarmSeen) => number) => {
    metrics.gauge({ name, help }, () => [{ value: read(seen()) }]);
  };
  gauge('handeye_farm_connected', '1 while there is a connection to NATS.', (farm) =>
    farm.isConnected ? 1 : 0,
  );
  gauge('handeye_farm_hosts', 'Hosts of the farm that are alive.', ({ hosts }) => hosts);
  gauge(
    'handeye_farm_leases',
    'Devices that are leased now, by the bucket of leases.',
    ({ leases }) => leases,
  );
  gauge(
    'handeye_farm_queue_length',
    'Clients of all servers that wait for a device.',
    (farm) => farm.waiting,
  );
  metrics.gauge(
    { name: 'handeye_farm_devices', help: 'Devices of the farm by state.', labels: ['state'] },
    () => countedStates(seen().states),
  );
}

/** Counts each state. A state without devices is reported as 0, for alarms. */
export function countedStates(states: Iterable<DeviceRecord['state']>) {
  const counts = new Map<string, number>(deviceStates.map((state) => [state, 0]));
  for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, value]) => ({ labels: [state], value }));
}
