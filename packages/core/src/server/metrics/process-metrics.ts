import type { Metrics } from './metrics.ts';

/** The metrics of every process, by the names that dashboards know. */
export function addProcessMetrics(metrics: Metrics, version: string): void {
  const started = Date.now() / 1000 - process.uptime();
  metrics.gauge({ name: 'handeye_build_info', help: 'The version that runs.', labels: ['version'] }, () => [
    { labels: [version], value: 1 },
  ]);
  metrics.gauge(
    { name: 'process_cpu_seconds_total', help: 'Seconds of processor time that were used.' },
    () => {
      const { user, system } = process.cpuUsage();
      return [{ value: (user + system) / 1e6 }];
    },
    'counter',
  );
  metrics.gauge({ name: 'process_resident_memory_bytes', help: 'Bytes of memory in use.' }, () => [
    { value: process.memoryUsage.rss() },
  ]);
  metrics.gauge(
    { name: 'process_start_time_seconds', help: 'When the process began, in seconds since 1970.' },
    () => [{ value: started }],
  );
}
