import type { Counter, Histogram, Metrics } from '@handeye/core/server/metrics/metrics';
import type { LeaseEnd } from '../leases/ports.ts';
import type { DeviceRecord } from '../protocol/records.ts';
import { countedStates } from './farm-metrics.ts';

/** Seconds: a virtual phone starts anew in less than one, a phone with many apps takes longer. */
const bounds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export interface HostSeen {
  readonly isConnected: boolean;
  /** Keyed by the device's name without the host's. */
  readonly devices: Iterable<readonly [device: string, state: DeviceRecord['state']]>;
}

/** The metrics of a host. It has few enough devices for one series each. */
export class HostMetrics {
  readonly #accepted: Counter;
  readonly #ended: Counter;
  readonly #resets: Histogram;

  constructor(metrics: Metrics, seen: () => HostSeen) {
    this.#accepted = metrics.counter({
      name: 'handeye_host_leases_accepted_total',
      help: 'Leases that this host has accepted.',
    });
    this.#ended = metrics.counter({
      name: 'handeye_host_leases_ended_total',
      help: 'Leases that ended: released, expired, lost (the bucket says otherwise or cannot be asked) or withdrawn.',
      labels: ['why'],
    });
    this.#resets = metrics.histogram(
      {
        name: 'handeye_host_reset_seconds',
        help: 'How long it took to reset a device, by outcome: proven, or failed, which is a quarantine.',
        labels: ['outcome'],
      },
      bounds,
    );
    metrics.gauge({ name: 'handeye_farm_connected', help: '1 while there is a connection to NATS.' }, () => [
      { value: seen().isConnected ? 1 : 0 },
    ]);
    metrics.gauge(
      { name: 'handeye_host_devices', help: 'Devices of this host by state.', labels: ['state'] },
      () => countedStates([...seen().devices].map(([, state]) => state)),
    );
    metrics.gauge(
      {
        name: 'handeye_host_device_usable',
        help: '1 for a device that can be leased or is; 0 for one that is resetting, quarantined or does not answer.',
        labels: ['device', 'state'],
      },
      () =>
        [...seen().devices].map(([device, state]) => ({
          labels: [device, state],
          value: state === 'free' || state === 'leased' ? 1 : 0,
        })),
    );
  }

  leaseAccepted(): void {
    this.#accepted.add();
  }

  leaseEnded(why: LeaseEnd): void {
    this.#ended.add([why]);
  }

  resetEnded(isProven: boolean, milliseconds: number): void {
    this.#resets.observe(milliseconds / 1000, [isProven ? 'proven' : 'failed']);
  }
}
