import type { Config } from '../config/settings.ts';
import type { Metrics } from '../server/metrics/metrics.ts';
import type { Toolbox } from '../tools/frame/toolbox.ts';

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
      import('../server/metrics/metrics.ts'),
      import('../server/metrics/call-metrics.ts'),
      import('../server/metrics/process-metrics.ts'),
      import('../call/clock.ts'),
    ]);
  const metrics = new Metrics();
  addProcessMetrics(metrics, version);
  const calls = new CallMetrics(metrics, realClock);
  return { metrics, measured: (toolbox) => new MeasuredToolbox(toolbox, calls) };
}
