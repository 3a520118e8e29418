import type { Call } from '@handeye/core/call/call';
import { deviceErrorOf } from '@handeye/core/device/errors';
import type { LeasableDevice, Leased, Leases, LeaseWish, Wants } from '@handeye/core/device/leases';
import type { Counter, Histogram, Metrics } from '@handeye/core/server/metrics/metrics';

/** Seconds that a client waits for a device: none if one is free, minutes in a queue. */
const bounds = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 30, 60, 120, 300, 600];

/** Leases with metrics: counts requests and measures how long clients waited. */
export class MeasuredLeases implements Leases {
  readonly #leases: Leases;
  readonly #waits: Histogram;
  readonly #ended: Counter;
  #waiting = 0;

  constructor(leases: Leases, metrics: Metrics) {
    this.#leases = leases;
    this.#waits = metrics.histogram(
      {
        name: 'handeye_lease_wait_seconds',
        help: 'How long clients of this server waited for a device, by outcome: ok, cancelled, or the kind of error.',
        labels: ['outcome'],
      },
      bounds,
    );
    this.#ended = metrics.counter({
      name: 'handeye_lease_requests_total',
      help: 'Requests about leases that this server made for its clients, by what they asked for and outcome.',
      labels: ['request', 'outcome'],
    });
    metrics.gauge(
      { name: 'handeye_lease_waits_running', help: 'Clients of this server that wait for a device now.' },
      () => [{ value: this.#waiting }],
    );
  }

  get isConnected(): boolean {
    return this.#leases.isConnected;
  }

  claims(name: string): boolean {
    return this.#leases.claims(name);
  }

  async lease(wish: LeaseWish, call: Call): Promise<Leased> {
    const start = call.clock.now();
    this.#waiting += 1;
    const note = (outcome: string) => {
      this.#waits.observe((call.clock.now() - start) / 1000, [outcome]);
    };
    try {
      return await this.#counted('lease', call, () => this.#leases.lease(wish, call), note);
    } finally {
      this.#waiting -= 1;
    }
  }

  renew(name: string, minutes: number, call: Call): Promise<number> {
    return this.#counted('renew', call, () => this.#leases.renew(name, minutes, call));
  }

  release(name: string, call: Call): Promise<void> {
    return this.#counted('release', call, () => this.#leases.release(name, call));
  }

  devices(wants: Wants, call: Call): Promise<readonly LeasableDevice[]> {
    return this.#leases.devices(wants, call);
  }

  async #counted<T>(
    request: string,
    { signal }: Call,
    work: () => Promise<T>,
    note?: (outcome: string) => void,
  ): Promise<T> {
    let outcome = 'ok';
    try {
      return await work();
    } catch (error) {
      outcome = deviceErrorOf(error)?.kind ?? (signal.aborted ? 'cancelled' : 'internal');
      throw error;
    } finally {
      this.#ended.add([request, outcome]);
      note?.(outcome);
    }
  }
}
