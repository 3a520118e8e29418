import type { Leases } from '../../device/leases.ts';
import type { OpenFarm } from '../../farm/server/open-farm.ts';
import type { Measuring } from '../metrics.ts';

/** The leases of a server's farm, measured with --metrics. */
export async function measuredLeases(farm: OpenFarm, measuring: Measuring | undefined): Promise<Leases> {
  if (!measuring) return farm.leases;
  const [{ MeasuredLeases }, { addFarmMetrics }] = await Promise.all([
    import('../../farm/metrics/lease-metrics.ts'),
    import('../../farm/metrics/farm-metrics.ts'),
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
