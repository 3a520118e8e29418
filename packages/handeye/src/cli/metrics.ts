import type { Config } from '../config/settings.ts';
import type { Metrics } from '@handeye/core/server/metrics/metrics';
import type { Toolbox } from '@handeye/core/tools/frame/toolbox';

/** The metrics, and a wrapper for tools that counts their calls. */
export interface Measuring {
  readonly metrics: Metrics;
  readonly measured: (toolbox: Toolbox) => Toolbox;
}

/** Metrics for Prometheus; undefined unless configured. */
export async function openMetrics(
  { metrics: isWanted }: Pick<Config, 'metrics'>,
  version = '',
): Promise<Measuring | undefined> {
  if (!isWanted) return undefined;
  const [{ Metrics }, { CallMetrics, MeasuredToolbox }, { addProcessMetrics }, { realClock }] =
    await Promise.all([
      import('@handeye/core/server/metrics/metrics'),
      import('@handeye/core/server/metrics/call-metrics'),
      import('@handeye/core/server/metrics/process-metrics'),
      import('@handeye/core/call/clock'),
    ]);
  const metrics = new Metrics();
  addProcessMetrics(metrics, version);
  const calls = new CallMetrics(metrics, realClock);
  return { metrics, measured: (toolbox) => new MeasuredToolbox(toolbox, calls) };
}
