/**
 * Hosts without devices behind them, in a process of their own: each has a connection, announces its devices, beats for itself
 * and for each of them, and keeps their leases with the classes of the product. What a real host does besides is to run calls.
 */
import { randomUUID } from 'node:crypto';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { Bucket, BusMessage } from '@handeye/farm/bus/bus';
import { connectBus } from '@handeye/farm/bus/nats-bus';
import { DeviceLease } from '@handeye/farm/leases/device-lease';
import { acceptRequest, releaseRequest } from '../../packages/farm/src/protocol/messages.ts';
import { subjects } from '@handeye/farm/protocol/names';
import { BEAT, type DeviceRecord, type HostRecord } from '@handeye/farm/protocol/records';

/** Milliseconds that a write may take: all hosts begin at once. */
const LIMIT = 60_000;

const [URL = '', HOSTS = '0', DEVICES_EACH = '0'] = process.argv.slice(2);

interface Simulated {
  readonly lease: DeviceLease;
  record: DeviceRecord;
}

class SimulatedHost {
  readonly #incarnation = randomUUID();
  readonly #devices = new Map<string, Simulated>();
  readonly #name: string;
  readonly #bucket: Bucket;

  private constructor(name: string, buckets: { devices: Bucket; leases: Bucket }) {
    this.#name = name;
    this.#bucket = buckets.devices;
    for (let at = 0; at < Number(DEVICES_EACH); at += 1) this.#add(`phone-${at}`, at, buckets.leases);
  }

  static async start(at: number): Promise<SimulatedHost> {
    const name = `rack-${at}`;
    const bus = await connectBus({ servers: [URL], name, inboxPrefix: '_INBOX_host', makesBuckets: true });
    const [devices, leases] = [await bus.bucket('devices'), await bus.bucket('leases')];
    await bus.bucket('queue');
    const host = new SimulatedHost(name, { devices, leases });
    bus.subscribe(subjects.allOfHost(name), (message) => void host.#answer(message));
    return host;
  }

  #add(device: string, at: number, leases: Bucket): void {
    const lease = new DeviceLease({
      name: { host: this.#name, device },
      leases,
      clock: realClock,
      events: {
        onAccepted: (holder) => {
          this.#change(device, { state: 'leased', holder, offer: undefined });
        },
        // There is nothing to reset.
        onEnded: () => {
          this.#change(device, { state: 'free', holder: undefined, offer: lease.offer() });
        },
      },
    });
    const record: DeviceRecord = {
      title: `Pixel ${at}`,
      kind: 'phone',
      platform: 'android',
      version: String(5 + (at % 12)),
      tier: 'companion',
      capabilities: [
        'look',
        'act',
        'touch',
        'type',
        'press',
        'picture',
        'clipboard',
        'logs',
        'apps',
        'files',
      ],
      labels: { rack: this.#name, slot: String(at) },
      state: 'free',
      offer: lease.offer(),
      incarnation: this.#incarnation,
    };
    this.#devices.set(device, { lease, record });
  }

  /** Announces everything once. */
  async announce(): Promise<void> {
    await Promise.all([...this.#devices.keys()].map((device) => this.#put(device)));
    const record: HostRecord = {
      incarnation: this.#incarnation,
      version: '0.0.0',
      devices: this.#devices.size,
      calls: 0,
      load: 0,
    };
    await within((call) => this.#bucket.put(this.#name, record, call));
  }

  /** Renews everything every BEAT, spread over that time. */
  beat(): void {
    const begin = () => {
      void this.announce().catch(() => undefined);
    };
    setTimeout(() => {
      begin();
      setInterval(begin, BEAT);
    }, Math.random() * BEAT);
  }

  #change(device: string, change: Partial<DeviceRecord>): void {
    const simulated = this.#devices.get(device);
    if (!simulated) return;
    simulated.record = { ...simulated.record, ...change };
    void this.#put(device).catch(() => undefined);
  }

  async #put(device: string): Promise<void> {
    const record = this.#devices.get(device)?.record;
    await within((call) => this.#bucket.put(`${this.#name}.${device}`, record, call));
  }

  async #answer(message: BusMessage): Promise<void> {
    const { subject, data } = message;
    const request: unknown = JSON.parse(new TextDecoder().decode(data));
    const { device } = acceptRequest.pick({ device: true }).parse(request);
    const lease = this.#devices.get(device)?.lease;
    if (!lease) return;
    const answer = subject.endsWith('.accept')
      ? await within((call) => lease.accept(acceptRequest.parse(request), call))
      : await lease.release(releaseRequest.parse(request));
    message.reply(new TextEncoder().encode(JSON.stringify(answer)));
  }
}

function within<T>(work: Parameters<typeof withinLimit<T>>[1]): Promise<T> {
  return withinLimit({ clock: realClock, limit: LIMIT }, work);
}

const all: SimulatedHost[] = [];
for (let at = 0; at < Number(HOSTS); at += 1) all.push(await SimulatedHost.start(at));
const START = performance.now();
await Promise.all(all.map((host) => host.announce()));
for (const host of all) host.beat();
process.send?.({ announced: performance.now() - START });
process.on('disconnect', () => process.exit(0));
