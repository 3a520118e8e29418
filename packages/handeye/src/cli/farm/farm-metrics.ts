import type { Leases } from '@handeye/core/device/leases';
import type { OpenFarm } from '@handeye/farm/server/open-farm';
import type { Measuring } from '../metrics.ts';

/** The leases of a server's farm, measured with --metrics. */
export async function measuredLeases(farm: OpenFarm, measuring: Measuring | undefined): Promise<Leases> {
  if (!measuring) return farm.leases;
  const [{ MeasuredLeases }, { addFarmMetrics }] = await Promise.all([
    import('@handeye/farm/metrics/lease-metrics'),
    import('@handeye/farm/metrics/farm-metrics'),
  ]);
  const { metrics } = measuring;
  const { bus, view } = farm;
  addFarmMetrics(metrics, () => {
    const devices = [...view.devices()];
    return {
      isConnected: bus.isConnected,
      hosts: view.hosts().size,
      states: devices.map(({ record }) => record.state),
      leases: devices.filter(({ lease }) => lease !== undefined).length,
      waiting: view.queue().length,
    };
  });
  return new MeasuredLeases(farm.leases, metrics);
}
