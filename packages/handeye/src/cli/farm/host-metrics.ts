import type { Config } from '../../config/settings.ts';
import type { OpenLeaseTools } from '@handeye/farm/host/device-origin';
import type { HostEvents } from '@handeye/farm/host/host';
import { HostMetrics, type HostSeen } from '@handeye/farm/metrics/host-metrics';
import type { Log } from '../log.ts';
import { openMetrics } from '../metrics.ts';

/** The measurements of a host with --metrics. */
export interface MeasuredHost {
  /** The same events, counted. */
  events(events: HostEvents): HostEvents;
  openTools(open: OpenLeaseTools): OpenLeaseTools;
  /** Frees the port. */
  stop(): Promise<void>;
}

interface Options {
  readonly version: string;
  readonly log: Log;
  /** Undefined if no token is required. */
  readonly token: string | undefined;
  /** The current state of the host. */
  readonly seen: () => HostSeen;
}

/** Counts the events of a host and serves only /metrics; undefined without --metrics. */
export async function measuredHost(config: Config, options: Options): Promise<MeasuredHost | undefined> {
  const { version, log, token, seen } = options;
  const measuring = await openMetrics(config, version);
  if (!measuring) return undefined;
  const { metrics } = measuring;
  const counts = new HostMetrics(metrics, seen);
  const { startHttp } = await import('@handeye/core/server/http');
  const server = await startHttp({
    toolbox: { instructions: '', tools: [], has: () => false, call: () => Promise.resolve({ content: [] }) },
    ...{ name: 'handeye', version, token, metrics, onlyMount: true },
    ...{ host: config.host, port: config.port, allowedHosts: config.allowHost },
    log: (level, event, fields) => {
      log[level](event, fields);
    },
  });
  return {
    events: (events) => ({
      ...events,
      onAccepted(device) {
        counts.leaseAccepted();
        events.onAccepted?.(device);
      },
      onEnded(device, why) {
        counts.leaseEnded(why);
        events.onEnded?.(device, why);
      },
      onReset(device, how) {
        counts.resetEnded(how.isProven, how.milliseconds);
        events.onReset?.(device, how);
      },
    }),
    openTools:
      (open) =>
      async (...lease) => {
        const tools = await open(...lease);
        return { ...tools, toolbox: measuring.measured(tools.toolbox) };
      },
    stop: () => server.close({ grace: 0 }),
  };
}
